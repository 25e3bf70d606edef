package oracle

import (
	"errors"
	"strings"

	"pix2act/gui"
)

// flightScroll is how far the wheel turns at once in the form of an airline, in
// CSS pixels.
const flightScroll = 200

// readFlight gives the state of the form. What to fill in is taken from the
// page's own record of it: the instruction names cities, the form wants codes
// or full names of airports, and the published questions contradict their
// instructions here and there. Calendars are looked for in the four makes that
// the forms have.
const readFlight = `(() => {
	const request = core.currentQuestion.request;
	const named = name => document.getElementsByName(name)[0] || null;
	const text = e => e ? clean(e.innerText) : "";
	const aa = named("segments[0].origin") !== null;
	const prefix = "SearchFields.";
	const field = name => {
		const e = named(name);
		return {
			Field: target(e), Name: name, Value: e.value, Wanted: request[name] ?? e.value,
			All: e.selectionStart === 0 && e.selectionEnd === e.value.length,
		};
	};
	const entries = all(".ui-autocomplete li, [id^=input-selections] li");
	const city = name => {
		const f = field(name);
		const is = e => aa ? text(e).startsWith(f.Wanted + " - ") : e.getAttribute("data-value") === f.Wanted;
		return {...f, Typed: aa ? f.Wanted : f.Wanted.split(",")[0], Entry: target(entries.find(is)), Listed: entries.length > 0};
	};
	const [depart, back] = aa ? ["segments[0].travelDate", "segments[1].travelDate"] : [prefix + "DepartureDate", prefix + "ReturnDate"];
	const says = text(first("#cal-top-text, .ui-dialog:has(#inlineCalendar) .ui-dialog-title"));
	const calendar = first("#cal, #inlineCalendar, #ui-datepicker-div");
	const open = calendar === null ? "" : says ? (/^depart/i.test(says) ? depart : back) : document.activeElement.name || "";
	const cells = all("#cal a.cal-day, #inlineCalendar td[data-month='2'] a, #ui-datepicker-div td button");
	const day = name => {
		const f = field(name);
		const date = f.Wanted.split("/").map(Number);
		return {...f, Day: open === name ? target(cells.find(e => Number(text(e)) === date[1])) : null};
	};
	const oneWay = document.querySelector("#srh-isow");
	const travellers = document.querySelector("#num-travelers"), steps = all(".tnum-button");
	const more = Number(request[prefix + "NumberOfTravelers"] || 1) - Number(travellers ? travellers.value : 1);
	const cabin = document.querySelector(request[prefix + "CabinType"] === "First" ? "#cabin-first" : "#cabin-coach");
	const days = [day(depart)];
	if (request[prefix + "SearchType"] !== "OneWay") days.push(day(back));
	return {
		OneWay: oneWay !== null && oneWay.checked !== (request[prefix + "SearchType"] === "OneWay")
			? target(first("label[for=srh-isow]")) : null,
		Cities: aa ? [city("segments[0].origin"), city("segments[0].destination")]
			: [city(prefix + "DepartureCity"), city(prefix + "ArrivalCity")],
		Days: days, Open: open, Finish: target(first("#btnDone")),
		Travellers: more !== 0 ? target(steps[more > 0 ? 1 : 0]) : null,
		Cabin: cabin !== null && !cabin.checked ? target(first("label[for=" + cabin.id + "]") || first(".drop-head")) : null,
		Submit: target(first("form.miniwob-main-form [type=submit]")),
	};
})()`

// flightField is a text box of the form. All tells that all of it is selected.
type flightField struct {
	Field               *target
	Name, Value, Wanted string
	All                 bool
}

// flightCity is a box that offers a list for what is typed.
type flightCity struct {
	flightField
	Typed  string  // what makes the list show the right entry
	Entry  *target // the right entry
	Listed bool    // some list is open
}

// flightDay is a box with a calendar. Day is shown only in its own.
type flightDay struct {
	flightField
	Day *target
}

// flightForm is what readFlight reads. OneWay, Travellers and Cabin are what to
// press while they are not as they should be.
type flightForm struct {
	OneWay, Travellers, Cabin, Finish, Submit *target

	Cities []flightCity
	Days   []flightDay
	Open   string // the name of the box whose calendar shows
}

// solveFlight fills a form in from its top to its bottom and hands it in.
func solveFlight(v view) (gui.Action, error) {
	var form flightForm
	if err := v.read(readFlight, &form); err != nil {
		return gui.Action{}, err
	}
	if form.Open == "" && form.OneWay != nil {
		return v.click(form.OneWay, "box for one way")
	}
	for _, city := range form.Cities {
		if form.Open == "" && (city.Value != city.Wanted || city.Listed && city.Field.Focused) {
			return city.fill(v)
		}
	}
	for _, day := range form.Days {
		switch {
		case day.Day != nil && day.Value != day.Wanted:
			return reachInForm(v, day.Day, "day")
		case form.Open == day.Name && form.Finish != nil:
			return v.click(form.Finish, "button that closes the calendar")
		case form.Open == day.Name && day.Value == day.Wanted: // it is closing
			return gui.Action{Verb: gui.Wait}, nil
		case day.Value != day.Wanted:
			return v.click(day.Field, "box for a day")
		}
	}
	for _, part := range []*target{form.Travellers, form.Cabin} {
		if part != nil {
			return reachInForm(v, part, "part of the form")
		}
	}
	return reachInForm(v, form.Submit, "Submit button")
}

// fill types a city and takes the right entry of the list. Where the list does
// not have it, the whole text is typed.
func (c flightCity) fill(v view) (gui.Action, error) {
	replace := func(text string) (gui.Action, error) {
		if !c.All {
			return gui.Action{Verb: gui.Key, Modifiers: []string{"ctrl"}, Key: "a"}, nil
		}
		return gui.Action{Verb: gui.Keys, Text: text}, nil
	}
	switch {
	case c.Entry != nil:
		return v.click(c.Entry, "entry of the list")
	case c.Value == c.Wanted: // the list offers others only
		return gui.Action{Verb: gui.Key, Key: "Escape"}, nil
	case !c.Field.Focused:
		return v.click(c.Field, "box for a city")
	case strings.EqualFold(c.Value, c.Typed):
		return replace(c.Wanted)
	default:
		return replace(c.Typed)
	}
}

// reachInForm clicks a part of the form, and scrolls down until it shows.
func reachInForm(v view, t *target, name string) (gui.Action, error) {
	action, err := v.click(t, name)
	if !errors.Is(err, errUnreachable) {
		return action, err
	}
	if t.Y < 0 {
		return gui.Action{Verb: gui.Scroll, DeltaY: -flightScroll}, nil
	}
	return gui.Action{Verb: gui.Scroll, DeltaY: flightScroll}, nil
}
