package miniwob

import (
	"fmt"
	"testing"
	"time"

	"pix2act/chrome"
)

// TestFlightGold compares what is to be booked with the published pages: choice, kinds of name, day and
// the place of the first airport in its list. The airports themselves are our own.
func TestFlightGold(t *testing.T) {
	const asked = `(function (parts) {
	return [parts[0], ...parts.slice(1, 3).map((x) => /^[A-Z]{3}$/.test(x) ? "code" : "city"), parts[3],
		words.AIRPORTS.findIndex((x) => x.startsWith(parts[1] + " (") || x.endsWith("(" + parts[1] + ")"))].join();
})([...document.querySelectorAll("#query .bold")].map((x) => x.textContent))`
	want := [3]string{"cheapest,city,code,12/23/2016,27", "shortest,city,code,10/16/2016,130", "cheapest,code,city,10/29/2016,271"}
	b := newTab(t, builtin(t))
	b.golds([]gold{{"book-flight", asked, want}, {"book-flight-nodelay", asked, want}})
	b.want("airports", `[words.AIRPORTS.length, new Set(words.AIRPORTS).size, words.AIRPORTS.every((x) => /^[A-Za-z .'\/-]+, [A-Z]{2} \([A-Z]{3}\)$/.test(x))]`, `[732,732,true]`)
}

// flight fills in the search and presses the button. Where an end is "", what the instruction asks
// for is taken.
func (b *tab) flight(from, to string, day string) {
	b.t.Helper()
	for i, end := range []string{from, to} {
		if end == "" {
			asked := get[string](b, at("#query .bold", i+1)+`.textContent`)
			end = get[string](b, fmt.Sprintf(`words.AIRPORTS.find((x) => x.startsWith(%q + " (") || x.endsWith("(" + %[1]q + ")"))`, asked))
		}
		b.click(id([]string{"flight-from", "flight-to"}[i]))
		b.act(chrome.Type(end)...)
		b.advance(300 * time.Millisecond)
		b.click(at(".ui-autocomplete li", 0))
	}
	if day == "" {
		day = get[string](b, at("#query .bold", 3)+`.textContent`)
	}
	b.click(id("datepicker"))
	b.advance(300 * time.Millisecond)
	var month, date int
	if _, err := fmt.Sscanf(day, "%d/%d/2016", &month, &date); err != nil {
		b.t.Fatal(err)
	}
	times(12-month, func() { b.click(calendarBefore) })
	b.day(date)
	b.click(id("search"))
}

// book presses the button of the flight that is nth by what counts, from 0.
func (b *tab) book(n int) {
	b.t.Helper()
	b.intoSight(fmt.Sprintf(`[...document.querySelectorAll(".flight")].map(function (card) {
	const [hours, minutes] = card.querySelector(".time-duration").textContent.match(/\d+/g).map(Number);
	const price = Number(card.querySelector("button").textContent.match(/\d+/)[0]);
	return [document.querySelector("#query .bold").textContent === "cheapest" ? price : 60 * hours + minutes, card.querySelector("button")];
}).sort((a, b) => a[0] - b[0])[%d][1]`, n))
}

// TestFlightRewards searches and books.
func TestFlightRewards(t *testing.T) {
	b := newTab(t, builtin(t))
	booked := func(from, to, day string, n int) func() {
		return func() { b.flight(from, to, day); b.book(n) }
	}
	b.rewards([]answer{
		{"book-flight-nodelay", 0, "the cheapest", booked("", "", "", 0), 1},
		{"book-flight-nodelay", 0, "another", booked("", "", "", 1), -1},
		{"book-flight-nodelay", 0, "from elsewhere", booked("Boston, MA (BOS)", "", "", 0), -1},
		{"book-flight-nodelay", 0, "to elsewhere", booked("", "Boston, MA (BOS)", "", 0), -1},
		{"book-flight-nodelay", 0, "another day", booked("", "", "12/24/2016", 0), -1},
		{"book-flight-nodelay", 0, "another month", booked("", "", "11/23/2016", 0), -1},
		{"book-flight-nodelay", 0, "not booked", func() { b.flight("", "", "") }, endless},
		{"book-flight-nodelay", 0, "back to put it right", func() {
			b.flight("", "", "12/24/2016")
			b.click(id("menu-back"))
			b.click(id("datepicker"))
			b.day(23)
			b.click(id("search"))
			b.book(0)
		}, 1},
		{"book-flight-nodelay", 1, "the shortest", booked("", "", "", 0), 1},
		{"book-flight-nodelay", 1, "the second shortest", booked("", "", "", 1), -1},
		{"book-flight", 0, "the cheapest", booked("", "", "", 0), 1},
		{"book-flight", 0, "another", booked("", "", "", 1), -1},
	})
}

