package oracle

import (
	"math"

	"pix2act/gui"
)

// readPoints gives what is drawn into the plane: the circles that are given, and
// the dot that is the answer.
const readPoints = `(() => {
	const svg = first("#svg-grid"), plane = svg ? box(svg) : null;
	const circles = Array.from(document.querySelectorAll("#svg-grid circle"), c => ({
		X: plane.X + Number(c.getAttribute("cx")), Y: plane.Y + Number(c.getAttribute("cy")),
		Radius: Number(c.getAttribute("r")), Blue: c.getAttribute("fill") === "blue", Answer: c.id === "blue-circle",
	}));
	return {
		Given: circles.filter(c => !c.Answer), Answer: circles.find(c => c.Answer) || null,
		Plane: target(svg), Submit: target(first("#subbtn")),
	};
})()`

// spot is a circle of the plane, with its middle on the page.
type spot struct {
	X, Y, Radius float64
	Blue         bool
}

// plane is what readPoints reads.
type plane struct {
	Given         []spot
	Answer        *spot
	Plane, Submit *target
}

// goodEnough is how much the answer may be worse than the best one that bins allow.
const goodEnough = 0.05

// solvePoint makes the solver of a task that asks for a point. judge gives, for
// the circles given, the reward of an answer, or less than that where another
// answer with the same reward is nicer; ok is false if the circles are not those
// of the task.
//
// The published pages paint the dot some pixels beside the click. The first
// click shows how many, and a second one puts that right where it matters.
func solvePoint(judge func(given []spot) (worth func(x, y float64) float64, ok bool)) solver {
	return func(v view) (gui.Action, error) {
		var p plane
		if err := v.read(readPoints, &p); err != nil {
			return gui.Action{}, err
		}
		worth, ok := judge(p.Given)
		if !ok || p.Plane == nil {
			return gui.Action{}, missing("points that are given")
		}
		offX, offY := 0.0, 0.0
		if p.Answer != nil && v.memory.last.Verb == gui.Click {
			px, py := v.pixel(v.memory.last.X, v.memory.last.Y)
			offX, offY = p.Answer.X-float64(px), p.Answer.Y-float64(py)
		}
		at := func(px, py int) float64 { return worth(float64(px)+offX, float64(py)+offY) }
		x, y, err := p.Plane.best(v.lattice, at)
		if err != nil {
			return gui.Action{}, err
		}
		px, py := v.pixel(x, y)
		if p.Answer != nil && worth(p.Answer.X, p.Answer.Y) >= at(px, py)-goodEnough {
			return v.click(p.Submit, "Submit button")
		}
		return gui.Action{Verb: gui.Click, X: x, Y: y}, nil
	}
}

// judgeCentre is for the centre of a circle.
func judgeCentre(given []spot) (func(x, y float64) float64, bool) {
	if len(given) != 1 {
		return nil, false
	}
	circle := given[0]
	return func(x, y float64) float64 { return 1 - math.Hypot(x-circle.X, y-circle.Y)/circle.Radius }, true
}

// judgeMiddle is for the point halfway between two.
func judgeMiddle(given []spot) (func(x, y float64) float64, bool) {
	if len(given) != 2 {
		return nil, false
	}
	midX, midY := (given[0].X+given[1].X)/2, (given[0].Y+given[1].Y)/2
	return func(x, y float64) float64 { return 1 - math.Hypot(x-midX, y-midY)/30 }, true
}

// nice makes the worth of an answer that is right by its direction alone: its
// reward, and of those that are nearly right the nearest to the nicest place.
func nice(reward, distance float64) float64 {
	if reward < 1-goodEnough {
		return reward
	}
	return 1 - goodEnough + goodEnough/(1+distance/10)
}

// judgeRightAngle is for a point at right angles to a black one, seen from a
// blue one: best as far from the blue one as the black one is.
func judgeRightAngle(given []spot) (func(x, y float64) float64, bool) {
	vertex, ends := corner(given)
	if vertex == nil || len(ends) != 1 {
		return nil, false
	}
	armX, armY := ends[0].X-vertex.X, ends[0].Y-vertex.Y
	return func(x, y float64) float64 {
		miss := math.Abs(90 - angle(*vertex, ends[0], spot{X: x, Y: y}))
		far := min(math.Hypot(x-vertex.X+armY, y-vertex.Y-armX), math.Hypot(x-vertex.X-armY, y-vertex.Y+armX))
		return lowest(nice(1-miss/90, far))
	}, true
}

// judgeBisector is for a point on the line that halves the angle between two
// black points, seen from a blue one: best as far as these are on average.
func judgeBisector(given []spot) (func(x, y float64) float64, bool) {
	vertex, ends := corner(given)
	if vertex == nil || len(ends) != 2 {
		return nil, false
	}
	whole := angle(*vertex, ends[0], ends[1])
	first := math.Atan2(ends[0].Y-vertex.Y, ends[0].X-vertex.X)
	turn := math.Remainder(math.Atan2(ends[1].Y-vertex.Y, ends[1].X-vertex.X)-first, 2*math.Pi)
	arm := (math.Hypot(ends[0].X-vertex.X, ends[0].Y-vertex.Y) + math.Hypot(ends[1].X-vertex.X, ends[1].Y-vertex.Y)) / 2
	niceX, niceY := vertex.X+arm*math.Cos(first+turn/2), vertex.Y+arm*math.Sin(first+turn/2)
	return func(x, y float64) float64 {
		a, b := angle(*vertex, ends[0], spot{X: x, Y: y}), angle(*vertex, spot{X: x, Y: y}, ends[1])
		if a+b > whole+1e-6 {
			return -1
		}
		return lowest(nice((whole-max(a, b))/(whole/2), math.Hypot(x-niceX, y-niceY)))
	}, true
}

// corner tells the blue vertex from the black ends.
func corner(given []spot) (vertex *spot, ends []spot) {
	for i, s := range given {
		if s.Blue {
			vertex = &given[i]
		} else {
			ends = append(ends, s)
		}
	}
	return vertex, ends
}

// angle is the one at vertex between two points, in degrees; NaN where one of
// them is the vertex.
func angle(vertex, a, b spot) float64 {
	ux, uy, wx, wy := a.X-vertex.X, a.Y-vertex.Y, b.X-vertex.X, b.Y-vertex.Y
	cosine := (ux*wx + uy*wy) / (math.Hypot(ux, uy) * math.Hypot(wx, wy))
	return math.Acos(max(-1, min(1, cosine))) * 180 / math.Pi
}

// lowest gives -1 for a worth that is not a number.
func lowest(worth float64) float64 {
	if math.IsNaN(worth) {
		return -1
	}
	return worth
}

// readCoordinates gives the dot of a grid whose coordinates are asked for.
const readCoordinates = `(() => {
	const wanted = /\((-?\d+),\s*(-?\d+)\)/.exec(instruction());
	return wanted ? target(document.getElementById("(" + wanted[1] + "," + wanted[2] + ")")) : null;
})()`

// solveGridCoordinate clicks the dot at the coordinates asked for.
func solveGridCoordinate(v view) (gui.Action, error) {
	var dot *target
	if err := v.read(readCoordinates, &dot); err != nil {
		return gui.Action{}, err
	}
	return v.click(dot, "dot at the coordinates asked for")
}
