package oracle

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"math"

	"pix2act/gui"
)

//go:embed reader.js
var readerJS string

// view is the page at one decision, with what the oracle remembers.
type view struct {
	ctx     context.Context
	page    page
	varied  Variation
	lattice lattice
	memory  *memory
}

// memory is what a solver knows from its own earlier actions, where the page
// does not tell it.
type memory struct {
	// last is the action before this one.
	last gui.Action
	// grabX and grabY are the pointer's place on the box it last pressed,
	// from the box's corner.
	grabX, grabY float64
	// arrows counts the keys that moved on in a list since the last click.
	arrows int
	// cards are the numbers of the cards seen so far, by their places.
	cards map[int]int
	// probes are what hot-cold showed.
	probes []probe
	// closing is the click that closed a colour picker.
	closing gui.Action
	// follows is the last move after something that moves.
	follows gui.Action
	// simon is what simon-says showed.
	simon simon
	// waited is the time since a button was pressed, in ms.
	waited int
}

// read evaluates expression, which may use everything in reader.js, and
// decodes its value into result.
func (v view) read(expression string, result any) error {
	pixels, err := json.Marshal(v.lattice)
	if err != nil {
		return fmt.Errorf("encode the lattice: %w", err)
	}
	script := fmt.Sprintf("(() => {\nconst lattice = %s, order = %d;\n%s\nreturn (%s);\n})()", pixels, v.varied.order(), readerJS, expression)
	if err := v.page.Evaluate(v.ctx, script, result); err != nil {
		return fmt.Errorf("read the page: %w", err)
	}
	return nil
}

// pixel gives the pixel that a bin stands for.
func (v view) pixel(x, y int) (px, py int) { return v.lattice.Xs[x], v.lattice.Ys[y] }

// point gives verb on the bin that is best for t, or on one of its others where
// places vary.
func (v view) point(verb gui.Verb, t *target, name string) (gui.Action, error) {
	if t == nil {
		return gui.Action{}, missing(name)
	}
	x, y, err := v.varied.bin(t, v.lattice)
	if err != nil {
		return gui.Action{}, fmt.Errorf("%s: %w", name, err)
	}
	return gui.Action{Verb: verb, X: x, Y: y}, nil
}

// nearest moves to the bin that is nearest to the middle of t, whatever lies over it.
func (v view) nearest(t *target) gui.Action {
	best, least := gui.Action{Verb: gui.Move}, math.Inf(1)
	for x, px := range v.lattice.Xs {
		for y, py := range v.lattice.Ys {
			if d := t.fromCentre(px, py); d < least {
				best.X, best.Y, least = x, y, d
			}
		}
	}
	return best
}

// click gives a click on t.
func (v view) click(t *target, name string) (gui.Action, error) { return v.point(gui.Click, t, name) }

// press clicks a button. A button that no bin reaches, since another one
// covers it, is pressed with the keyboard: Tab until it has the focus, Enter.
func (v view) press(t *target, name string) (gui.Action, error) {
	action, err := v.click(t, name)
	switch {
	case !errors.Is(err, errUnreachable):
		return action, err
	case t.Focused:
		return gui.Action{Verb: gui.Key, Key: "Enter"}, nil
	default:
		return gui.Action{Verb: gui.Key, Key: "Tab"}, nil
	}
}

// sameAction tells whether two actions of the pointer are the same.
func sameAction(a, b gui.Action) bool { return a.Verb == b.Verb && a.X == b.X && a.Y == b.Y }

// missing tells that the page has not what its task is about.
func missing(name string) error { return fmt.Errorf("the page shows no %s", name) }
