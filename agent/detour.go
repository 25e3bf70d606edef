package agent

import (
	"context"
	"image"
	"image/color"
	"math/rand/v2"

	"pix2act/gui"
)

// DetourOptions say how often a demonstrator is led astray.
type DetourOptions struct {
	Probability float64 // of a wrong action in the place of a right one, in [0, 1)
	Seed        int64   // the same seed on the same pictures gives the same detours
	Bins        gui.Bins
}

// detour leads an agent astray.
type detour struct {
	agent   gui.Agent
	options DetourOptions
	random  *rand.Rand
	held    bool // between begin_drag and end_drag
}

// Detours returns the agent with wrong actions on the way, each marked
// (gui.Decision.Astray); the agent decides anew on what came of it. A clone of
// plain demonstrations has never seen the states that its own mistakes lead to;
// the actions after a detour show it the way back.
//
// The wrong actions are those of a clone: the pointer strays, a click misses by a
// few bins, a click falls on empty ground (white all around), a letter is
// mistyped. Some cannot be put right, or end the episode: whoever records
// demonstrations drops those. Nothing goes wrong while a button is held. One per
// episode; not safe for concurrent use.
func Detours(agent gui.Agent, options DetourOptions) gui.Agent {
	const stream = 0x6465746f7572 // tells this use of the seed from others
	return &detour{agent: agent, options: options, random: rand.New(rand.NewPCG(uint64(options.Seed), stream))}
}

func (d *detour) Next(ctx context.Context, observation gui.Observation) (gui.Decision, error) {
	astray := !d.held && d.random.Float64() < d.options.Probability
	if astray && d.random.IntN(2) == 0 { // the agent is not asked, and remembers nothing that did not happen
		action := d.stray()
		if d.random.IntN(2) == 0 {
			action = d.ground(observation)
		}
		return gui.Decision{Action: action.String(), Astray: true}, nil
	}
	decision, err := d.agent.Next(ctx, observation)
	if err != nil || decision.Stop {
		return decision, err
	}
	action, err := gui.ParseAction(decision.Action, d.options.Bins)
	if err != nil {
		return decision, nil // whoever plays it sees that it is illegal
	}
	if astray {
		if wrong, ok := d.slip(action); ok {
			return gui.Decision{Action: wrong.String(), Astray: true}, nil
		}
	}
	switch action.Verb {
	case gui.BeginDrag:
		d.held = true
	case gui.EndDrag, gui.Click, gui.DoubleClick, gui.TripleClick:
		d.held = false
	}
	return decision, nil
}

// stray moves the pointer anywhere.
func (d *detour) stray() gui.Action {
	return gui.Action{Verb: gui.Move, X: d.random.IntN(d.options.Bins.X), Y: d.random.IntN(d.options.Bins.Y)}
}

// ground clicks where there is nothing, or strays if it finds no such place.
func (d *detour) ground(observation gui.Observation) gui.Action {
	const tries = 50
	for range tries {
		action := d.stray()
		if observation.Image != nil && d.empty(observation, action) {
			action.Verb = gui.Click
			return action
		}
	}
	return d.stray()
}

// empty tells whether the picture is white around a bin, two bins in each
// direction. Places near its edge do not count.
func (d *detour) empty(observation gui.Observation, action gui.Action) bool {
	page := observation.Image.Rect
	page.Min = page.Min.Add(observation.Origin)
	size := page.Size()
	x, y := d.options.Bins.Pixel(action.X, action.Y, size.X, size.Y)
	around := image.Rect(x-2*size.X/d.options.Bins.X, y-2*size.Y/d.options.Bins.Y, x+2*size.X/d.options.Bins.X, y+2*size.Y/d.options.Bins.Y).Add(page.Min)
	if !around.In(page) {
		return false
	}
	white := color.RGBA{255, 255, 255, 255}
	for y := around.Min.Y; y < around.Max.Y; y++ {
		for x := around.Min.X; x < around.Max.X; x++ {
			if observation.Image.RGBAAt(x, y) != white {
				return false
			}
		}
	}
	return true
}

// slip does an action badly: a click one to four bins off, a text with another
// letter in it. False for actions that cannot be done badly in such a way.
func (d *detour) slip(action gui.Action) (gui.Action, bool) {
	switch action.Verb {
	case gui.Click, gui.DoubleClick, gui.TripleClick:
		const most = 4
		missed := action
		for range 10 { // the place itself is drawn now and then, on a single bin always
			missed.X = min(max(action.X+d.random.IntN(2*most+1)-most, 0), d.options.Bins.X-1)
			missed.Y = min(max(action.Y+d.random.IntN(2*most+1)-most, 0), d.options.Bins.Y-1)
			if missed.X != action.X || missed.Y != action.Y {
				return missed, true
			}
		}
	case gui.Keys:
		letters := []rune(action.Text)
		letters[d.random.IntN(len(letters))] = rune('a' + d.random.IntN(26))
		if string(letters) == action.Text {
			return action, false
		}
		action.Text = string(letters)
		return action, true
	}
	return action, false
}
