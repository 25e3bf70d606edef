package oracle

import (
	"math"

	"pix2act/gui"
)

// readDay gives what to plan, and the first free time for it in its part of the
// day. Times count in half hours from midnight.
const readDay = `(() => {
	` + readScrolling + `
	const asked = instruction();
	const [, number, unit] = /([\d.]+) (min|hour)/.exec(asked);
	const length = Number(number) / (unit === "min" ? 30 : 0.5);
	const [from, to] = Array.from(asked.matchAll(/\b(\d+)(AM|PM)/g), ([, hour, half]) => 2 * (hour % 12 + (half === "PM" ? 12 : 0)));
	const cells = Array.from(document.querySelectorAll(".half-hour"));
	const planned = all(".event:not(#newEvent)").map(event => event.getBoundingClientRect());
	const free = cells.map(cell => {
		const r = cell.getBoundingClientRect(), middle = r.top + r.height / 2;
		return planned.every(p => middle < p.top || middle > p.bottom);
	});
	let begin = from;
	while (begin + length <= to && !free.slice(begin, begin + length).every(Boolean)) begin++;
	const made = first("#newEvent"), box = first("#event-name");
	return {
		Name: slot(), Begin: begin, Length: length, Fits: begin + length <= to,
		Scroller: scroller,
		Top: cells[from].getBoundingClientRect().top - area.getBoundingClientRect().top,
		First: place(cells[begin]), Last: place(cells[begin + length - 1]),
		Pressed: document.querySelector(".half-hour:active") !== null,
		MadeBegin: made ? Number(made.dataset.start) : 0,
		MadeLength: made ? Number(made.dataset.duration) : 0,
		Open: first("#create-event") !== null,
		Value: box ? box.value : "",
		Box: place(box), Cancel: place(first("#create-event .cancel")), Create: place(first("#create-event .create")),
	};
})()`

// dayPage is what readDay reads.
type dayPage struct {
	Name                  string
	Begin, Length         int
	Fits, Pressed, Open   bool
	Scroller              scroller
	Top                   float64
	First, Last           *place
	MadeBegin, MadeLength int
	Value                 string
	Box, Cancel, Create   *place
}

// release ends the drag in the right part of the last half hour, away from
// where it began: a drag of half an hour has to move, too.
func (p dayPage) release(v view) (gui.Action, error) {
	t := p.Last.Target
	x, y, err := t.best(v.lattice, func(px, py int) float64 {
		return -math.Hypot(float64(px)-t.X-0.8*t.W, float64(py)-t.Y-t.H/2)
	})
	return gui.Action{Verb: gui.EndDrag, X: x, Y: y}, err
}

// solveDailyCalendar scrolls to the part of the day, drags over the first free
// time that is long enough, names the event and creates it.
func solveDailyCalendar(v view) (gui.Action, error) {
	var page dayPage
	if err := v.read(readDay, &page); err != nil {
		return gui.Action{}, err
	}
	switch {
	case !page.Fits:
		return gui.Action{}, missing("free time that is long enough")
	case page.Open && (page.MadeBegin != page.Begin || page.MadeLength != page.Length):
		return page.Scroller.click(v, page.Cancel, "Cancel button")
	case page.Open && page.Value == page.Name:
		return page.Scroller.click(v, page.Create, "Create button")
	case page.Open && page.Value == "" && page.Box.Target.Focused:
		return gui.Action{Verb: gui.Keys, Text: page.Name}, nil
	case page.Open && page.Value == "":
		return page.Scroller.click(v, page.Box, "box for the name")
	case page.Open:
		return v.point(gui.TripleClick, page.Box.Target, "box for the name")
	case page.Pressed:
		return page.release(v)
	case page.First.InSight && page.Last.InSight:
		return v.point(gui.BeginDrag, page.First.Target, "first half hour")
	case math.Abs(page.Top) > 2:
		return page.Scroller.by(v, int(page.Top))
	default: // the part of the day is higher than what can be seen of it
		return page.Scroller.by(v, int(page.Last.Below))
	}
}
