package oracle

import (
	"math"
	"math/rand/v2"
	"testing"
)

// planes are the page sets, with the pixels by which the dot lies beside the
// click there, to the right and below.
var planes = []struct {
	name string
	off  float64
}{{"builtin", 0}, {"public", 2}}

// reachable gives the dots that clicks on bins make, in the plane's own pixels.
func reachable(off float64) []spot {
	l := defaultLattice()
	var dots []spot
	for _, py := range l.Ys {
		for _, px := range l.Xs {
			x, y := float64(px)-2, float64(py)-52
			if x >= 0 && x < 150 && y >= 0 && y < 130 {
				dots = append(dots, spot{X: x + off, Y: y + off})
			}
		}
	}
	return dots
}

// best is the greatest worth of a dot.
func best(dots []spot, worth func(x, y float64) float64) float64 {
	most := -1.0
	for _, dot := range dots {
		most = max(most, worth(dot.X, dot.Y))
	}
	return most
}

// TestPointCeilings computes how good the best answer on the default bins is.
// Every circle and every pair of points can be answered with a reward of 0.8,
// from which on the task is solved; of right angles and bisectors many problems
// are tried.
func TestPointCeilings(t *testing.T) {
	for _, plane := range planes {
		dots := reachable(plane.off)
		worst := 1.0
		const radius = 25 // the smallest is the hardest
		for x := 5 + radius; x < 130-radius; x++ {
			for y := 5 + radius; y < 130-radius; y++ {
				worth, _ := judgeCentre([]spot{{X: float64(x), Y: float64(y), Radius: radius}})
				worst = min(worst, best(dots, worth))
			}
		}
		t.Logf("%s: circle-center at worst %.3f", plane.name, worst)
		if worst < 0.8 {
			t.Errorf("%s: a circle cannot be solved: %v", plane.name, worst)
		}

		worst = 1
		for x := 5.0; x < 135; x += 0.5 {
			for y := 10.0; y < 124; y += 0.5 {
				worth, _ := judgeMiddle([]spot{{X: x - 20, Y: y}, {X: x + 20, Y: y}})
				worst = min(worst, best(dots, worth))
			}
		}
		t.Logf("%s: find-midpoint at worst %.3f", plane.name, worst)
		if worst < 0.8 {
			t.Errorf("%s: a middle cannot be solved: %v", plane.name, worst)
		}

		chance := rand.New(rand.NewPCG(1, 2))
		const problems = 2000
		worst, unsolved := 1.0, 0
		for range problems {
			end, vertex := draw(chance), draw(chance)
			for near(end, vertex, 30) {
				vertex = draw(chance)
			}
			vertex.Blue = true
			worth, _ := judgeRightAngle([]spot{end, vertex})
			worst = min(worst, best(dots, worth))
		}
		t.Logf("%s: right-angle at worst %.3f", plane.name, worst)
		if worst < 0.8 {
			t.Errorf("%s: a right angle cannot be solved: %v", plane.name, worst)
		}

		for range problems {
			vertex, a, b := draw(chance), draw(chance), draw(chance)
			for near(a, vertex, 40) {
				a = draw(chance)
			}
			for near(b, vertex, 40) || near(a, b, 40) {
				b = draw(chance)
			}
			vertex.Blue = true
			worth, _ := judgeBisector([]spot{vertex, a, b})
			if best(dots, worth) < 0.8 {
				unsolved++
			}
		}
		t.Logf("%s: bisect-angle unsolved %d of %d", plane.name, unsolved, problems)
		if share := float64(unsolved) / problems; share > 0.02 {
			t.Errorf("%s: %v of the angles cannot be solved", plane.name, share)
		}
	}
}

// draw draws a point as the pages do.
func draw(chance *rand.Rand) spot {
	return spot{X: float64(5 + chance.IntN(130)), Y: float64(10 + chance.IntN(110))}
}

// near tells whether points are less than a gap apart in both directions.
func near(a, b spot, gap float64) bool {
	return math.Abs(a.X-b.X) < gap && math.Abs(a.Y-b.Y) < gap
}

// onPad tells whether a pixel lies on the pad of hot-cold.
func onPad(px, py int) bool { return px >= 3 && px < 157 && py >= 53 && py < 178 }

// TestHotCeiling checks that every hidden place has a bin that is hot.
func TestHotCeiling(t *testing.T) {
	l := defaultLattice()
	for x := hiddenLeft; x < hiddenRight; x++ {
		for y := hiddenTop; y < hiddenBottom; y++ {
			hot := false
			for _, px := range l.Xs {
				for _, py := range l.Ys {
					hot = hot || onPad(px, py) && heat(px-x, py-y) == 0
				}
			}
			if !hot {
				t.Fatalf("no bin is hot at (%d, %d)", x, y)
			}
		}
	}
}

// TestHotColdProbes finds places without a browser.
func TestHotColdProbes(t *testing.T) {
	l := defaultLattice()
	longest := 0
	for x := hiddenLeft; x < hiddenRight; x += 70 {
		for y := hiddenTop; y < hiddenBottom; y += 50 {
			var probes []probe
			for {
				left := placesLeft(probes)
				px, py, least := 0, 0, math.Inf(1)
				for _, qy := range l.Ys {
					for _, qx := range l.Xs {
						if !onPad(qx, qy) {
							continue
						}
						if r := remaining(left, qx, qy); r < least {
							px, py, least = qx, qy, r
						}
					}
				}
				h := heat(x-px, y-py)
				if probes = append(probes, probe{px, py, heats[h].label}); h == 0 {
					break
				}
				if len(probes) > 20 {
					t.Fatalf("(%d, %d) is not found", x, y)
				}
			}
			longest = max(longest, len(probes))
		}
	}
	t.Logf("at most %d probes", longest)
}
