package web

import (
	"fmt"
	"image"
	"math"
	"strings"

	"pix2act/gui"
	"pix2act/play"
)

// mark is one shape drawn over a picture, in picture pixels: a ring around a
// point, or an arrow from (X, Y) to (ToX, ToY).
type mark struct {
	Kind     string // ring, dot, other or arrow
	X, Y     float64
	Radius   float64
	ToX, ToY float64
	Dashed   bool // the pointer moves without a button, or the drag is still to come
	HeadX    [2]float64
	HeadY    [2]float64
}

// hand follows the pointer through an episode, since an action's drawing depends
// on where it was and whether it holds the button.
type hand struct {
	bins gui.Bins
	at   image.Point // in page pixels
	held bool
}

// start is where the pointer is when an episode begins, in page pixels.
var start = image.Pt(10, 10)

func newHand(bins gui.Bins) *hand { return &hand{bins: bins, at: start} }

// do gives what to draw for one legal step, and its label.
func (h *hand) do(s play.Recorded, later []play.Recorded) ([]mark, string) {
	action, err := gui.ParseAction(s.Action, h.bins)
	if err != nil {
		return nil, ""
	}
	view := lens{s.Before}
	var marks []mark
	marks = append(marks, h.others(view, s.Decision.Beam, action)...)
	from := h.at
	if action.Verb.Pointer() {
		h.at = view.page(h.bins, action)
	}
	x, y := view.picture(h.at)
	switch action.Verb {
	case gui.Click:
		marks = append(marks, ring(x, y, 6))
	case gui.DoubleClick:
		marks = append(marks, ring(x, y, 4.5), ring(x, y, 8))
	case gui.TripleClick:
		marks = append(marks, ring(x, y, 3), ring(x, y, 6), ring(x, y, 9))
	case gui.BeginDrag:
		h.held = true
		marks = append(marks, dot(x, y), ring(x, y, 6))
		if to, ok := h.release(view, later); ok {
			toX, toY := view.picture(to)
			marks = append(marks, arrow(x, y, toX, toY, true)...)
		}
	case gui.EndDrag, gui.Move:
		fromX, fromY := view.picture(from)
		marks = append(marks, arrow(fromX, fromY, x, y, !h.held)...)
		if h.held {
			marks = append(marks, dot(fromX, fromY))
		}
		if action.Verb == gui.EndDrag {
			marks = append(marks, ring(x, y, 6))
			h.held = false
		} else {
			marks = append(marks, ring(x, y, 3))
		}
	case gui.Scroll:
		length := math.Max(14, math.Min(40, math.Abs(float64(action.DeltaY))/4))
		marks = append(marks, arrow(x, y, x, y+math.Copysign(length, float64(action.DeltaY)), false)...)
		return marks, fmt.Sprintf("scroll %d", action.DeltaY)
	case gui.Key:
		return marks, strings.Join(append(append([]string{}, action.Modifiers...), action.Key), " + ")
	case gui.Keys:
		return marks, "“" + action.Text + "”"
	case gui.Wait:
		return marks, "wait"
	}
	return marks, ""
}

// release finds where a drag that begins now will end.
func (h *hand) release(view lens, later []play.Recorded) (image.Point, bool) {
	for _, s := range later {
		action, err := gui.ParseAction(s.Action, h.bins)
		if err != nil || s.After.Invalid != nil {
			continue
		}
		switch action.Verb {
		case gui.EndDrag:
			return view.page(h.bins, action), true
		case gui.Move, gui.Wait:
		default:
			return image.Point{}, false
		}
	}
	return image.Point{}, false
}

// others marks where the proposals that were not chosen would have gone.
func (h *hand) others(view lens, beam gui.Beam, chosen gui.Action) []mark {
	var marks []mark
	for i, p := range beam {
		action, err := gui.ParseAction(p.Action, h.bins)
		if i == beamLines {
			break
		}
		if err != nil || !action.Verb.Pointer() || chosen.Verb.Pointer() && action.X == chosen.X && action.Y == chosen.Y {
			continue
		}
		x, y := view.picture(view.page(h.bins, action))
		marks = append(marks, mark{Kind: "other", X: x, Y: y, Radius: 2.5})
	}
	return marks
}

// lens maps between the page and the picture an agent saw of it.
type lens struct{ gui.Observation }

// page is the page pixel that an action's bins stand for.
func (l lens) page(bins gui.Bins, a gui.Action) image.Point {
	if l.Image == nil {
		return image.Point{}
	}
	size := l.Image.Bounds().Size().Sub(l.Origin)
	width := int(math.Round(float64(size.X) / l.scale()))
	height := int(math.Round(float64(size.Y) / l.scale()))
	x, y := bins.Pixel(a.X, a.Y, width, height)
	return image.Pt(x, y)
}

// picture is the middle of a page pixel in the picture.
func (l lens) picture(p image.Point) (x, y float64) {
	round := func(v float64) float64 { return math.Round(10*v) / 10 }
	return round(float64(l.Origin.X) + (float64(p.X)+0.5)*l.scale()), round(float64(l.Origin.Y) + (float64(p.Y)+0.5)*l.scale())
}

func (l lens) scale() float64 {
	if l.Scale <= 0 {
		return 1
	}
	return l.Scale
}

func ring(x, y, radius float64) mark { return mark{Kind: "ring", X: x, Y: y, Radius: radius} }

func dot(x, y float64) mark { return mark{Kind: "dot", X: x, Y: y, Radius: 2} }

// arrow is a line with a head; one of no length is nothing.
func arrow(x, y, toX, toY float64, dashed bool) []mark {
	length := math.Hypot(toX-x, toY-y)
	if length < 1 {
		return nil
	}
	m := mark{Kind: "arrow", X: x, Y: y, ToX: toX, ToY: toY, Dashed: dashed}
	const head, spread = 7, 0.45
	angle := math.Atan2(toY-y, toX-x)
	for i, turn := range []float64{spread, -spread} {
		m.HeadX[i] = math.Round(10*(toX-head*math.Cos(angle+turn))) / 10
		m.HeadY[i] = math.Round(10*(toY-head*math.Sin(angle+turn))) / 10
	}
	return []mark{m}
}
