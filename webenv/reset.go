package webenv

import (
	"context"
	"errors"
	"fmt"
	"time"

	"pix2act/chrome"
	"pix2act/gui"
)

// The settling of a fresh start: after the episode's script has run, the page
// gets a frame, this much of its time, and another frame. The page's own clock
// of the episode therefore shows this much at the first observation.
const settle = 20 * time.Millisecond

// A page that is not ready yet gets its time in such portions, at most so many.
const (
	readyPortion  = 50 * time.Millisecond
	readyPortions = 200
)

// document is what a page of the browser shows.
type document struct {
	options chrome.PageOptions
	path    string
}

// locate finds the task of an episode and checks that the episode is of this
// suite.
func (e *Env) locate(episode gui.Episode) (*position, error) {
	suite := e.options.Suite
	if episode.Suite != "" && episode.Suite != suite.Name() {
		return nil, fmt.Errorf("episode of suite %q on an environment of suite %q: make the environment with that suite", episode.Suite, suite.Name())
	}
	if episode.SuiteHash != "" && episode.SuiteHash != suite.Hash() {
		return nil, fmt.Errorf("episode of suite %s with hash %s, but the pages here have hash %s: get the pages it was made with, or leave the hash out",
			suite.Name(), shortHash(episode.SuiteHash), shortHash(suite.Hash()))
	}
	episode.Suite, episode.SuiteHash = suite.Name(), suite.Hash()
	episode.Settings = episode.Settings.WithDefaults()
	if episode.Mode == "" {
		episode.Mode = gui.ModeTrain
	}
	if err := episode.Settings.Validate(); err != nil {
		return nil, err
	}
	if episode.Mode != gui.ModeTrain && episode.Mode != gui.ModeTest {
		return nil, fmt.Errorf("episode with data mode %q: there are %q and %q", episode.Mode, gui.ModeTrain, gui.ModeTest)
	}
	script, err := suite.Script(episode.Task)
	if err != nil {
		return nil, err
	}
	for _, task := range suite.Tasks() {
		if task.Name == episode.Task {
			if task.MaxSteps == 0 {
				task.MaxSteps = DefaultMaxSteps
			}
			if episode.Settings.MaxSteps == 0 {
				episode.Settings.MaxSteps = task.MaxSteps
			}
			return &position{episode: episode, task: task, script: script}, nil
		}
	}
	return nil, fmt.Errorf("suite %s scripts task %q but does not list it", suite.Name(), episode.Task)
}

// reset starts an episode. Without a look nothing is captured, but the page
// draws the same number of frames.
func (e *Env) reset(ctx context.Context, episode gui.Episode, look bool) (gui.Step, error) {
	p, err := e.locate(episode)
	if err != nil {
		return gui.Step{}, err
	}
	doing := fmt.Sprintf("reset %s with seed %d", p.task.Name, episode.Seed)
	// Waiting for a browser that others use is nobody's fault, and starting one
	// has a deadline of its own.
	if err := e.borrow(ctx, p.task); err != nil {
		return gui.Step{}, e.resetFault(ctx, doing, err)
	}
	ctx, cancel := context.WithTimeout(ctx, resetDeadline)
	defer cancel()
	again := p.script.FreshPage && e.shown.path == p.script.Path
	if err := e.show(ctx, p); err != nil {
		return gui.Step{}, e.resetFault(ctx, doing, err)
	}
	e.current = nil
	var timing gui.Timing
	if err := e.start(ctx, p, &timing); err != nil {
		return gui.Step{}, e.resetFault(ctx, doing, err)
	}
	e.current = p
	e.usable = true
	if err := e.observe(ctx, p, look, &timing); err != nil {
		return gui.Step{}, e.resetFault(ctx, doing, err)
	}
	// Whoever plays a task twice plays it a third time.
	if again && e.spare == nil && e.browser.BeginFrame() {
		e.prepare(documentOf(p))
	}
	return p.last, nil
}

func (e *Env) resetFault(ctx context.Context, doing string, err error) error {
	var unknown *chrome.EvaluateError
	if errors.As(err, &unknown) || chrome.IsFault(err) || e.browser != nil {
		return e.fault(ctx, doing, err)
	}
	return fmt.Errorf("%s: %w", doing, err)
}

