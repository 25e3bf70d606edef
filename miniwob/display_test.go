package miniwob

import (
	"fmt"
	"testing"

	"pix2act/chrome"
)

// pixels reads places of a canvas as [r,g,b,a].
func pixels(canvas string, points ...[2]int) string {
	text := "["
	for i, p := range points {
		if i > 0 {
			text += ", "
		}
		text += fmt.Sprintf("[%d, %d]", p[0], p[1])
	}
	return fmt.Sprintf(`%s].map((p) => [...document.getElementById("%s").getContext("2d").getImageData(p[0], p[1], 1, 1).data])`, text, canvas)
}

const (
	clear = `[0,0,0,0]`
	white = `[255,255,255,255]`
	black = `[0,0,0,255]`
	grey  = `[128,128,128,255]`
)

func TestVisualizeAttention(t *testing.T) {
	b := newTab(t, builtin(t))
	b.open("click-test")
	b.start("click-test", 1)
	if got := b.json(`document.getElementById("attention-canvas")`); got != `null` {
		t.Errorf("there is a canvas before the first call: %s", got)
	}
	b.run(`visualizeAttention(Array.from({length: 20}, (_, i) => Array.from({length: 20}, (_, j) => (i + j) % 2)))`)
	if got, want := b.json(`(function (c) { const b = c.getBoundingClientRect(); return [b.left, b.top, b.width, b.height, c.width, c.height, core.getDOMInfo(c).id]; })(document.getElementById("attention-canvas"))`),
		`[330,0,160,210,160,210,"attention-canvas"]`; got != want {
		t.Errorf("the canvas is %s, want %s", got, want)
	}
	// Cell (i, j) covers x from 1+8j to 6+8j and y from 51+8i to 56+8i.
	for _, c := range []struct {
		name, call string
		points     [][2]int
		want       string
	}{
		{"the first cell and around it", ``, [][2]int{{1, 51}, {6, 56}, {0, 51}, {7, 51}, {1, 50}, {1, 57}}, "[" + black + "," + black + "," + clear + "," + clear + "," + clear + "," + clear + "]"},
		{"neighbours", ``, [][2]int{{9, 51}, {14, 56}, {9, 59}, {1, 59}}, "[" + white + "," + white + "," + black + "," + white + "]"},
		{"the last cell", ``, [][2]int{{153, 203}, {158, 208}, {159, 203}, {153, 209}}, "[" + black + "," + black + "," + clear + "," + clear + "]"},
		{"greys", `[[0.5, 2, -1, "x"]]`, [][2]int{{1, 51}, {9, 51}, {17, 51}, {25, 51}, {33, 51}}, "[" + grey + "," + white + "," + black + "," + black + "," + clear + "]"},
		{"ragged", `[[1], [], [0, 1]]`, [][2]int{{1, 51}, {9, 51}, {1, 59}, {1, 67}, {9, 67}}, "[" + white + "," + clear + "," + clear + "," + black + "," + white + "]"},
		{"too many", `Array(30).fill(Array(30).fill(1))`, [][2]int{{158, 208}, {1, 209}}, "[" + white + "," + clear + "]"},
		{"none", `[]`, [][2]int{{1, 51}, {153, 203}}, "[" + clear + "," + clear + "]"},
	} {
		if c.call != "" {
			b.run(`visualizeAttention(` + c.call + `)`)
		}
		if got := b.json(pixels("attention-canvas", c.points...)); got != c.want {
			t.Errorf("%s: %v are %s, want %s", c.name, c.points, got, c.want)
		}
	}
	if got := b.json(`document.querySelectorAll("#attention-canvas").length`); got != `1` {
		t.Errorf("%s canvases", got)
	}
}

func TestClickTrail(t *testing.T) {
	b := newTab(t, builtin(t))
	b.open("click-dialog")
	b.start("click-dialog", 1)
	const dot, faded = `[131,131,255,255]`, `[230,230,255,255]`
	if got, want := b.json(pixels("click-canvas", [2]int{0, 0}, [2]int{159, 209})), "["+white+","+white+"]"; got != want {
		t.Errorf("at the start %s, want %s", got, want)
	}
	b.act(chrome.Click(20, 190, 1)...)
	if got, want := b.json(pixels("click-canvas", [2]int{20, 190}, [2]int{23, 190}, [2]int{27, 190})), "["+dot+","+dot+","+white+"]"; got != want {
		t.Errorf("after a click %s, want %s", got, want)
	}
	b.act(chrome.Click(100, 200, 1)...)
	if got, want := b.json(pixels("click-canvas", [2]int{20, 190}, [2]int{100, 200})), "["+faded+","+dot+"]"; got != want {
		t.Errorf("after the next click %s, want %s", got, want)
	}
	before := b.json(pixels("click-canvas", [2]int{20, 190}, [2]int{100, 200}))
	b.act(chrome.Click(200, 100, 1)...) // beside the task
	b.run(`document.getElementById("area").click()`)
	if got := b.json(pixels("click-canvas", [2]int{20, 190}, [2]int{100, 200})); got != before {
		t.Errorf("a click elsewhere or by a script leaves its mark: %s", got)
	}
	b.start("click-dialog", 1)
	if got, want := b.json(pixels("click-canvas", [2]int{100, 200})), "["+white+"]"; got != want {
		t.Errorf("in the next episode %s, want %s", got, want)
	}
	b.json(`core.elementClick(Object.values(core.flattenDOMInfo(core.getDOMInfo())).find((n) => n.id === "area").ref)`)
	if got, want := b.json(pixels("click-canvas", [2]int{5, 52}, [2]int{5, 45})), "["+dot+","+white+"]"; got != want {
		t.Errorf("elementClick draws %s, want %s", got, want)
	}
}
