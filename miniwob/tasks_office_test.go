package miniwob

import (
	"fmt"
	"testing"
	"time"

	"pix2act/chrome"
)

// times repeats an answer's step.
func times(n int, do func()) {
	for range n {
		do()
	}
}

// chord presses a key with modifiers.
func (b *tab) chord(key string, modifiers chrome.Modifiers) {
	b.t.Helper()
	b.act(chrome.Chord(key, modifiers)...)
}

// day presses a day of the calendar that is open.
func (b *tab) day(n int) {
	b.t.Helper()
	b.click(fmt.Sprintf(`[...document.querySelectorAll("#ui-datepicker-div td button")].find((x) => x.textContent === "%d")`, n))
}

const calendarBefore = `document.querySelector("#ui-datepicker-div .ui-datepicker-prev")`

// TestDateGold compares the dates asked for with the published pages.
func TestDateGold(t *testing.T) {
	newTab(t, builtin(t)).golds([]gold{
		{"choose-date", bold, [3]string{"01/14/2016", "03/05/2016", "05/15/2016"}},
		{"choose-date-easy", bold, [3]string{"12/02/2016", "12/06/2016", "12/12/2016"}},
		{"choose-date-medium", bold, [3]string{"11/03/2016", "11/11/2016", "11/23/2016"}},
		{"choose-date-nodelay", bold, [3]string{"01/14/2016", "03/05/2016", "05/15/2016"}},
	})
}

// TestDateRewards chooses dates; seed 0 of choose-date asks for 14 January, of the medium one for 3
// November, of the easy one for 2 December.
func TestDateRewards(t *testing.T) {
	b := newTab(t, builtin(t))
	open := func() { b.click(id("datepicker")) }
	before := func() { b.click(calendarBefore) }
	wait := func() { b.advance(400 * time.Millisecond) }
	b.rewards([]answer{
		{"choose-date-nodelay", 0, "right", func() { open(); times(11, before); b.day(14); b.submit() }, 1},
		{"choose-date-nodelay", 0, "another day", func() { open(); times(11, before); b.day(15); b.submit() }, -1},
		{"choose-date-nodelay", 0, "another month", func() { open(); times(10, before); b.day(14); b.submit() }, -1},
		{"choose-date-nodelay", 0, "none", b.submit, -1},
		{"choose-date-nodelay", 0, "not handed in", func() { open(); times(11, before); b.day(14) }, endless},
		{"choose-date-nodelay", 0, "put right", func() {
			open()
			b.day(14)
			open()
			times(11, before)
			b.day(14)
			b.submit()
		}, 1},
		{"choose-date-nodelay", 0, "not before the first month", func() { open(); times(14, before); b.day(14); b.submit() }, 1},
		{"choose-date-nodelay", 0, "by key", func() {
			b.chord("Tab", 0)
			times(11, func() { b.chord("PageUp", 0) })
			times(2, func() { b.chord("ArrowUp", chrome.Ctrl) })
			b.chord("ArrowLeft", chrome.Ctrl) // from the 29th, since November has 30 days and February 29
			b.chord("Enter", 0)
			b.submit()
		}, 1},
		{"choose-date-nodelay", 0, "typed", func() { open(); b.act(chrome.Type("01/14/2016")...); b.chord("Escape", 0); b.submit() }, -1},
		{"choose-date", 0, "right", func() {
			open()
			wait()
			times(11, before)
			b.day(14)
			wait()
			b.submit()
		}, 1},
		{"choose-date", 0, "while it fades", func() { open(); times(11, before); b.day(14); b.submit() }, 1},
		{"choose-date", 0, "another", func() { open(); wait(); b.day(14); wait(); b.submit() }, -1},
		{"choose-date-medium", 0, "right", func() { open(); before(); b.day(3); b.submit() }, 1},
		{"choose-date-medium", 0, "another month", func() { open(); b.day(3); b.submit() }, -1},
		{"choose-date-easy", 0, "right", func() { open(); b.day(2); b.submit() }, 1},
		{"choose-date-easy", 0, "another day", func() { open(); b.day(22); b.submit() }, -1},
	})
}

