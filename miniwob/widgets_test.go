package miniwob

import (
	"fmt"
	"testing"

	"pix2act/chrome"
)

// TestSlider moves a slider from 0 to 10, 100 pixels long and at 5, with mouse and keys.
func TestSlider(t *testing.T) {
	b := newTab(t, builtin(t))
	b.open("use-slider")
	key := func(names ...string) func(x, y float64) {
		return func(x, y float64) {
			b.act(chrome.Chord("Tab", 0)...)
			for _, name := range names {
				b.act(chrome.Chord(name, 0)...)
			}
		}
	}
	// Distances along the track, from its middle towards its high end.
	for _, vertical := range []bool{false, true} {
		at := func(x, y, d float64) (float64, float64) {
			if vertical {
				return x, y - d
			}
			return x + d, y
		}
		press := func(d float64) func(x, y float64) {
			return func(x, y float64) { px, py := at(x, y, d); b.act(chrome.Click(px, py, 1)...) }
		}
		drag := func(from float64, to ...float64) func(x, y float64) {
			return func(x, y float64) {
				px, py := at(x, y, from)
				b.act(chrome.Move{X: px, Y: py}, chrome.Press{X: px, Y: py, Clicks: 1})
				for _, d := range to {
					px, py = at(x, y, d)
					b.act(chrome.Move{X: px, Y: py})
				}
				b.act(chrome.Release{X: px, Y: py, Clicks: 1})
			}
		}
		for _, c := range []struct {
			name string
			do   func(x, y float64)
			want int
		}{
			{"press on the track", press(32), 8},
			{"press beyond the end", press(-50), 0},
			{"press on the handle", press(0), 5},
			{"press on the edge of the handle", press(5), 5},
			{"drag of the handle", drag(0, 10, 20), 7},
			{"drag by the edge of the handle", drag(5, 15, 25), 7},
			{"drag of the track", drag(-30, -10, 10), 6},
			{"drag beyond the end", drag(0, 30, 200), 10},
			{"there and back", drag(0, 30, 0), 5},
			{"one step up", key("ArrowRight"), 6},
			{"steps", key("ArrowUp", "ArrowUp", "ArrowLeft", "ArrowDown", "ArrowDown"), 4},
			{"a page up", key("PageUp"), 7},
			{"a page down", key("PageDown"), 3},
			{"the ends", key("Home", "ArrowLeft"), 0},
			{"the other end", key("End", "ArrowRight"), 10},
			{"another key", key("x"), 5},
		} {
			b.start("use-slider", 0)
			b.run(fmt.Sprintf(`document.getElementById("area").replaceChildren(); var seen = [];
core.put(widgets.slider({id: "s", min: 0, max: 10, value: 5, vertical: %t, length: 100, onChange: (v) => seen.push(v)}))`, vertical))
			x, y := b.point(id("s"))
			c.do(x, y)
			if got := get[int](b, id("s")+`.value`); got != c.want {
				t.Errorf("vertical %t, %s: %d, want %d", vertical, c.name, got, c.want)
			}
			b.want(c.name+" tells every new value once", `seen.every((v, i) => v !== (i ? seen[i - 1] : 5))`, `true`)
		}
	}
}

// TestDialog closes a dialog by key, and drags it by its title only.
func TestDialog(t *testing.T) {
	b := newTab(t, builtin(t))
	b.open("click-dialog")
	b.start("click-dialog", 0)
	b.act(chrome.Chord("Enter", 0)...)
	b.wantEnd("click-dialog", 1)
	for _, c := range []struct {
		from string
		want string
	}{
		{`document.querySelector(".dialog-title")`, `[7,9]`},
		{id("dialog"), `[0,0]`},
		{`document.querySelector(".dialog-close")`, `[0,0]`},
	} {
		b.start("click-dialog", 0)
		b.run(`var dialog = document.querySelector(".dialog"), left = dialog.offsetLeft, top0 = dialog.offsetTop`)
		b.drag(c.from, 7, 9)
		b.want(c.from, `[dialog.offsetLeft - left, dialog.offsetTop - top0]`, c.want)
	}
}
