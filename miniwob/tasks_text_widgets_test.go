package miniwob

import (
	"fmt"
	"testing"
	"time"

	"pix2act/chrome"
)

// TestListRewards chooses in lists of the browser's own, and in the styled one.
func TestListRewards(t *testing.T) {
	b := newTab(t, builtin(t))
	const (
		asked   = bolds + `[0].split(", ")`
		options = `[...document.getElementById("options").options]`
		entry   = `[...document.querySelectorAll("li")].find((e) => e.textContent === `
	)
	index := func(which string) int { return get[int](b, options+`.findIndex((o) => `+which+`)`) }
	// choose goes down the drop-down list by keyboard.
	choose := func(which string) func() {
		return func() {
			b.key("Tab", 0)
			b.key("Enter", 0)
			for range index(which) {
				b.key("ArrowDown", 0)
			}
			b.key("Enter", 0)
			b.submit()
		}
	}
	// mark goes down the list box by keyboard and chooses the entries.
	mark := func(which string) func() {
		return func() {
			b.key("Tab", 0)
			for _, chosen := range get[[]bool](b, options+`.map((o) => `+which+`)`) {
				b.key("ArrowDown", chrome.Ctrl)
				if chosen {
					b.key("Space", chrome.Ctrl)
				}
			}
			b.submit()
		}
	}
	// pick chooses in the styled list and presses a button.
	pick := func(text, button string) func() {
		return func() {
			b.click(`document.querySelector(".dropdown-head")`)
			b.run(entry + text + `).scrollIntoView({block: "nearest"})`)
			b.click(entry + text + `)`)
			b.click(`[...document.querySelectorAll("#buttons button")].find((e) => e.textContent === ` + button + `)`)
		}
	}
	two := int64(0)
	b.open("click-scroll-list")
	for b.start("click-scroll-list", two); get[int](b, asked+`.length`) < 2; b.start("click-scroll-list", two) {
		two++
	}
	const height, button = quotes + `[0]`, quotes + `[1]`
	b.rewards([]answer{
		{"choose-list", 0, "right", choose(`o.text === ` + asked + `[0]`), 1},
		{"choose-list", 0, "another", choose(`o.text !== ` + asked + `[0] && !o.selected`), -1},
		{"choose-list", 0, "open", func() { b.click(id("options")) }, endless},
		{"click-scroll-list", two, "right", mark(asked + `.includes(o.text)`), 1},
		{"click-scroll-list", two, "one of two", mark(`o.text === ` + asked + `[0]`), -1},
		{"click-scroll-list", two, "one too many", mark(asked + `.includes(o.text) || o.index === 0 || o.index === 1 || o.index === 2`), -1},
		{"click-scroll-list", two, "none", b.submit, -1},
		{"form-sequence-3", 0, "right", pick(height, button), 1},
		{"form-sequence-3", 0, "another button", pick(height, `"Maybe"`), -1},
		{"form-sequence-3", 0, "another entry", pick(`"6ft 2in"`, button), -1},
		{"form-sequence-3", 0, "no entry", func() { b.click(id("yes")) }, -1},
	})
}

// TestDropdown works the styled list with mouse and keyboard.
func TestDropdown(t *testing.T) {
	b := newTab(t, builtin(t))
	b.open("form-sequence-3")
	const head = `document.querySelector(".dropdown-head")`
	const state = `[document.getElementById("dropdown").value, document.getElementById("dropdown").classList.contains("open")]`
	key := func(names ...string) func() {
		return func() {
			for _, name := range names {
				b.key(name, 0)
			}
		}
	}
	for _, c := range []struct {
		name string
		do   func()
		want string
	}{
		{"pressed", func() { b.click(head) }, `["",true]`},
		{"pressed again", func() { b.click(head); b.click(head) }, `["",false]`},
		{"pressed beside it", func() { b.click(head); b.act(chrome.Click(5, 205, 1)...) }, `["",false]`},
		{"wheel", func() {
			b.click(head)
			x, y := b.point(`document.querySelector(".dropdown-list")`)
			b.act(chrome.Wheel{X: x, Y: y, DeltaY: 500})
			b.click(`document.querySelector("li:last-child")`)
		}, `["6ft 2in",false]`},
		{"keys", key("Tab", "Enter", "ArrowDown", "ArrowDown", "Enter"), `["5ft 10in",false]`},
		{"keys to the ends", key("Tab", "Space", "End", "ArrowDown", "Space"), `["6ft 2in",false]`},
		{"escape", key("Tab", "ArrowDown", "ArrowDown", "Escape"), `["",false]`},
		{"tab leaves", key("Tab", "Enter", "Tab"), `["",false]`},
	} {
		b.start("form-sequence-3", 0)
		c.do()
		b.want(c.name, state, c.want)
	}
}

