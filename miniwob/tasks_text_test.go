package miniwob

import (
	"testing"
	"time"

	"pix2act/chrome"
)

// JavaScript for what the instruction says in bold, what in quotation marks, and its ordinals.
const (
	bolds    = `[...document.querySelectorAll("#query b")].map((e) => e.textContent)`
	quotes   = `[...core.getUtterance().matchAll(/"([^"]*)"/g)].map((m) => m[1])`
	ordinals = `[...core.getUtterance().matchAll(/(\d+)(?:st|nd|rd|th)/g)].map((m) => Number(m[1]))`
)

// TestTextGold compares what is asked for with the published pages.
func TestTextGold(t *testing.T) {
	const problem = `document.getElementById("math-problem").textContent.replace(/ /g, "")`
	newTab(t, builtin(t)).golds([]gold{
		{"copy-paste-2", bolds + `[0]`, [3]string{"3rd", "1st", "1st"}},
		{"enter-date", bolds + `[0]`, [3]string{"05/20/2010", "10/11/2011", "09/17/2013"}},
		{"enter-password", bolds + `[0]`, [3]string{"yA", "fU", "Sfz"}},
		{"enter-text-2", `core.getUtterance().match(/upper|lower/)[0]`, [3]string{"upper", "lower", "lower"}},
		{"enter-text-dynamic", bolds + `[0]`, [3]string{"6gH", "aIGD", "zq"}},
		{"enter-time", bolds + `[0]`, [3]string{"9:37 PM", "8:04 PM", "11:34 AM"}},
		{"find-word", bolds + `[0]`, [3]string{"1st word", "2nd word", "6th word"}},
		{"focus-text-2", bolds + `[0]`, [3]string{"3rd", "2nd", "1st"}},
		{"form-sequence", bolds + `.join()`, [3]string{"1,3rd", "2,1st", "-4,1st"}},
		{"form-sequence-2", `[...` + ordinals + `, ...` + quotes + `].join()`, [3]string{"1,2,-5", "1,2,3", "2,1,26"}},
		{"form-sequence-3", quotes + `.join()`, [3]string{"5ft 9in,Yes", "5ft 9in,Yes", "5ft 10in,No"}},
		{"generate-number", `core.getUtterance().match(/(less|greater) than \d/)[0]`, [3]string{"less than 5", "less than 5", "greater than 4"}},
		{"highlight-text-2", bolds + `[0]`, [3]string{"1st", "1st", "2nd"}},
		{"login-user", quotes + `[1]`, [3]string{"AU", "US", "fzzq"}},
		{"login-user-popup", quotes + `[1]`, [3]string{"AU", "US", "fzzq"}},
		{"multi-layouts", bolds + `[2]`, [3]string{"1998", "1995", "1980"}},
		{"multi-orderings", bolds + `[2]`, [3]string{"1998", "1995", "1980"}},
		{"read-table", bolds + `[0]`, [3]string{"Last name", "Color", "Language"}},
		{"search-engine", bolds + `[1]`, [3]string{"7th", "7th", "7th"}},
		{"sign-agreement", quotes + `.join()`, [3]string{"Cancel", "Cancel", "Cancel"}},
		{"simple-algebra", problem, [3]string{"0+x=8", "1+x=21", "x-3=60"}},
		{"simple-arithmetic", problem, [3]string{"0+0=", "1+2=", "3-6="}},
		{"terminal", bolds + `[0]`, [3]string{"no extension", ".gif", ".gpg"}},
		{"text-editor", bolds + `.join()`, [3]string{"everything,underlined", "everything,underlined", "everything,italics"}},
		{"use-spinner", bolds + `[0]`, [3]string{"-10", "-7", "-3"}},
	})
}

// write clicks a box and types.
func (b *tab) write(box, text string) {
	b.t.Helper()
	b.click(box)
	b.act(chrome.Type(text)...)
}

func (b *tab) key(name string, modifiers chrome.Modifiers) {
	b.t.Helper()
	b.act(chrome.Chord(name, modifiers)...)
}

