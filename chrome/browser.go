package chrome

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/target"
)

// Options says which browser to start.
type Options struct {
	Binary   string    // path of the executable; "" means what Find finds
	Fallback bool      // plain headless Chromium even where the shell is installed
	Stderr   io.Writer // receives what the browser writes to standard error; may be nil
}

// Browser is one browser process. Its methods may be called from several
// goroutines.
type Browser struct {
	process    *process
	connection *connection
	root       *session
	version    string
	beginFrame bool
	drawing    chan struct{} // holds one token while a frame is drawn
}

const (
	startAttempts = 2
	startDeadline = 20 * time.Second
)

// Launch starts a browser and waits until it answers. One that dies or hangs
// while starting is started once more; the error has its last words.
func Launch(ctx context.Context, options Options) (*Browser, error) {
	installation := Installation{Path: options.Binary, BeginFrame: isShell(options.Binary)}
	if options.Binary == "" {
		found, err := locate(options.Fallback)
		if err != nil {
			return nil, err
		}
		installation = found
	}
	var err error
	for range startAttempts {
		var b *Browser
		if b, err = launch(ctx, installation, options.Stderr); err == nil {
			return b, nil
		}
		if ctx.Err() != nil || !IsFault(err) {
			break
		}
	}
	return nil, fmt.Errorf("starting the browser %s: %w", installation.Path, err)
}

func launch(ctx context.Context, installation Installation, stderr io.Writer) (*Browser, error) {
	flags := append([]string(nil), commonFlags...)
	if installation.BeginFrame {
		flags = append(flags, frameFlags...)
	} else {
		flags = append(flags, plainFlags...)
	}
	process, err := startProcess(installation.Path, flags, stderr)
	if err != nil {
		return nil, err
	}
	connection := newConnection(process.in)
	b := &Browser{
		process: process, connection: connection, root: connection.attach(""),
		beginFrame: installation.BeginFrame, drawing: make(chan struct{}, 1),
	}
	go func() {
		// Without its pipe a browser is of no use, so the end of the pipe ends
		// it, and its exit status is the reason to report.
		_ = connection.read(process.out)
		process.kill()
		<-process.exited
		connection.fail(process.status)
	}()
	ctx, cancel := context.WithTimeout(ctx, startDeadline)
	defer cancel()
	version, err := do(ctx, b.root, browser.GetVersion, cdp.Empty{})
	if err != nil {
		_ = b.Close()
		if errors.Is(err, ErrDeadline) {
			err = fmt.Errorf("%w%s", err, process.stderr.suffix())
		}
		return nil, err
	}
	b.version = version.Product
	return b, nil
}

// Close kills the browser's process group and removes its profile folder.
func (b *Browser) Close() error {
	b.connection.fail(ErrClosed)
	b.process.kill()
	select {
	case <-b.process.exited:
		return nil
	case <-time.After(defaultDeadline):
		return fmt.Errorf("killing the browser (process %d): %w", b.process.command.Process.Pid, ErrDeadline)
	}
}

// Version is the product and version, such as "HeadlessChrome/156.0.8078.114".
func (b *Browser) Version() string { return b.version }

// BeginFrame tells whether frames are drawn on demand (the headless shell) or by
// the browser's own clock (the fallback).
func (b *Browser) BeginFrame() bool { return b.beginFrame }

// Err is nil while the browser lives, and then why it ended.
func (b *Browser) Err() error { return b.connection.err() }

// NewPage opens a tab. Open comes before everything else that is done with it.
func (b *Browser) NewPage(ctx context.Context, options PageOptions) (Page, error) {
	p := &page{browser: b, options: options.withDefaults()}
	if b.beginFrame {
		p.screen = &drawnScreen{page: p}
	} else {
		p.screen = &plainScreen{page: p}
	}
	ctx, cancel := bounded(ctx)
	defer cancel()
	if err := p.newTab(ctx); err != nil {
		p.closeTab()
		return nil, fmt.Errorf("opening a tab: %w", err)
	}
	return p, nil
}

// closeTarget closes a tab without waiting for it.
func (b *Browser) closeTarget(id target.ID) {
	if id != "" {
		_, _ = b.root.send(request(target.CloseTarget, target.CloseTargetParams{TargetID: id}, nil))
	}
}

// draw runs f while no other frame of this browser is being drawn: two frames at
// a time kill the GPU process.
func (b *Browser) draw(ctx context.Context, f func(context.Context) error) error {
	ctx, cancel := bounded(ctx)
	defer cancel()
	select {
	case b.drawing <- struct{}{}:
	case <-ctx.Done():
		return ended(ctx, "waiting for another page's frame")
	}
	defer func() { <-b.drawing }()
	frame, done := outlast(ctx)
	defer done()
	err := f(frame)
	if err != nil && frame.Err() != nil {
		// The frame may still come, and must not meet another.
		b.connection.fail(fmt.Errorf("a frame was given up: %w", ErrDeadline))
		return ended(ctx, "drawing a frame")
	}
	return err
}

// framePatience is how long a frame may still take that nobody waits for any more.
const framePatience = time.Second

// outlast makes a context that ends with the deadline of its parent, but outlasts its being
// cancelled for a while: a frame given up costs the browser, and takes milliseconds to come.
func outlast(parent context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(context.WithoutCancel(parent))
	stop := context.AfterFunc(parent, func() {
		if errors.Is(parent.Err(), context.Canceled) {
			select {
			case <-time.After(framePatience):
			case <-ctx.Done():
			}
		}
		cancel()
	})
	return ctx, func() { stop(); cancel() }
}
