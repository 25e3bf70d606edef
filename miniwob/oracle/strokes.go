package oracle

import (
	"fmt"
	"math"

	"pix2act/gui"
)

// readPicture gives the dot to draw around or through, and what has been drawn.
const readPicture = `(() => {
	const svg = first("#area svg"), dot = svg && svg.querySelector("#circ");
	if (!dot) return {Dot: null};
	const picture = box(svg);
	return {
		Dot: {X: picture.X + svg.clientLeft + Number(dot.getAttribute("cx")), Y: picture.Y + svg.clientTop + Number(dot.getAttribute("cy"))},
		Picture: picture,
		Drawn: svg.querySelector("path") !== null,
		Horizontal: /horizontal/.test(instruction()),
		Submit: target(first("#area button")),
	};
})()`

// picture is what readPicture reads.
type picture struct {
	Dot        *struct{ X, Y float64 }
	Picture    box
	Drawn      bool
	Horizontal bool
	Submit     *target
}

// solveStroke makes the solver of a task that asks for one stroke, along the
// bins that plan gives: a press at the first, moves, and the release at the
// last. The cursor shows how far the stroke has come.
func solveStroke(plan func(v view, p picture) [][2]int) solver {
	return func(v view) (gui.Action, error) {
		var p picture
		if err := v.read(readPicture, &p); err != nil {
			return gui.Action{}, err
		}
		if p.Dot == nil {
			return gui.Action{}, missing("dot")
		}
		last := v.memory.last
		if p.Drawn && last.Verb == gui.EndDrag {
			return v.click(p.Submit, "Submit button")
		}
		way := plan(v, p)
		if len(way) < 2 {
			return gui.Action{}, fmt.Errorf("no way for a stroke at (%.0f, %.0f)", p.Dot.X, p.Dot.Y)
		}
		next := gui.Action{Verb: gui.BeginDrag, X: way[0][0], Y: way[0][1]}
		if last.Verb == gui.BeginDrag || last.Verb == gui.Move {
			for i, bin := range way[:len(way)-1] {
				if bin == [2]int{last.X, last.Y} && (i == 0) == (last.Verb == gui.BeginDrag) {
					next = gui.Action{Verb: gui.Move, X: way[i+1][0], Y: way[i+1][1]}
					if i == len(way)-2 {
						next.Verb = gui.EndDrag
					}
				}
			}
		}
		return next, nil
	}
}

// planLine goes straight over the bin nearest to the dot, some bins to both sides.
func planLine(v view, p picture) [][2]int {
	const side = 4
	x, y := closest(v.lattice.Xs, p.Dot.X), closest(v.lattice.Ys, p.Dot.Y)
	way := func(i int) [2]int {
		if p.Horizontal {
			return [2]int{x + i, y}
		}
		return [2]int{x, y + i}
	}
	within := func(i int) bool {
		bin := way(i)
		px, py := v.pixel(bin[0], bin[1])
		return p.Picture.depth(px, py) > 1
	}
	from, to := -side, side
	for !within(from) {
		from++
	}
	for !within(to) {
		to--
	}
	return [][2]int{way(from), way(0), way(to)}
}

// closest is the index of the pixel nearest to a place.
func closest(pixels []int, place float64) int {
	best := 0
	for i, p := range pixels {
		if math.Abs(float64(p)-place) < math.Abs(float64(pixels[best])-place) {
			best = i
		}
	}
	return best
}

// planCircle goes around the dot, of all radii on the bins that make the
// roundest circle.
func planCircle(v view, p picture) [][2]int {
	var best [][2]int
	least := math.Inf(1)
	for radius := 18.0; radius <= 26; radius += 0.5 {
		if way, spread := around(v, p, radius); spread < least {
			best, least = way, spread
		}
	}
	return best
}

// around gives bins near a circle around the dot, clockwise from the top and
// back to it, and the standard deviation of their distances from the dot; the
// pages see the middles between them, too.
func around(v view, p picture, radius float64) (way [][2]int, spread float64) {
	const corners = 10
	for i := range corners {
		turn := 2*math.Pi*float64(i)/corners - math.Pi/2
		bin, least := [2]int{}, math.Inf(1)
		for x, px := range v.lattice.Xs {
			for y, py := range v.lattice.Ys {
				dx, dy := float64(px)-p.Dot.X, float64(py)-p.Dot.Y
				aside := math.Abs(math.Remainder(math.Atan2(dy, dx)-turn, 2*math.Pi)) * radius
				if aside > 5 || py <= 50 || i == 0 && p.Picture.depth(px, py) < 2 {
					continue
				}
				if off := math.Abs(math.Hypot(dx, dy)-radius) + aside/10; off < least {
					bin, least = [2]int{x, y}, off
				}
			}
		}
		if math.IsInf(least, 1) {
			return nil, least
		}
		way = append(way, bin)
	}
	way = append(way, way[0])
	var distances []float64
	for i, bin := range way {
		px, py := v.pixel(bin[0], bin[1])
		distances = append(distances, math.Hypot(float64(px)-p.Dot.X, float64(py)-p.Dot.Y))
		if i > 0 {
			qx, qy := v.pixel(way[i-1][0], way[i-1][1])
			distances = append(distances, math.Hypot(float64(px+qx)/2-p.Dot.X, float64(py+qy)/2-p.Dot.Y))
		}
	}
	return way, deviation(distances)
}

// deviation is the standard deviation of numbers.
func deviation(numbers []float64) float64 {
	sum, squares := 0.0, 0.0
	for _, n := range numbers {
		sum += n
		squares += n * n
	}
	n := float64(len(numbers))
	return math.Sqrt(max(0, squares/n-(sum/n)*(sum/n)))
}
