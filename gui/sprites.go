package gui

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"sync"
)

// Hot spots of the cursors within their pictures.
var (
	arrowHotSpot     = image.Pt(3, 4)
	crosshairHotSpot = image.Pt(10, 9)
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

// The built-in cursors: # is black, o white, + half-transparent black (a soft
// edge), anything else nothing.
const (
	arrowDrawing = `
.................
.................
.................
..+..............
.+o+.............
..oo+............
..o#o+...........
..o##o+..........
..o###o+.........
..o####o+........
..o#####o+.......
..o######o+......
..o#######o+.....
..o########o+....
..o#########o+...
..o######ooooo...
..o###o##o++++...
..o##oo##o+......
..o#o++o##o......
..oo+..o##o+.....
..o+....o##o.....
..+.....oo+......
`
	crosshairDrawing = `
..........o..........
.........o#o.........
.........o#o.........
.........o#o.........
.........o#o.........
.........o#o.........
..........o..........
.....................
.oooooo.......oooooo.
o######o..#..o######o
.oooooo.......oooooo.
.....................
..........o..........
.........o#o.........
.........o#o.........
.........o#o.........
.........o#o.........
.........o#o.........
..........o..........
`
)

// BuiltinSprites returns the cursors of this program. They are shared: callers
// must not change them.
var BuiltinSprites = sync.OnceValue(func() *Sprites {
	return &Sprites{
		Arrow:     Sprite{drawn(arrowDrawing), arrowHotSpot},
		Crosshair: Sprite{drawn(crosshairDrawing), crosshairHotSpot},
	}
})

// drawn makes a picture of a drawing in letters.
func drawn(text string) *image.NRGBA {
	rows := strings.Split(strings.Trim(text, "\n"), "\n")
	picture := image.NewNRGBA(image.Rect(0, 0, len(rows[0]), len(rows)))
	for y, row := range rows {
		for x, letter := range row {
			switch letter {
			case '#':
				picture.SetNRGBA(x, y, color.NRGBA{A: 255})
			case 'o':
				picture.SetNRGBA(x, y, color.NRGBA{R: 255, G: 255, B: 255, A: 255})
			case '+':
				picture.SetNRGBA(x, y, color.NRGBA{A: 96})
			}
		}
	}
	return picture
}

// LoadSprites reads other cursors from the files left_ptr.png (arrow) and
// cross.png (crosshair) of a folder. Their hot spots are those of the built-in
// ones, (3, 4) and (10, 9).
func LoadSprites(folder string) (*Sprites, error) {
	arrow, err := loadSprite(filepath.Join(folder, "left_ptr.png"))
	if err != nil {
		return nil, err
	}
	crosshair, err := loadSprite(filepath.Join(folder, "cross.png"))
	if err != nil {
		return nil, err
	}
	return &Sprites{Arrow: Sprite{arrow, arrowHotSpot}, Crosshair: Sprite{crosshair, crosshairHotSpot}}, nil
}

// maxSpriteSide bounds the pictures that are taken for cursors.
const maxSpriteSide = 256

func loadSprite(path string) (*image.NRGBA, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("load the cursor: %w", err)
	}
	defer file.Close()
	decoded, err := png.Decode(file)
	if err != nil {
		return nil, fmt.Errorf("load the cursor %s: %w", path, err)
	}
	size := decoded.Bounds().Size()
	if size.X > maxSpriteSide || size.Y > maxSpriteSide {
		return nil, fmt.Errorf("load the cursor %s: %dx%d pixels, more than %d on a side", path, size.X, size.Y, maxSpriteSide)
	}
	picture := image.NewNRGBA(image.Rectangle{Max: size})
	draw.Draw(picture, picture.Rect, decoded, decoded.Bounds().Min, draw.Src)
	return picture, nil
}

func (s *Sprites) of(shape CursorShape) Sprite {
	if shape == CursorCrosshair {
		return s.Crosshair
	}
	return s.Arrow
}

// draw puts the sprite on the page with its hot spot at the given pixel. What
// lies outside the page is cut off.
func (s Sprite) draw(page *image.RGBA, at image.Point) {
	if s.Image == nil {
		return
	}
	draw.Draw(page, s.Image.Rect.Add(at.Sub(s.HotSpot)), s.Image, s.Image.Rect.Min, draw.Over)
}

// drawPressMarker shows that the button is held: a red square at the upper right,
// from (width−10, 5) to (width−5, 10), both included.
func drawPressMarker(page *image.RGBA) {
	width := page.Bounds().Dx()
	square := image.Rect(width-10, 5, width-4, 11)
	draw.Draw(page, square, image.NewUniform(color.RGBA{R: 255, A: 255}), image.Point{}, draw.Src)
}
