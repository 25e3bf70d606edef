package miniwob

import (
	"fmt"
	"testing"
	"time"

	"pix2act/chrome"
)

// TestColourRewards chooses colours. Seed 0 asks for black; with a patch, for #019500 or so, which is read.
func TestColourRewards(t *testing.T) {
	b := newTab(t, builtin(t))
	typed := func(text string) func() {
		return func() {
			b.click(id("col"))
			b.act(chrome.Chord("a", chrome.Ctrl)...)
			b.act(chrome.Type(text)...)
			b.act(chrome.Click(150, 205, 1)...)
			b.submit()
		}
	}
	off := func(r, g, b float64) float64 { return 1 - (r+g+b)/3/255 }
	b.rewards([]answer{
		{"use-colorwheel", 0, "right", typed("000000"), 1},
		{"use-colorwheel", 0, "with a hash", typed("#000"), 1},
		{"use-colorwheel", 0, "nearly", typed("100020"), off(16, 0, 32)},
		{"use-colorwheel", 0, "no colour", typed("black"), off(0xAB, 0x25, 0x67)},
		{"use-colorwheel", 0, "untouched", b.submit, off(0xAB, 0x25, 0x67)},
		{"use-colorwheel", 0, "by the bar", func() {
			b.click(id("col"))
			x, y := b.point(`document.querySelector(".colour-bar canvas")`)
			b.act(chrome.Click(x, y+40, 1)...)
			b.act(chrome.Click(150, 205, 1)...)
			b.submit()
		}, 1},
		{"use-colorwheel", 0, "not handed in", func() { b.click(id("col")); b.act(chrome.Click(150, 205, 1)...) }, endless},
		{"use-colorwheel-2", 0, "right", func() {
			typed(get[string](b, `widgets.hexOf(getComputedStyle(document.querySelector("#query .cc")).backgroundColor.match(/\d+/g).map(Number))`))()
		}, 1},
	})
	b.start("use-colorwheel-2", 0)
	typed("FFFFFF")()
	if s := b.state("use-colorwheel-2"); !s.Done || s.Raw > 0.9 {
		t.Errorf("use-colorwheel-2, white: %+v", s)
	}
}

// TestColourPicker opens, closes and presses the picker.
func TestColourPicker(t *testing.T) {
	b := newTab(t, builtin(t))
	b.open("use-colorwheel")
	const popup, pad, bar = `document.querySelector(".colour-popup") !== null`, `document.querySelector(".colour-pad canvas")`, `document.querySelector(".colour-bar canvas")`
	at := func(canvas string, x, y float64) (float64, float64) {
		p := get[[]float64](b, fmt.Sprintf(`(function (c) { const r = c.getBoundingClientRect(); return [r.left + c.clientLeft, r.top + c.clientTop]; })(%s)`, canvas))
		return p[0] + x, p[1] + y
	}
	press := func(canvas string, x, y float64) func() {
		return func() { px, py := at(canvas, x, y); b.act(chrome.Click(px, py, 1)...) }
	}
	for _, c := range []struct {
		name string
		do   func()
		want string
		open bool
	}{
		{"opened", func() {}, "AB2567", true},
		{"the upper left corner of the pad", press(pad, 0, 0), "AB0000", true},
		{"a third of the way", press(pad, 33, 0), "03AB00", true},
		{"the lower edge", press(pad, 50, 70), "ABABAB", true},
		{"beside the pad", press(pad, -5, -5), "AB0000", true},
		{"the top of the bar", press(bar, 8, 0), "FF379A", true},
		{"the bottom of the bar", press(bar, 8, 70), "000000", true},
		{"both", func() { press(pad, 0, 0)(); press(bar, 8, 0)() }, "FF0000", true},
		{"a drag", func() {
			x, y := at(pad, 20, 20)
			b.act(chrome.Move{X: x, Y: y}, chrome.Press{X: x, Y: y, Clicks: 1})
			b.act(chrome.Move{X: x + 200, Y: y + 200}, chrome.Release{X: x + 200, Y: y + 200, Clicks: 1})
		}, "ABABAB", true},
		{"a press outside", func() { b.act(chrome.Click(150, 205, 1)...) }, "AB2567", false},
		{"the box again", func() { b.click(id("col")) }, "AB2567", true},
		{"Escape", func() { b.act(chrome.Chord("Escape", 0)...) }, "AB2567", false},
		{"Tab", func() { b.act(chrome.Chord("Tab", 0)...) }, "AB2567", false},
		{"Enter puts the text right", func() {
			b.act(chrome.Chord("a", chrome.Ctrl)...)
			b.act(chrome.Type("0f0")...)
			b.act(chrome.Chord("Enter", 0)...)
		}, "00FF00", false},
		{"and so does leaving", func() { b.act(chrome.Type("zz")...); b.act(chrome.Click(150, 205, 1)...) }, "AB2567", false},
	} {
		b.start("use-colorwheel", 1)
		b.want("closed", popup, `false`)
		b.click(id("col"))
		b.want("the button is covered", `document.querySelector(".colour-popup").contains(document.elementFromPoint(60, 128))`, `true`)
		c.do()
		b.want(c.name, `document.getElementById("col").value`, fmt.Sprintf("%q", c.want))
		b.want(c.name, popup, fmt.Sprint(c.open))
	}
	b.want("there and back", `[[255, 0, 0], [0, 255, 0], [0, 0, 255], [1, 2, 3], [200, 100, 150], [0, 0, 0], [9, 9, 9], [255, 255, 1]].every((c) =>
	String(widgets.rgbOf(widgets.hsvOf(c))) === String(c) && String(widgets.rgbFrom(widgets.hexOf(c))) === String(c))`, `true`)
	b.want("what is typed", `["#12", "12345", "1234567", "", "ggg"].map(widgets.rgbFrom)`, `[null,null,null,null,null]`)
}

