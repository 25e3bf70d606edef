package oracle

import (
	"fmt"
	"math"

	"pix2act/gui"
)

// readSlider gives the number asked for, the one shown, and the slider: its
// direction, its handle, the handle's share of the way, and what can be hit.
const readSlider = `(() => {
	const root = first("#slider");
	const handle = root && root.querySelector("[tabindex]");
	const number = /-?\d+/.exec(instruction());
	const vertical = handle !== null && handle.style.bottom !== "";
	return {
		Wanted: number ? Number(number[0]) : null,
		Value: Number(clean(document.querySelector("#val").innerText)),
		Track: target(root),
		Handle: handle ? box(handle) : null,
		Share: handle ? parseFloat(vertical ? handle.style.bottom : handle.style.left) / 100 : 0,
		Vertical: vertical,
		Submit: target(first("#subbtn")),
	};
})()`

// slider is what readSlider reads, and the range that follows from it.
type slider struct {
	Wanted        *float64
	Value, Share  float64
	Track, Submit *target
	Handle        *box
	Vertical      bool

	low, span float64
}

// sliderLows and sliderSpans are the ranges of this task's sliders: where they
// start, and how far they go.
var (
	sliderLows  = []float64{-100, 0, 10, 100}
	sliderSpans = []float64{5, 10, 50, 100}
)

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
	case !s.guessRange():
		return gui.Action{}, fmt.Errorf("no range of this task has %v at %.0f %% of the way and holds %v",
			s.Value, 100*s.Share, *s.Wanted)
	}
	return s.approach(v)
}

// approach clicks the track or, with the focus and near enough, goes on with
// the keys.
func (s *slider) approach(v view) (gui.Action, error) {
	if s.Track.Focused && math.Abs(s.Value-*s.Wanted) <= s.reach(v.lattice) {
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

// readSliders gives several sliders, from 0 to 20, with the numbers asked for.
const readSliders = `(() => {
	const wanted = (instruction().match(/-?\d+/g) || []).map(Number);
	return {
		Sliders: wanted.map((number, i) => {
			const root = first("#slider-" + (i + 1)), handle = root && root.querySelector("[tabindex]");
			return {
				Wanted: number, Value: Number(clean((document.querySelector("#val-" + (i + 1)) || {}).innerText)),
				Track: target(root), Handle: handle ? box(handle) : null,
			};
		}),
		Submit: target(first("#subbtn")),
	};
})()`

// solveUseSliders sets one slider after the other and submits.
func solveUseSliders(v view) (gui.Action, error) {
	var page struct {
		Sliders []*slider
		Submit  *target
	}
	if err := v.read(readSliders, &page); err != nil {
		return gui.Action{}, err
	}
	if len(page.Sliders) == 0 {
		return gui.Action{}, missing("numbers in its instruction")
	}
	for _, s := range page.Sliders {
		if s.Track == nil || s.Handle == nil {
			return gui.Action{}, missing("slider for each number")
		}
		if s.Value != *s.Wanted {
			s.low, s.span = 0, 20
			return s.approach(v)
		}
	}
	return v.click(page.Submit, "Submit button")
}

// guessRange finds the slider's range as someone who sees it must: the one
// that explains the value shown at the handle's place and holds the number
// asked for. At an end of the track that leaves several; the shortest is the
// likeliest then, and the next look, from another place, tells.
func (s *slider) guessRange() bool {
	for _, span := range sliderSpans {
		for _, low := range sliderLows {
			explains := math.Abs(low+s.Share*span-s.Value) < 0.01
			if explains && *s.Wanted >= low && *s.Wanted <= low+span {
				s.low, s.span = low, span
				return true
			}
		}
	}
	return false
}

// valueAt is the value that a click on a pixel of the slider gives, before it
// is rounded: of two bins with the same whole value the one nearer to the
// value's own place is the better one.
func (s *slider) valueAt(px, py int) float64 {
	if s.Handle.depth(px, py) > 0 {
		return s.Value
	}
	part := (float64(px) - s.Track.X) / s.Track.W
	if s.Vertical {
		part = 1 - (float64(py)-s.Track.Y)/s.Track.H
	}
	return s.low + s.span*min(max(part, 0), 1)
}

// reach is how many values the keys may have to go: from one bin to the next
// or from the middle of the handle to past its edge.
func (s *slider) reach(l lattice) float64 {
	length, handle, pitch := s.Track.W, s.Handle.W, widest(l.Xs)
	if s.Vertical {
		length, handle, pitch = s.Track.H, s.Handle.H, widest(l.Ys)
	}
	return math.Ceil((handle/2 + pitch) * s.span / length)
}

// widest is the largest gap between neighbouring pixels of a lattice.
func widest(pixels []int) float64 {
	gap := 1
	for i := 1; i < len(pixels); i++ {
		gap = max(gap, pixels[i]-pixels[i-1])
	}
	return float64(gap)
}
