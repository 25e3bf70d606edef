package miniwob

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"pix2act/chrome"
	"pix2act/gui"
)

// bold is JavaScript for the part of the instruction that stands in bold.
const bold = `document.querySelector("#query .bold").textContent`

// quoted is JavaScript for the part that stands in quotation marks.
const quoted = `core.getUtterance().match(/"(.*)"/)[1]`

// gold is what a page asks for at seeds 0, 1 and 2; text is JavaScript that tells it. The values are
// those of the published pages, whose draws ours repeat.
type gold struct {
	task, text string
	want       [3]string
}

func (b *tab) golds(golds []gold) {
	b.t.Helper()
	for _, g := range golds {
		b.open(g.task)
		for seed, want := range g.want {
			b.start(g.task, int64(seed))
			if got := get[string](b, g.text); got != want {
				b.t.Errorf("%s, seed %d: asks for %q, want %q", g.task, seed, got, want)
			}
		}
	}
}

// TestChoiceGold compares what is asked for with the published pages.
func TestChoiceGold(t *testing.T) {
	newTab(t, builtin(t)).golds([]gold{
		{"click-checkboxes", bold, [3]string{"HF2", "DKkQH", "fzzqo, NYYyS82"}},
		{"click-checkboxes-large", bold, [3]string{
			"nb, 8qiSp3m, pKybC69, v8Zs3, U6gHF", "kQHh8j, SaIGD, wjy8, 4tF, oB, 2uMiJWr", "k9, Kh, zzq, key, bA, gZf3, nhG97",
		}},
		{"click-checkboxes-transfer", bold, [3]string{"nothing", "nothing", "k9"}},
		{"click-dialog-2", quoted, [3]string{"Cancel", "Cancel", "OK"}},
		{"click-option", bold, [3]string{"AU", "GDKkQ", "yS82i"}},
		{"click-pie", quoted, [3]string{"e", "A", "f"}},
		{"click-pie-nodelay", quoted, [3]string{"e", "A", "f"}},
		{"click-shades", bold, [3]string{"red", "red", "green"}},
		{"click-shape", bold, [3]string{"aqua item", "large digit", "9"}},
		{"click-tab", quoted, [3]string{"Tab #2", "Tab #1", "Tab #3"}},
		{"click-test-transfer", `core.getUtterance()`, [3]string{"Press button ONE.", "Press button ONE.", "Press button ONE."}},
		{"click-widget", quoted, [3]string{"textarea", "checkbox", "text"}},
		{"number-checkboxes", quoted, [3]string{"0", "1", "3"}},
		{"odd-or-even", `[...document.querySelectorAll(".display-number")].map((e) => e.textContent).join(" ")`, [3]string{"-5 -4 4", "-3 -2 3", "0 4 -2"}},
		{"count-shape", bold, [3]string{"large yellow item", "aqua item", "small green item"}},
	})
}

// labelled is JavaScript for the first element of a selector with a text, itself JavaScript.
func labelled(selector, text string) string {
	return `[...document.querySelectorAll("` + selector + `")].find((e) => e.textContent === ` + text + `)`
}

// otherwise is the first with another text.
func otherwise(selector, text string) string {
	return `[...document.querySelectorAll("` + selector + `")].find((e) => e.textContent !== ` + text + `)`
}

