package oracle

import (
	"math"
	"testing"
)

// sketch is a picture with a dot, as both page sets lay it out.
func sketch(x, y float64) picture {
	p := picture{Picture: box{2, 52, 152, 112}}
	p.Dot = &struct{ X, Y float64 }{3 + x, 53 + y}
	return p
}

// samples are the points that a page sees of a stroke along bins: each, and the
// middles between them.
func samples(l lattice, way [][2]int) [][2]float64 {
	var points [][2]float64
	for i, bin := range way {
		at := [2]float64{float64(l.Xs[bin[0]]), float64(l.Ys[bin[1]])}
		if i > 0 {
			before := points[len(points)-1]
			points = append(points, [2]float64{(before[0] + at[0]) / 2, (before[1] + at[1]) / 2})
		}
		points = append(points, at)
	}
	return points
}

// TestCircleCeiling plans circles around many dots: all are as round as is paid
// for, and large enough.
func TestCircleCeiling(t *testing.T) {
	v := view{lattice: defaultLattice()}
	worst := 0.0
	for x := 30.0; x <= 130; x += 6.25 {
		for y := 30.0; y <= 90; y += 5 {
			p := sketch(x, y)
			points := samples(v.lattice, planCircle(v, p))
			var radii, xs, ys []float64
			for _, point := range points {
				radii = append(radii, math.Hypot(point[0]-p.Dot.X, point[1]-p.Dot.Y))
				xs, ys = append(xs, point[0]), append(ys, point[1])
			}
			worst = max(worst, deviation(radii))
			if extent(xs) < 20 || extent(ys) < 20 {
				t.Errorf("the circle around (%v, %v) is too small", x, y)
			}
		}
	}
	t.Logf("the radius deviates by %.2f pixels at worst", worst)
	if worst >= 2 {
		t.Errorf("not every circle is round: %v", worst)
	}
}

func extent(numbers []float64) float64 {
	low, high := math.Inf(1), math.Inf(-1)
	for _, n := range numbers {
		low, high = min(low, n), max(high, n)
	}
	return high - low
}

// TestLineCeiling plans lines through many dots. They are straight and long
// enough on both page sets. The published page looks for them 4 pixels left of
// and above the dot, and at the last point instead of all.
func TestLineCeiling(t *testing.T) {
	v := view{lattice: defaultLattice()}
	for _, c := range []struct {
		name        string
		shift, near float64
	}{{"builtin", 0, 6}, {"public", -4, 10}} {
		furthest, shortest := 0.0, math.Inf(1)
		for x := 30.0; x <= 130; x += 0.5 {
			for y := 30.0; y <= 90; y += 0.5 {
				for along, horizontal := range []bool{true, false} {
					p := sketch(x, y)
					p.Horizontal = horizontal
					points := samples(v.lattice, planLine(v, p))
					var positions []float64
					gap := math.Inf(1)
					for _, point := range points {
						positions = append(positions, point[along])
						gap = min(gap, math.Hypot(point[0]-p.Dot.X-c.shift, point[1]-p.Dot.Y-c.shift))
					}
					spread := deviation(positions)
					if c.name == "public" {
						sum := 0.0
						for _, position := range positions {
							sum += position
						}
						n := float64(len(positions))
						spread = math.Abs(positions[len(positions)-1]-sum/n) / math.Sqrt(n)
					}
					furthest, shortest = max(furthest, gap), min(shortest, spread)
				}
			}
		}
		t.Logf("%s: at worst %.1f pixels from the place looked at, deviation along the line %.1f", c.name, furthest, shortest)
		if furthest >= c.near || shortest <= 5 {
			t.Errorf("%s: %v pixels away, %v along", c.name, furthest, shortest)
		}
	}
}
