package gui

import "image"

// CursorShape is the shape of the pointer that is drawn into a picture.
type CursorShape string

// The two shapes that are told apart.
const (
	CursorArrow     CursorShape = "arrow"
	CursorCrosshair CursorShape = "crosshair"
)

// CursorFromCSS returns the shape drawn for the computed CSS cursor under the
// pointer: the crosshair for "crosshair", the arrow for everything else.
func CursorFromCSS(cursor string) CursorShape {
	if cursor == "crosshair" {
		return CursorCrosshair
	}
	return CursorArrow
}

// PointerStart is where the pointer rests when an episode begins, in page
// pixels.
var PointerStart = image.Pt(10, 10)

// DrawOptions say what is drawn over a page to make an observation of it.
type DrawOptions struct {
	Header  string      // instruction drawn above the page; "" draws no header
	Pointer image.Point // hot spot of the cursor in page pixels
	Cursor  CursorShape // "" is the arrow
	Pressed bool        // the press marker is shown
	Sprites *Sprites    // nil draws the built-in cursors
}

// Draw makes an observation of a screenshot. The page picture is drawn into and
// becomes part of the observation: the caller gives it away. Its bounds begin at
// (0, 0).
func Draw(page *image.RGBA, options DrawOptions) Observation {
	sprites := options.Sprites
	if sprites == nil {
		sprites = BuiltinSprites()
	}
	sprites.of(options.Cursor).draw(page, options.Pointer)
	if options.Pressed {
		drawPressMarker(page)
	}
	if options.Header == "" {
		return NewObservation(page, image.Point{}, 1)
	}
	header := RenderHeader(options.Header, White)
	whole, origin, scale := Compose(header, page)
	return NewObservation(whole, origin, scale)
}