// TestSliders sets three sliders by keys; seed 0 asks for 11, 19, 5 and starts with 0, 1, 12.
func TestSliders(t *testing.T) {
	b := newTab(t, builtin(t))
	set := func(steps ...int) func() {
		return func() {
			for _, n := range steps {
				b.act(chrome.Chord("Tab", 0)...)
				for range max(n, -n) {
					b.act(chrome.Chord(map[bool]string{true: "ArrowRight", false: "ArrowLeft"}[n > 0], 0)...)
				}
			}
			b.submit()
		}
	}
	b.rewards([]answer{
		{"use-slider-2", 0, "right", set(11, 18, -7), 1},
		{"use-slider-2", 0, "one is off", set(11, 18, -6), -1},
		{"use-slider-2", 0, "in another order", set(19, 10, -7), -1},
		{"use-slider-2", 0, "untouched", b.submit, -1},
	})
}

// TestCube turns the cube. It begins with 6 in front; seed 1 asks for 2.
func TestCube(t *testing.T) {
	b := newTab(t, builtin(t))
	b.open("drag-cube")
	const front = `document.querySelector(".active").textContent`
	drag := func(dx, dy float64) {
		const x, y = 80, 100
		b.act(chrome.Move{X: x, Y: y}, chrome.Press{X: x, Y: y, Clicks: 1})
		b.act(chrome.Move{X: x + dx, Y: y + dy}, chrome.Release{X: x + dx, Y: y + dy, Clicks: 1})
	}
	for _, c := range []struct {
		name  string
		drags [][2]float64
		want  string
	}{
		{"untouched", nil, "6"},
		{"down", [][2]float64{{0, 15}}, "2"},
		{"down, to the left", [][2]float64{{-48, 0}, {0, 15}}, "3"},
		{"down, to the right", [][2]float64{{8, 0}, {0, 15}}, "5"},
		{"down, further to the right", [][2]float64{{48, 0}, {0, 15}}, "4"},
		{"down, further", [][2]float64{{0, 60}}, "1"},
	} {
		b.start("drag-cube", 1)
		b.want("at first", front, `"6"`)
		for _, d := range c.drags {
			drag(d[0], d[1])
			b.advance(2 * time.Second)
		}
		b.want(c.name, front, fmt.Sprintf("%q", c.want))
		b.submit()
		b.wantEnd("drag-cube", map[bool]float64{true: 1, false: -1}[c.want == "2"])
	}
	// It turns on when it is let go, ever more slowly, and stops.
	b.start("drag-cube", 1)
	const turned = `Number(document.querySelector(".cube").style.transform.match(/rotateY\((.*)deg/)[1])`
	drag(20, 0)
	var turns []float64
	for range 5 {
		turns = append(turns, get[float64](b, turned))
		b.advance(100 * time.Millisecond)
	}
	for i := 2; i < len(turns); i++ {
		if now, before := turns[i]-turns[i-1], turns[i-1]-turns[i-2]; now <= 0 || now >= before {
			t.Errorf("the cube turns to %v", turns)
		}
	}
	b.advance(2 * time.Second)
	rest := get[float64](b, turned)
	b.advance(time.Second)
	b.want("at rest", turned, fmt.Sprint(rest))
}