// TestFormRewards fills in the forms of mixed widgets, selects texts and focuses boxes.
func TestFormRewards(t *testing.T) {
	b := newTab(t, builtin(t))
	slide := func() {
		b.key("Tab", 0)
		steps := get[int](b, `Number(`+bolds+`[0]) - Number(document.getElementById("val").textContent)`)
		for range max(steps, -steps) {
			b.key(map[bool]string{true: "ArrowRight", false: "ArrowLeft"}[steps > 0], 0)
		}
	}
	tick := func(n int) { b.click(id(fmt.Sprint("checkbox-", n))) }
	radio := func(n int) { b.click(fmt.Sprintf(`document.querySelectorAll("input[type=radio]")[%d]`, n-1)) }
	triple := func(element string) {
		box := get[[]float64](b, `(function (r) { return [r.left + 5, r.top + 5]; })((`+element+`).getBoundingClientRect())`)
		b.act(chrome.Click(box[0], box[1], 3)...)
	}
	const text = `document.getElementById("randomText")`
	all := func() { triple(text); b.submit() }
	b.rewards([]answer{
		{"form-sequence", 0, "right", func() { slide(); tick(3); b.submit() }, 1},
		{"form-sequence", 0, "another box", func() { slide(); tick(2); b.submit() }, -1},
		{"form-sequence", 0, "a second box", func() { slide(); tick(3); tick(1); b.submit() }, -1},
		{"form-sequence", 0, "no box", func() { slide(); b.submit() }, -1},
		{"form-sequence", 0, "the slider untouched", func() { tick(3); b.submit() }, -1},
		{"form-sequence-2", 0, "right", func() { radio(1); b.write(id("input-2"), "-5"); b.submit() }, 1},
		{"form-sequence-2", 0, "corrected", func() { radio(2); radio(1); b.write(id("input-2"), "-5"); b.submit() }, 1},
		{"form-sequence-2", 0, "another radio button", func() { radio(2); b.write(id("input-2"), "-5"); b.submit() }, -1},
		{"form-sequence-2", 0, "no radio button", func() { b.write(id("input-2"), "-5"); b.submit() }, -1},
		{"form-sequence-2", 0, "another number", func() { radio(1); b.write(id("input-2"), "5"); b.submit() }, -1},
		{"form-sequence-2", 0, "another box", func() { radio(1); b.write(id("input-1"), "-5"); b.submit() }, -1},
		{"form-sequence-2", 0, "two boxes", func() { radio(1); b.write(id("input-2"), "-5"); b.write(id("input-3"), "-5"); b.submit() }, -1},
		{"focus-text-2", 0, "right", func() { b.click(id("tt3")) }, 1},
		{"focus-text-2", 0, "another", func() { b.click(id("tt1")) }, -1},
		{"focus-text-2", 0, "by key, the first", func() { b.key("Tab", 0) }, -1},
		{"focus-text-2", 0, "none", func() { b.act(chrome.Click(155, 205, 1)...) }, endless},
		{"highlight-text", 0, "right", all, 1},
		{"highlight-text", 3, "right", all, 1},
		{"highlight-text", 0, "by dragging", func() {
			box := get[[]float64](b, `(function (r) { return [r.left, r.top, r.right, r.bottom]; })(`+text+`.getBoundingClientRect())`)
			b.act(chrome.Move{X: box[0], Y: box[1] + 2}, chrome.Press{X: box[0], Y: box[1] + 2, Clicks: 1})
			b.act(chrome.Move{X: box[2], Y: box[3] - 2}, chrome.Release{X: box[2], Y: box[3] - 2, Clicks: 1})
			b.submit()
		}, 1},
		{"highlight-text", 0, "a word", func() {
			box := get[[]float64](b, `(function (r) { return [r.left + 5, r.top + 5]; })(`+text+`.getBoundingClientRect())`)
			b.act(chrome.Click(box[0], box[1], 2)...)
			b.submit()
		}, -1},
		{"highlight-text", 0, "nothing", b.submit, -1},
		{"highlight-text-2", 2, "right", func() { triple(text + `.children[1]`); b.submit() }, 1},
		{"highlight-text-2", 2, "another", func() { triple(text + `.children[0]`); b.submit() }, -1},
	})
}

