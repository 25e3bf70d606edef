package miniwob

import (
	"strconv"
	"testing"
	"time"

	"pix2act/chrome"
)

// keys presses keys one after the other.
func (b *tab) keys(names ...string) {
	b.t.Helper()
	for _, name := range names {
		b.act(chrome.Chord(name, 0)...)
	}
}

// hover moves the pointer to the middle of an element and waits.
func (b *tab) hover(element string, wait time.Duration) {
	b.t.Helper()
	x, y := b.point(element)
	b.act(chrome.Move{X: x, Y: y})
	b.advance(wait)
}

// TestAccordion opens and closes sections with mouse and keys, at once and slowly.
func TestAccordion(t *testing.T) {
	b := newTab(t, builtin(t))
	const (
		heights = `[...document.querySelectorAll(".accordion-panel")].map((p) => p.offsetHeight)`
		open    = `[...document.querySelectorAll(".accordion h3")].map((h) => h.getAttribute("aria-expanded"))`
		make3   = `document.getElementById("area").replaceChildren();
var accordion = core.put(widgets.accordion(["a", "b", "c"].map((title) => ({title, body: [core.make("div", {style: "height: 40px"})]})), `
	)
	head := func(n string) string { return `document.querySelectorAll(".accordion h3")[` + n + `]` }
	start := func(ms string) { b.start("click-collapsible", 0); b.run(make3 + ms + `))`) }
	b.open("click-collapsible")
	for _, c := range []struct {
		name string
		do   func()
		want string // the open one
	}{
		{"none at first", func() {}, `null`},
		{"a click", func() { b.click(head("1")) }, `1`},
		{"again", func() { b.click(head("1")); b.click(head("1")) }, `null`},
		{"another", func() { b.click(head("1")); b.click(head("2")) }, `2`},
		{"Enter", func() { b.keys("Tab", "Enter") }, `0`},
		{"Space on another", func() { b.keys("Tab", "ArrowDown", "Space") }, `1`},
		{"round", func() { b.keys("Tab", "ArrowUp", "Enter") }, `2`},
		{"the ends", func() { b.keys("Tab", "End", "ArrowDown", "ArrowRight", "ArrowLeft", "Home", "Enter") }, `0`},
		{"another key", func() { b.keys("Tab", "x") }, `null`},
		{"the panel", func() { b.click(head("0")); b.click(`document.querySelector(".accordion-panel")`) }, `0`},
	} {
		start("0")
		c.do()
		b.want(c.name, `accordion.active`, c.want)
		b.want(c.name+": what can be seen", `JSON.stringify(`+open+`) === JSON.stringify([0, 1, 2].map((i) => String(i === accordion.active))) &&
	`+heights+`.every((h, i) => (h > 0) === (i === accordion.active))`, `true`)
	}
	// Slowly: one grows while the other shrinks; a press in between turns round.
	start("400")
	b.click(head("0"))
	b.want("growing", heights+`.map((h) => h > 0 && h < 43)`, `[true,false,false]`)
	b.act()
	b.act()
	b.act()
	b.want("grown", heights, `[43,0,0]`)
	b.click(head("1"))
	b.want("one grows, one shrinks", heights+`.map((h) => h > 0 && h < 43)`, `[true,true,false]`)
	b.click(head("0"))
	for range 4 {
		b.act()
	}
	b.want("turned round", heights, `[43,0,0]`)
}

// TestTabs shows panels with mouse and keys.
func TestTabs(t *testing.T) {
	b := newTab(t, builtin(t))
	const shown = `[...document.querySelectorAll("[role=tabpanel]")].flatMap((p, i) => p.offsetHeight > 0 ? [i] : [])`
	label := func(n string) string { return `document.querySelectorAll("[role=tab]")[` + n + `]` }
	b.open("click-tab-2")
	for _, c := range []struct {
		name string
		do   func()
		want string
	}{
		{"the first at first", func() {}, `[0]`},
		{"a click", func() { b.click(label("2")) }, `[2]`},
		{"again", func() { b.click(label("2")); b.click(label("2")) }, `[2]`},
		{"an arrow", func() { b.keys("Tab", "ArrowRight") }, `[1]`},
		{"round", func() { b.keys("Tab", "ArrowLeft") }, `[2]`},
		{"the ends", func() { b.keys("Tab", "End", "ArrowDown", "ArrowUp", "Home") }, `[0]`},
		{"Tab leaves", func() { b.keys("Tab", "ArrowRight", "Tab", "ArrowRight") }, `[1]`},
		{"another key", func() { b.keys("Tab", "x") }, `[0]`},
	} {
		b.start("click-tab-2", 0)
		c.do()
		b.want(c.name, shown, c.want)
		b.want(c.name+": the label tells", `[...document.querySelectorAll("[role=tab]")].flatMap((l, i) => l.getAttribute("aria-selected") === "true" ? [i] : [])`, c.want)
	}
}

