package oracle

import (
	"math"

	"pix2act/gui"
)

// readColourPicker gives the colour asked for, the one chosen, and the parts of the
// colour picker: the pad of hue and saturation and the bar of value where they
// are open.
const readColourPicker = `(() => {
	const rgb = css => { const c = colour(css); return c ? [1, 3, 5].map(i => parseInt(c.slice(i, i + 2), 16)) : null; };
	const field = first("#area input"), patch = all("#query *").find(e => background(e) !== "");
	const word = instruction().split(/[^A-Za-z]+/).find(word => word && colour(word) !== "");
	const sheets = all("canvas").filter(e => e.width < 160).sort((a, b) => b.width - a.width).map(e => {
		const b = box(e);
		return {X: b.X + e.clientLeft, Y: b.Y + e.clientTop, W: e.width, H: e.height};
	});
	return {
		Wanted: patch ? rgb(background(patch)) : word ? rgb(word) : null,
		Chosen: field ? rgb(background(field)) : null,
		Sheets: sheets, Field: target(field), Submit: target(first("#subbtn")), Ground: target(first("#wrap")),
	};
})()`

// colourPicker is what readColourPicker reads.
type colourPicker struct {
	Wanted, Chosen        *[3]float64
	Sheets                []box // the pad and the bar, or none
	Field, Submit, Ground *target
}

// solveColour opens the picker, presses the pad where hue and saturation are
// best, and the bar where the value is, closes it with a press on the ground,
// and submits.
func solveColour(v view) (gui.Action, error) {
	var p colourPicker
	if err := v.read(readColourPicker, &p); err != nil {
		return gui.Action{}, err
	}
	if p.Wanted == nil || p.Chosen == nil {
		return gui.Action{}, missing("colour to choose")
	}
	last := v.memory.last
	if len(p.Sheets) < 2 {
		if last.Verb == gui.Click && sameAction(last, v.memory.closing) {
			return v.click(p.Submit, "Submit button")
		}
		return v.click(p.Field, "field of the colour")
	}
	pad, bar := p.best(v)
	switch {
	case sameAction(last, bar):
		v.memory.closing = v.beside(p)
		return v.memory.closing, nil
	case sameAction(last, pad):
		return bar, nil
	}
	return pad, nil
}

// best are the clicks on the pad and on the bar that together come nearest to
// the colour asked for.
func (p colourPicker) best(v view) (pad, bar gui.Action) {
	least := math.Inf(1)
	for _, a := range on(v, p.Sheets[0]) {
		for _, b := range on(v, p.Sheets[1]) {
			rgb := fromHSV(6*a.x, 1-a.y, 1-b.y)
			off := 0.0
			for i, channel := range rgb {
				off += math.Abs(channel - p.Wanted[i])
			}
			// Of equal ones those nearer to the middle of their sheet.
			off += 0.01 * (math.Abs(a.x-0.5) + math.Abs(a.y-0.5) + math.Abs(b.x-0.5) + math.Abs(b.y-0.5))
			if off < least {
				least = off
				pad = gui.Action{Verb: gui.Click, X: a.binX, Y: a.binY}
				bar = gui.Action{Verb: gui.Click, X: b.binX, Y: b.binY}
			}
		}
	}
	return pad, bar
}

// mark is a bin on a sheet, with its place from 0 to 1 in both directions.
type mark struct {
	binX, binY int
	x, y       float64
}

// on gives the bins of a sheet. A press a little beside it counts as one at its
// edge, so that its ends can be reached.
func on(v view, sheet box) []mark {
	const beside = 4
	var marks []mark
	share := func(pixel int, start, length float64) float64 {
		return min(max((float64(pixel)-start)/(length-1), 0), 1)
	}
	for y, py := range v.lattice.Ys {
		for x, px := range v.lattice.Xs {
			if sheet.depth(px, py) > -beside {
				marks = append(marks, mark{x, y, share(px, sheet.X, sheet.W), share(py, sheet.Y, sheet.H)})
			}
		}
	}
	return marks
}

// fromHSV gives red, green and blue, 0 to 255; the hue goes from 0 to 6.
func fromHSV(hue, saturation, value float64) [3]float64 {
	channel := func(n float64) float64 {
		k := math.Mod(n+hue, 6)
		return math.Round(255 * value * (1 - saturation*max(0, min(k, 4-k, 1))))
	}
	return [3]float64{channel(5), channel(3), channel(1)}
}

// beside is a click on the ground below the picker.
func (v view) beside(p colourPicker) gui.Action {
	x, y, err := p.Ground.best(v.lattice, func(px, py int) float64 {
		return min(float64(py)-(p.Sheets[0].Y+p.Sheets[0].H)-20, p.Ground.depth(px, py))
	})
	if err != nil { // the whole page is covered
		x, y = 0, len(v.lattice.Ys)-1
	}
	return gui.Action{Verb: gui.Click, X: x, Y: y}
}
