package oracle

import (
	"math"

	"pix2act/gui"
)

// readSlider gives the number asked for, the one shown, and the slider: its
// range, its direction, its handle and what of it can be hit.
const readSlider = `(() => {
	const root = first("#slider");
	const handle = root && root.querySelector(".ui-slider-handle, [role=slider]");
	const option = name => jQuery(root).slider("option", name);
	const number = /-?\d+/.exec(instruction());
	return {
		Wanted: number ? Number(number[0]) : null,
		Value: Number(clean(document.querySelector("#val").innerText)),
		Track: target(root),
		Handle: handle ? box(handle) : null,
		Min: root ? option("min") : 0,
		Max: root ? option("max") : 0,
		Vertical: root ? option("orientation") === "vertical" : false,
		Submit: target(first("#subbtn")),
	};
})()`

// slider is what readSlider reads.
type slider struct {
	Wanted        *float64
	Value         float64
	Track, Submit *target
	Handle        *box
	Min, Max      float64
	Vertical      bool
}

// solveUseSlider clicks the track where the value is nearest, goes the rest
// with the arrow keys, and submits.
//
// The handle has the keyboard's focus from the click on, and shows it. With
// the focus, and near enough, the keys go on; otherwise the track is clicked.
// Pressing the handle itself moves nothing, it only gives the focus.
func solveUseSlider(v view) (gui.Action, error) {
	var s slider
	if err := v.read(readSlider, &s); err != nil {
		return gui.Action{}, err
	}
	switch {
	case s.Track == nil || s.Handle == nil:
		return gui.Action{}, missing("slider")
	case s.Wanted == nil:
		return gui.Action{}, missing("number in its instruction")
	case s.Value == *s.Wanted:
		return v.click(s.Submit, "Submit button")
	case s.Track.Focused && math.Abs(s.Value-*s.Wanted) <= s.reach(v.lattice):
		if s.Value < *s.Wanted {
			return gui.Action{Verb: gui.Key, Key: "ArrowRight"}, nil
		}
		return gui.Action{Verb: gui.Key, Key: "ArrowLeft"}, nil
	}
	x, y, err := s.Track.best(v.lattice, func(px, py int) float64 {
		return -math.Abs(s.valueAt(px, py) - *s.Wanted)
	})
	return gui.Action{Verb: gui.Click, X: x, Y: y}, err
}

// valueAt is the value that a click on a pixel of the slider gives.
func (s slider) valueAt(px, py int) float64 {
	if s.Handle.depth(px, py) > 0 {
		return s.Value
	}
	part := (float64(px) - s.Track.X) / s.Track.W
	if s.Vertical {
		part = 1 - (float64(py)-s.Track.Y)/s.Track.H
	}
	return math.Round(s.Min + (s.Max-s.Min)*min(max(part, 0), 1))
}

// reach is how many values the keys may have to go: from one bin to the next
// or from the middle of the handle to past its edge.
func (s slider) reach(l lattice) float64 {
	length, handle, pitch := s.Track.W, s.Handle.W, widest(l.Xs)
	if s.Vertical {
		length, handle, pitch = s.Track.H, s.Handle.H, widest(l.Ys)
	}
	return math.Ceil((handle/2 + pitch) * (s.Max - s.Min) / length)
}

// widest is the largest gap between neighbouring pixels of a lattice.
func widest(pixels []int) float64 {
	gap := 1
	for i := 1; i < len(pixels); i++ {
		gap = max(gap, pixels[i]-pixels[i-1])
	}
	return float64(gap)
}