// TestBoxRewards ticks boxes.
func TestBoxRewards(t *testing.T) {
	b := newTab(t, builtin(t))
	// tick ticks boxes by their number and submits.
	tick := func(boxes ...int) func() {
		return func() {
			for _, n := range boxes {
				b.click(`document.querySelectorAll("#area input")[` + strconv.Itoa(n) + `]`)
			}
			b.submit()
		}
	}
	digit := func(change ...int) func() {
		return func() {
			tick(append(change, get[[]int](b, `[...document.querySelectorAll("aside rect")].slice(1).flatMap((r, i) => r.getAttribute("fill") === "white" ? [i] : [])`)...)...)()
		}
	}
	b.rewards([]answer{
		{"click-checkboxes", 2, "right", tick(0, 1), 1},
		{"click-checkboxes", 2, "by labels", func() { b.click(labelled("label", `"fzzqo"`)); b.click(labelled("label", `"NYYyS82"`)); b.submit() }, 1},
		{"click-checkboxes", 2, "ticked, unticked", tick(0, 1, 2, 2), 1},
		{"click-checkboxes", 2, "one missing", tick(0), 1.0 / 3},
		{"click-checkboxes", 2, "one too many", tick(0, 1, 2), 1.0 / 3},
		{"click-checkboxes", 2, "none", tick(), -1.0 / 3},
		{"click-checkboxes", 2, "the opposite", tick(2), -1},
		{"click-checkboxes", 2, "not handed in", func() { b.click(`document.querySelector("#area input")`) }, endless},
		{"click-checkboxes-large", 0, "right", tick(0, 1, 2, 3, 6), 1},
		{"click-checkboxes-large", 0, "one missing", tick(0, 1, 2, 3), 5.0 / 7},
		{"click-checkboxes-large", 0, "none", tick(), -3.0 / 7},
		{"click-checkboxes-soft", 2, "right", tick(0, 1, 2, 4), 1},
		{"click-checkboxes-soft", 2, "one missing", tick(0, 1, 2), 2.0 / 3},
		{"click-checkboxes-soft", 2, "the opposite", tick(3, 5), -1},
		{"click-checkboxes-transfer", 0, "right", tick(), 1},
		{"click-checkboxes-transfer", 0, "one too many", tick(0), 1.0 / 3},
		{"click-checkboxes-transfer", 0, "all", tick(0, 1, 2), -1},
		{"click-option", 0, "right", tick(0), 1},
		{"click-option", 0, "right at last", tick(1, 0), 1},
		{"click-option", 0, "wrong", tick(1), -1},
		{"click-option", 0, "none", tick(), -1},
		{"click-option", 0, "not handed in", func() { b.click(`document.querySelector("#area input")`) }, endless},
		{"number-checkboxes", 1, "right", digit(), 1},
		{"number-checkboxes", 1, "one too many", digit(3), -1},
		{"number-checkboxes", 1, "one missing", digit(1), -1}, // ticked and unticked
		{"number-checkboxes", 1, "none", tick(), -1},
		{"number-checkboxes", 1, "the picture", func() { b.click(`document.querySelector("aside")`) }, endless},
	})
	b.open("click-checkboxes-transfer")
	for mode, want := range map[string]string{gui.ModeTrain: "true,true,true,true,false,false,false", gui.ModeTest: "false,false,false,false,true,true,true"} {
		seen := make([]bool, 7)
		for seed := range int64(40) {
			b.startMode("click-checkboxes-transfer", seed, mode)
			seen[get[int](b, `(function (s) { return s === "nothing" ? 0 : s.split(", ").length; })(`+bold+`)`)] = true
		}
		if got := strings.ReplaceAll(strings.Trim(fmt.Sprint(seen), "[]"), " ", ","); got != want {
			t.Errorf("click-checkboxes-transfer, %s: numbers of boxes asked for %s, want %s", mode, got, want)
		}
	}
}

