package oracle

import (
	"math"

	"pix2act/gui"
)

// readCube gives how the cube lies, in degrees, and the side in front.
const readCube = `(() => {
	const cube = document.querySelector(".cube"), front = document.querySelector("#area .active");
	const wanted = /\d/.exec(instruction());
	const turns = cube ? (/rotateX\((.*?)deg\) rotateY\((.*?)deg\)/.exec(cube.style.transform) || []).slice(1).map(Number) : [];
	return {
		Wanted: wanted ? Number(wanted[0]) : 0, Front: front ? Number(clean(front.innerText)) : 0,
		Turns: turns, Submit: target(first("#subbtn")),
	};
})()`

// sideTurns are the turns that bring the sides 2 to 5 to the front of an upright cube.
var sideTurns = map[int]float64{2: 0, 3: 270, 4: 180, 5: 90}

// degreesPerPixel is about how far a drag turns a cube that is let go at its
// end, before it comes to rest.
const degreesPerPixel = 1.6

// solveCube turns the cube by drags until the side asked for is in front, and
// submits. A drag is a press in the middle, a move and a release where that
// ended; the published cube turns only while the button is down. What is still
// missing after a drag, the next one adds.
func solveCube(v view) (gui.Action, error) {
	var cube struct {
		Wanted, Front int
		Turns         []float64
		Submit        *target
	}
	if err := v.read(readCube, &cube); err != nil {
		return gui.Action{}, err
	}
	if cube.Wanted == 0 || cube.Front == 0 {
		return gui.Action{}, missing("cube with a side asked for")
	}
	if len(cube.Turns) < 2 { // before it was drawn by its script
		return gui.Action{Verb: gui.Wait}, nil
	}
	last := v.memory.last
	middleX, middleY := closest(v.lattice.Xs, 80), closest(v.lattice.Ys, 108)
	middle := func(verb gui.Verb) gui.Action { return gui.Action{Verb: verb, X: middleX, Y: middleY} }
	switch {
	case sameAction(last, middle(gui.BeginDrag)):
		tilt, turn := missingTurns(cube.Wanted, cube.Turns[0], cube.Turns[1])
		dx, dy := turn/degreesPerPixel, -tilt/degreesPerPixel
		return gui.Action{
			Verb: gui.Move,
			X:    closest(v.lattice.Xs, float64(v.lattice.Xs[middleX])+min(max(dx, -70), 70)),
			Y:    closest(v.lattice.Ys, float64(v.lattice.Ys[middleY])+min(max(dy, -50), 50)),
		}, nil
	case last.Verb == gui.Move && !sameAction(last, middle(gui.Move)):
		return gui.Action{Verb: gui.EndDrag, X: last.X, Y: last.Y}, nil
	case cube.Front == cube.Wanted:
		return v.click(cube.Submit, "Submit button")
	case sameAction(last, middle(gui.Move)):
		return middle(gui.BeginDrag), nil
	}
	return middle(gui.Move), nil
}

// missingTurns are the degrees by which tilt and turn should grow, as a drag
// upwards and to the right makes them, until a side is in front. The tilt never
// goes over the top or the bottom: what is upside down stays so.
func missingTurns(side int, tilt, turn float64) (dTilt, dTurn float64) {
	switch side {
	case 1:
		return math.Remainder(270-tilt, 360), 0
	case 6:
		return math.Remainder(90-tilt, 360), 0
	}
	upright := math.Cos(tilt*math.Pi/180) >= 0
	if upright {
		return math.Remainder(-tilt, 360), math.Remainder(sideTurns[side]-turn, 360)
	}
	// Upside down a drag to the right turns the other way.
	return math.Remainder(180-tilt, 360), -math.Remainder(sideTurns[side]+180-turn, 360)
}