// TestDatepicker looks at a calendar of five months that opens on a leap year's February.
func TestDatepicker(t *testing.T) {
	b := newTab(t, builtin(t))
	b.open("choose-date-nodelay")
	b.start("choose-date-nodelay", 0)
	const (
		shown = `(document.querySelector("#ui-datepicker-div") || {textContent: "closed"}).textContent`
		box   = `document.getElementById("datepicker")`
		value = box + `.value`
	)
	b.run(`document.getElementById("area").replaceChildren();
core.put(widgets.datepicker(core.make("input", {id: "datepicker", type: "text", readonly: ""}),
	{first: dates.at(2015, 12, 5), last: dates.at(2016, 4, 20), opens: dates.at(2016, 2, 29), fade: 0}))`)
	b.want("closed", shown, `"closed"`)
	b.click(box)
	b.want("a Monday comes first and one last", `[...document.querySelectorAll("#ui-datepicker-div tr")].map((r) => [...r.children].map((c) => c.textContent).join(" "))`,
		`["Su Mo Tu We Th Fr Sa"," 1 2 3 4 5 6","7 8 9 10 11 12 13","14 15 16 17 18 19 20","21 22 23 24 25 26 27","28 29     "]`)
	b.want("title", `document.querySelector(".datepicker-head").textContent`, `"February 2016"`)
	b.want("it opens below the box", `document.querySelector("#ui-datepicker-div").getBoundingClientRect().top >= `+box+`.getBoundingClientRect().bottom`, `true`)
	days := func(what, want string) {
		t.Helper()
		b.want(what, `[document.querySelector(".datepicker-head").textContent,
	[...document.querySelectorAll("#ui-datepicker-div td button")].filter((x) => !x.ariaDisabled).map((x) => x.textContent).filter((x, i, all) => i === 0 || i === all.length - 1),
	document.querySelector("#ui-datepicker-div .marked").textContent, document.querySelector(".ui-datepicker-prev").ariaDisabled, document.querySelector(".ui-datepicker-next").ariaDisabled]`, want)
	}
	b.chord("PageDown", 0)
	days("March", `["March 2016",["1","31"],"29",null,null]`)
	b.click(`document.querySelector(".ui-datepicker-next")`)
	days("the last month", `["April 2016",["1","20"],"20",null,"true"]`)
	b.day(25)
	b.want("a day that is out of bounds", value, `""`)
	times(4, func() { b.click(calendarBefore) })
	days("the first month, of the year before", `["December 2015",["5","31"],"20","true",null]`)
	times(2, func() { b.chord("PageUp", 0) })
	days("no month before it", `["December 2015",["5","31"],"5","true",null]`)
	b.chord("Escape", 0)
	b.want("closed", shown, `"closed"`)
	b.click(box)
	b.act(chrome.Click(80, 30, 1)...)
	b.want("closed by a press elsewhere", shown, `"closed"`)
	b.chord("Tab", 0)
	b.day(31)
	b.want("chosen", "["+value+","+shown+"]", `["12/31/2015","closed"]`)
	b.click(box)
	b.want("opened on what is chosen", `[document.querySelector(".datepicker-head").textContent, document.querySelector("#ui-datepicker-div .chosen").textContent]`, `["December 2015","31"]`)
}

// TestAutocompleteGold compares what is asked for with the published pages.
func TestAutocompleteGold(t *testing.T) {
	const parts = `[...document.querySelectorAll("#query .bold")].map((x) => x.textContent).join()`
	want := [3]string{"An,ica", "Ce,lic", "Gua,la"}
	newTab(t, builtin(t)).golds([]gold{{"use-autocomplete", parts, want}, {"use-autocomplete-nodelay", parts, want}})
}

// TestAutocompleteRewards enters countries; seed 0 asks for one from An to ica.
func TestAutocompleteRewards(t *testing.T) {
	b := newTab(t, builtin(t))
	typed := func(text string) func() {
		return func() { b.click(id("tags")); b.act(chrome.Type(text)...) }
	}
	entry := func(text string) {
		b.click(fmt.Sprintf(`[...document.querySelectorAll(".ui-autocomplete li")].find((x) => x.textContent === %q)`, text))
	}
	end := func(text string) func() {
		return func() { typed(text)(); b.chord("Escape", 0); b.submit() }
	}
	b.rewards([]answer{
		{"use-autocomplete-nodelay", 0, "right", func() { typed("an")(); entry("Antarctica"); b.submit() }, 1},
		{"use-autocomplete-nodelay", 0, "another", func() { typed("an")(); entry("Angola"); b.submit() }, -1},
		{"use-autocomplete-nodelay", 0, "by key", func() {
			typed("an")()
			times(4, func() { b.chord("ArrowDown", 0) })
			b.chord("Enter", 0)
			b.submit()
		}, 1},
		{"use-autocomplete-nodelay", 0, "typed out", end("Antarctica"), 1},
		{"use-autocomplete-nodelay", 0, "not capital", end("antarctica"), -1},
		// Such a text counts as right on the published pages.
		{"use-autocomplete-nodelay", 0, "beginning and end put together", end("Anica"), -1},
		{"use-autocomplete-nodelay", 0, "the beginning", end("An"), -1},
		{"use-autocomplete-nodelay", 0, "nothing", b.submit, -1},
		{"use-autocomplete-nodelay", 0, "not handed in", func() { typed("an")(); entry("Antarctica") }, endless},
		{"use-autocomplete", 0, "right", func() { typed("an")(); b.advance(300 * time.Millisecond); entry("Antarctica"); b.submit() }, 1},
		{"use-autocomplete", 0, "another", func() { typed("an")(); b.advance(300 * time.Millisecond); entry("Andorra"); b.submit() }, -1},
	})
}

