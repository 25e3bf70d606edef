package chrome

import "time"

// Event is one thing that [Page.Act] does: an input, the passing of virtual
// time, or the drawing of a frame. Coordinates are CSS pixels of the viewport
// and may be fractions.
//
// A browser hands a Move or Wheel to the page only when it draws, unless a
// button or key follows. If none does, Act draws for it, without running
// animation callbacks, so that every input has been handled when the next
// Advance or Frame begins.
type Event interface{ event() }

// Modifiers is a set of held modifier keys.
type Modifiers int

// The modifier keys, with the values of the DevTools protocol.
const (
	Alt   Modifiers = 1
	Ctrl  Modifiers = 2
	Meta  Modifiers = 4
	Shift Modifiers = 8
)

// Move moves the pointer. It carries the left button if a Press is not yet
// released, so that moving drags.
type Move struct{ X, Y float64 }

// Press presses the left button. Clicks is the count the page sees: 1 for a
// single click, 2 for the second press of a double click; 0 means 1.
type Press struct {
	X, Y   float64
	Clicks int
}

// Release releases the left button. Clicks as in Press.
type Release struct {
	X, Y   float64
	Clicks int
}

// Wheel turns the wheel at a point, in CSS pixels; positive DeltaY scrolls down.
type Wheel struct{ X, Y, DeltaX, DeltaY float64 }

// KeyDown presses a key: a name known to [KnownKey], or one printable character.
// It types the character unless Ctrl, Alt or Meta is held. With Ctrl alone, the
// letters A, C, X, V, Z and Y do what they do in a desktop browser.
type KeyDown struct {
	Key       string
	Modifiers Modifiers
}

// KeyUp releases a key. Modifiers are those still held.
type KeyUp struct {
	Key       string
	Modifiers Modifiers
}

// Insert puts text in at the caret without keys, as an input method does. It is
// for characters that no key types.
type Insert struct{ Text string }

// Frame draws one frame: animation callbacks, style, layout, paint.
type Frame struct{}

// Advance lets virtual time pass by the given duration, in whole microseconds,
// running the timers that fall due. It takes a microsecond more, so that a timer
// that falls due at the very end has run.
type Advance struct{ By time.Duration }

// Align lets virtual time pass to the middle of its next millisecond. What a page then
// measures from whole milliseconds does not depend on what was done in it before, nor on how
// the browser blurs its clocks.
type Align struct{}

func (Align) event()   {}
func (Move) event()    {}
func (Press) event()   {}
func (Release) event() {}
func (Wheel) event()   {}
func (KeyDown) event() {}
func (KeyUp) event()   {}
func (Insert) event()  {}
func (Frame) event()   {}
func (Advance) event() {}

// Click is the input of n clicks at a point: one move, then n presses and
// releases with rising click counts.
func Click(x, y float64, n int) []Event {
	events := []Event{Move{x, y}}
	for i := 1; i <= n; i++ {
		events = append(events, Press{x, y, i}, Release{x, y, i})
	}
	return events
}
