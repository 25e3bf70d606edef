package gui

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"sync"

	"github.com/go-fonts/liberation/liberationsansregular"
	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// Measures of the instruction header in pixels, those of the reference.
const (
	headerSize    = 36 // font size
	headerPadding = 5  // on all sides
	headerAscent  = 33 // from the top of a line to its baseline
	headerLine    = 37 // from baseline to baseline
)

// Backgrounds of rendered text.
var (
	White  = color.RGBA{R: 255, G: 255, B: 255, A: 255}
	Yellow = color.RGBA{R: 255, G: 255, A: 255}
)

// headerFont is the font with the buffers of its reader, used under its lock.
type headerFont struct {
	sync.Mutex
	font   *sfnt.Font
	face   font.Face
	buffer sfnt.Buffer
}

var loadHeaderFont = sync.OnceValues(func() (*headerFont, error) {
	parsed, err := opentype.Parse(liberationsansregular.TTF)
	if err != nil {
		return nil, fmt.Errorf("parse the header font: %w", err)
	}
	face, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: headerSize, DPI: 72, Hinting: font.HintingFull})
	if err != nil {
		return nil, fmt.Errorf("open the header font: %w", err)
	}
	return &headerFont{font: parsed, face: face}, nil
})

// glyph is a character placed on its line.
type glyph struct {
	char rune
	x    int // pen position in whole pixels
}

// RenderHeader draws an instruction, wrapped at HeaderColumns, in black Liberation
// Sans of 36 px on a background, with 5 px around it. An empty text gives a
// square of 10 px. Safe for concurrent use.
func RenderHeader(text string, background color.RGBA) *image.RGBA {
	lines := WrapText(text, HeaderColumns)
	font, err := loadHeaderFont()
	if err != nil {
		// The font is part of the program: a failure here is a broken build, which
		// the tests of this package show.
		lines = nil
	} else {
		font.Lock()
		defer font.Unlock()
	}
	placed := make([][]glyph, len(lines))
	width, height := 0, 0
	for i, line := range lines {
		var right, bottom int
		placed[i], right, bottom = font.place(line)
		width = max(width, right)
		height = max(height, i*headerLine+bottom)
	}
	picture := image.NewRGBA(image.Rect(0, 0, width+2*headerPadding, height+2*headerPadding))
	draw.Draw(picture, picture.Rect, image.NewUniform(background), image.Point{}, draw.Src)
	for i, line := range placed {
		for _, g := range line {
			dot := fixed.P(headerPadding+g.x, headerPadding+headerAscent+i*headerLine)
			if box, mask, at, _, ok := font.face.Glyph(dot, g.char); ok {
				draw.DrawMask(picture, box, image.Black, image.Point{}, mask, at, draw.Over)
			}
		}
	}
	return picture
}

// place sets the characters of a line side by side and returns where the line
// ends at its right, and its lowest ink below the line's top, in pixels. Pairs
// are not kerned, since the reference's basic layout moves no glyph by as much
// as a pixel either.
func (f *headerFont) place(line string) (glyphs []glyph, right, bottom int) {
	var pen fixed.Int26_6
	for _, char := range line {
		index, err := f.font.GlyphIndex(&f.buffer, char)
		if err != nil {
			continue
		}
		bounds, advance, err := f.font.GlyphBounds(&f.buffer, index, fixed.I(headerSize), font.HintingFull)
		if err != nil {
			continue
		}
		glyphs = append(glyphs, glyph{char, pen.Round()})
		if !bounds.Empty() {
			bottom = max(bottom, headerAscent+bounds.Max.Y.Round())
			right = max(right, (pen + bounds.Max.X).Ceil())
		}
		pen += advance
	}
	return glyphs, max(right, pen.Ceil()), bottom
}

// Compose puts a header above a page, both brought to the width of the wider one
// by bicubic resampling. It returns the picture, where the page begins in it, and
// its pixels per page pixel.
func Compose(header, page *image.RGBA) (whole *image.RGBA, origin image.Point, scale float64) {
	top, below := header.Bounds().Size(), page.Bounds().Size()
	width := max(top.X, below.X)
	scale = float64(width) / float64(below.X)
	pageHeight := int(float64(below.Y) * scale)
	headerHeight := int(float64(top.Y) * (float64(width) / float64(top.X)))
	whole = image.NewRGBA(image.Rect(0, 0, width, headerHeight+pageHeight))
	origin = image.Pt(0, headerHeight)
	draw.Draw(whole, image.Rect(0, 0, width, headerHeight), Resize(header, width, headerHeight), image.Point{}, draw.Src)
	draw.Draw(whole, image.Rect(0, headerHeight, width, headerHeight+pageHeight), Resize(page, width, pageHeight), image.Point{}, draw.Src)
	return whole, origin, scale
}