// TestAutocomplete follows the list of entries through typing, keys and the pointer.
func TestAutocomplete(t *testing.T) {
	b := newTab(t, builtin(t))
	b.open("use-autocomplete")
	b.start("use-autocomplete", 0)
	const list = `[[...document.querySelectorAll(".ui-autocomplete li")].map((x) => x.textContent).join(), (document.querySelector(".ui-autocomplete .active") || {textContent: ""}).textContent, document.getElementById("tags").value]`
	keys := func(names ...string) {
		for _, name := range names {
			b.chord(name, 0)
		}
	}
	b.click(id("tags"))
	b.act(chrome.Type("ang")...)
	b.advance(150 * time.Millisecond)
	b.want("before the delay", list, `["","","ang"]`)
	b.advance(100 * time.Millisecond)
	b.want("after it", list, `["Angola,Anguilla","","ang"]`)
	keys("ArrowDown")
	b.want("down", list, `["Angola,Anguilla","Angola","ang"]`)
	keys("ArrowDown", "ArrowDown")
	b.want("past the end", list, `["Angola,Anguilla","","ang"]`)
	keys("ArrowUp")
	b.want("up", list, `["Angola,Anguilla","Anguilla","ang"]`)
	x, y := b.point(`document.querySelector(".ui-autocomplete li")`)
	b.act(chrome.Move{X: x, Y: y}, chrome.Frame{})
	b.want("under the pointer", list, `["Angola,Anguilla","Angola","ang"]`)
	keys("Escape")
	b.want("closed", list, `["","","ang"]`)
	keys("ArrowDown")
	b.want("asked for", list, `["Angola,Anguilla","","ang"]`)
	keys("ArrowDown", "Tab")
	b.want("taken on the way", list, `["","","Angola"]`)
	b.want("on to the button", `document.activeElement.id`, `"subbtn"`)
	b.click(id("tags"))
	b.act(chrome.Type("x")...)
	b.advance(300 * time.Millisecond)
	b.want("nothing found", list, `["","","Angolax"]`)
	keys("Backspace")
	b.advance(300 * time.Millisecond)
	b.want("found again", list, `["Angola","","Angola"]`)
	b.act(chrome.Click(80, 30, 1)...)
	b.want("left", list, `["","","Angola"]`)
}

// TestTicketGold compares what is to be bought, and at which prices, with the published pages.
func TestTicketGold(t *testing.T) {
	newTab(t, builtin(t)).golds([]gold{
		{"buy-ticket", bold, [3]string{"cheapest cost", "cheapest cost", "longest duration"}},
		{"buy-ticket", `document.getElementById("area").innerText.replace(/Duration:|Book for |\s+/g, " ").replace(/ +/g, " ").trim()`, [3]string{
			"11h 30m $1844 20h 16m $1300 2h 16m $1421 12h 43m $1534",
			"14h 18m $390 14h 56m $1255 5h 32m $897 5h 6m $1927",
			"9h 38m $665 5h 4m $611 10h 16m $1031 2h 2m $1238",
		}},
	})
}

