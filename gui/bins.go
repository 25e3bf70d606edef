package gui

import "math"

// Bins is the grid that the coordinates of actions are written in: X columns and
// Y rows laid over the picture. Centred bins stand for the pixel in their
// middle, others for the one at their upper left.
type Bins struct {
	X       int  `json:"x"`
	Y       int  `json:"y"`
	Centred bool `json:"centred"`
}

// DefaultBins is the grid of the MiniWoB tasks.
var DefaultBins = Bins{X: 32, Y: 32, Centred: true}

// Pixel returns the pixel that bin (x, y) stands for on a picture of the given
// size in pixels. Halves round to the even neighbour, so that 32 centred bins on
// 160 px give 2, 8, 12, 18, …
func (b Bins) Pixel(x, y, width, height int) (px, py int) {
	return b.along(x, b.X, width), b.along(y, b.Y, height)
}

// Bin returns the bin whose pixel lies nearest to (px, py) on a picture of the
// given size; the lower one of two that are equally near. Pixels outside the
// picture give the bins at its edge.
func (b Bins) Bin(px, py, width, height int) (x, y int) {
	return b.nearest(px, b.X, width), b.nearest(py, b.Y, height)
}

func (b Bins) along(i, bins, length int) int {
	if bins <= 0 {
		return 0
	}
	at := float64(i)
	if b.Centred {
		at += 0.5
	}
	return int(math.RoundToEven(at * float64(length) / float64(bins)))
}

func (b Bins) nearest(pixel, bins, length int) int {
	best, distance := 0, math.MaxInt
	for i := range bins {
		d := b.along(i, bins, length) - pixel
		if d < 0 {
			d = -d
		}
		if d < distance {
			best, distance = i, d
		}
	}
	return best
}
