package miniwob

import (
	"fmt"
	"testing"

	"pix2act/chrome"
)

// figure is the nth shape of a kind in the pictures of the drag tasks, without the frames.
func figure(kind string, n int) string {
	return fmt.Sprintf(`[...document.querySelectorAll("#area_svg :is(%s):not(.frame)")][%d]`, kind, n)
}

// figures drags all shapes of a kind into the frame with that number.
func (b *tab) figures(kind string, frame int) {
	b.t.Helper()
	count := get[int](b, fmt.Sprintf(`document.querySelectorAll("#area_svg :is(%s):not(.frame)").length`, kind))
	for n := range count {
		x, y := b.point(figure(kind, n))
		left, top := b.point(fmt.Sprintf(`document.querySelectorAll(".frame")[%d]`, frame))
		b.drag(figure(kind, n), left-x, top-y)
	}
}

// TestDragShapeRewards drags shapes. At seed 0 circle and shape are to go left, the circles into the frame,
// and the circles left and the others right.
func TestDragShapeRewards(t *testing.T) {
	b := newTab(t, builtin(t))
	const any, others = "circle, rect, polygon", "rect, polygon"
	moved := func(dx, dy float64) func() {
		return func() { b.drag(figure(any, 0), dx, dy); b.submit() }
	}
	var answers []answer
	for _, task := range []string{"drag-circle", "drag-single-shape"} {
		answers = append(answers,
			answer{task, 0, "right", moved(-20, 3), 1},
			answer{task, 0, "a pixel", moved(-1, 0), 1},
			answer{task, 0, "to the edge", moved(-150, 0), 1},
			answer{task, 0, "the other way", moved(20, 3), -1},
			answer{task, 0, "up", moved(0, -20), -1},
			answer{task, 0, "there and back", func() { b.drag(figure(any, 0), -20, 0); moved(20, 0)() }, -1},
			answer{task, 0, "untouched", b.submit, -1},
			answer{task, 0, "not handed in", func() { b.drag(figure(any, 0), -20, 3) }, endless},
		)
	}
	b.rewards(append(answers, []answer{
		{"drag-shapes", 0, "right", func() { b.figures("circle", 0); b.submit() }, 1},
		{"drag-shapes", 0, "all of them", func() { b.figures(any, 0); b.submit() }, -1},
		{"drag-shapes", 0, "the others", func() { b.figures(others, 0); b.submit() }, -1},
		{"drag-shapes", 0, "untouched", b.submit, -1}, // there is always something to do
		{"drag-shapes-2", 0, "right", func() { b.figures("circle", 0); b.figures(others, 1); b.submit() }, 1},
		{"drag-shapes-2", 0, "one forgotten", func() {
			b.figures("circle", 0)
			b.figures(others, 1)
			b.drag(figure(others, 0), 0, 60)
			b.submit()
		}, 0.84},
		{"drag-shapes-2", 0, "the wrong way round", func() { b.figures("circle", 1); b.figures(others, 0); b.submit() }, -1},
		{"drag-shapes-2", 0, "untouched", b.submit, -1},
	}...))
	// Some seeds of drag-shapes, all with a shape of the kind asked for.
	b.open("drag-shapes")
	for seed := range int64(20) {
		b.start("drag-shapes", seed)
		b.want(fmt.Sprint("seed ", seed), `(function (kind) { return document.querySelector("#area_svg " + kind) !== null; })(
	{circles: "circle", rectangles: "rect:not(.frame)", triangles: "polygon"}[`+bold+`])`, `true`)
	}
	// What is dragged out of the picture stays at its edge.
	b.start("drag-shapes-2", 0)
	b.drag(figure(any, 0), 500, 500)
	b.want("at the edge", `(function (f, p) { return [p.right - f.right, p.bottom - f.bottom]; })(
	`+figure(any, 0)+`.getBoundingClientRect(), document.getElementById("area_svg").getBoundingClientRect())`, `[0,0]`)
}