// TestSpinner sets the spinner with mouse and keyboard.
func TestSpinner(t *testing.T) {
	b := newTab(t, builtin(t))
	b.open("use-spinner")
	const box, up, down = `document.getElementById("spinner")`, `document.querySelector(".spinner-up")`, `document.querySelector(".spinner-down")`
	hold := func(button string, d time.Duration) func() {
		return func() {
			x, y := b.point(button)
			b.act(chrome.Move{X: x, Y: y}, chrome.Press{X: x, Y: y, Clicks: 1})
			b.advance(d)
			b.act(chrome.Release{X: x, Y: y, Clicks: 1})
			b.advance(time.Second)
		}
	}
	for _, c := range []struct {
		name string
		do   func()
		want string
	}{
		{"up", func() { b.click(up) }, `"1"`},
		{"down twice", func() { b.click(down); b.click(down) }, `"-2"`},
		{"held shortly", hold(up, 300*time.Millisecond), `"1"`},
		{"held on", hold(down, 500*time.Millisecond), `"-3"`}, // 600 ms with the act itself: one, and two more
		{"left while held", func() {
			x, y := b.point(up)
			b.act(chrome.Move{X: x, Y: y}, chrome.Press{X: x, Y: y, Clicks: 1})
			b.act(chrome.Move{X: 5, Y: 205})
			b.advance(time.Second)
		}, `"1"`},
		{"keys", func() { b.key("Tab", 0); b.key("ArrowUp", 0); b.key("PageDown", 0) }, `"-9"`},
		{"typing", func() { b.click(box); b.act(chrome.Type("7")...); b.key("Backspace", 0) }, `"0"`},
	} {
		b.start("use-spinner", 0)
		c.do()
		b.want(c.name, box+`.value`, c.want)
	}
	set := func(n int) func() {
		return func() {
			b.key("Tab", 0)
			for range n {
				b.key("ArrowDown", 0)
			}
			b.submit()
		}
	}
	b.rewards([]answer{
		{"use-spinner", 1, "right", set(7), 1},
		{"use-spinner", 1, "one too many", set(8), -1},
		{"use-spinner", 1, "untouched", b.submit, -1},
	})
}

// TestSearchRewards searches, turns pages and follows results.
func TestSearchRewards(t *testing.T) {
	b := newTab(t, builtin(t))
	search := func(text string) {
		b.write(id("search-text"), get[string](b, text))
		b.click(id("search"))
	}
	page := func(text string) {
		b.click(`[...document.querySelectorAll("#pagination a")].find((a) => a.textContent === "` + text + `")`)
	}
	result := func(n int) { b.click(fmt.Sprintf(`document.querySelectorAll("#page-content a")[%d]`, n)) }
	const word = bolds + `[0]` // the 7th result is asked for
	b.rewards([]answer{
		{"search-engine", 0, "right", func() { search(word); page("3"); result(0) }, 1},
		{"search-engine", 0, "forwards", func() { search(word); page(">"); page(">"); result(0) }, 1},
		{"search-engine", 0, "there and back", func() { search(word); page("3"); page("<"); page("3"); result(0) }, 1},
		{"search-engine", 0, "in small letters", func() { search(word + `.toLowerCase()`); page("3"); result(0) }, 1},
		{"search-engine", 0, "by key", func() {
			b.write(id("search-text"), get[string](b, word))
			b.key("Enter", 0)
			page("3")
			result(0)
		}, 1},
		{"search-engine", 0, "another result", func() { search(word); page("3"); result(1) }, -1},
		{"search-engine", 0, "another page", func() { search(word); page("2"); result(0) }, -1},
		{"search-engine", 0, "another word", func() { search(`"x"`); page("3"); result(0) }, -1},
		{"search-engine", 0, "only searched", func() { search(word) }, endless},
	})
	b.want("results of a page", `document.querySelectorAll("#page-content a").length`, `3`)
	b.want("pages", `[...document.querySelectorAll("#pagination a")].map((a) => a.textContent).join(" ")`, `"1 2 3 >"`)
}

