package miniwob

import (
	"bytes"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"pix2act/chrome"
)

// endless is the reward of answers that do not end the episode.
const endless = 0

func (b *tab) drag(from string, dx, dy float64) {
	b.t.Helper()
	x, y := b.point(from)
	b.act(chrome.Move{X: x, Y: y}, chrome.Press{X: x, Y: y, Clicks: 1})
	b.act(chrome.Move{X: x + dx, Y: y + dy}, chrome.Release{X: x + dx, Y: y + dy, Clicks: 1})
}

func (b *tab) submit() { b.t.Helper(); b.click(id("subbtn")) }

// answer is something done on a task's page, and the raw reward that it gets.
type answer struct {
	task string
	seed int64
	name string
	give func()
	raw  float64 // or endless
}

// rewards gives answers and checks their rewards. The reward with the time is less than the
// raw one where that is positive, and the same where it is not.
func (b *tab) rewards(answers []answer) {
	b.t.Helper()
	shown := ""
	for _, a := range answers {
		if shown != a.task {
			b.open(a.task)
			shown = a.task
		}
		b.start(a.task, a.seed)
		b.wantRunning(a.task)
		b.advance(100 * time.Millisecond)
		a.give()
		switch s := b.state(a.task); {
		case a.raw == endless && s.Done:
			b.t.Errorf("%s, %s: ended with %v, want it running", a.task, a.name, s.Raw)
		case a.raw != endless && (!s.Done || math.Abs(s.Raw-a.raw) > 1e-9):
			b.t.Errorf("%s, %s: done is %v with %v, want %v", a.task, a.name, s.Done, s.Raw, a.raw)
		}
		if env := get[float64](b, `WOB_REWARD_GLOBAL`); a.raw > 0 && (env <= 0 || env >= a.raw) || a.raw < 0 && math.Abs(env-a.raw) > 1e-9 {
			b.t.Errorf("%s, %s: reward %v with the time; a good answer loses by being slow, a bad one does not", a.task, a.name, env)
		}
	}
}

