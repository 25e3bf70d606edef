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

// readForm gives the text asked for, the text box with its content and
// selection, and the button.
const readForm = `(() => {
	const field = first("#area input[type=text]");
	return {
		Wanted: slot(),
		Field: target(field),
		Value: field ? field.value : "",
		Start: field ? field.selectionStart : 0,
		End: field ? field.selectionEnd : 0,
		Submit: target(first("#subbtn")),
	};
})()`

// form is what readForm reads. Start and End are the selection.
type form struct {
	Wanted, Value string
	Field, Submit *target
	Start, End    int
}

// solveEnterText clicks the box, types the text and submits. What else stands
// in the box is selected first, so that typing replaces it.
func solveEnterText(v view) (gui.Action, error) {
	var page form
	if err := v.read(readForm, &page); err != nil {
		return gui.Action{}, err
	}
	switch {
	case page.Field == nil:
		return gui.Action{}, missing("text box")
	case page.Wanted == "":
		return gui.Action{}, missing("text to enter in its instruction")
	case page.Value == page.Wanted:
		return v.click(page.Submit, "Submit button")
	case page.Value == "" && !page.Field.Focused:
		return v.click(page.Field, "text box")
	case !page.Field.Focused:
		return v.point(gui.TripleClick, page.Field, "text box")
	case page.Start == 0 && page.End == len(page.Value):
		return gui.Action{Verb: gui.Keys, Text: page.Wanted}, nil
	case page.Start == len(page.Value) && strings.HasPrefix(page.Wanted, page.Value):
		return gui.Action{Verb: gui.Keys, Text: page.Wanted[len(page.Value):]}, nil
	default:
		return v.point(gui.TripleClick, page.Field, "text box")
	}
}
