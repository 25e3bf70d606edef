package oracle

import (
	"errors"
	"math"

	"pix2act/gui"
)

// errUnreachable means that no bin's pixel hits a target.
var errUnreachable = errors.New("no bin's pixel hits it")

// lattice holds the pixels that bins stand for: bin (i, j) is the pixel
// (Xs[i], Ys[j]).
type lattice struct {
	Xs []int `json:"xs"`
	Ys []int `json:"ys"`
}

func newLattice(bins gui.Bins, width, height int) lattice {
	l := lattice{Xs: make([]int, bins.X), Ys: make([]int, bins.Y)}
	for i := range l.Xs {
		l.Xs[i], _ = bins.Pixel(i, 0, width, height)
	}
	for j := range l.Ys {
		_, l.Ys[j] = bins.Pixel(0, j, width, height)
	}
	return l
}

// box is a rectangle on the page in CSS pixels.
type box struct {
	X, Y, W, H float64
}

// depth is how far the middle of a pixel lies inside the box; negative
// outside.
func (b box) depth(px, py int) float64 {
	x, y := float64(px)+0.5, float64(py)+0.5
	return min(x-b.X, b.X+b.W-x, y-b.Y, b.Y+b.H-y)
}

// fromCentre is the distance of the middle of a pixel from the centre.
func (b box) fromCentre(px, py int) float64 {
	return math.Hypot(float64(px)+0.5-b.X-b.W/2, float64(py)+0.5-b.Y-b.H/2)
}

// target is an element to be pointed at.
type target struct {
	box
	// Hits are the bins (x, y) whose pixels hit the element or a part of it.
	Hits [][2]int
	// Covers are the elements that lie over parts of it.
	Covers []box
	// Text is the visible text, or a field's value, white space collapsed.
	Text string
	// Focused tells that the keyboard's focus is on it.
	Focused bool
}

// bin gives the bin to click: the one deepest inside the part that can be
// hit, of these the nearest to the centre, of these the first in reading
// order.
func (t *target) bin(l lattice) (x, y int, err error) {
	return t.best(l, t.clearance)
}

// best gives the hit of the greatest worth, with the ties of bin.
func (t *target) best(l lattice, worth func(px, py int) float64) (x, y int, err error) {
	if len(t.Hits) == 0 {
		return 0, 0, errUnreachable
	}
	greatest, nearest := math.Inf(-1), math.Inf(1)
	for _, hit := range t.Hits {
		px, py := l.Xs[hit[0]], l.Ys[hit[1]]
		w, d := worth(px, py), t.fromCentre(px, py)
		if w > greatest || w == greatest && d < nearest {
			greatest, nearest = w, d
			x, y = hit[0], hit[1]
		}
	}
	return x, y, nil
}

// clearance is the distance from a pixel to the nearest edge of the part that
// can be hit.
func (t *target) clearance(px, py int) float64 {
	clear := t.depth(px, py)
	for _, cover := range t.Covers {
		clear = min(clear, -cover.depth(px, py))
	}
	return clear
}