// TestSmallOfficeRewards buys tickets, looks up entries in a phone book, and plays tic-tac-toe.
func TestSmallOfficeRewards(t *testing.T) {
	b := newTab(t, builtin(t))
	ticket := func(n int) func() {
		return func() { b.click(fmt.Sprintf(`document.querySelectorAll("button.buy")[%d]`, n)) }
	}
	// page turns to a person's page and entry presses an entry there; at seed 0 the
	// address of the second one is asked for.
	page := func(n int) {
		times(n-1, func() { b.click(`document.querySelector("#pagination .next")`) })
	}
	entry := func(n int, kind string) func() {
		return func() { page(n); b.click(`document.querySelector("#contact a.` + kind + `")`) }
	}
	squares := func(list ...int) func() {
		return func() {
			for _, n := range list {
				b.click(id(fmt.Sprintf("ttt-%d", n)))
			}
		}
	}
	b.rewards([]answer{
		{"buy-ticket", 0, "the cheapest", ticket(1), 1},
		{"buy-ticket", 0, "a middle one", ticket(3), -0.5},
		{"buy-ticket", 0, "the dearest", ticket(0), -1},
		{"buy-ticket", 0, "beside the buttons", func() { b.act(chrome.Click(5, 205, 1)...) }, endless},
		{"buy-ticket", 2, "the longest", ticket(2), 1},
		{"buy-ticket", 2, "a middle one", ticket(0), -0.5},
		{"buy-ticket", 2, "the shortest", ticket(3), -1},
		{"phone-book", 0, "right", entry(2, "address"), 1},
		{"phone-book", 0, "another person", entry(3, "address"), -0.4},
		{"phone-book", 0, "another entry", entry(2, "phone"), 0.4},
		{"phone-book", 0, "another entry of another person", entry(1, "email"), -1},
		{"phone-book", 0, "there and back", func() {
			page(5)
			times(3, func() { b.click(`document.querySelector("#pagination .prev")`) })
			entry(1, "address")()
		}, 1},
		{"phone-book", 0, "the name", func() { page(2); b.click(`document.querySelector("#contact .name")`) }, endless},
		{"tic-tac-toe", 0, "won", squares(0, 1, 2), 1},
		{"tic-tac-toe", 1, "lost", squares(0, 1, 3, 4), -0.75},
		{"tic-tac-toe", 1, "a draw", squares(1, 3, 4, 8, 6), -0.5},
		{"tic-tac-toe", 0, "a square taken twice", squares(0, 0, 5), endless},
	})
}

// TestTicTacToe follows the published page's opponent: who moves first, and its answers to some moves.
func TestTicTacToe(t *testing.T) {
	b := newTab(t, builtin(t))
	b.open("tic-tac-toe")
	const marks = `[...document.querySelectorAll("#area span")].map((s) => s.className.slice(5) || "-").join("")`
	for seed, want := range []string{"---------", "---------", "---------", "--------o", "---------", "--------o"} {
		b.start("tic-tac-toe", int64(seed))
		b.want(fmt.Sprintf("seed %d", seed), marks, fmt.Sprintf("%q", want))
	}
	// Squares pressed in turn, taken ones too, and the boards after each.
	for seed, want := range [][]string{
		{"x----o---", "xx---o--o", "xxx--o--o"},
		{"x----o---", "xxo--o---", "xxo--o---", "xxox-o-o-", "xxoxxo-oo"},
		{"x-o------", "xxo-o----", "xxo-o----", "xxoxoo---", "xxoxoo---"},
	} {
		b.start("tic-tac-toe", int64(seed))
		for n, board := range want {
			b.click(id(fmt.Sprintf("ttt-%d", n)))
			b.want(fmt.Sprintf("seed %d, press %d", seed, n), marks, fmt.Sprintf("%q", board))
		}
	}
}

// at is JavaScript for the nth element that a selector finds, from 0.
func at(selector string, n int) string {
	return fmt.Sprintf("document.querySelectorAll(%q)[%d]", selector, n)
}

// intoSight scrolls to an element and clicks it.
func (b *tab) intoSight(element string) {
	b.t.Helper()
	b.run(`(` + element + `).scrollIntoView({block: "center"})`)
	b.click(element)
}

// TestFoodGold compares what is to be ordered with the published page, by the place on the menu.
func TestFoodGold(t *testing.T) {
	const dishes = `[...document.querySelectorAll("#query .bold")].map((x) => Object.values(MENU).flatMap(Object.keys).indexOf(x.textContent)).join()`
	newTab(t, builtin(t)).golds([]gold{{"order-food", dishes, [3]string{"1,7", "2,6", "7,2"}}})
}

// TestFoodRewards orders food: at seed 0 the second and the eighth dish, at seed 3 three vegan ones.
func TestFoodRewards(t *testing.T) {
	b := newTab(t, builtin(t))
	order := func(dishes ...int) func() {
		return func() {
			for _, n := range dishes {
				b.intoSight(at(".add", n))
			}
			b.intoSight(at("#submit-order button", 0))
		}
	}
	b.rewards([]answer{
		{"order-food", 0, "right", order(1, 7), 1},
		{"order-food", 0, "right, in another order", order(7, 1), 1},
		{"order-food", 0, "one only", order(1), -1},
		{"order-food", 0, "one twice", order(1, 7, 7), -1},
		{"order-food", 0, "another one too", order(1, 7, 8), -1},
		{"order-food", 0, "nothing", order(), -1},
		{"order-food", 0, "put right", func() { b.intoSight(at(".add", 3)); b.intoSight(at(".remove", 3)); order(1, 7)() }, 1},
		{"order-food", 0, "less than nothing", func() { b.intoSight(at(".remove", 7)); order(1, 7)() }, 1},
		{"order-food", 0, "not ordered", func() { b.intoSight(at(".add", 1)); b.intoSight(at(".add", 7)) }, endless},
		{"order-food", 3, "one three times", order(0, 0, 0), 1},
		{"order-food", 3, "three different ones", order(1, 4, 11), 1},
		{"order-food", 3, "two", order(0, 1), -1},
		{"order-food", 3, "four", order(0, 0, 1, 1), -1},
		{"order-food", 3, "one that is not", order(0, 0, 0, 9), -1},
		{"order-food", 3, "two that are and one that is not", order(0, 0, 9), -1},
	})
}

