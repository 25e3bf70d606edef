// Package sheet draws contact sheets: many small pictures with their titles on one large one.
package sheet

import (
	"fmt"
	"image"
	"image/color"
	"sync"

	"github.com/go-fonts/liberation/liberationsansregular"
	"golang.org/x/image/draw"
	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

// Cell is a title over pictures that stand side by side.
type Cell struct {
	Title    string
	Pictures []Picture
}

// Picture is shown in the size of the sheet's pictures, made smaller where it is larger. No Image
// leaves its place empty.
type Picture struct {
	Image image.Image
	Note  string      // under it, small
	Mark  color.Color // of a bar under it; nil draws none
}

// Measures in pixels.
const (
	gap        = 4
	margin     = 14
	titleSize  = 14
	noteSize   = 10
	titleLine  = 20
	noteLine   = 14
	markHeight = 3
)

var (
	ground = color.RGBA{R: 236, G: 236, B: 236, A: 255}
	ink    = color.RGBA{R: 20, G: 20, B: 20, A: 255}
	empty  = color.RGBA{R: 214, G: 214, B: 214, A: 255}
)

// Draw draws cells row by row, each picture in a place of the given size.
func Draw(cells []Cell, columns int, place image.Point) (*image.RGBA, error) {
	faces, err := loadFaces()
	if err != nil {
		return nil, err
	}
	across := 1
	for _, c := range cells {
		across = max(across, len(c.Pictures))
	}
	columns = max(1, min(columns, len(cells)))
	rows := (len(cells) + columns - 1) / columns
	cell := image.Pt(across*place.X+(across-1)*gap+margin, titleLine+place.Y+markHeight+noteLine+margin)
	sheet := image.NewRGBA(image.Rect(0, 0, columns*cell.X+margin, rows*cell.Y+margin))
	draw.Draw(sheet, sheet.Bounds(), image.NewUniform(ground), image.Point{}, draw.Src)
	for i, c := range cells {
		at := image.Pt(margin+i%columns*cell.X, margin+i/columns*cell.Y)
		faces.write(sheet, faces.title, c.Title, at.Add(image.Pt(0, titleSize)), cell.X-margin)
		at.Y += titleLine
		for _, p := range c.Pictures {
			faces.picture(sheet, p, image.Rectangle{at, at.Add(place)})
			at.X += place.X + gap
		}
	}
	return sheet, nil
}

// faces are the fonts of a sheet; a face serves one goroutine.
type faces struct{ title, note font.Face }

func loadFaces() (*faces, error) {
	parsed, err := parse()
	if err != nil {
		return nil, fmt.Errorf("parse the font of titles: %w", err)
	}
	var f faces
	for size, face := range map[float64]*font.Face{titleSize: &f.title, noteSize: &f.note} {
		if *face, err = opentype.NewFace(parsed, &opentype.FaceOptions{Size: size, DPI: 72, Hinting: font.HintingFull}); err != nil {
			return nil, fmt.Errorf("open the font of titles: %w", err)
		}
	}
	return &f, nil
}

var parse = sync.OnceValues(func() (*opentype.Font, error) { return opentype.Parse(liberationsansregular.TTF) })

// picture draws a picture into its place, with what stands under it.
func (f *faces) picture(sheet *image.RGBA, p Picture, place image.Rectangle) {
	draw.Draw(sheet, place, image.NewUniform(empty), image.Point{}, draw.Src)
	if p.Image != nil {
		size := p.Image.Bounds().Size()
		if size.X <= place.Dx() && size.Y <= place.Dy() {
			draw.Draw(sheet, image.Rectangle{place.Min, place.Min.Add(size)}, p.Image, p.Image.Bounds().Min, draw.Src)
		} else {
			scale := min(float64(place.Dx())/float64(size.X), float64(place.Dy())/float64(size.Y))
			small := image.Pt(int(float64(size.X)*scale), int(float64(size.Y)*scale))
			draw.CatmullRom.Scale(sheet, image.Rectangle{place.Min, place.Min.Add(small)}, p.Image, p.Image.Bounds(), draw.Src, nil)
		}
	}
	if p.Mark != nil {
		bar := image.Rect(place.Min.X, place.Max.Y, place.Max.X, place.Max.Y+markHeight)
		draw.Draw(sheet, bar, image.NewUniform(p.Mark), image.Point{}, draw.Src)
	}
	f.write(sheet, f.note, p.Note, image.Pt(place.Min.X, place.Max.Y+markHeight+noteSize), place.Dx())
}

// write writes a line from a point of its base line on, cut where it would be wider than most.
func (f *faces) write(sheet *image.RGBA, face font.Face, text string, at image.Point, most int) {
	for font.MeasureString(face, text).Ceil() > most && text != "" {
		runes := []rune(text)
		text = string(runes[:len(runes)-1])
	}
	d := font.Drawer{Dst: sheet, Src: image.NewUniform(ink), Face: face, Dot: fixed.P(at.X, at.Y)}
	d.DrawString(text)
}