// TestSortRewards drags items of lists. At seed 0 the second of five goes to the bottom, and of nine
// the fourth to the third cell; the numbers are -93 -83 18 5.
func TestSortRewards(t *testing.T) {
	b := newTab(t, builtin(t))
	move := func(from, to int) func() {
		return func() {
			item := func(n int) string { return fmt.Sprintf(`document.querySelectorAll("#sortable li")[%d]`, n) }
			x, y := b.point(item(from))
			toX, toY := b.point(item(to))
			b.drag(item(from), toX-x, toY-y)
		}
	}
	sort := func(moves ...[2]int) func() {
		return func() {
			for _, m := range moves {
				move(m[0], m[1])()
			}
			b.submit()
		}
	}
	b.rewards([]answer{
		{"drag-items", 0, "right", move(1, 4), 1},
		{"drag-items", 0, "too far up", move(1, 3), -1},
		{"drag-items", 0, "another", move(2, 4), -1},
		{"drag-items", 0, "back to its place", func() { b.drag(`document.querySelectorAll("#sortable li")[1]`, 3, 2) }, -1},
		{"drag-items", 0, "a click", func() { b.click(`document.querySelectorAll("#sortable li")[1]`) }, endless},
		{"drag-items-grid", 0, "right", move(3, 2), 1},
		{"drag-items-grid", 0, "another cell", move(3, 1), -1},
		{"drag-items-grid", 0, "another", move(4, 2), -1},
		{"drag-sort-numbers", 0, "right", sort([2]int{2, 3}), 1},
		{"drag-sort-numbers", 0, "right by a detour", sort([2]int{0, 3}, [2]int{1, 2}, [2]int{3, 0}), 1},
		{"drag-sort-numbers", 0, "wrong", sort([2]int{0, 1}), -1},
		{"drag-sort-numbers", 0, "untouched", b.submit, -1},
		{"drag-sort-numbers", 0, "not handed in", move(2, 3), endless},
	})
}

// TestSortable drags every item of a column and of a grid to every place.
func TestSortable(t *testing.T) {
	b := newTab(t, builtin(t))
	b.open("drag-sort-numbers")
	for _, c := range []struct {
		grid bool
		n    int
	}{{false, 5}, {true, 9}} {
		for from := range c.n {
			for to := range c.n {
				b.start("drag-sort-numbers", 0)
				b.run(fmt.Sprintf(`document.getElementById("area").replaceChildren(); var dropped = [];
core.put(widgets.sortable({items: Array.from({length: %d}, (_, i) => String(i)), grid: %t, onDrop: (a, b) => dropped.push(a, b)}))`, c.n, c.grid))
				item := func(n int) string { return fmt.Sprintf(`document.querySelectorAll("#sortable li")[%d]`, n) }
				x, y := b.point(item(from))
				toX, toY := b.point(item(to))
				b.act(chrome.Move{X: x, Y: y}, chrome.Press{X: x, Y: y, Clicks: 1})
				b.act(chrome.Move{X: x + 2, Y: y})
				b.want("a place waits", `document.querySelectorAll(".sortable-gap").length`, `1`)
				b.act(chrome.Move{X: toX, Y: toY})
				b.act(chrome.Release{X: toX, Y: toY, Clicks: 1})
				want := make([]int, 0, c.n)
				for i := range c.n {
					if i != from {
						want = append(want, i)
					}
				}
				want = append(want[:to], append([]int{from}, want[to:]...)...)
				text := ""
				for _, i := range want {
					text += fmt.Sprint(i)
				}
				b.want("order", `document.getElementById("sortable").textContent`, fmt.Sprintf("%q", text))
				b.want("told", `dropped`, fmt.Sprintf("[%d,%d]", from, to))
				b.want("nothing held", `document.querySelectorAll(".sortable-gap, .sortable-held, #sortable [style]").length`, `0`)
			}
		}
	}
}

// TestResizeRewards asks for less height at seed 0 and for more width at seed 1.
func TestResizeRewards(t *testing.T) {
	b := newTab(t, builtin(t))
	pull := func(edge string, dx, dy float64) func() {
		return func() {
			b.drag(`document.querySelector(".resizable-`+edge+`")`, dx, dy)
			b.click(id("submit"))
		}
	}
	b.rewards([]answer{
		{"resize-textarea", 0, "right", pull("s", 0, -10), 1},
		{"resize-textarea", 0, "a pixel", pull("s", 0, -1), 1},
		{"resize-textarea", 0, "by the corner", pull("se", 20, -10), 1},
		{"resize-textarea", 0, "the other sense", pull("s", 0, 10), -1},
		{"resize-textarea", 0, "the other dimension", pull("e", -10, 0), -1},
		{"resize-textarea", 0, "untouched", func() { b.click(id("submit")) }, -1},
		{"resize-textarea", 1, "right", pull("e", 10, 0), 1},
		{"resize-textarea", 1, "by the corner", pull("se", 10, -5), 1},
		{"resize-textarea", 1, "the other sense", pull("e", -10, 0), -1},
		{"resize-textarea", 1, "the other dimension", pull("s", 0, 10), -1},
	})
	b.start("resize-textarea", 0)
	b.drag(`document.querySelector(".resizable-se")`, -200, -200)
	b.want("not smaller than small", `[document.getElementById("tt").offsetWidth, document.getElementById("tt").offsetHeight]`, `[10,10]`)
}
