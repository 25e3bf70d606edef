package chrome

import (
	"context"
	"errors"
	"io"
)

// Options says which browser to start.
type Options struct {
	Binary   string    // path of the executable; "" means what Find finds
	Fallback bool      // plain headless Chromium even where the shell is installed
	Stderr   io.Writer // receives what the browser writes to standard error; may be nil
}

// Browser is one browser process. Its methods may be called from several
// goroutines.
type Browser struct{}

// Launch starts a browser and waits until it answers.
func Launch(ctx context.Context, options Options) (*Browser, error) { return nil, errors.New("todo") }

// NewPage opens a tab. It shows an empty document until Open.
func (b *Browser) NewPage(ctx context.Context, options PageOptions) (Page, error) {
	return nil, errors.New("todo")
}

// Close kills the browser's process group and removes its profile folder.
func (b *Browser) Close() error { return nil }

// Version is the product and version, such as "HeadlessChrome/156.0.8078.114".
func (b *Browser) Version() string { return "" }

// BeginFrame tells whether frames are drawn on demand (the headless shell) or by
// the browser's own clock (the fallback).
func (b *Browser) BeginFrame() bool { return false }

// Err is nil while the browser lives, and then why it ended.
func (b *Browser) Err() error { return nil }
