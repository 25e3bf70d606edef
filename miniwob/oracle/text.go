package oracle

import (
	"strings"

	"pix2act/gui"
)

// solveFocusText clicks into the text box.
func solveFocusText(v view) (gui.Action, error) {
	var field *target
	if err := v.read(`target(first("#area input"))`, &field); err != nil {
		return gui.Action{}, err
	}
	return v.click(field, "text box")
}

// entry is a box with the text that it is to get, as entry in reader.js reads
// it.
type entry struct {
	Field         *target
	Value, Wanted string
	// Whole tells that all of the text is selected, AtEnd that the caret
	// stands behind it.
	Whole, AtEnd bool
}

// form is boxes to be filled in and the button that hands them in, as form in
// reader.js reads it.
type form struct {
	Entries []entry
	Submit  *target
}

// entering is the solver of a form that is read by the JavaScript expression.
func entering(expression string) solver {
	return func(v view) (gui.Action, error) {
		var page form
		if err := v.read(expression, &page); err != nil {
			return gui.Action{}, err
		}
		return page.fill(v)
	}
}

// solveEnterText types a text into a box and submits.
var solveEnterText = entering(`form([[first("#area input[type=text]"), slot()]])`)

// fill clicks each box that has not its text and types it, and then submits.
func (f form) fill(v view) (gui.Action, error) {
	empty := true
	var wrong []entry
	for _, e := range f.Entries {
		empty = empty && e.Wanted == ""
		if e.Field == nil {
			return gui.Action{}, missing("text box")
		}
		if e.Value != e.Wanted {
			wrong = append(wrong, e)
		}
	}
	if len(wrong) > 0 {
		return v.varied.next(wrong).enter(v)
	}
	if empty {
		return gui.Action{}, missing("text to enter")
	}
	return v.click(f.Submit, "button to submit with")
}

// enter clicks the box and types. What else stands in it is selected first, so
// that typing replaces it.
func (e entry) enter(v view) (gui.Action, error) {
	switch {
	case e.Value == "" && !e.Field.Focused:
		return v.click(e.Field, "text box")
	case !e.Field.Focused:
		return v.point(gui.TripleClick, e.Field, "text box")
	case e.Whole && e.Wanted == "":
		return gui.Action{Verb: gui.Key, Key: "Backspace"}, nil
	case e.Whole || e.Value == "":
		return gui.Action{Verb: gui.Keys, Text: e.Wanted}, nil
	case e.AtEnd && strings.HasPrefix(e.Wanted, e.Value):
		return gui.Action{Verb: gui.Keys, Text: e.Wanted[len(e.Value):]}, nil
	default:
		return v.point(gui.TripleClick, e.Field, "text box")
	}
}
