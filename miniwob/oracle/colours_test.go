package oracle

import (
	"math"
	"testing"
)

// TestColourCeiling computes the best reward that bins allow: for the named
// colours and for a grid of all.
func TestColourCeiling(t *testing.T) {
	v := view{lattice: defaultLattice()}
	sheets := []box{{23, 103, 101, 71}, {138, 103, 16, 71}} // on both page sets
	pads, bars := on(v, sheets[0]), on(v, sheets[1])
	reward := func(wanted [3]float64) float64 {
		p := colourPicker{Wanted: &wanted, Sheets: sheets}
		pad, bar := p.best(v)
		for _, a := range pads {
			for _, b := range bars {
				if a.binX == pad.X && a.binY == pad.Y && b.binX == bar.X && b.binY == bar.Y {
					off := 0.0
					for i, channel := range fromHSV(6*a.x, 1-a.y, 1-b.y) {
						off += math.Abs(channel - wanted[i])
					}
					return 1 - off/3/255
				}
			}
		}
		t.Fatal("the best clicks are on no sheet")
		return 0
	}
	worst := 1.0
	for r := 0.0; r <= 255; r += 51 {
		for g := 0.0; g <= 255; g += 51 {
			for b := 0.0; b <= 255; b += 51 {
				worst = min(worst, reward([3]float64{r, g, b}))
			}
		}
	}
	named := 1.0
	for _, c := range [][3]float64{
		{0, 0, 0}, {255, 255, 255}, {0, 255, 255}, {0, 0, 255}, {128, 128, 128}, {0, 128, 0}, {0, 255, 0}, {128, 0, 0}, {0, 0, 128},
		{128, 128, 0}, {128, 0, 128}, {255, 0, 0}, {192, 192, 192}, {0, 128, 128}, {255, 255, 0}, {255, 192, 203}, {255, 0, 255}, {255, 215, 0}, {255, 165, 0},
	} {
		named = min(named, reward(c))
	}
	t.Logf("named colours at worst %.3f, others %.3f", named, worst)
	if min(worst, named) < 0.9 {
		t.Errorf("a colour pays only %v", min(worst, named))
	}
}