// TestTypedRewards types into boxes. The texts are JavaScript.
func TestTypedRewards(t *testing.T) {
	b := newTab(t, builtin(t))
	// typed types texts into boxes, by their ids, and submits.
	typed := func(pairs ...string) func() {
		return func() {
			for i := 0; i < len(pairs); i += 2 {
				b.write(id(pairs[i]), get[string](b, pairs[i+1]))
			}
			b.submit()
		}
	}
	const (
		asked = bolds + `[0]`
		upper = `(/upper/.test(core.getUtterance()) ? ` + asked + `.toUpperCase() : ` + asked + `.toLowerCase())`
		user  = quotes + `[0]`
		pass  = quotes + `[1]`
		words = `document.querySelector("#area p").textContent.split(" ")`
		word  = words + `[` + ordinals + `[0] - 1].replace(/[.,]/, "")`
		row   = `[...document.querySelectorAll("tr")].find((r) => r.cells[0].textContent === ` + asked + `).cells[1].textContent`
		row1  = `[...document.querySelectorAll("tr")].find((r) => r.cells[0].textContent + ":" === document.getElementById("ll1").textContent).cells[1].textContent`
		row2  = `[...document.querySelectorAll("tr")].find((r) => r.cells[0].textContent + ":" === document.getElementById("ll2").textContent).cells[1].textContent`
		last  = `document.getElementById("text-area").value.match(/(\w+)\.$/)[1]`
		sum   = `String(eval(document.getElementById("math-problem").textContent.replace("=", "").replace("x", "*")))`
		seen  = `document.getElementById("captcha").textContent`
		count = `String(document.querySelectorAll(".addition-block").length)`
	)
	b.rewards([]answer{
		{"enter-text-2", 0, "right", typed("tt", upper), 1},
		{"enter-text-2", 1, "right", typed("tt", upper), 1},
		{"enter-text-2", 0, "as shown", typed("tt", asked), -1},
		{"enter-text-2", 0, "nothing", b.submit, -1},
		{"enter-text-dynamic", 0, "right", typed("tt", asked), 1},
		{"enter-text-dynamic", 0, "in small letters", typed("tt", asked+`.toLowerCase()`), -1},
		{"enter-text-dynamic", 0, "a blank more", typed("tt", asked+` + " "`), -1},
		{"enter-password", 0, "right", typed("password", asked, "verify", asked), 1},
		{"enter-password", 0, "once", typed("password", asked), -1},
		{"enter-password", 0, "not the same", typed("password", asked, "verify", asked+` + "x"`), -1},
		{"enter-password", 0, "the same wrong one", typed("password", `"x"`, "verify", `"x"`), -1},
		{"login-user", 0, "right", typed("username", user, "password", pass), 1},
		{"login-user", 0, "swapped", typed("username", pass, "password", user), -1},
		{"login-user", 0, "capital", typed("username", user+`.toUpperCase()`, "password", pass), -1},
		{"login-user", 0, "no password", typed("username", user), -1},
		{"find-word", 0, "right", typed("answer-input", word), 1},
		{"find-word", 0, "with marks", typed("answer-input", `" " + `+word+` + ". "`), 1},
		{"find-word", 0, "the next one", typed("answer-input", words+`[`+ordinals+`[0]]`), -1},
		{"find-word", 0, "the other case", typed("answer-input", word+`.toUpperCase()`), -1},
		{"read-table", 0, "right", typed("tt", row), 1},
		{"read-table", 0, "the label", typed("tt", asked), -1},
		{"read-table", 0, "the other case", typed("tt", row+`.toUpperCase()`), -1},
		{"read-table", 0, "nothing", b.submit, -1},
		{"read-table-2", 0, "right", typed("tt1", row1, "tt2", row2), 1},
		{"read-table-2", 1, "right", typed("tt1", row1, "tt2", row2), 1},
		{"read-table-2", 0, "swapped", typed("tt1", row2, "tt2", row1), -1},
		{"read-table-2", 0, "one", typed("tt1", row1), -1},
		{"scroll-text", 0, "right", typed("answer-input", last), 1},
		{"scroll-text", 0, "with its stop", typed("answer-input", last+` + "."`), 1},
		{"scroll-text", 0, "the first word", typed("answer-input", `document.getElementById("text-area").value.match(/\w+/)[0]`), -1},
		{"simple-arithmetic", 2, "right", typed("math-answer", sum), 1},
		{"simple-arithmetic", 2, "without the sign", typed("math-answer", sum+`.replace("-", "")`), -1},
		{"simple-arithmetic", 2, "nothing", b.submit, -1},
		{"simple-algebra", 0, "right", typed("math-answer", `"8"`), 1},
		{"simple-algebra", 2, "right", typed("math-answer", `"63"`), 1},
		{"simple-algebra", 2, "the wrong way", typed("math-answer", `"57"`), -1},
		{"text-transform", 0, "right", typed("tt", seen), 1},
		{"text-transform", 0, "the other case", typed("tt", seen+`.toUpperCase()`), -1},
		{"visual-addition", 3, "right", typed("math-answer", count), 1},
		{"visual-addition", 3, "the first heap", typed("math-answer", `String(document.querySelectorAll("#visual-1 span").length)`), -1},
	})
}