// TestRewards gives right and wrong answers with mouse and keyboard.
func TestRewards(t *testing.T) {
	b := newTab(t, builtin(t))
	const (
		wanted = `core.getUtterance().match(/"(.*)"/)[1]`
		button = `[...document.querySelectorAll("#area button")]`
		colour = `core.getUtterance().match(/(\w+)\.$/)[1]`
		box    = `[...document.querySelectorAll(".color")]`
		// What the picture of identify-shape shows, by the tag of the figure.
		figure = `(function (f) { return {rect: "rectangle", circle: "circle", polygon: "triangle"}[f.tagName] || (/\d/.test(f.textContent) ? "digit" : "letter"); })(document.querySelector("#area_svg").firstChild)`
		text   = `document.getElementById("text-area")`
	)
	typed := func(text string) func() {
		return func() { b.click(id("tt")); b.act(chrome.Type(text)...); b.submit() }
	}
	// boxes puts the small box of drag-box at an offset from the large one.
	boxes := func(top, left float64) func() {
		return func() {
			d := get[[]float64](b, `(function (s, l) { return [l.offsetTop - s.offsetTop, l.offsetLeft - s.offsetLeft]; })(
	document.getElementById("draggableSmall"), document.getElementById("draggableLarge"))`)
			b.drag(id("draggableSmall"), d[1]+left, d[0]+top)
			b.submit()
		}
	}
	slide := func(offset string) func() {
		return func() {
			b.act(chrome.Chord("Tab", 0)...)
			steps := get[int](b, `Number(core.getUtterance().match(/-?\d+/)[0]) - Number(document.getElementById("val").textContent)`+offset)
			for range max(steps, -steps) {
				b.act(chrome.Chord(map[bool]string{true: "ArrowRight", false: "ArrowLeft"}[steps > 0], 0)...)
			}
			b.submit()
		}
	}
	b.rewards([]answer{
		{"click-test", 0, "right", b.submit, 1},
		{"click-test", 0, "beside it", func() { b.act(chrome.Click(150, 200, 1)...) }, endless},
		{"click-test-2", 0, "ONE", b.submit, 1},
		{"click-test-2", 0, "TWO", func() { b.click(id("subbtn2")) }, -1},
		{"click-test-2", 0, "neither", func() { b.act(chrome.Click(5, 205, 1)...) }, endless},
		{"click-button", 1, "right", func() { b.click(button + `.find((x) => x.textContent === ` + wanted + `)`) }, 1},
		{"click-button", 1, "another", func() { b.click(button + `.find((x) => x.textContent !== ` + wanted + `)`) }, -1},
		{"click-button", 1, "none", func() { b.act(chrome.Click(155, 205, 1)...) }, endless},
		{"click-button-sequence", 0, "right", func() { b.submit(); b.click(id("subbtn2")) }, 1},
		{"click-button-sequence", 0, "the first only", b.submit, endless},
		{"click-button-sequence", 0, "the second only", func() { b.click(id("subbtn2")) }, endless},
		{"click-button-sequence", 0, "swapped", func() { b.click(id("subbtn2")); b.submit() }, -1},
		{"click-button-sequence", 0, "the first twice", func() { b.submit(); b.submit() }, -1},
		{"click-button-sequence", 0, "the second twice", func() { b.click(id("subbtn2")); b.click(id("subbtn2")) }, -1},
		{"click-dialog", 0, "right", func() { b.click(`document.querySelector(".dialog-close")`) }, 1},
		{"click-dialog", 0, "the text", func() { b.click(id("dialog")) }, endless},
		{"click-dialog", 0, "dragged, right", func() {
			b.drag(`document.querySelector(".dialog-title")`, 5, 5)
			b.click(`document.querySelector(".dialog-close")`)
		}, 1},
		{"click-color", 0, "right", func() { b.click(box + `.find((x) => x.dataset.color === ` + colour + `)`) }, 1},
		{"click-color", 0, "wrong", func() { b.click(box + `.find((x) => x.dataset.color !== ` + colour + `)`) }, -1},
		{"click-color", 0, "none", func() { b.act(chrome.Click(5, 205, 1)...) }, endless},
		{"identify-shape", 0, "right", func() { b.click(button + `.find((x) => x.dataset.type === ` + figure + `)`) }, 1},
		{"identify-shape", 0, "wrong", func() { b.click(button + `.find((x) => x.dataset.type !== ` + figure + `)`) }, -1},
		{"identify-shape", 0, "the figure", func() { b.click(id("area_svg")) }, endless},
		{"focus-text", 0, "by press", func() {
			x, y := b.point(id("tt"))
			b.act(chrome.Move{X: x, Y: y}, chrome.Press{X: x, Y: y, Clicks: 1})
			b.wantEnd("focus-text", 1) // before the release
			b.act(chrome.Release{X: x, Y: y, Clicks: 1})
		}, 1},
		{"focus-text", 0, "by key", func() { b.act(chrome.Chord("Tab", 0)...) }, 1},
		{"focus-text", 0, "beside it", func() { b.act(chrome.Click(155, 205, 1)...) }, endless},
		{"enter-text", 0, "right", func() { typed(get[string](b, wanted))() }, 1},
		{"enter-text", 0, "wrong", typed("Nobody"), -1},
		{"enter-text", 0, "nothing", b.submit, -1},
		{"enter-text", 0, "a blank too many", func() { typed(get[string](b, wanted) + " ")() }, -1},
		{"enter-text", 0, "not capital", func() { typed(get[string](b, `(`+wanted+`).toLowerCase()`))() }, -1},
		{"enter-text", 0, "not handed in", func() { b.click(id("tt")); b.act(chrome.Type("Nobody")...) }, endless},
		{"drag-box", 0, "right", boxes(15, 15), 1},
		{"drag-box", 0, "just inside", boxes(1, 29), 1},
		{"drag-box", 0, "at the edge", boxes(0, 15), -1},
		{"drag-box", 0, "over the edge", boxes(15, 30), -1},
		{"drag-box", 0, "untouched", b.submit, -1},
		{"use-slider", 0, "right", slide(""), 1},
		{"use-slider", 0, "one too many", slide(" + 1"), -1},
		{"use-slider", 0, "untouched", b.submit, -1},
		{"use-slider", 1, "right from the start", b.submit, 1},
		{"scroll-text-2", 0, "right", func() { b.run(text + `.scrollTop = 1e6`); b.submit() }, 1}, // asks for the bottom
		{"scroll-text-2", 0, "nearly", func() { b.run(`{ const t = ` + text + `; t.scrollTop = 1e6; t.scrollTop -= 5; }`); b.submit() }, 1},
		{"scroll-text-2", 0, "not nearly", func() { b.run(`{ const t = ` + text + `; t.scrollTop = 1e6; t.scrollTop -= 20; }`); b.submit() }, -1},
		{"scroll-text-2", 0, "the other end", func() { b.run(text + `.scrollTop = 0`); b.submit() }, -1},
		{"scroll-text-2", 0, "untouched", b.submit, -1},
		{"scroll-text-2", 0, "by wheel", func() {
			x, y := b.point(text)
			b.act(chrome.Wheel{X: x, Y: y, DeltaY: 3000})
			b.submit()
		}, 1},
		{"scroll-text-2", 0, "by key", func() {
			b.click(text)
			b.act(chrome.Chord("End", chrome.Ctrl)...)
			b.submit()
		}, 1},
	})
}