// TestMenu opens menus with pointer and keys. Its items are a (of a1, a2 (of a21)), b that is disabled, c.
func TestMenu(t *testing.T) {
	b := newTab(t, builtin(t))
	const (
		seen   = `[...document.querySelectorAll("[role=menuitem]")].filter((e) => e.offsetHeight > 0).map((e) => e.textContent).join(" ")`
		active = `[...document.querySelectorAll(".active")].map((e) => e.textContent).join(" ")`
	)
	item := func(name string) string { return labelled("[role=menuitem]", `"`+name+`"`) }
	b.open("click-menu")
	b.act(chrome.Move{X: 155, Y: 205})
	for _, c := range []struct {
		name               string
		do                 func()
		seen, active, told string
	}{
		{"closed", func() {}, "a b c", "", ""},
		{"too short a look", func() { b.hover(item("a"), 0) }, "a b c", "a", ""},
		{"a look", func() { b.hover(item("a"), 300*time.Millisecond) }, "a a1 a2 b c", "a", ""},
		{"further", func() { b.hover(item("a"), 300*time.Millisecond); b.hover(item("a2"), 300*time.Millisecond) }, "a a1 a2 a21 b c", "a a2", ""},
		{"back", func() {
			b.hover(item("a"), 300*time.Millisecond)
			b.hover(item("a2"), 300*time.Millisecond)
			b.hover(item("a1"), 300*time.Millisecond)
		}, "a a1 a2 b c", "a a1", ""},
		{"another", func() { b.hover(item("a"), 300*time.Millisecond); b.hover(item("c"), 300*time.Millisecond) }, "a b c", "c", ""},
		{"a disabled one", func() { b.hover(item("b"), 300*time.Millisecond); b.click(item("b")) }, "a b c", "", ""},
		{"left", func() {
			b.hover(item("a"), 300*time.Millisecond)
			b.act(chrome.Move{X: 155, Y: 205})
			b.advance(300 * time.Millisecond)
		}, "a b c", "", ""},
		{"left for a moment", func() {
			b.hover(item("a"), 300*time.Millisecond)
			b.act(chrome.Move{X: 155, Y: 205})
			b.hover(item("a"), 300*time.Millisecond)
		}, "a a1 a2 b c", "a", ""},
		{"a press opens at once", func() { b.click(item("a")) }, "a a1 a2 b c", "a", "a"},
		{"a press on an item", func() { b.click(item("a")); b.click(item("a1")) }, "a a1 a2 b c", "a a1", "a a1"},
		{"a key", func() { b.keys("Tab", "ArrowDown") }, "a b c", "a", ""},
		{"past the disabled one", func() { b.keys("Tab", "ArrowDown", "ArrowDown") }, "a b c", "c", ""},
		{"round", func() { b.keys("Tab", "ArrowDown", "ArrowUp", "ArrowDown", "End", "Home") }, "a b c", "a", ""},
		{"in", func() { b.keys("Tab", "ArrowDown", "ArrowRight") }, "a a1 a2 b c", "a a1", ""},
		{"in where nothing is", func() { b.keys("Tab", "ArrowDown", "ArrowRight", "ArrowRight") }, "a a1 a2 b c", "a a1", ""},
		{"in and out", func() { b.keys("Tab", "ArrowDown", "ArrowRight", "ArrowDown", "ArrowRight", "Escape", "ArrowLeft") }, "a b c", "a", ""},
		{"Enter", func() { b.keys("Tab", "ArrowDown", "ArrowRight", "ArrowDown", "Enter") }, "a a1 a2 a21 b c", "a a2", "a2"},
	} {
		b.start("click-menu", 0)
		b.act(chrome.Move{X: 155, Y: 205})
		b.run(`document.getElementById("area").replaceChildren(); var told = [];
core.put(widgets.menu([{label: "a", items: [{label: "a1"}, {label: "a2", items: [{label: "a21"}]}]}, {label: "b", disabled: true}, {label: "c"}], (item) => told.push(item.label)))`)
		c.do()
		b.want(c.name, seen, `"`+c.seen+`"`)
		b.want(c.name+": what stands out", active, `"`+c.active+`"`)
		b.want(c.name+": what is told", `told.join(" ")`, `"`+c.told+`"`)
	}

	// Whatever is drawn, all menus open within the picture.
	for seed := range int64(40) {
		b.start("click-menu", seed)
		const entries = `[...document.querySelectorAll(".menu-item")].filter((e) => e.querySelector(":scope > .menu"))`
		for n := range get[int](b, entries+`.length`) {
			b.run(`{ const face = ` + entries + `[` + strconv.Itoa(n) + `].firstChild; face.dispatchEvent(new MouseEvent("mouseover", {bubbles: true})); }`)
			b.advance(300 * time.Millisecond)
			b.want("a menu that leaves the picture", `[...document.querySelectorAll(".menu")].filter(function (m) {
	const box = m.getBoundingClientRect(); return box.width > 0 && (box.right > 160 || box.top < 50 || box.bottom > 210); }).length`, `0`)
		}
	}
}

// TestPie opens and closes a pie menu, also in the middle of its growth.
func TestPie(t *testing.T) {
	b := newTab(t, builtin(t))
	const (
		middle = `document.querySelector(".pie-middle")`
		size   = `document.querySelector(".pie-slice").getBoundingClientRect().width`
		marked = `document.querySelector(".marked").textContent`
	)
	b.open("click-pie")
	b.start("click-pie", 0)
	b.run(`document.getElementById("area").replaceChildren(); var told = [];
core.put(widgets.pie(["a", "b", "c", "d"], 600, (label) => told.push(label)))`)
	b.want("closed", `[`+size+`, `+middle+`.textContent]`, `[0,"+"]`)
	b.click(middle)
	b.act()
	b.want("growing", size+` > 0 && `+size+` < 50`, `true`)
	b.click(middle)
	for range 6 {
		b.act()
	}
	b.want("turned round", `[`+size+`, `+middle+`.textContent]`, `[0,"+"]`)
	b.click(middle)
	for range 6 {
		b.act()
	}
	b.want("open", `Math.round(`+size+`)`, `102`)
	b.want("the first is marked", marked, `"a"`)
	b.act(chrome.Click(28, 130, 1)...) // on the left
	b.want("told, and marked", `[told, `+marked+`]`, `[["b"],"b"]`)
	b.act(chrome.Click(80, 105, 1)...) // between slices and middle
	b.want("beside the slices", `told`, `["b"]`)
}
