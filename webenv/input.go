package webenv

import (
	"image"
	"slices"
	"time"

	"pix2act/chrome"
	"pix2act/gui"
)

// pointer is the mouse as the environment left it.
type pointer struct {
	at     image.Point // page pixels
	held   bool        // the left button is down
	cursor gui.CursorShape
}

// schedule is what one action does to the page: the trusted input with the
// frames it needs to be taken in, then the passing of the budget with its
// frames. It depends on the action, the pointer and the budget alone, never on
// what the page answers, so that every run draws the same frames.
type schedule struct {
	script string // evaluated before the input; "" for none
	input  []chrome.Event
	pass   []chrome.Event
	after  pointer
}

// plan spells an action out as events. Coordinates are page pixels of the task's
// picture.
//
// A button that is held stays held until a release: pressing it again does
// nothing, so that "click" during a drag only lets go. Moves of a held button
// come in two halves with a frame each, as pages that follow a drag need more
// than one position to see it.
func plan(action gui.Action, p *position) schedule {
	budget := time.Duration(p.episode.Settings.BudgetMS) * time.Millisecond
	s := schedule{
		pass:  []chrome.Event{chrome.Advance{By: budget}, chrome.Frame{}},
		after: p.pointer,
	}
	if action.Verb.Pointer() {
		x, y := p.episode.Settings.Bins.Pixel(action.X, action.Y, p.task.Width, p.task.Height)
		s.after.at = image.Pt(x, y)
		s.input = travel(p.pointer, s.after.at)
	}
	switch action.Verb {
	case gui.Click:
		s.click(1)
	case gui.DoubleClick:
		s.click(2)
	case gui.TripleClick:
		s.click(3)
	case gui.Move:
		if !p.pointer.held {
			s.input = append(s.input, chrome.Frame{})
		}
	case gui.BeginDrag:
		s.press(1)
	case gui.EndDrag:
		if p.pointer.held {
			s.letGo(1)
		} else {
			s.input = append(s.input, chrome.Frame{})
		}
	case gui.Scroll:
		if p.episode.Settings.ReferenceScroll {
			s.script = scrollScript(p.script.Scroller, action.DeltaY)
			break
		}
		at := p.pointer.at
		s.input = []chrome.Event{chrome.Wheel{X: float64(at.X), Y: float64(at.Y), DeltaY: float64(action.DeltaY)}}
		// The compositor takes the wheel in with the first frame, the page hears
		// of the scroll in the next, and draws what it does about it in the last.
		s.pass = []chrome.Event{chrome.Frame{}, chrome.Advance{By: budget / 2}, chrome.Frame{},
			chrome.Advance{By: budget - budget/2}, chrome.Frame{}}
	case gui.Key:
		s.input = chrome.Chord(action.Key, modifiers(action.Modifiers))
	case gui.Keys:
		if p.episode.Settings.ReferenceKeys && slices.Contains(gui.KeyNames, action.Text) {
			s.input = chrome.Chord(action.Text, 0)
		} else {
			s.input = chrome.Type(action.Text)
		}
	}
	return s
}

// travel moves the pointer.
func travel(from pointer, to image.Point) []chrome.Event {
	end := chrome.Move{X: float64(to.X), Y: float64(to.Y)}
	if !from.held {
		return []chrome.Event{end}
	}
	half := chrome.Move{X: float64(from.at.X+to.X) / 2, Y: float64(from.at.Y+to.Y) / 2}
	return []chrome.Event{half, chrome.Frame{}, end, chrome.Frame{}}
}

// click presses and releases n times; the first press is left out while the
// button is held.
func (s *schedule) click(n int) {
	for i := 1; i <= n; i++ {
		s.press(i)
		s.letGo(i)
	}
}

func (s *schedule) press(clicks int) {
	if s.after.held {
		return
	}
	s.input = append(s.input, chrome.Press{X: float64(s.after.at.X), Y: float64(s.after.at.Y), Clicks: clicks})
	s.after.held = true
}

func (s *schedule) letGo(clicks int) {
	s.input = append(s.input, chrome.Release{X: float64(s.after.at.X), Y: float64(s.after.at.Y), Clicks: clicks})
	s.after.held = false
}

func modifiers(names []string) chrome.Modifiers {
	var set chrome.Modifiers
	for _, name := range names {
		switch name {
		case "ctrl":
			set |= chrome.Ctrl
		case "shift":
			set |= chrome.Shift
		case "alt":
			set |= chrome.Alt
		}
	}
	return set
}
