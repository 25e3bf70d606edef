package parsing

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"

	"pix2act/gui"
)

// Colours of what is drawn over a screen, after the paper's figure 3: a cyan box
// around the region, crossed-out red over what is masked.
var (
	boxColour  = color.RGBA{R: 0, G: 190, B: 230, A: 255}
	maskGround = color.RGBA{R: 255, G: 225, B: 225, A: 255}
	maskColour = color.RGBA{R: 220, A: 255}
)

// observe draws what an agent would see of a question: the line above the screen,
// the region's box, masks, and the pointer.
func observe(s Screen, line *image.RGBA, q Question, pointer image.Point) gui.Observation {
	whole := image.NewRGBA(image.Rect(0, 0, Width, Height))
	top := 0
	if line != nil {
		top = line.Rect.Dy()
		draw.Draw(whole, line.Rect, line, image.Point{}, draw.Src)
	}
	draw.Draw(whole, s.Image.Rect.Add(image.Pt(0, top)), s.Image, image.Point{}, draw.Src)
	for _, mask := range q.Masks {
		drawMask(whole, image.Rectangle(mask))
	}
	if q.Kind == KindParse && line != nil {
		frame(whole, image.Rectangle(q.Target).Inset(-2).Intersect(image.Rect(0, top, Width, Height)), boxColour)
	}
	return gui.Draw(whole, gui.DrawOptions{Pointer: pointer})
}

// frame draws the edges of a rectangle, one pixel wide.
func frame(on *image.RGBA, r image.Rectangle, c color.RGBA) {
	ink := image.NewUniform(c)
	for _, edge := range []image.Rectangle{
		image.Rect(r.Min.X, r.Min.Y, r.Max.X, r.Min.Y+1), image.Rect(r.Min.X, r.Max.Y-1, r.Max.X, r.Max.Y),
		image.Rect(r.Min.X, r.Min.Y, r.Min.X+1, r.Max.Y), image.Rect(r.Max.X-1, r.Min.Y, r.Max.X, r.Max.Y),
	} {
		draw.Draw(on, edge.Intersect(r), ink, image.Point{}, draw.Src)
	}
}

// drawMask paints a rectangle over and crosses it out.
func drawMask(on *image.RGBA, r image.Rectangle) {
	draw.Draw(on, r, image.NewUniform(maskGround), image.Point{}, draw.Src)
	frame(on, r, maskColour)
	for x := range r.Dx() {
		y := x * (r.Dy() - 1) / max(r.Dx()-1, 1)
		on.SetRGBA(r.Min.X+x, r.Min.Y+y, maskColour)
		on.SetRGBA(r.Min.X+x, r.Max.Y-1-y, maskColour)
	}
}

// cursor is what the pointer's arrow covers, from its tip.
var cursor = image.Rect(-2, -1, 15, 21)

// pointerFor draws where the pointer rests: where an episode begins, or anywhere,
// but not over what the answer depends on. words are those of the line; its first
// two are the same in every question of the kind. n is the question's number.
func pointerFor(s Screen, n int, q Question, words []Word) image.Point {
	r := s.Level.source(s.Seed, fmt.Sprint("pointer", n)) // every question of a screen has its own
	clear := func(at image.Point) bool {
		covered := cursor.Add(at)
		if covered.Overlaps(image.Rectangle(q.Target)) {
			return false
		}
		for i, word := range words {
			if i >= 2 && covered.Overlaps(image.Rectangle(word.Box)) {
				return false
			}
		}
		return true
	}
	if r.IntN(2) == 0 && clear(gui.PointerStart) {
		return gui.PointerStart
	}
	for range 20 {
		if at := image.Pt(r.IntN(Width), r.IntN(Height)); clear(at) {
			return at
		}
	}
	return image.Pt(Width, Height) // nowhere to be seen
}