// TestLoginPopup meets the message that gets in the way at seeds of all three kinds.
func TestLoginPopup(t *testing.T) {
	b := newTab(t, builtin(t))
	b.open("login-user-popup")
	kinds := map[string]int64{} // where the message comes from -> seed
	for seed := int64(0); len(kinds) < 3 && seed < 50; seed++ {
		b.start("login-user-popup", seed)
		for _, box := range []string{"username", "password"} {
			b.click(id(box))
			if get[bool](b, id("popup")+` !== null`) {
				kinds[box] = seed
				break
			}
			if box == "password" {
				kinds["none"] = seed
			}
		}
	}
	fill := func(back bool) func() {
		return func() {
			for i, box := range []string{"username", "password"} {
				text := get[string](b, quotes+`[`+string(rune('0'+i))+`]`)
				b.write(id(box), text)
				if back && get[bool](b, id("popup")+` !== null`) {
					b.want("under the message", `["username", "password", "subbtn"].map((n) => document.getElementById(n).disabled)`, `[true,true,true]`)
					b.click(id("popup-cancel"))
					b.write(id(box), text)
				}
			}
			b.submit()
		}
	}
	b.rewards([]answer{
		{"login-user-popup", kinds["none"], "no message", fill(false), 1},
		{"login-user-popup", kinds["username"], "cancelled", fill(true), 1},
		{"login-user-popup", kinds["password"], "cancelled", fill(true), 1},
		{"login-user-popup", kinds["username"], "left", func() { b.click(id("username")); b.click(id("popup-ok")) }, -1},
		{"login-user-popup", kinds["username"], "stuck", func() { b.click(id("username")); b.submit() }, endless},
	})
}

// TestCopyRewards copies texts by keyboard.
func TestCopyRewards(t *testing.T) {
	b := newTab(t, builtin(t))
	paste := func(area string) func() {
		return func() {
			b.click(get[string](b, area))
			b.key("a", chrome.Ctrl)
			b.key("c", chrome.Ctrl)
			b.click(id("answer-input"))
			b.key("v", chrome.Ctrl)
			b.submit()
		}
	}
	b.rewards([]answer{
		{"copy-paste", 0, "right", paste(`"document.getElementById('to-copy')"`), 1},
		{"copy-paste", 0, "typed", func() {
			b.write(id("answer-input"), get[string](b, `document.getElementById("to-copy").value`))
			b.submit()
		}, 1},
		{"copy-paste", 0, "without the blank at the end", func() {
			b.write(id("answer-input"), get[string](b, `document.getElementById("to-copy").value.trim()`))
			b.submit()
		}, -1},
		{"copy-paste", 0, "nothing", b.submit, -1},
		{"copy-paste-2", 0, "right", paste(`"document.getElementById('text-" + ` + ordinals + `[0] + "')"`), 1},
		{"copy-paste-2", 0, "another", paste(`"document.getElementById('text-" + (` + ordinals + `[0] % 3 + 1) + "')"`), -1},
	})
}

// TestTimedRewards fills in the browser's own date and time fields.
func TestTimedRewards(t *testing.T) {
	b := newTab(t, builtin(t))
	// typed clicks the first part of the field and types keys; JavaScript tells them.
	typed := func(keys string) func() {
		return func() {
			_, y := b.point(id("tt"))
			left := get[float64](b, id("tt")+`.getBoundingClientRect().left`)
			b.act(chrome.Click(left+10, y, 1)...)
			b.act(chrome.Type(get[string](b, keys))...)
			b.submit()
		}
	}
	const digits = bolds + `[0].replace(/\//g, "")`
	b.rewards([]answer{
		{"enter-date", 0, "right", typed(digits), 1},
		{"enter-date", 0, "the day first", typed(bolds + `[0].replace(/(..).(..).(.*)/, "$2$1$3")`), -1},
		{"enter-date", 0, "no year", typed(digits + `.slice(0, 4)`), -1},
		{"enter-date", 0, "nothing", b.submit, -1},
		{"enter-time", 0, "right", typed(`"0937P"`), 1},
		{"enter-time", 0, "in the morning", typed(`"0937A"`), -1},
		{"enter-time", 0, "one part missing", typed(`"0937"`), -1},
		{"enter-time", 0, "nothing", b.submit, -1},
	})
}