// TestAgreementRewards signs, or does not.
func TestAgreementRewards(t *testing.T) {
	b := newTab(t, builtin(t))
	b.open("sign-agreement")
	seeds := map[string]int64{} // what is asked for -> seed
	for seed := int64(0); len(seeds) < 3; seed++ {
		b.start("sign-agreement", seed)
		seeds[get[string](b, `(document.getElementById("query").textContent.includes("name") ? "sign " : "") + `+quotes+`.pop()`)] = seed
	}
	scroll := func(by float64) {
		x, y := b.point(id("text-area"))
		b.act(chrome.Move{X: x, Y: y})
		b.act(chrome.Wheel{X: x, Y: y, DeltaY: by}, chrome.Frame{}, chrome.Frame{})
	}
	sign := func(name, button string) func() {
		return func() { scroll(9000); b.write(id("name"), get[string](b, name)); b.click(id(button)) }
	}
	const name = quotes + `[0]`
	b.rewards([]answer{
		{"sign-agreement", seeds["Cancel"], "cancelled", func() { b.click(id("cancel")) }, 1},
		{"sign-agreement", seeds["Cancel"], "signed", sign(`"x"`, "agree"), -1},
		{"sign-agreement", seeds["Cancel"], "agreed at once", func() { b.click(id("agree")) }, endless},
		{"sign-agreement", seeds["sign Agree"], "right", sign(name, "agree"), 1},
		{"sign-agreement", seeds["sign Agree"], "another name", sign(`"x"`, "agree"), -1},
		{"sign-agreement", seeds["sign Agree"], "cancelled", sign(name, "cancel"), -1},
		{"sign-agreement", seeds["sign Agree"], "not scrolled far enough", func() { scroll(500); b.write(id("name"), "x"); b.click(id("agree")) }, endless},
		{"sign-agreement", seeds["sign Cancel"], "right", sign(name, "cancel"), 1},
		{"sign-agreement", seeds["sign Cancel"], "agreed", sign(name, "agree"), -1},
		{"sign-agreement", seeds["sign Cancel"], "without a name", func() { b.click(id("cancel")) }, -1},
	})
}

// TestTerminal gives commands.
func TestTerminal(t *testing.T) {
	b := newTab(t, builtin(t))
	b.open("terminal")
	const output = `[...document.querySelectorAll(".terminal-output")].slice(2).map((e) => e.textContent)`
	run := func(lines ...string) func() {
		return func() {
			b.click(id("terminal"))
			for _, line := range lines {
				b.act(chrome.Type(line)...)
				b.key("Enter", 0)
			}
		}
	}
	for _, c := range []struct{ line, want string }{
		{"help", `["ls: list the files","rm FILE: remove a file","exit: leave"]`},
		{"ls x", `["ls: takes nothing after it"]`},
		{"rm", `["rm: give the name of one file"]`},
		{"rm *", `["rm: give the whole name, * stands for nothing here"]`},
		{"rm nothing.at", `["rm: there is no file nothing.at"]`},
		{"dir", `["dir: there is no such command"]`},
		{"constructor", `["constructor: there is no such command"]`},
		{"", `[]`},
	} {
		b.start("terminal", 1)
		run(c.line)()
		b.want(c.line, output, c.want)
		b.wantRunning("terminal")
	}
	b.start("terminal", 1)
	b.advance(250 * time.Millisecond)
	b.want("the keyboard is there by itself", `document.activeElement.id`, `"terminal-target"`)
	b.act(chrome.Type("lsx")...)
	b.key("ArrowLeft", 0)
	b.key("Backspace", 0)
	b.want("typed", `document.getElementById("active-input").textContent`, `"ls"`)

	// remove lists the files and removes one that has, or has not, the extension asked for.
	remove := func(right bool) func() {
		return func() {
			run("ls")()
			run("rm " + get[string](b, `(function (asked, files) {
	const extension = (file) => (file.match(/\..*/) || ["no extension"])[0];
	return files.find((file) => (extension(file) === asked) === `+fmt.Sprint(right)+`);
})(`+bolds+`[0], document.querySelectorAll(".terminal-output")[2].textContent.split(" "))`))()
		}
	}
	b.rewards([]answer{
		{"terminal", 0, "right", remove(true), 1}, // without an extension
		{"terminal", 1, "right", remove(true), 1},
		{"terminal", 1, "another", remove(false), -1},
		{"terminal", 1, "left", run("exit"), -1},
		{"terminal", 1, "only listed", run("ls"), endless},
	})

	// A file whose name holds its extension before the end counts as having it.
	seed := int64(0)
	b.run(`NAMES.splice(0, NAMES.length, "shark", "bash", "sh", "show", "fresh"); EXTENSIONS.splice(0, EXTENSIONS.length, "sh")`)
	b.start("terminal", seed)
	run("rm shark.sh", "rm bash.sh", "rm sh.sh", "rm show.sh", "rm fresh.sh")()
	b.wantEnd("terminal", 1)
}
