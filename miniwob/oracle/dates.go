package oracle

import "pix2act/gui"

// readPicker gives the date asked for, the box that it belongs into, and the
// calendar if there is one, with its opacity while it fades in or out. Months
// count from the year 0.
const readPicker = `(() => {
	const wanted = (/\d\d\/\d\d\/\d{4}/.exec(instruction()) || [""])[0];
	const box = first("#datepicker"), calendar = first("#ui-datepicker-div");
	const text = selector => calendar ? clean(calendar.querySelector(selector).textContent) : "";
	const day = calendar && all("#ui-datepicker-div td").find(cell => clean(cell.textContent) === String(Number(wanted.slice(3, 5))));
	const months = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];
	return {
		Wanted: wanted,
		Month: 12 * Number(wanted.slice(6)) + Number(wanted.slice(0, 2)),
		Shown: 12 * Number(text(".ui-datepicker-year")) + months.indexOf(text(".ui-datepicker-month")) + 1,
		Value: box ? box.value : "",
		Box: target(box),
		Opacity: calendar ? Number(getComputedStyle(calendar).opacity) : 0,
		Before: target(first("#ui-datepicker-div .ui-datepicker-prev")),
		After: target(first("#ui-datepicker-div .ui-datepicker-next")),
		Day: target(day),
	};
})()`

// picker is what readPicker reads.
type picker struct {
	Wanted, Value           string
	Month, Shown            int
	Opacity                 float64
	Box, Before, After, Day *target
}

// closed tells that no calendar is to be seen, fading that it comes or goes: a
// hundredth more or less does not show.
func (p picker) closed() bool { return p.Opacity < 0.01 }
func (p picker) fading() bool { return !p.closed() && p.Opacity < 0.99 }

// chosen tells that the box has the date and the calendar is gone.
func (p picker) chosen() bool { return p.Value == p.Wanted && p.closed() }

// choose opens the calendar, turns to the month and takes the day, one action
// at a time. While the calendar fades it waits.
func (p picker) choose(v view) (gui.Action, error) {
	switch {
	case p.Wanted == "":
		return gui.Action{}, missing("date in its instruction")
	case p.fading():
		return gui.Action{Verb: gui.Wait}, nil
	case p.closed() && p.Box != nil && p.Box.Focused:
		return gui.Action{Verb: gui.Key, Key: "Tab"}, nil // the public calendar opens with the focus only
	case p.closed():
		return v.click(p.Box, "box for the date")
	case p.Shown > p.Month:
		return v.click(p.Before, "arrow to the month before")
	case p.Shown < p.Month:
		return v.click(p.After, "arrow to the month after")
	default:
		return v.click(p.Day, "day "+p.Wanted)
	}
}

// next clicks what comes after the date is chosen. A fading calendar can still
// catch clicks when it is not to be seen any more, so the pointer goes there
// first; the calendar is gone when it has arrived.
func (p picker) next(v view, t *target, name string) (gui.Action, error) {
	if t == nil || !v.page.Task().Animated {
		return v.click(t, name)
	}
	there := v.nearest(t)
	if last := v.memory.last; last.Verb != gui.Wait && last.X == there.X && last.Y == there.Y {
		there.Verb = gui.Click
	}
	return there, nil
}

// solveChooseDate chooses the date and submits.
func solveChooseDate(v view) (gui.Action, error) {
	var page struct {
		Picker picker
		Submit *target
	}
	if err := v.read(`{Picker: `+readPicker+`, Submit: target(first("#subbtn"))}`, &page); err != nil {
		return gui.Action{}, err
	}
	if page.Picker.chosen() {
		return page.Picker.next(v, page.Submit, "Submit button")
	}
	return page.Picker.choose(v)
}