// hidesAll are tasks that look the same at the start, whatever the seed.
var hidesAll = map[string]bool{
	"find-greatest": true, "guess-number": true, "hot-cold": true, "moving-items": true, "simon-says": true,
}

// glides are the tasks whose circles come from beside the picture or leave it.
var glides = map[string]bool{"chase-circle": true, "moving-items": true}

// TestProblems looks at the problems of some seeds: all that matters can be seen, the same seed gives
// the same problem, and another seed another one.
func TestProblems(t *testing.T) {
	const seeds = 12
	b := newTab(t, builtin(t))
	for _, task := range b.suite.Tasks() {
		if strings.HasPrefix(task.Name, flightPrefix) {
			continue // made otherwise: TestAirlineProblems
		}
		b.open(task.Name)
		var pictures [][]byte
		different := false
		for seed := range int64(seeds) {
			b.start(task.Name, seed)
			if seed < 3 || !different {
				pictures = append(pictures, bytes.Clone(b.capture().Pix))
				different = different || !bytes.Equal(pictures[0], pictures[seed])
			}
			// What lies in a scroller can be scrolled to.
			b.want(task.Name+": outside of what an agent sees", fmt.Sprintf(`[...document.querySelectorAll("#area *")].filter(function (e) {
	for (let around = e.parentElement; around.id !== "wrap"; around = around.parentElement) {
		if (/auto|scroll/.test(getComputedStyle(around).overflowY)) return false;
	}
	const box = e.getBoundingClientRect();
	return box.width > 0 && !(%t && e.ownerSVGElement) && (box.left < 0 || box.top < 50 || box.right > 160 || box.bottom > 210);
}).map((e) => e.tagName + e.id)`, glides[task.Name]), `[]`)
			b.want(task.Name+": the instruction fits", `(function (q) { return q.scrollHeight <= q.clientHeight && q.scrollWidth <= q.clientWidth && core.getUtterance() !== ""; })(document.getElementById("query"))`, `true`)
		}
		if different == hidesAll[task.Name] {
			t.Errorf("%s: that the first seeds look different is %t", task.Name, different)
		}
		for seed := range int64(3) {
			b.start(task.Name, seed)
			if !bytes.Equal(b.capture().Pix, pictures[seed]) {
				t.Errorf("%s: seed %d looks different when it comes again", task.Name, seed)
			}
		}
	}
}
