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