// TestPressRewards presses buttons, links, labels and whatever else is there once.
func TestPressRewards(t *testing.T) {
	b := newTab(t, builtin(t))
	press := func(element string) func() { return func() { b.click(element) } }
	ground := func() { b.act(chrome.Click(155, 205, 1)...) }
	// The label of click-tab that is asked for, and others, by number.
	const widget = `[...document.querySelectorAll(".widget")].find((e) => (e.querySelector("[data-type]").dataset.type === ` + quoted + `) === `
	tab := func(n string) string { return `document.querySelectorAll("[role=tab]")[` + n + `]` }
	b.rewards([]answer{
		{"click-link", 0, "right", press(labelled(".alink", quoted)), 1},
		{"click-link", 0, "another", press(otherwise(".alink", quoted)), -1},
		{"click-link", 0, "no link", ground, endless},
		{"click-dialog-2", 0, "right", press(labelled("button", quoted)), 1},
		{"click-dialog-2", 0, "another", press(labelled("button", `"OK"`)), -1},
		{"click-dialog-2", 0, "the x", press(`document.querySelector(".dialog-close")`), -1},
		{"click-dialog-2", 0, "the text", press(`document.querySelector("#dialog p")`), endless},
		{"click-dialog-2", 3, "the x", press(`document.querySelector(".dialog-close")`), 1},
		{"click-dialog-2", 3, "not the x", press(labelled("button", `"OK"`)), -1},
		{"click-widget", 0, "right", press(widget + `true).firstChild`), 1},
		{"click-widget", 0, "beside it", func() {
			_, y := b.point(widget + `true)`)
			b.act(chrome.Click(155, y, 1)...)
		}, 1},
		{"click-widget", 0, "another kind", press(widget + `false).firstChild`), -1},
		{"click-widget", 0, "no row", ground, endless},
		{"click-test-transfer", 0, "ONE", press(labelled("button", `"ONE"`)), 1},
		{"click-test-transfer", 0, "TWO", press(labelled("button", `"TWO"`)), -1},
		{"click-test-transfer", 0, "neither", func() { b.act(chrome.Click(5, 205, 1)...) }, endless},
		{"unicode-test", 1, "right", press(labelled("button", quoted)), 1},
		{"unicode-test", 1, "another", press(otherwise("button", quoted)), -1},
		{"count-sides", 0, "right", press(labelled("button", `"3"`)), 1}, // a triangle
		{"count-sides", 0, "wrong", press(labelled("button", `"4"`)), -1},
		{"count-sides", 0, "the picture", press(id("c")), endless},
		{"click-tab", 0, "right", press(tab("1")), 1},
		{"click-tab", 0, "the one shown", press(tab("0")), -1},
		{"click-tab", 0, "by key", func() {
			b.act(chrome.Chord("Tab", 0)...)
			b.act(chrome.Chord("ArrowRight", 0)...)
			b.wantRunning("click-tab")
			b.act(chrome.Chord("Enter", 0)...)
		}, 1},
		{"click-tab", 0, "the text", press(`document.querySelector("[role=tabpanel]")`), endless},
		{"click-tab-2-easy", 0, "right", press(labelled(".alink", quoted)), 1},
		{"click-tab-2-easy", 0, "another", press(otherwise(".alink", quoted)), -1},
		{"click-tab-2-easy", 0, "the label", press(tab("0")), endless},
		// Seed 0 asks for what is in the second tab, seed 1 for what is in the first.
		{"click-tab-2-medium", 0, "the second label", press(tab("1")), 1},
		{"click-tab-2-medium", 0, "another link", press(otherwise(".alink", quoted)), -1},
		{"click-tab-2-medium", 0, "the first label", press(tab("0")), endless},
		{"click-tab-2-medium", 1, "right", press(labelled(".alink", quoted)), 1},
		{"click-tab-2-medium", 1, "the second label", press(tab("1")), -1},
	})
	b.open("click-test-transfer")
	b.startMode("click-test-transfer", 0, gui.ModeTest)
	b.want("test mode", `core.getUtterance()`, `"Press button TWO."`)
	b.click(labelled("button", `"TWO"`))
	b.wantEnd("click-test-transfer", 1)
}

