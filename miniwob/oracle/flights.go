package oracle

import (
	"strings"

	"pix2act/gui"
)

// readFlights gives what to book, the boxes of the search, and what it found.
var readFlights = `(() => {
	` + readScrolling + `
	const [choice, from, to] = Array.from(document.querySelectorAll("#query .bold"), part => part.textContent);
	return {
		Choice: choice, From: from, To: to,
		FromBox: ` + readSuggesting("#flight-from") + `,
		ToBox: ` + readSuggesting("#flight-to") + `,
		Picker: ` + readPicker + `,
		Search: target(first("#search")),
		Ends: all(".depart-city, .arrive-city").slice(0, 2).map(city => clean(city.textContent)),
		Summary: clean(first(".flight-summary")?.textContent),
		Back: place(first("#menu-back")),
		Trips: ` + readTrips + `,
		Buttons: all(".flight button").map(place),
		Scroller: scroller,
	};
})()`

// flightPage is what readFlights reads.
type flightPage struct {
	Choice, From, To string
	FromBox, ToBox   suggesting
	Picker           picker
	Search           *target
	Ends             []string // cities of the first flight found
	Summary          string   // codes and day of the search
	Back             *place
	Trips            []trip
	Buttons          []*place
	Scroller         scroller
}

// serves tells whether an airport is the one that is asked for by its code or
// by its city.
func serves(airport, asked string) bool {
	return strings.HasPrefix(airport, asked+" (") || strings.HasSuffix(airport, "("+asked+")")
}

// solveBookFlight fills in the search, from the top, searches, and books the
// best of the flights found.
func solveBookFlight(v view) (gui.Action, error) {
	var page flightPage
	if err := v.read(readFlights, &page); err != nil {
		return gui.Action{}, err
	}
	if len(page.Trips) > 0 {
		return page.book(v)
	}
	if page.Search == nil {
		return gui.Action{}, missing("search or flights")
	}
	for _, end := range []struct {
		box   suggesting
		asked string
	}{{page.FromBox, page.From}, {page.ToBox, page.To}} {
		listed := end.box.Field != nil && end.box.Field.Focused && len(end.box.Offers) > 0
		if !serves(end.box.Value, end.asked) || listed {
			return end.box.fill(v, end.asked, func(entry string) bool { return serves(entry, end.asked) })
		}
	}
	if page.Picker.Value != page.Picker.Wanted { // the calendar covers no button when it fades
		return page.Picker.choose(v)
	}
	return v.click(page.Search, "Search button")
}

// book presses the button of the best flight; from a search that was wrong it
// goes back.
func (p flightPage) book(v view) (gui.Action, error) {
	right := len(p.Ends) == 2 && strings.HasSuffix(p.Summary, p.Picker.Wanted)
	for i, asked := range []string{p.From, p.To} {
		// The public pages repeat what is asked for instead of the airport.
		right = right && (serves(p.Ends[i], asked) || p.Ends[i] == asked)
	}
	if !right {
		return p.Scroller.click(v, p.Back, "Back button")
	}
	best := bestTrip(p.Trips, p.Choice)
	if best < 0 || best >= len(p.Buttons) {
		return gui.Action{}, missing("flight that is " + p.Choice)
	}
	return p.Scroller.click(v, p.Buttons[best], "button of the flight")
}
