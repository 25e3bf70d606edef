package chrome

import (
	"errors"
	"fmt"
)

// Faults and refusals that callers branch on. They are wrapped with what was
// going on; use errors.Is.
var (
	// ErrNoBrowser: no usable browser is installed.
	ErrNoBrowser = errors.New("no headless Chrome found")
	// ErrCrashed: the tab's process died. The page is lost; the browser lives
	// on, but is best replaced.
	ErrCrashed = errors.New("the tab crashed")
	// ErrExited: the browser process died or its pipe was closed.
	ErrExited = errors.New("the browser exited")
	// ErrDeadline: the browser did not answer in time. What it was doing is
	// unknown, so the browser should be replaced.
	ErrDeadline = errors.New("the browser did not answer in time")
	// ErrClosed: the page, browser or pool was closed by its owner.
	ErrClosed = errors.New("already closed")
)

// IsFault tells whether err means that the browser must be replaced: a crash, an
// exit or a missed deadline.
func IsFault(err error) bool {
	return errors.Is(err, ErrCrashed) || errors.Is(err, ErrExited) || errors.Is(err, ErrDeadline)
}

// EvaluateError is a JavaScript exception thrown by an evaluated expression, a
// syntax error in it, or its being stopped because it ran for too long. The page
// lives on.
type EvaluateError struct {
	Expression string // what was evaluated, shortened
	Text       string // the exception as the browser describes it
}

func (e *EvaluateError) Error() string {
	return fmt.Sprintf("evaluating %q: %s", e.Expression, e.Text)
}

// ProtocolError is a command that the browser refused.
type ProtocolError struct {
	Method  string
	Code    int64
	Message string
}

func (e *ProtocolError) Error() string {
	return fmt.Sprintf("%s: %s (code %d)", e.Method, e.Message, e.Code)
}
