package chrome

import (
	"context"
	"image"
)

// PageOptions says how large a page is and what is seen of it.
type PageOptions struct {
	Width, Height int             // viewport in CSS pixels; 0 means 340 x 220
	Crop          image.Rectangle // part that Capture returns; empty means (0,0)-(160,210)
	Inject        string          // JavaScript run at the start of every document, before its own scripts
}

func (o PageOptions) withDefaults() PageOptions {
	if o.Width <= 0 {
		o.Width = 340
	}
	if o.Height <= 0 {
		o.Height = 220
	}
	if o.Crop.Empty() {
		o.Crop = image.Rect(0, 0, 160, 210)
	}
	return o
}

// Page is one tab under a virtual clock. Calls on one page must be serial;
// pages of different browsers are independent, and pages of one browser
// take turns at drawing.
//
// Every call ends: by the context's deadline or, if it has none, after ten
// seconds, with an error matching ErrDeadline. A crashed tab or a dead browser
// fails pending and later calls at once, with ErrCrashed or ErrExited.
type Page interface {
	// Open shows a fresh document. It returns when the load event has fired
	// and time stands still. Nothing of the document before is left: pointer,
	// focus, scroll position, timers, session storage.
	Open(ctx context.Context, url string) error

	// Act does the events in order. Neighbouring inputs are sent together and
	// acknowledged by the page before the next Advance or Frame begins.
	Act(ctx context.Context, events []Event) error

	// Evaluate runs a JavaScript expression in the page and decodes its value
	// as JSON into result (nil: thrown away). An exception is an *EvaluateError.
	Evaluate(ctx context.Context, expression string, result any) error

	// EvaluateAsUser is Evaluate with the rights that a press or a key gives to a page's
	// script, such as to use the clipboard.
	EvaluateAsUser(ctx context.Context, expression string, result any) error

	// AwaitFetches waits until all has come, or failed, that the document had begun to
	// fetch (pictures, styles, data) before the last Evaluate. That takes real time and
	// none of the page's. It tells whether there was anything to wait for: the page may
	// have gone on since.
	AwaitFetches(ctx context.Context) (bool, error)

	// Capture draws a frame, without letting time pass, and returns the
	// crop of it. The image belongs to the caller; its bounds start at (0,0).
	Capture(ctx context.Context) (*image.RGBA, error)

	// Close closes the tab.
	Close() error
}
