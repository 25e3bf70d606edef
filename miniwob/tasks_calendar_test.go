package miniwob

import (
	"fmt"
	"testing"

	"pix2act/chrome"
)

// TestDayGold compares what is to be planned, and what is planned already, with the published page.
func TestDayGold(t *testing.T) {
	newTab(t, builtin(t)).golds([]gold{
		{"daily-calendar", `[...document.querySelectorAll("#query .bold")].map((x) => EVENTS.includes(x.textContent) ? EVENTS.indexOf(x.textContent) : x.textContent).join()`,
			[3]string{"30 mins,3,4PM,8PM", "0.5 hours,1,8AM,12PM", "60 mins,3,4PM,8PM"}},
		{"daily-calendar", `[...document.querySelectorAll(".half-hour")].filter((c) => [...document.querySelectorAll(".event")].some((e) => {
	const cell = c.getBoundingClientRect(), event = e.getBoundingClientRect();
	return event.top < cell.bottom - 2 && event.bottom > cell.top + 2;
})).map((c) => c.id.slice(3)).join()`,
			[3]string{"12,13,30,31,40,41,42", "13,14,25,26,27,40,41", "14,15,16,26,27,42,43"}},
	})
}

// TestDayRewards plans events. At seed 3 it is 90 minutes for "Dentist" between 12PM and 4PM, half hours 24 to
// 31, of which 27 to 29 are taken.
func TestDayRewards(t *testing.T) {
	b := newTab(t, builtin(t))
	cell := func(n int) string { return id(fmt.Sprintf("hh-%d", n)) }
	// drag drags from one half hour to another, both in sight.
	drag := func(from, to int) {
		b.run(cell(min(from, to)) + `.scrollIntoView({block: "start"})`)
		x, y := b.point(cell(from))
		toX, toY := b.point(cell(to))
		b.act(chrome.Move{X: x, Y: y}, chrome.Press{X: x, Y: y, Clicks: 1})
		b.act(chrome.Move{X: x + 5, Y: (y + toY) / 2}, chrome.Frame{}, chrome.Move{X: toX + 10, Y: toY}, chrome.Frame{})
		b.act(chrome.Release{X: toX + 10, Y: toY, Clicks: 1})
	}
	button := func(kind string) { b.click(`document.querySelector("#create-event .` + kind + `")`) }
	plan := func(from, to int, name string) func() {
		return func() { drag(from, to); b.act(chrome.Type(name)...); button("create") }
	}
	b.rewards([]answer{
		{"daily-calendar", 3, "right", plan(24, 26, "Dentist"), 1},
		{"daily-calendar", 3, "upwards", plan(26, 24, "Dentist"), 1},
		{"daily-calendar", 3, "in small letters", plan(24, 26, "dentist"), 1},
		{"daily-calendar", 3, "another name", plan(24, 26, "Dentists"), -1},
		{"daily-calendar", 3, "no name", plan(24, 26, ""), -1},
		{"daily-calendar", 3, "too short", plan(24, 25, "Dentist"), -1},
		{"daily-calendar", 3, "too long", plan(23, 26, "Dentist"), -1},
		{"daily-calendar", 3, "too late", plan(30, 32, "Dentist"), -1},
		{"daily-calendar", 3, "much too early", plan(20, 22, "Dentist"), -1},
		// Both of these count as right on the published page.
		{"daily-calendar", 3, "a little too early", plan(23, 25, "Dentist"), -1},
		{"daily-calendar", 3, "over another event", plan(25, 27, "Dentist"), -1},
		{"daily-calendar", 3, "cancelled", func() { drag(24, 25); button("cancel"); plan(24, 26, "Dentist")() }, 1},
		{"daily-calendar", 3, "by key", func() {
			drag(24, 25)
			b.chord("Escape", 0)
			drag(24, 26)
			b.act(chrome.Type("Dentist")...)
			b.chord("Enter", 0)
		}, 1},
		{"daily-calendar", 3, "not created", func() { drag(24, 26); b.act(chrome.Type("Dentist")...) }, endless},
		{"daily-calendar", 0, "half an hour", plan(32, 32, "Meeting"), 1},
	})
}

// TestDay looks at the event that a drag makes, and at what makes none.
func TestDay(t *testing.T) {
	b := newTab(t, builtin(t))
	b.open("daily-calendar")
	b.start("daily-calendar", 3)
	b.run(id("hh-24") + `.scrollIntoView({block: "start"})`)
	const made = `[(document.querySelector("#newEvent") || {dataset: {}}).dataset.start, (document.querySelector("#create-event .times") || {textContent: ""}).textContent, document.activeElement.id]`
	x, y := b.point(id("hh-25"))
	b.act(chrome.Click(x, y, 1)...)
	b.want("a press without a move", made, `[null,"",""]`)
	ex, ey := b.point(`document.querySelectorAll(".event")[1]`)
	b.act(chrome.Move{X: ex, Y: ey}, chrome.Press{X: ex, Y: ey, Clicks: 1})
	b.act(chrome.Move{X: x, Y: y}, chrome.Release{X: x, Y: y, Clicks: 1})
	b.want("a drag of what is planned", made, `[null,"",""]`)
	b.act(chrome.Move{X: x, Y: y}, chrome.Press{X: x, Y: y, Clicks: 1})
	b.act(chrome.Move{X: x, Y: y + 100}, chrome.Frame{}, chrome.Move{X: x, Y: y + 2}, chrome.Frame{})
	b.want("while it is dragged", made, `["25","",""]`)
	b.act(chrome.Release{X: x, Y: y + 2, Clicks: 1})
	b.want("half an hour, ready to be named", made, `["25","12:30pm to 1pm","event-name"]`)
	b.want("its form is in sight", `(function (f) { return f.top >= 50 && f.bottom <= 210 && f.right <= 145; })(document.querySelector("#create-event").getBoundingClientRect())`, `true`)
	x, y = b.point(id("hh-31"))
	b.act(chrome.Move{X: x, Y: y}, chrome.Press{X: x, Y: y, Clicks: 1})
	b.act(chrome.Move{X: x, Y: y - 10}, chrome.Frame{}, chrome.Release{X: x, Y: y - 10, Clicks: 1})
	b.want("one at a time", made+`[0]`, `"25"`)
}
