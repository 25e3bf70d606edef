package oracle

import (
	"math"
	"regexp"
	"slices"

	"pix2act/gui"
)

// readFigures gives the figures of a picture that can be dragged, the frames in
// it, and the instruction. A figure's corner is that of its box, by which the
// pages judge.
const readFigures = `(() => {
	const svg = first("#area svg"), picture = svg ? box(svg) : null;
	const shapes = Array.from(document.querySelectorAll("#area svg :is(rect, circle, polygon)"));
	const frame = e => e.getAttribute("fill") === "none";
	const number = (e, name) => Number(e.getAttribute(name));
	return {
		Instruction: instruction(),
		Picture: picture,
		Frames: shapes.filter(frame).map(e => ({X: picture.X + number(e, "x"), Y: picture.Y + number(e, "y"), W: number(e, "width"), H: number(e, "height")})),
		Figures: shapes.filter(e => !frame(e)).map(e => {
			const b = e.getBBox();
			const [x, y] = ((e.getAttribute("transform") || "").match(/-?[\d.]+/g) || [0, 0]).map(Number);
			return {
				Target: target(e), Kind: e.tagName, Colour: e.getAttribute("fill"), Held: e.matches(":active"),
				Place: {X: picture.X + b.x + x, Y: picture.Y + b.y + y, W: b.width, H: b.height}, MovedX: x, MovedY: y,
			};
		}),
		Submit: target(first("#subbtn")),
	};
})()`

// movable is a figure that can be dragged.
type movable struct {
	Target         *target
	Kind, Colour   string
	Held           bool
	Place          box
	MovedX, MovedY float64
}

// drawing is what readFigures reads.
type drawing struct {
	Instruction string
	Picture     *box
	Frames      []box
	Figures     []movable
	Submit      *target
}

// direction is the way that a figure is to be dragged.
var direction = regexp.MustCompile(`\b(left|right|up|down)\b`)

// ways are the steps to the directions, in bins.
var ways = map[string][2]int{"left": {-5, 0}, "right": {5, 0}, "up": {0, -4}, "down": {0, 4}}

// solveDragAway drags the figure some way in the direction asked for.
func solveDragAway(v view) (gui.Action, error) {
	var d drawing
	if err := v.read(readFigures, &d); err != nil {
		return gui.Action{}, err
	}
	way, ok := ways[direction.FindString(d.Instruction)]
	if !ok || len(d.Figures) != 1 {
		return gui.Action{}, missing("figure with a direction")
	}
	f := d.Figures[0]
	switch {
	case f.Held:
		x, y := v.memory.last.X+way[0], v.memory.last.Y+way[1]
		return gui.Action{Verb: gui.EndDrag, X: clamp(x, len(v.lattice.Xs)), Y: clamp(y, len(v.lattice.Ys))}, nil
	case f.MovedX*float64(way[0])+f.MovedY*float64(way[1]) > 0:
		return v.click(d.Submit, "Submit button")
	}
	return v.point(gui.BeginDrag, f.Target, "figure")
}

// clamp keeps an index below n.
func clamp(i, n int) int { return min(max(i, 0), n-1) }

// sorts are the words for kinds of shapes.
var sorts = map[string]string{"rectangles": "rect", "circles": "circle", "triangles": "polygon"}

var (
	sortAsked   = regexp.MustCompile(`rectangles|circles|triangles`)
	colourAsked = regexp.MustCompile(`all (\w+) shapes`)
)

// solveDragShapes drags every shape that is asked for into the first frame, and
// the others into the second one where there are two, or out of the only one.
func solveDragShapes(v view) (gui.Action, error) {
	var d drawing
	if err := v.read(readFigures, &d); err != nil {
		return gui.Action{}, err
	}
	if len(d.Frames) == 0 || d.Picture == nil {
		return gui.Action{}, missing("frame")
	}
	kind, colour := sorts[sortAsked.FindString(d.Instruction)], ""
	if match := colourAsked.FindStringSubmatch(d.Instruction); match != nil {
		colour = match[1]
	}
	// In the order in which people read.
	slices.SortStableFunc(d.Figures, func(a, b movable) int {
		return int(100*(a.Place.Y-b.Place.Y) + a.Place.X - b.Place.X)
	})
	for i, f := range d.Figures {
		asked := f.Kind == kind || f.Colour == colour
		goal, inside := d.Frames[0], asked
		if !asked && len(d.Frames) > 1 {
			goal, inside = d.Frames[1], true
		}
		switch {
		case f.Held:
			return d.free(v, i, goal, inside), nil
		case goal.holds(f.Place.X, f.Place.Y) != inside && !slices.ContainsFunc(d.Figures, func(f movable) bool { return f.Held }):
			action, err := v.point(gui.BeginDrag, f.Target, "shape")
			if err == nil {
				px, py := v.pixel(action.X, action.Y)
				v.memory.grabX, v.memory.grabY = float64(px)-f.Place.X, float64(py)-f.Place.Y
			}
			return action, err
		}
	}
	return v.click(d.Submit, "Submit button")
}

// holds tells whether a point lies inside the box.
func (b box) holds(x, y float64) bool {
	return x > b.X && x < b.X+b.W && y > b.Y && y < b.Y+b.H
}

// free finds a place for the held figure, inside the goal or outside of it: the
// first one with some room to the other figures or, where they fill the goal,
// the one with most.
func (d drawing) free(v view, held int, goal box, inside bool) gui.Action {
	const edge, enough = 2, 3
	f, best, most := d.Figures[held], gui.Action{Verb: gui.EndDrag}, math.Inf(-1)
	grabX, grabY := v.memory.grabX, v.memory.grabY
	if grabX == 0 && grabY == 0 { // pressed by another hand
		grabX, grabY = f.Place.W/2, f.Place.H/2
	}
	for y, py := range v.lattice.Ys {
		for x, px := range v.lattice.Xs {
			place := box{float64(px) - grabX, float64(py) - grabY, f.Place.W, f.Place.H}
			fits := min(within(place, *d.Picture), apart(place, goal))
			if inside {
				fits = min(within(place, *d.Picture), within(place, goal))
			}
			room := float64(enough)
			for i, other := range d.Figures {
				if i != held {
					room = min(room, apart(place, other.Place))
				}
			}
			if fits < edge {
				room = fits - 1000 // nowhere else
			}
			if room > most {
				best.X, best.Y, most = x, y, room
			}
		}
	}
	return best
}

// within is how far a box is inside another; negative if it stands out.
func within(inner, outer box) float64 {
	return min(inner.X-outer.X, inner.Y-outer.Y, outer.X+outer.W-inner.X-inner.W, outer.Y+outer.H-inner.Y-inner.H)
}

// apart is how far two boxes are apart; negative if they overlap.
func apart(a, b box) float64 {
	return max(a.X-b.X-b.W, b.X-a.X-a.W, a.Y-b.Y-b.H, b.Y-a.Y-a.H)
}