// TestPanelRewards looks for links in tabs and sections.
func TestPanelRewards(t *testing.T) {
	b := newTab(t, builtin(t))
	wait := func() {
		for range 4 {
			b.act() // 0.1 s and a picture
		}
	}
	// find opens the panel with a link and clicks it.
	find := func(link string) func() {
		return func() {
			panel := get[int](b, `[...document.querySelectorAll("[role=tabpanel]")].findIndex((p) => p.contains(`+link+`))`)
			b.click(`document.querySelectorAll("[role=tab]")[` + strconv.Itoa(panel) + `]`)
			wait()
			b.click(link)
		}
	}
	head := func(n int) string { return `document.querySelectorAll("[role=tab]")[` + strconv.Itoa(n) + `]` }
	var answers []answer
	for _, task := range []string{"click-tab-2", "click-tab-2-hard", "click-collapsible-2-nodelay", "click-collapsible-2"} {
		answers = append(answers,
			answer{task, 0, "right", find(labelled(".alink", quoted)), 1},
			answer{task, 0, "another", find(otherwise(".alink", quoted)), -1},
			answer{task, 0, "opened only", func() { b.click(head(1)) }, endless})
	}
	for _, task := range []string{"click-collapsible", "click-collapsible-nodelay"} {
		answers = append(answers,
			answer{task, 0, "right", func() { b.click(head(0)); b.submit() }, 1},
			answer{task, 0, "closed", b.submit, -1},
			answer{task, 0, "opened and closed", func() { b.click(head(0)); b.click(head(0)); b.submit() }, -1},
			answer{task, 0, "by key", func() {
				b.act(chrome.Chord("Tab", 0)...)
				b.act(chrome.Chord("Enter", 0)...)
				b.submit()
			}, 1},
			answer{task, 0, "not handed in", func() { b.click(head(0)) }, endless})
	}
	b.rewards(answers)
}

// TestMenuRewards goes through menus.
func TestMenuRewards(t *testing.T) {
	b := newTab(t, builtin(t))
	item := func(label string) string { return labelled("[role=menuitem]", label) }
	hover := func(element string) {
		x, y := b.point(element)
		b.act(chrome.Move{X: x, Y: y})
		b.advance(300 * time.Millisecond)
	}
	const way = quoted + `.split(">")`
	deep := int64(0) // the first seed that asks for an item of the third level
	b.open("click-menu")
	for b.start("click-menu", deep); get[int](b, way+`.length`) < 3; b.start("click-menu", deep) {
		deep++
	}
	slice := func(text string) string {
		return `[...document.querySelectorAll(".pie-slice")].find((e) => (e.textContent === ` + quoted + `) === ` + text + `).lastChild`
	}
	const middle = `document.querySelector(".pie-middle")`
	pie := func(task string, pictures int) []answer {
		open := func() {
			b.click(middle)
			for range pictures {
				b.act()
			}
		}
		return []answer{
			{task, 0, "right", func() { open(); b.click(slice("true")) }, 1},
			{task, 0, "wrong", func() { open(); b.click(slice("false")) }, -1},
			{task, 0, "opened only", open, endless},
			{task, 0, "opened, closed, and a click where a slice was", func() { open(); open(); b.act(chrome.Click(125, 130, 1)...) }, endless},
		}
	}
	b.rewards(append(append(pie("click-pie", 6), pie("click-pie-nodelay", 0)...), []answer{
		{"click-menu", deep, "right", func() {
			hover(item(way + `[0]`))
			hover(item(way + `[1]`))
			b.click(item(way + `[2]`))
		}, 1},
		{"click-menu", deep, "an item with a menu", func() { b.click(item(way + `[0]`)) }, -1},
		{"click-menu", deep, "another", func() { b.click(otherwise("#area > .menu > li > div", way+`[0]`)) }, -1},
		{"click-menu", deep, "on the way", func() { hover(item(way + `[0]`)); hover(item(way + `[1]`)) }, endless},
		{"click-menu", deep, "by keys", func() {
			b.act(chrome.Move{X: 155, Y: 205}) // no item under the pointer
			b.act(chrome.Chord("Tab", 0)...)
			for _, level := range []int{0, 1, 2} {
				n := get[int](b, `(function (e) { return [...e.closest("ul").children].indexOf(e.closest("li")); })(`+item(way+`[`+strconv.Itoa(level)+`]`)+`)`)
				b.act(chrome.Chord(map[bool]string{true: "ArrowDown", false: "ArrowRight"}[level == 0], 0)...)
				for range n {
					b.act(chrome.Chord("ArrowDown", 0)...)
				}
			}
			b.act(chrome.Chord("Enter", 0)...)
		}, 1},
		{"click-menu-2", 1, "right", func() {
			b.click(id("open-menu"))
			hover(item(`"Playback"`))
			b.click(item(`"Prev"`))
		}, 1},
		{"click-menu-2", 1, "right, opened by a press", func() {
			b.click(id("open-menu"))
			b.click(item(`"Playback"`))
			b.click(item(`"Prev"`))
		}, 1},
		{"click-menu-2", 1, "another", func() { b.click(id("open-menu")); b.click(item(`"Save"`)) }, -1},
		{"click-menu-2", 1, "the disabled one", func() { b.click(id("open-menu")); b.click(item(`"Print..."`)) }, endless},
		{"click-menu-2", 1, "the one with a menu", func() { b.click(id("open-menu")); b.click(item(`"Playback"`)) }, endless},
		{"click-menu-2", 1, "opened and closed", func() { b.click(id("open-menu")); b.click(id("open-menu")); b.act(chrome.Click(20, 65, 1)...) }, endless},
		{"click-menu-2", 2, "by icon", func() { // asks for the icon of Stop
			b.click(id("open-menu"))
			hover(item(`"Playback"`))
			b.click(item(`"Stop"`))
		}, 1},
	}...))
}

