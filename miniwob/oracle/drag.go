package oracle

import (
	"math"

	"pix2act/gui"
)

// solveDragBox drags the small box into the large one and submits.
func solveDragBox(v view) (gui.Action, error) {
	var page struct {
		Small, Large, Submit *target
		Held                 bool // the button is down on the small box
		Pressed              bool // the button is down anywhere
	}
	const read = `(() => {
		const small = first("#draggableSmall"), large = first("#draggableLarge");
		return {
			Small: target(small), Large: target(large), Submit: target(first("#subbtn")),
			Held: small !== null && small.matches(":active"),
			Pressed: document.querySelector(":active") !== null,
		};
	})()`
	if err := v.read(read, &page); err != nil {
		return gui.Action{}, err
	}
	switch {
	case page.Small == nil || page.Large == nil:
		return gui.Action{}, missing("boxes to drag")
	case page.Held:
		return v.release(page.Small.box, page.Large.box), nil
	case page.Pressed: // beside the box: let go before pressing again
		return v.point(gui.EndDrag, page.Small, "small box")
	case inside(page.Small.box, page.Large.box):
		return v.click(page.Submit, "Submit button")
	}
	action, err := v.point(gui.BeginDrag, page.Small, "small box")
	if err == nil {
		px, py := v.pixel(action.X, action.Y)
		v.memory.grabX, v.memory.grabY = float64(px)-page.Small.X, float64(py)-page.Small.Y
	}
	return action, err
}

// inside reports whether the small box lies within the large one, with no
// edge on an edge.
func inside(small, large box) bool {
	return small.X > large.X && small.Y > large.Y &&
		small.X+small.W < large.X+large.W && small.Y+small.H < large.Y+large.H
}

// release drops a held box where its centre comes nearest to that of another.
func (v view) release(held, goal box) gui.Action {
	grabX, grabY := v.memory.grabX, v.memory.grabY
	if grabX == 0 && grabY == 0 { // someone else pressed it: near its centre, most likely
		grabX, grabY = held.W/2, held.H/2
	}
	nearest := func(pixels []int, want float64) int {
		best := 0
		for i, p := range pixels {
			if math.Abs(float64(p)-want) < math.Abs(float64(pixels[best])-want) {
				best = i
			}
		}
		return best
	}
	return gui.Action{
		Verb: gui.EndDrag,
		X:    nearest(v.lattice.Xs, goal.X+(goal.W-held.W)/2+grabX),
		Y:    nearest(v.lattice.Ys, goal.Y+(goal.H-held.H)/2+grabY),
	}
}
