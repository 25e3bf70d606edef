package oracle

import "pix2act/gui"

// readHeat gives the label, and the pad where the place is hidden.
const readHeat = `({
	Label: clean((first("#display") || {}).innerText),
	Pad: target(first("#touch-area")),
})`

// probe is a label with the pixel that the pointer was at.
type probe struct {
	x, y  int
	label string
}

// heats are the labels, and the distances below which they are shown; the last
// one is shown from there on.
var heats = []struct {
	label string
	below int
}{{"HOT", 5}, {"WARM", 10}, {"COLD", 40}, {"ICE COLD", 0}}

// heat is the index of the label at a distance in pixels.
func heat(dx, dy int) int {
	for i, h := range heats[:len(heats)-1] {
		if dx*dx+dy*dy < h.below*h.below {
			return i
		}
	}
	return len(heats) - 1
}

// Pixels of the page where the place may be hidden.
const (
	hiddenLeft, hiddenRight = 5, 155
	hiddenTop, hiddenBottom = 55, 170
)

// solveHotCold probes the pad until it is hot, and clicks there. The next probe
// is where the label will tell most about the places that are left. The page
// shows the label of the last place only, so the others are remembered.
func solveHotCold(v view) (gui.Action, error) {
	var page struct {
		Label string
		Pad   *target
	}
	if err := v.read(readHeat, &page); err != nil {
		return gui.Action{}, err
	}
	if page.Pad == nil {
		return gui.Action{}, missing("pad")
	}
	last := v.memory.last
	if last.Verb == gui.Move && page.Label != "" {
		if page.Label == heats[0].label {
			return gui.Action{Verb: gui.Click, X: last.X, Y: last.Y}, nil
		}
		x, y := v.pixel(last.X, last.Y)
		v.memory.probes = append(v.memory.probes, probe{x, y, page.Label})
	}
	left := placesLeft(v.memory.probes)
	if len(left) == 0 {
		return gui.Action{}, missing("place that fits its labels")
	}
	x, y, err := page.Pad.best(v.lattice, func(px, py int) float64 { return -remaining(left, px, py) })
	return gui.Action{Verb: gui.Move, X: x, Y: y}, err
}

// placesLeft are the pixels that fit all labels so far.
func placesLeft(probes []probe) [][2]int {
	var left [][2]int
	for y := hiddenTop; y < hiddenBottom; y++ {
		for x := hiddenLeft; x < hiddenRight; x++ {
			fits := true
			for _, p := range probes {
				fits = fits && heats[heat(x-p.x, y-p.y)].label == p.label
			}
			if fits {
				left = append(left, [2]int{x, y})
			}
		}
	}
	return left
}

// remaining is how many places will be left on average after a probe, times the
// number of places now; none after a hot one.
func remaining(left [][2]int, px, py int) float64 {
	var counts [4]float64
	for _, place := range left {
		counts[heat(place[0]-px, place[1]-py)]++
	}
	return counts[1]*counts[1] + counts[2]*counts[2] + counts[3]*counts[3]
}