// borrow takes a living browser from the pool that can play the task.
func (e *Env) borrow(ctx context.Context, task gui.Task) error {
	if e.browser != nil && e.browser.Err() != nil {
		e.current = nil
		e.release(false)
	}
	if e.browser == nil {
		browser, err := e.options.Pool.Get(ctx)
		if err != nil {
			return err
		}
		e.browser = browser
	}
	if task.Animated && !e.browser.BeginFrame() {
		e.current = nil
		e.release(true)
		return ErrNeedsBeginFrame
	}
	return nil
}

// show brings the task's document onto the page: the loaded one where it may be
// used again, a fresh one otherwise.
func (e *Env) show(ctx context.Context, p *position) error {
	wanted := documentOf(p)
	held := e.current != nil && e.current.pointer.held
	left := e.current != nil && e.current.last.Done && e.current.last.Reason == gui.ReasonLeftPage
	if e.page != nil && e.usable && !held && !left && e.shown == wanted && !p.script.FreshPage {
		return nil
	}
	e.usable = false
	page, err := e.takeSpare(ctx, wanted)
	if err != nil {
		return err
	}
	if e.page != nil && (page != nil || e.shown.options != wanted.options) {
		if err := e.page.Close(); err != nil {
			return err
		}
		e.page = nil
	}
	e.shown = wanted
	if page != nil {
		e.page = page
		return nil
	}
	if e.page == nil {
		if e.page, err = e.browser.NewPage(ctx, wanted.options); err != nil {
			return err
		}
	}
	return e.page.Open(ctx, e.url(wanted))
}

// start begins the episode in the shown document.
func (e *Env) start(ctx context.Context, p *position, timing *gui.Timing) error {
	clock := time.Now()
	free, err := e.tidy(ctx, orTrue(p.script.Ready))
	if err != nil {
		return err
	}
	// A move of the focus by Tab and a press on the background make the browser
	// forget what no script can reach: whether the focus last came by mouse (such
	// a document shows less of where it is), whether keys were used last, where
	// Tab starts from, and what the pointer is over. A fresh page gets the same.
	forget := append(chrome.Chord("Tab", 0), chrome.Click(free.X, free.Y, 1)...)
	if err := e.page.Act(ctx, append(forget, chrome.Align{})); err != nil {
		return err
	}
	e.serial++
	if err := e.page.Evaluate(ctx, startExpression(p.script, p.episode, e.serial), nil); err != nil {
		return err
	}
	p.pointer = pointer{at: gui.PointerStart, cursor: gui.CursorArrow}
	timing.Input = elapsed(&clock)
	// The page learns of the move at once, since a key follows, and of the key nothing.
	err = e.page.Act(ctx, []chrome.Event{
		chrome.Move{X: float64(p.pointer.at.X), Y: float64(p.pointer.at.Y)}, chrome.KeyUp{Key: "Shift"}, chrome.Frame{},
		chrome.Advance{By: settle}, chrome.Frame{},
	})
	timing.Advance = elapsed(&clock)
	return err
}

// place is a point of the viewport, in CSS pixels.
type place struct {
	X float64 `json:"x"`
	Y float64 `json:"y"`
}

// tidy lets the page's time pass until it is ready, tidies it, and tells where its background
// may be pressed.
func (e *Env) tidy(ctx context.Context, ready string) (place, error) {
	for portions := 0; portions < readyPortions; {
		var found struct {
			Ready   bool `json:"ready"`
			Cleared bool `json:"cleared"`
			place
		}
		if err := e.page.EvaluateAsUser(ctx, tidyExpression(ready), &found); err != nil {
			return place{}, err
		}
		fetched, err := e.page.AwaitFetches(ctx)
		switch {
		case err != nil:
			return place{}, err
		case found.Ready && !found.Cleared:
			return place{}, errors.New("the browser refuses to clear the clipboard")
		case found.Ready:
			return found.place, nil
		case fetched:
			continue // time passes only where nothing else would help
		}
		portions++
		if err := e.page.Act(ctx, []chrome.Event{chrome.Advance{By: readyPortion}, chrome.Frame{}}); err != nil {
			return place{}, err
		}
	}
	return place{}, fmt.Errorf("the page was not ready after %v of its own time", readyPortions*readyPortion)
}
