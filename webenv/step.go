package webenv

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"pix2act/chrome"
	"pix2act/gui"
)

// step performs one action in the current state. Without a look nothing is
// captured unless the episode ends, but the page draws the same number of frames.
func (e *Env) step(ctx context.Context, text string, look bool) (gui.Step, error) {
	p := e.current
	action, err := parse(text, p.episode.Settings.Bins)
	var invalid *gui.ActionError
	if errors.As(err, &invalid) {
		p.actions = append(slices.Clip(p.actions), text)
		p.last.Invalid = invalid
		p.last.Timing = gui.Timing{}
		p.last = limited(p.last, p)
		e.keep(p)
		return p.last, nil
	}
	doing := fmt.Sprintf("%s with seed %d, step %d (%s)", p.task.Name, p.episode.Seed, len(p.actions)+1, text)
	ctx, cancel := context.WithTimeout(ctx, callDeadline)
	defer cancel()
	var timing gui.Timing
	err = e.perform(ctx, p, plan(action, p), &timing)
	if err == nil {
		p.actions = append(slices.Clip(p.actions), text)
		err = e.observe(ctx, p, look, &timing)
	}
	if err != nil {
		e.current = nil // half-way through an action is no state to go on from
		return gui.Step{}, e.fault(ctx, doing, err)
	}
	return p.last, nil
}

// parse reads an action and refuses what the browser has no key for.
func parse(text string, bins gui.Bins) (gui.Action, error) {
	action, err := gui.ParseAction(text, bins)
	if err == nil && action.Verb == gui.Key && !chrome.KnownKey(action.Key) {
		err = &gui.ActionError{Text: text, Reason: fmt.Sprintf("there is no key for %q on the keyboard: type it with the keys action", action.Key)}
	}
	return action, err
}

// perform sends the input of an action and lets its budget pass.
func (e *Env) perform(ctx context.Context, p *position, s schedule, timing *gui.Timing) error {
	clock := time.Now()
	if s.script != "" {
		if err := e.page.Evaluate(ctx, s.script, nil); err != nil {
			return err
		}
	}
	if len(s.input) > 0 {
		if err := e.page.Act(ctx, s.input); err != nil {
			return err
		}
	}
	timing.Input = elapsed(&clock)
	err := e.page.Act(ctx, s.pass)
	timing.Advance = elapsed(&clock)
	p.pointer = s.after
	return err
}

// observe reads reward, end and cursor, and then takes the picture, in this
// order: the state of a frame handler is that of the frame before the capture.
func (e *Env) observe(ctx context.Context, p *position, look bool, timing *gui.Timing) error {
	clock := time.Now()
	state, err := e.readState(ctx, p)
	if err != nil {
		return err
	}
	timing.State = elapsed(&clock)
	step := gui.Step{Score: gui.ScoreOf(0), Timing: *timing}
	switch {
	case !state.Here:
		step = step.Ended(gui.ReasonLeftPage)
		e.usable = false
	case state.Error != "":
		step = step.Ended("the page's state cannot be read: " + state.Error)
		e.usable = false
	case state.Done:
		step.Done, step.Raw = true, min(max(state.Raw, -1), 1)
		step.Score = gui.ScoreOf(step.Raw)
		step.Success = step.Raw >= p.task.SuccessThreshold
		if state.Reason != nil {
			step.Reason = *state.Reason
		}
	default:
		step = limited(step, p)
	}
	p.pointer.cursor = gui.CursorFromCSS(state.Cursor)
	p.last = step
	// An end is always looked at: whoever replays to it learns only now that no
	// other picture will follow.
	if !look && !step.Done {
		return e.page.Act(ctx, []chrome.Event{chrome.Frame{}})
	}
	return e.capture(ctx, p, &p.last)
}

// capture takes the picture of a step.
func (e *Env) capture(ctx context.Context, p *position, step *gui.Step) error {
	clock := time.Now()
	picture, err := e.page.Capture(ctx)
	if err != nil {
		return err
	}
	step.Timing.Capture = elapsed(&clock)
	step.Observation = gui.Draw(picture, gui.DrawOptions{
		Header: p.instruction, Pointer: p.pointer.at, Cursor: p.pointer.cursor,
		Pressed: p.pointer.held, Sprites: e.options.Sprites,
	})
	step.Timing.Draw = elapsed(&clock)
	e.keep(p)
	return nil
}

// readState evaluates the state. At the start it lets the page's time pass until the started episode
// may be looked at, and reads the instruction too.
func (e *Env) readState(ctx context.Context, p *position) (pageState, error) {
	if len(p.actions) > 0 {
		return e.read(ctx, stateExpression(p, e.serial))
	}
	for range readyPortions {
		state, err := e.read(ctx, firstStateExpression(p, e.serial))
		if err != nil || !state.Here || state.Ready {
			p.instruction = state.Instruction
			return state, err
		}
		if err := e.page.Act(ctx, []chrome.Event{chrome.Advance{By: readyPortion}, chrome.Frame{}}); err != nil {
			return state, err
		}
	}
	return pageState{}, fmt.Errorf("the episode was not ready after %v of the page's own time", readyPortions*readyPortion)
}

// read evaluates an expression once nothing is being fetched any more, so that neither what it
// tells nor the picture after it shows how fast that came.
func (e *Env) read(ctx context.Context, expression string) (pageState, error) {
	for {
		var state pageState
		if err := e.page.Evaluate(ctx, expression, &state); err != nil {
			return state, err
		}
		if fetched, err := e.page.AwaitFetches(ctx); err != nil || !fetched {
			return state, err
		}
	}
}

// limited ends a step that has come to the step limit.
func limited(step gui.Step, p *position) gui.Step {
	if !step.Done && len(p.actions) >= p.episode.Settings.MaxSteps {
		return step.Ended(gui.ReasonStepLimit)
	}
	return step
}

// keep remembers a state if it has its picture.
func (e *Env) keep(p *position) {
	if p.last.Observation.Image != nil {
		e.cache.put(stateKey(p.episode, p.actions), *p)
	}
}
