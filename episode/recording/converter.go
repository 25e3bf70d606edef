package recording

import (
	"math"
	"strings"

	"pix2act/gui"
)

// slop is how far in pixels the pointer may move while its button is down and
// still click. People shake; browsers begin to drag at about as much.
const slop = 4

// multipleMS is the time in milliseconds within which a further click belongs to
// those before it, as in Chrome.
const multipleMS = 500

// timed is an action with the time at which it began.
type timed struct {
	action gui.Action
	ms     float64
}

// converter follows the events of one recording.
//
// Clicks come from presses and releases alone: the page's click events follow
// from them, or from keys and labels, and pages swallow some. Of a typed
// character keypress tells which it is; keydown tells the keys without one.
type converter struct {
	page    Page
	events  []Event
	actions []timed
	press   *Event // the button is down since
	drags   bool   // its begin_drag is among the actions
	down    map[int]bool
	text    strings.Builder // typed and not yet an action
	textMS  float64
}

// event takes event i.
func (c *converter) event(i int) error {
	e := c.events[i]
	// Each event is noted twice, before and after the page's own handlers; the
	// second is missing where they stop it. One whose target is the document
	// itself comes twice at phase 2.
	if e.Phase == 3 || e.Phase == 2 && i > 0 && c.events[i-1].Phase == 2 && c.events[i-1].Type == e.Type {
		return nil
	}
	switch e.Type {
	case "mousedown":
		return c.mouseDown(e)
	case "mousemove":
		return c.mouseMove(e)
	case "mouseup":
		return c.mouseUp(e)
	case "dblclick":
		c.doubled()
	case "keydown":
		return c.keyDown(e)
	case "keypress":
		c.keyPress(e)
	case "keyup":
		delete(c.down, e.KeyCode)
	case "scroll":
		return c.scroll(i)
	}
	return nil
}

func (c *converter) add(e Event, action gui.Action) {
	c.actions = append(c.actions, timed{action, e.MS})
}

// point adds a verb of the pointer at the place of an event.
func (c *converter) point(verb gui.Verb, e Event) error {
	x, y, ok := c.page.Bin(e.X, e.Y)
	if !ok {
		return drop(ReasonOutside, "%s at %g, %g", e.Type, e.X, e.Y)
	}
	c.add(e, gui.Action{Verb: verb, X: x, Y: y})
	return nil
}

func (c *converter) mouseDown(e Event) error {
	c.flush()
	// Chrome shows no release over a scroll bar, a select list or outside the window.
	if c.press != nil {
		return drop(ReasonRelease, "pressed at %g, %g", c.press.X, c.press.Y)
	}
	if _, _, ok := c.page.Bin(e.X, e.Y); !ok {
		return drop(ReasonOutside, "%s at %g, %g", e.Type, e.X, e.Y)
	}
	c.press, c.drags = &e, false
	return nil
}

// moved tells whether the pointer went far enough from its press to drag.
func (c *converter) moved(e Event) bool {
	fromX, fromY, _ := c.page.Bin(c.press.X, c.press.Y)
	x, y, ok := c.page.Bin(e.X, e.Y)
	return ok && (x != fromX || y != fromY) && math.Hypot(e.X-c.press.X, e.Y-c.press.Y) >= slop
}

// mouseMove follows a drag. The public recorder notes no moves; others may.
func (c *converter) mouseMove(e Event) error {
	if c.press == nil || !c.drags && !c.moved(e) {
		return nil
	}
	if err := c.drag(); err != nil {
		return err
	}
	x, y, ok := c.page.Bin(e.X, e.Y)
	if last := c.actions[len(c.actions)-1].action; !ok || last.X == x && last.Y == y {
		return nil
	}
	return c.point(gui.Move, e)
}

// drag adds the press of a drag, once.
func (c *converter) drag() error {
	if c.drags {
		return nil
	}
	c.drags = true
	return c.point(gui.BeginDrag, *c.press)
}

func (c *converter) mouseUp(e Event) error {
	if c.press == nil { // of a press before the episode began
		return nil
	}
	press := *c.press
	defer func() { c.press = nil }()
	if !c.drags && !c.moved(e) {
		return c.click(press)
	}
	if err := c.drag(); err != nil {
		return err
	}
	return c.point(gui.EndDrag, e)
}

// click adds a click, or makes the double click before it a triple one.
func (c *converter) click(press Event) error {
	x, y, _ := c.page.Bin(press.X, press.Y)
	if n := len(c.actions); n > 0 {
		last := &c.actions[n-1]
		if last.action.Verb == gui.DoubleClick && last.action.X == x && last.action.Y == y && press.MS-last.ms < 2*multipleMS {
			last.action.Verb = gui.TripleClick
			return nil
		}
	}
	return c.point(gui.Click, press)
}

// doubled makes the last two clicks one double click. The first of them may be
// the one that began the episode; then the page saw a single click.
func (c *converter) doubled() {
	n := len(c.actions)
	if n < 2 {
		return
	}
	one, two := c.actions[n-2], c.actions[n-1]
	if one.action.String() == two.action.String() && one.action.Verb == gui.Click && two.ms-one.ms < 2*multipleMS {
		c.actions[n-2].action.Verb = gui.DoubleClick
		c.actions = c.actions[:n-1]
	}
}

// end finishes what the end of the episode cut off: a button still down ended it.
func (c *converter) end() error {
	c.flush()
	if c.press == nil || c.drags {
		return nil
	}
	return c.click(*c.press)
}
