package recording

import (
	"encoding/json"
	"math"
	"strings"

	"pix2act/gui"
)

// node is a part of the page as the recorder dumps it.
type node struct {
	Ref      int     `json:"ref"`
	Tag      string  `json:"tag"`
	Left     float64 `json:"left"`
	Top      float64 `json:"top"`
	Width    float64 `json:"width"`
	Height   float64 `json:"height"`
	Target   bool    `json:"recordingTarget"` // of the event that the dump belongs to
	Children []node  `json:"children"`
}

// walk calls visit for every element of the page.
func (n node) walk(visit func(node)) {
	visit(n)
	for _, child := range n.Children {
		child.walk(visit)
	}
}

// scroll takes the scroll event i. The recorder notes no distance, and only the
// first of several events in a row, but the dumps before and after show how far
// the content of the scrolled element moved. Nothing is added where it did not
// move (a page that scrolls itself to the top at its start) or where a key before
// it did it (the caret at the edge, PageDown).
func (c *converter) scroll(i int) error {
	if i > 0 && strings.HasPrefix(c.events[i-1].Type, "key") {
		return nil
	}
	var before, at, after node
	next := min(i+1, len(c.events)-1)
	if i == 0 || json.Unmarshal(c.events[i-1].DOM, &before) != nil || json.Unmarshal(c.events[i].DOM, &at) != nil ||
		json.Unmarshal(c.events[next].DOM, &after) != nil {
		return drop(ReasonScroll, "no dump of the page")
	}
	var area *node
	at.walk(func(n node) {
		if n.Target {
			area = &n
		}
	})
	if area != nil && (area.Tag == "TEXTAREA" || area.Tag == "SELECT") {
		return drop(ReasonScroll, "within a %s, whose content is in no dump", strings.ToLower(area.Tag))
	}
	distance, ok := moved(before, after)
	switch {
	case !ok:
		return drop(ReasonScroll, "parts of the page moved differently")
	case distance == 0:
		return nil
	case area == nil:
		return drop(ReasonScroll, "the dump names no scrolled element")
	}
	c.flush()
	// The wheel turns at the pointer, of which only presses are known.
	e := c.events[i]
	e.X, e.Y = area.Left+area.Width/2, area.Top+area.Height/2
	if err := c.point(gui.Move, e); err != nil {
		return err
	}
	c.add(e, gui.Action{Verb: gui.Scroll, DeltaY: distance})
	return nil
}

// moved is by how many pixels the parts that are on both pages and moved went up;
// false if they do not agree.
func moved(before, after node) (int, bool) {
	tops := map[int]float64{}
	before.walk(func(n node) {
		if n.Ref > 0 { // texts have negative numbers, other ones in each dump
			tops[n.Ref] = n.Top
		}
	})
	distance, ok := 0, true
	after.walk(func(n node) {
		top, both := tops[n.Ref]
		d := int(math.Round(top - n.Top))
		if !both || n.Ref <= 0 || d == 0 {
			return
		}
		ok = ok && (distance == 0 || distance == d)
		distance = d
	})
	return distance, ok
}
