package oracle

import (
	"fmt"

	"pix2act/gui"
)

// readPanels gives the panels of tabs and of accordions, by their headers, and
// the first link of the text asked for that can be seen. Only a panel that
// moves cuts off a part of itself.
const readPanels = `(() => {
	const heads = all("#area [role=tab]");
	const panels = Array.from(document.querySelectorAll("#area [role=tabpanel]"));
	return {
		Tab: (/Tab #\d/.exec(instruction()) || [""])[0],
		Link: target(all("#area .alink").find(link => link.textContent === slot()) || null),
		Heads: heads.map(target),
		Open: panels.findIndex(shown),
		Moving: panels.some(panel => getComputedStyle(panel).overflow === "hidden" && panel.scrollHeight > panel.clientHeight + 1),
		Submit: target(first("#subbtn")),
	};
})()`

// panels is what readPanels reads.
type panels struct {
	Tab          string // label asked for
	Link, Submit *target
	Heads        []*target
	Open         int // number of the panel that is shown, or -1
	Moving       bool
}

// solveClickLink clicks the link asked for. In tabs and sections that hide it,
// it opens one after the other, and waits while they move.
func solveClickLink(v view) (gui.Action, error) {
	var page panels
	if err := v.read(readPanels, &page); err != nil {
		return gui.Action{}, err
	}
	switch {
	case page.Moving:
		return gui.Action{Verb: gui.Wait}, nil
	case page.Link != nil:
		return v.click(page.Link, "link asked for")
	case len(page.Heads) == 0:
		return gui.Action{}, missing("link asked for")
	}
	next := (page.Open + 1) % len(page.Heads)
	return v.click(page.Heads[next], fmt.Sprintf("header of part %d", next+1))
}

// solveClickTab clicks the label asked for.
func solveClickTab(v view) (gui.Action, error) {
	var page panels
	if err := v.read(readPanels, &page); err != nil {
		return gui.Action{}, err
	}
	return v.click(labelled(page.Heads, page.Tab), fmt.Sprintf("label %q", page.Tab))
}

// solveClickCollapsible opens the section and submits.
func solveClickCollapsible(v view) (gui.Action, error) {
	var page panels
	if err := v.read(readPanels, &page); err != nil {
		return gui.Action{}, err
	}
	switch {
	case page.Moving:
		return gui.Action{Verb: gui.Wait}, nil
	case page.Open >= 0:
		return v.click(page.Submit, "Submit button")
	case len(page.Heads) == 0:
		return gui.Action{}, missing("section")
	}
	return v.click(page.Heads[0], "header of the section")
}