// TestFlightSearch looks at searches that are refused, and at what is found.
func TestFlightSearch(t *testing.T) {
	b := newTab(t, builtin(t))
	const (
		refused = `[...document.querySelectorAll(".error")].map((x) => x.id)`
		found   = `document.querySelectorAll(".flight").length`
		summary = `(document.querySelector(".flight-summary") || {textContent: ""}).textContent`
	)
	b.open("book-flight-nodelay")
	b.start("book-flight-nodelay", 0)
	b.click(id("search"))
	b.want("nothing filled in", refused, `["flight-from","flight-to","datepicker"]`)
	b.click(id("flight-from"))
	b.act(chrome.Type("boston")...)
	b.click(id("flight-from")) // it keeps the text
	b.chord("Escape", 0)
	b.click(id("search"))
	b.want("no airport of the list", refused, `["flight-from","flight-to","datepicker"]`)
	b.click(id("flight-from"))
	b.act(chrome.Type("x")...)
	b.chord("Backspace", 0)
	b.want("a match anywhere, in any case", `[...document.querySelectorAll(".ui-autocomplete li")].map((x) => x.textContent)`, `["Boston, MA (BOS)"]`)
	b.click(at(".ui-autocomplete li", 0))
	b.click(id("search"))
	b.want("one filled in", refused, `["flight-to","datepicker"]`)
	b.want("and nothing found", found, `0`)
	b.start("book-flight-nodelay", 0)
	b.flight("Boston, MA (BOS)", "Denver, CO (DEN)", "10/03/2016")
	b.want("what was searched for", summary, `"BOS to DEN | 10/03/2016"`)
	b.want("where the flights go", `[...document.querySelectorAll(".flight")].every((x) => x.querySelector(".depart-city").textContent === "Boston, MA (BOS)" && x.querySelector(".arrive-city").textContent === "Denver, CO (DEN)")`, `true`)
	decoys := get[string](b, `document.getElementById("results").innerText`)
	b.start("book-flight-nodelay", 0)
	b.flight("", "", "")
	if right := get[string](b, `document.getElementById("results").innerText`); right == decoys {
		t.Errorf("the right search finds what a wrong one does: %s", right)
	}
	b.want("three or four", `[3, 4].includes(`+found+`)`, `true`)
}

// TestFlightCity takes any airport of a town that is told by its name, but of one told by its code only that.
func TestFlightCity(t *testing.T) {
	b := newTab(t, builtin(t))
	b.open("book-flight-nodelay")
	fits := func(u1, u2 float64) string {
		return fmt.Sprintf(`(function () {
	const draws = [%v, %v], random = Math.random;
	Math.random = () => draws.shift();
	const end = drawEnd();
	Math.random = random;
	return [end.asked, ...["Chicago, IL (MDW)", "Chicago, IL (ORD)", "Chicago Heights, IL (XXX)"].map(end.fits)];
})()`, u1, u2)
	}
	place := (float64(get[int](b, `words.AIRPORTS.indexOf("Chicago, IL (ORD)")`)) + 0.5) / 732
	b.want("by its name", fits(place, 0.1), `["Chicago, IL",true,true,false]`)
	b.want("by its code", fits(place, 0.9), `["ORD",false,true,false]`)
}
