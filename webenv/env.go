package webenv

import (
	"context"
	"errors"
	"fmt"
	"time"

	"pix2act/chrome"
	"pix2act/gui"
)

// DefaultMaxSteps ends an episode where neither the settings nor the catalogue
// name a limit.
const DefaultMaxSteps = 30

// What the browser gets for a call, of real time. A call that takes longer is a
// fault.
const (
	resetDeadline = 30 * time.Second
	callDeadline  = 10 * time.Second
)

// ErrNeedsBeginFrame refuses animated tasks on a browser that draws by its own
// clock, since their pictures would not repeat.
var ErrNeedsBeginFrame = errors.New("animated tasks need chromium-headless-shell: install it, or leave these tasks out")

// Options say what an environment plays and where.
type Options struct {
	Suite Suite
	// Pool lends the browser. The environment keeps one from its first Reset to
	// Close, and takes another after a fault.
	Pool *chrome.Pool
	// Sprites are the pictures of the pointer; nil draws the built-in ones.
	Sprites *gui.Sprites
	// Cache is the number of states whose steps are kept for Restore; 0 means
	// DefaultCache, negative none.
	Cache int
}

// Env is a gui.Env and gui.Restorer on one page of one browser. It serves one
// goroutine.
type Env struct {
	options Options
	files   *fileServer
	cache   *stepCache
	closed  bool

	// What is borrowed and shown.
	browser *chrome.Browser
	page    chrome.Page
	shown   document
	usable  bool   // the loaded document may be started again in place
	spare   *spare // has the next episode's document, or nil
	serial  int    // of the episode started last in this environment

	// The episode that is played, and how far.
	current *position
	// waiting is a state that Restore promised; the page has not been brought
	// there yet.
	waiting *position
}

// position is a state that an episode has come to.
type position struct {
	episode gui.Episode // settings with their defaults
	task    gui.Task
	script  Script
	actions []string // as given, illegal ones too
	last    gui.Step

	instruction string
	pointer     pointer
}

// New makes an environment and begins to serve the suite's files on the loopback
// interface. The browser is borrowed by the first Reset.
func New(ctx context.Context, options Options) (*Env, error) {
	if options.Suite == nil || options.Pool == nil {
		return nil, errors.New("webenv: a suite and a browser pool are needed")
	}
	if options.Sprites == nil {
		options.Sprites = gui.BuiltinSprites()
	}
	files, err := serve(ctx, options.Suite)
	if err != nil {
		return nil, fmt.Errorf("serve the pages of suite %s: %w", options.Suite.Name(), err)
	}
	return &Env{options: options, files: files, cache: newStepCache(options.Cache)}, nil
}

// Episode returns the running episode with the defaults of its settings filled
// in; the zero value before the first Reset.
func (e *Env) Episode() gui.Episode {
	if p := e.at(); p != nil {
		return p.episode
	}
	return gui.Episode{}
}

// Task returns the catalogue line of the running episode's task.
func (e *Env) Task() gui.Task {
	if p := e.at(); p != nil {
		return p.task
	}
	return gui.Task{}
}

// Bins returns the grid of the running episode.
func (e *Env) Bins() gui.Bins { return e.Episode().Settings.Bins }

// BrowserVersion names the borrowed browser; "" while there is none.
func (e *Env) BrowserVersion() string {
	if e.browser == nil {
		return ""
	}
	return e.browser.Version()
}

// Evaluate evaluates a JavaScript expression in the page and decodes its value.
// It is the oracle's door; nothing that an agent sees comes through it.
func (e *Env) Evaluate(ctx context.Context, expression string, result any) error {
	if e.closed {
		return gui.ErrClosed
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := e.arrive(ctx); err != nil {
		return err
	}
	if e.current == nil {
		return gui.ErrNotReset
	}
	ctx, cancel := context.WithTimeout(ctx, callDeadline)
	defer cancel()
	if err := e.page.Evaluate(ctx, expression, result); err != nil {
		return e.fault(ctx, "evaluate in "+e.current.task.Name, err)
	}
	return nil
}

// Reset starts an episode: in the loaded document where the task allows it, in a
// fresh one otherwise.
func (e *Env) Reset(ctx context.Context, episode gui.Episode) (gui.Step, error) {
	if e.closed {
		return gui.Step{}, gui.ErrClosed
	}
	if err := ctx.Err(); err != nil {
		return gui.Step{}, err
	}
	e.waiting = nil
	return e.reset(ctx, episode, true)
}

// Step performs one action. An illegal one leaves the page untouched.
func (e *Env) Step(ctx context.Context, action string) (gui.Step, error) {
	if e.closed {
		return gui.Step{}, gui.ErrClosed
	}
	if p := e.at(); p != nil && p.last.Done {
		last := p.last
		last.Timing = gui.Timing{}
		return last, nil
	}
	if err := ctx.Err(); err != nil {
		return gui.Step{}, err
	}
	if err := e.arrive(ctx); err != nil {
		return gui.Step{}, err
	}
	if e.current == nil {
		return gui.Step{}, gui.ErrNotReset
	}
	return e.step(ctx, action, true)
}

// Close gives the browser back and stops serving. Closing twice is no error.
func (e *Env) Close() error {
	if e.closed {
		return nil
	}
	e.closed = true
	e.current, e.waiting = nil, nil
	e.release(true)
	return e.files.close()
}

// at returns the state that the caller believes to be in.
func (e *Env) at() *position {
	if e.waiting != nil {
		return e.waiting
	}
	return e.current
}

// fault turns an error of the browser into what callers of this package branch
// on, and gives up the page where its state is no longer known.
func (e *Env) fault(ctx context.Context, doing string, err error) error {
	var script *chrome.EvaluateError
	if errors.As(err, &script) {
		e.usable = false
		return fmt.Errorf("%s: %w", doing, err)
	}
	e.current, e.waiting = nil, nil
	e.release(false)
	if errors.Is(ctx.Err(), context.Canceled) {
		return fmt.Errorf("%s: %w", doing, ctx.Err())
	}
	return &gui.FaultError{Doing: doing, Err: err}
}

// release gives the browser back.
func (e *Env) release(healthy bool) {
	e.dropSpare()
	if e.page != nil {
		if err := e.page.Close(); err != nil {
			healthy = false
		}
	}
	if e.browser != nil {
		e.options.Pool.Put(e.browser, healthy)
	}
	e.page, e.browser, e.shown, e.usable = nil, nil, document{}, false
}

// elapsed returns the time since *mark and moves the mark to now.
func elapsed(mark *time.Time) time.Duration {
	now := time.Now()
	d := now.Sub(*mark)
	*mark = now
	return d
}