// TestPostGold compares what is to be pressed with the published pages.
func TestPostGold(t *testing.T) {
	newTab(t, builtin(t)).golds([]gold{
		{"social-media", at("#query .bold", 1) + `.textContent`, [3]string{"Block", "Mute", "Share via DM"}},
		{"social-media-all", bold, [3]string{"Share", "Reply", "Retweet"}},
		{"social-media-some", bold + ` + ` + at("#query .bold", 1) + `.textContent`, [3]string{"Share1", "Reply2", "Retweet3"}},
	})
}

// TestPostRewards presses buttons of posts. At seed 0 of the first task the first post's author is to be
// blocked; at seed 1 of the others there are more posts than one of the person, and two are to be
// marked.
func TestPostRewards(t *testing.T) {
	b := newTab(t, builtin(t))
	const asked = `core.getUtterance().match(/@\w+/)[0]`
	// author is a list of the places of the posts by the one asked for, or by others.
	authors := func(own bool) []int {
		return get[[]int](b, fmt.Sprintf(`[...document.querySelectorAll(".username")].map((x, i) => [x.textContent === %s, i]).filter((x) => x[0] === %t).map((x) => x[1])`, asked, own))
	}
	own := func(i int) int { return authors(true)[i] }
	other := func() int { return authors(false)[0] }
	entry := func(post int, label string) {
		b.intoSight(at(".more", post))
		b.intoSight(`[...document.querySelectorAll(".media li")].find((x) => x.textContent.startsWith("` + label + `"))`)
	}
	mark := func(kind string, posts ...int) {
		for _, n := range posts {
			b.intoSight(at("."+kind, n))
		}
	}
	submit := func() { b.intoSight(at("#submitRow button", 0)) }
	b.rewards([]answer{
		{"social-media", 0, "right", func() { entry(own(0), "Block") }, 1},
		{"social-media", 0, "another entry", func() { entry(own(0), "Mute") }, -1},
		{"social-media", 0, "an icon", func() { mark("like", own(0)) }, -1},
		{"social-media", 0, "another post", func() { entry(other(), "Block") }, -1},
		{"social-media", 0, "the menu only", func() { mark("more", own(0)) }, endless},
		{"social-media", 0, "another menu before", func() { mark("more", other()); entry(own(0), "Block") }, 1},
		{"social-media", 0, "closed and opened again", func() { mark("more", own(0), own(0)); entry(own(0), "Block") }, 1},
		{"social-media-all", 1, "right", func() { mark("reply", authors(true)...); submit() }, 1},
		{"social-media-all", 1, "all but one", func() { mark("reply", authors(true)[1:]...); submit() }, -1},
		{"social-media-all", 1, "one of another", func() { mark("reply", append(authors(true), other())...); submit() }, -1},
		{"social-media-all", 1, "another icon too", func() { mark("reply", authors(true)...); mark("like", own(0)); submit() }, -1},
		{"social-media-all", 1, "unmarked", func() { mark("reply", append(authors(true), other(), other())...); submit() }, 1},
		{"social-media-all", 1, "nothing", submit, -1},
		{"social-media-all", 1, "not handed in", func() { mark("reply", authors(true)...) }, endless},
		{"social-media-some", 1, "right", func() { mark("reply", own(0), own(1)); submit() }, 1},
		{"social-media-some", 1, "other ones", func() { mark("reply", own(2), own(1)); submit() }, 1},
		{"social-media-some", 1, "too few", func() { mark("reply", own(1)); submit() }, -1},
		{"social-media-some", 1, "too many", func() { mark("reply", own(0), own(1), own(2)); submit() }, -1},
		{"social-media-some", 1, "one of another", func() { mark("reply", own(0), other()); submit() }, -1},
		{"social-media-some", 1, "another icon", func() { mark("share", own(0), own(1)); submit() }, -1},
	})
}