// TestMovieRewards searches for films in every layout.
func TestMovieRewards(t *testing.T) {
	b := newTab(t, builtin(t))
	const box = `((wanted) => [...document.querySelectorAll("#area input")].find(function (input) {
	let row = input;
	do row = row.parentElement; while (row.textContent === "");
	return wanted.test(row.textContent);
}))`
	press := func() { b.click(`document.querySelector(".submit-row").firstChild`) }
	fill := func(genre, director, year string) func() {
		return func() {
			b.write(box+`(/genre/i)`, get[string](b, genre))
			b.write(box+`(/director/i)`, get[string](b, director))
			b.write(box+`(/year/i)`, get[string](b, year))
			press()
		}
	}
	const genre, director, year = bolds + `[0]`, bolds + `[1]`, bolds + `[2]`
	right := fill(genre, director, year)
	answers := []answer{
		{"multi-orderings", 0, "right", right, 1},
		{"multi-orderings", 1, "right", right, 1},
		{"multi-orderings", 0, "another case and blanks", fill(`" " + `+genre+`.toUpperCase()`, director+`.toLowerCase() + " "`, year), 1},
		{"multi-orderings", 0, "a blank behind the year", fill(genre, director, year+` + " "`), -1},
		{"multi-orderings", 0, "swapped", fill(director, genre, year), -1},
		{"multi-orderings", 0, "nothing", press, -1},
		{"multi-layouts", 0, "swapped", fill(director, genre, year), -1},
	}
	b.open("multi-layouts")
	seen := map[string]bool{}
	for seed := range int64(40) {
		b.start("multi-layouts", seed)
		if layout := get[string](b, `document.querySelector(".movies").className`); !seen[layout] {
			seen[layout] = true
			answers = append(answers, answer{"multi-layouts", seed, "right in " + layout, right, 1})
		}
	}
	if len(seen) != 5 {
		t.Errorf("layouts %v, want five", seen)
	}
	b.rewards(answers)
}

// TestGuessNumber guesses from 0 up and reads what the page says.
func TestGuessNumber(t *testing.T) {
	b := newTab(t, builtin(t))
	b.open("guess-number")
	const said = `document.getElementById("feedback").textContent`
	for seed := range int64(6) {
		b.start("guess-number", seed)
		b.advance(100 * time.Millisecond)
		number := get[int](b, `(Math.seedrandom(`+literal(seed)+`), core.randi(0, 10))`)
		b.submit() // nothing yet
		b.wantRunning("guess-number")
		guess := func(n int) {
			x, y := b.point(id("tt"))
			b.act(chrome.Click(x-10, y, 3)...) // beside the arrows, on all that is there
			b.act(chrome.Type(literal(n))...)
		}
		guess(number + 1)
		b.key("Enter", 0)
		b.want("too high", said, literal("The number is lower than "+literal(number+1)+"."))
		guess(number - 1)
		b.submit()
		b.want("too low", said, literal("The number is higher than "+literal(number-1)+"."))
		b.wantRunning("guess-number")
		guess(number)
		b.submit()
		b.wantEnd("guess-number", 1)
	}
}

// TestGenerateNumber takes the first number that comes up and judges it. Without one, nothing is
// right, also where an even number is asked for.
func TestGenerateNumber(t *testing.T) {
	b := newTab(t, builtin(t))
	b.open("generate-number")
	press := func(name string) { b.click(id(name)) }
	asked := map[string]int{}
	for seed := range int64(16) {
		b.start("generate-number", seed)
		kind := get[string](b, `core.getUtterance().match(/less|greater|odd|even/)[0]`)
		press("submit")
		b.wantEnd("generate-number", -1)
		b.start("generate-number", seed)
		b.advance(100 * time.Millisecond)
		press("generate")
		b.wantRunning("generate-number")
		fits := get[bool](b, `(function () {
	const n = Number(document.getElementById("display-number").textContent), bound = Number((core.getUtterance().match(/\d/) || [])[0]);
	return {less: n < bound, greater: n > bound, odd: n % 2 === 1, even: n % 2 === 0}[`+literal(kind)+`];
})()`)
		press("submit")
		b.wantEnd("generate-number", map[bool]float64{true: 1, false: -1}[fits])
		asked[kind]++
	}
	if len(asked) != 4 {
		t.Errorf("asked for %v, want four kinds", asked)
	}
}