// TestNumberRewards gives answers about numbers.
func TestNumberRewards(t *testing.T) {
	b := newTab(t, builtin(t))
	submit := func() { b.click(id("submit")) }
	mark := func(marks string) func() { // such as "OE-": Odd, Even, none
		return func() {
			for row, mark := range marks {
				if mark != '-' {
					b.click(`document.querySelectorAll(".row")[` + strconv.Itoa(row) + `].querySelector(".` + map[rune]string{'O': "odd", 'E': "even"}[mark] + `")`)
				}
			}
			submit()
		}
	}
	// Cards by the rank of their numbers, the greatest first.
	card := func(rank int) string {
		return `[...document.querySelectorAll(".card")].sort((a, b) => b.textContent - a.textContent)[` + strconv.Itoa(rank) + `]`
	}
	number := func(n int) string { return `document.querySelector("[data-index=\"` + strconv.Itoa(n) + `\"]")` }
	one := func() { b.click(labelled("#area text", `"1"`)) }
	squares := func(numbers ...int) func() {
		return func() {
			one()
			for _, n := range numbers {
				b.click(number(n))
			}
		}
	}
	shade := func(n int) {
		b.click(`document.querySelectorAll("#area span")[` + strconv.Itoa(n) + `]`)
	}
	shades := func(right bool) {
		for i, red := range get[[]bool](b, `[...document.querySelectorAll("#area span")].map((e) => e.dataset.color === `+bold+`)`) {
			if red == right {
				shade(i)
			}
		}
	}
	b.rewards([]answer{
		{"odd-or-even", 0, "right", mark("OEE"), 1}, // -5 -4 4
		{"odd-or-even", 0, "right at last", func() { b.click(`document.querySelector(".even")`); mark("OEE")() }, 1},
		{"odd-or-even", 0, "one wrong", mark("EEE"), 1.0 / 3},
		{"odd-or-even", 0, "one not marked", mark("-EE"), 2.0/3 - 1.0/12},
		{"odd-or-even", 0, "none marked", mark("---"), -0.25},
		{"odd-or-even", 0, "two wrong", mark("EOE"), -1.0 / 3},
		{"odd-or-even", 0, "all wrong", mark("EOO"), -1},
		{"find-greatest", 0, "right", func() { b.click(card(0)); submit() }, 1},
		{"find-greatest", 0, "right, all seen", func() { b.click(card(0)); b.click(card(1)); b.click(card(2)); b.click(card(0)); submit() }, 1},
		{"find-greatest", 0, "the second", func() { b.click(card(1)); submit() }, -1},
		{"find-greatest", 0, "the greatest was open", func() { b.click(card(0)); b.click(card(1)); submit() }, -1},
		{"find-greatest", 0, "none", submit, -1},
		{"find-greatest", 0, "not handed in", func() { b.click(card(0)) }, endless},
		{"ascending-numbers", 0, "right", squares(2, 3, 4, 5), 1},
		{"ascending-numbers", 0, "not the first", func() { b.click(labelled("#area text", `"2"`)) }, -1},
		{"ascending-numbers", 0, "then the third", squares(3), 0.2},
		{"ascending-numbers", 0, "then the fifth", squares(2, 5), 0.4},
		{"ascending-numbers", 0, "only the last is missing", squares(2, 3, 5), 0.6},
		{"ascending-numbers", 0, "the ground", func() { b.act(chrome.Click(155, 205, 1)...) }, endless},
		{"ascending-numbers", 0, "on the way", squares(2, 3), endless},
		{"click-shades", 0, "right", func() { shades(true); submit() }, 1},
		{"click-shades", 0, "one too many", func() { shades(true); shade(0); submit() }, -1}, // a green one
		{"click-shades", 0, "one twice", func() { shade(0); shade(0); shades(true); submit() }, 1},
		{"click-shades", 0, "the others", func() { shades(false); submit() }, -1},
		{"click-shades", 0, "none", submit, -1},
		{"click-shades", 0, "not handed in", func() { shades(true) }, endless},
	})
}

