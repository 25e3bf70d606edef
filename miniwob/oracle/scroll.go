package oracle

import "pix2act/gui"

// scrollDistance is how far the wheel turns at once, in CSS pixels: more than
// any of the texts is long, so that once is enough.
const scrollDistance = 1000

// readScroller gives the text area, the way to scroll, and whether it is at
// either end.
const readScroller = `(() => {
	const area = first("#area textarea, #text-area");
	const ways = instruction().match(/\b(top|bottom)\b/gi) || [];
	return {
		Area: target(area),
		Way: (ways[0] || "").toLowerCase(),
		AtTop: area !== null && area.scrollTop < 1,
		AtBottom: area !== null && area.scrollHeight - area.clientHeight - area.scrollTop < 1,
		Hovered: area !== null && area.matches(":hover"),
		Submit: target(first("#subbtn")),
	};
})()`

// solveScrollText2 clicks into the text, turns the wheel there and submits.
func solveScrollText2(v view) (gui.Action, error) {
	var page struct {
		Area, Submit    *target
		Way             string
		AtTop, AtBottom bool
		Hovered         bool
	}
	if err := v.read(readScroller, &page); err != nil {
		return gui.Action{}, err
	}
	distance := scrollDistance
	arrived := page.AtBottom
	if page.Way == "top" {
		distance, arrived = -scrollDistance, page.AtTop
	}
	switch {
	case page.Area == nil:
		return gui.Action{}, missing("text area")
	case page.Way == "":
		return gui.Action{}, missing("way to scroll in its instruction")
	case arrived:
		return v.click(page.Submit, "Submit button")
	case page.Hovered:
		return gui.Action{Verb: gui.Scroll, DeltaY: distance}, nil
	default:
		return v.click(page.Area, "text area")
	}
}

// solveScrollText scrolls the text to its end where it does not end in sight,
// types its last word and submits.
func solveScrollText(v view) (gui.Action, error) {
	var page struct {
		Area             *target
		Scrolled, Hovers bool
	}
	if err := v.read(readAgreement, &page); err != nil {
		return gui.Action{}, err
	}
	if page.Area != nil && !page.Scrolled {
		return v.scrollOver(page.Area, page.Hovers, 3*scrollDistance)
	}
	return entering(`form([[first("#answer-input"),
		(first("#text-area").value.trim().split(/\s+/).pop() || "").replace(/[^a-zA-Z0-9]/g, "")]])`)(v)
}

// readAgreement gives a text area, whether its end is in sight, and whether the
// pointer is over it.
const readAgreement = `(() => {
	const area = first("#text-area");
	return {
		Area: target(area),
		Scrolled: area !== null && area.scrollHeight - area.scrollTop - area.clientHeight < 1,
		Hovers: area !== null && area.matches(":hover"),
	};
})()`

// scrollOver turns the wheel over a target, once the pointer is there.
func (v view) scrollOver(t *target, hovers bool, distance int) (gui.Action, error) {
	if !hovers {
		return v.point(gui.Move, t, "thing to scroll")
	}
	return gui.Action{Verb: gui.Scroll, DeltaY: distance}, nil
}

// solveSignAgreement cancels at once, or scrolls to the end of the agreement,
// types the name and presses the button asked for.
func solveSignAgreement(v view) (gui.Action, error) {
	var page struct {
		Area             *target
		Scrolled, Hovers bool
		Name             string
		Cancel           *target
	}
	err := v.read(`{...`+readAgreement+`,
		Name: (/name "([^"]*)"/.exec(instruction()) || [])[1] || "",
		Cancel: target(first("#cancel")),
	}`, &page)
	if err != nil {
		return gui.Action{}, err
	}
	switch {
	case page.Name == "":
		return v.click(page.Cancel, "Cancel button")
	case page.Area != nil && !page.Scrolled:
		return v.scrollOver(page.Area, page.Hovers, 5*scrollDistance)
	}
	return entering(`form([[first("#name"), quotes()[0]]], /Agree/.test(quotes()[1]) ? first("#agree") : first("#cancel"))`)(v)
}
