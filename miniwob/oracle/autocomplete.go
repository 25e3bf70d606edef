package oracle

import (
	"strings"

	"pix2act/gui"
)

// suggesting is a text box that offers entries of a list, as readSuggesting
// reads it. Start and End are the selection of its text, Offers the entries
// shown, also those that lie beyond what can be seen.
type suggesting struct {
	Field      *target
	Value      string
	Start, End int
	Offers     []*target
	Under      string // the entry under the pointer
}

// readSuggesting is JavaScript that reads the text box that a selector finds.
func readSuggesting(selector string) string {
	return `(field => ({
		Field: target(field),
		Value: field ? field.value : "",
		Start: field ? field.selectionStart : 0,
		End: field ? field.selectionEnd : 0,
		Offers: targets(".ui-autocomplete .ui-menu-item"),
		Under: clean(first(".ui-autocomplete .ui-menu-item:hover")?.textContent),
	}))(first("` + selector + `"))`
}

// fill types the text into the box and takes an entry that is right, one
// action at a time. An entry among others is pointed at before it is clicked; one
// that cannot be clicked is brought into sight by typing it out. What else stands
// in the box is selected first, so that typing replaces it.
func (s suggesting) fill(v view, typed string, right func(entry string) bool) (gui.Action, error) {
	var wanted *target
	for _, offer := range s.Offers {
		if right(offer.Text) && (wanted == nil || len(wanted.Hits) < len(offer.Hits)) {
			wanted = offer
		}
	}
	switch {
	case s.Field == nil:
		return gui.Action{}, missing("text box")
	case s.Field.Focused && wanted != nil && len(wanted.Hits) > 0 && len(s.Offers) > 1 && s.Under != wanted.Text:
		return v.point(gui.Move, wanted, "entry "+wanted.Text) // the list may be laid out anew under the pointer
	case s.Field.Focused && wanted != nil && len(wanted.Hits) > 0:
		return v.click(wanted, "entry "+wanted.Text)
	case s.Value == "" && !s.Field.Focused:
		return v.click(s.Field, "text box")
	case !s.Field.Focused:
		return v.point(gui.TripleClick, s.Field, "text box")
	case s.Start == 0 && s.End == len(s.Value):
		if s.Value == typed && wanted != nil {
			typed = wanted.Text // it is among too many to be seen
		}
		return gui.Action{Verb: gui.Keys, Text: typed}, nil
	case wanted != nil && s.Value == wanted.Text:
		return gui.Action{Verb: gui.Wait}, nil // the list has yet to follow
	case s.End == len(s.Value) && wanted != nil && strings.HasPrefix(wanted.Text, s.Value):
		return gui.Action{Verb: gui.Keys, Text: wanted.Text[len(s.Value):]}, nil
	case s.Value == typed && wanted == nil && len(s.Offers) > 0:
		return gui.Action{Verb: gui.Wait}, nil // these are the entries for what stood there before
	case s.Value == typed && len(s.Offers) == 0:
		return gui.Action{Verb: gui.Key, Key: "ArrowDown"}, nil // asks for the list
	default:
		return v.point(gui.TripleClick, s.Field, "text box")
	}
}

// solveUseAutocomplete types how the entry begins, takes it from the list and
// submits.
func solveUseAutocomplete(v view) (gui.Action, error) {
	var page struct {
		Parts  []string
		Box    suggesting
		Submit *target
	}
	err := v.read(`{
		Parts: Array.from(document.querySelectorAll("#query .bold"), part => part.textContent),
		Box: `+readSuggesting("#tags")+`,
		Submit: target(first("#subbtn")),
	}`, &page)
	if err != nil {
		return gui.Action{}, err
	}
	if len(page.Parts) == 0 {
		return gui.Action{}, missing("beginning of the entry in its instruction")
	}
	start, end := page.Parts[0], ""
	if len(page.Parts) > 1 {
		end = page.Parts[1]
	}
	right := func(entry string) bool {
		return strings.HasPrefix(entry, start) && strings.HasSuffix(entry, end)
	}
	// What is typed can look like an entry, or be one: Cuba begins with "Cuba".
	taken := page.Box.Value != start || v.memory.last.Verb == gui.Click
	if right(page.Box.Value) && taken && len(page.Box.Offers) == 0 {
		return v.click(page.Submit, "Submit button")
	}
	return page.Box.fill(v, start, right)
}