// TestShapeRewards gives right and wrong answers to what is asked about shapes.
func TestShapeRewards(t *testing.T) {
	b := newTab(t, builtin(t))
	// The shapes of a colour; and the others.
	const aqua, others = `document.querySelector("#area_svg [fill=aqua]")`, `document.querySelector("#area_svg :not([fill=aqua])")`
	number := func(n string) func() {
		return func() {
			b.click(`[...document.querySelectorAll("#count-buttons button")].find((x) => x.textContent === "` + n + `")`)
		}
	}
	b.rewards([]answer{
		{"click-shape", 0, "right", func() { b.click(aqua) }, 1},
		{"click-shape", 0, "another", func() { b.click(others) }, -1},
		{"click-shape", 0, "the ground", func() { b.act(chrome.Click(80, 80, 1)...) }, -1},
		{"click-shape", 0, "beside the picture", func() { b.act(chrome.Click(80, 20, 1)...) }, endless},
		{"count-shape", 2, "right", number("0"), 1}, // of no kind that is there
		{"count-shape", 2, "wrong", number("2"), -1},
		{"count-shape", 2, "the picture", func() { b.act(chrome.Click(20, 150, 1)...) }, -1},
		{"count-shape", 2, "between the buttons", func() { b.act(chrome.Click(150, 195, 1)...) }, endless},
	})
}

// TestShapes looks at descriptions and what they fit.
func TestShapes(t *testing.T) {
	b := newTab(t, builtin(t))
	b.open("click-shape")
	const seven = `({column: 0, row: 0, colour: "red", extent: shapes.LARGE, group: "digit", name: "7"})`
	for _, c := range []struct{ size, colour, what, fits string }{
		{"", "", "item", "true"},
		{"large", "", "item", "true"},
		{"small", "", "item", "false"},
		{"", "red", "7", "true"},
		{"", "blue", "7", "false"},
		{"", "", "digit", "true"},
		{"", "", "letter", "false"},
		{"", "", "8", "false"},
	} {
		b.want("fits", `shapes.matches(`+seven+`, {size: "`+c.size+`", colour: "`+c.colour+`", what: "`+c.what+`"})`, c.fits)
	}
	b.want("every description fits its shape, and tells something", `(function () {
	Math.seedrandom(1);
	for (let i = 0; i < 500; i++) {
		const [shape] = shapes.grid(1, 7, 7), d = shapes.describe(shape);
		if (!shapes.matches(shape, d) || shapes.text(d) === "item") return shapes.text(d);
	}
	return "";
})()`, `""`)
}
