package agent

import (
	"context"
	"math/rand/v2"
	"strings"

	"pix2act/gui"
)

// random draws actions without looking.
type random struct {
	bins gui.Bins
	rng  *rand.Rand
	held bool // between begin_drag and end_drag
}

// Random returns the yardstick agent: actions of the grammar drawn without
// looking at the picture, the same ones for the same seed. Four in five are
// clicks with both bins uniform; the others are drags (always ended by the next
// action), scrolls, keys and short typed words. It never stops by itself.
func Random(seed int64, bins gui.Bins) gui.Agent {
	const stream = 0x70697832616374 // tells this use of the seed from others
	return &random{bins: bins, rng: rand.New(rand.NewPCG(uint64(seed), stream))}
}

func (a *random) Next(context.Context, gui.Observation) (gui.Decision, error) {
	return gui.Decision{Action: a.draw().String()}, nil
}

func (a *random) draw() gui.Action {
	if a.held {
		a.held = false
		return a.at(gui.EndDrag)
	}
	switch r := a.rng.IntN(20); {
	case r < 16:
		return a.at(gui.Click)
	case r == 16:
		a.held = true
		return a.at(gui.BeginDrag)
	case r == 17:
		return gui.Action{Verb: gui.Keys, Text: a.word()}
	case r == 18:
		return gui.Action{Verb: gui.Key, Key: gui.KeyNames[a.rng.IntN(len(gui.KeyNames))]}
	default:
		distances := []int{-100, -40, 40, 100}
		return gui.Action{Verb: gui.Scroll, DeltaY: distances[a.rng.IntN(len(distances))]}
	}
}

func (a *random) at(verb gui.Verb) gui.Action {
	return gui.Action{Verb: verb, X: a.rng.IntN(max(a.bins.X, 1)), Y: a.rng.IntN(max(a.bins.Y, 1))}
}

// word is one to eight lower-case letters.
func (a *random) word() string {
	var b strings.Builder
	for range 1 + a.rng.IntN(8) {
		b.WriteByte(byte('a' + a.rng.IntN(26)))
	}
	return b.String()
}
