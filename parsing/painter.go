package parsing

import (
	"context"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"image"
	"image/draw"

	"pix2act/chrome"
	"pix2act/gui"
)

//go:embed sheet.html
var sheetPage string

//go:embed sheet.js
var sheetScript string

// A sheet has cells side by side. It is large enough for the lines of four
// questions to each of its screens, too.
const (
	columns = 8
	rows    = 6
	// Batch is the number of screens that are drawn in one screenshot.
	Batch = columns * rows
)

// Screen is the picture of a page and what is seen on it.
type Screen struct {
	Level Level
	Seed  int64
	Image *image.RGBA // of the level's size
	Root  *Element    // nil where nothing is to be seen
}

// Painter draws screens and questions on the pages of one browser. Calls must be
// serial.
type Painter struct {
	browser *chrome.Browser
	sheet   chrome.Page
	folder  *Folder
}

// NewPainter opens a sheet in a browser. folder may be nil where no cut-outs are
// asked for.
func NewPainter(ctx context.Context, browser *chrome.Browser, folder *Folder) (*Painter, error) {
	size := image.Rect(0, 0, columns*Width, rows*Height)
	sheet, err := browser.NewPage(ctx, chrome.PageOptions{Width: size.Dx(), Height: size.Dy(), Crop: size, Inject: sheetScript})
	if err == nil {
		err = sheet.Open(ctx, "data:text/html;base64,"+base64.StdEncoding.EncodeToString([]byte(sheetPage)))
	}
	if err != nil {
		return nil, fmt.Errorf("a sheet for screens: %w", err)
	}
	return &Painter{browser: browser, sheet: sheet, folder: folder}, nil
}

// Close closes the sheet; the browser stays.
func (p *Painter) Close() error { return p.sheet.Close() }

// Screens draws the screens of a level for up to Batch seeds.
func (p *Painter) Screens(ctx context.Context, level Level, seeds []int64) ([]Screen, error) {
	if level == LevelFolder {
		return p.cutouts(ctx, seeds)
	}
	bodies := make([]string, len(seeds))
	for i, seed := range seeds {
		bodies[i] = level.body(seed)
	}
	pictures, trees, err := p.lay(ctx, "screens", bodies, level.size())
	if err != nil {
		return nil, fmt.Errorf("screens of %s from seed %d: %w", level, seeds[0], err)
	}
	screens := make([]Screen, len(seeds))
	for i, seed := range seeds {
		screens[i] = Screen{Level: level, Seed: seed, Image: pictures[i], Root: trees[i].settle()}
	}
	return screens, nil
}

// lay fills the sheet with cells and gives their pictures and what is seen in them.
func (p *Painter) lay(ctx context.Context, function string, bodies []string, cell image.Point) ([]*image.RGBA, []*Element, error) {
	list, err := json.Marshal(bodies)
	if err != nil {
		return nil, nil, err
	}
	var trees []*Element
	if err := p.sheet.Evaluate(ctx, fmt.Sprintf("parsing.%s(%s, %d, %d, %d)", function, list, cell.X, cell.Y, columns), &trees); err != nil {
		return nil, nil, err
	}
	if len(trees) != len(bodies) {
		return nil, nil, fmt.Errorf("the sheet has %d cells, want %d", len(trees), len(bodies))
	}
	whole, err := p.sheet.Capture(ctx)
	if err != nil {
		return nil, nil, err
	}
	return cutUp(whole, len(bodies), cell, columns), trees, nil
}

// cutUp gives the first n cells of a sheet, row by row, as pictures of their own.
func cutUp(whole *image.RGBA, n int, cell image.Point, columns int) []*image.RGBA {
	pictures := make([]*image.RGBA, n)
	for i := range pictures {
		pictures[i] = image.NewRGBA(image.Rectangle{Max: cell})
		draw.Draw(pictures[i], pictures[i].Rect, whole, image.Pt(i%columns*cell.X, i/columns*cell.Y), draw.Src)
	}
	return pictures
}

// Asked is a question with the picture that it is put in.
type Asked struct {
	Question
	Seed        int64
	Observation gui.Observation
}

// Ask draws the questions of screens, in the order of the screens. length is the
// most characters of a parse.
func (p *Painter) Ask(ctx context.Context, screens []Screen, bins gui.Bins, length int) ([]Asked, error) {
	type pending struct {
		screen Screen
		number int // among the screen's
		Question
	}
	var all []pending
	var lines []string
	for _, s := range screens {
		for number, q := range s.questions(bins, length) {
			all = append(all, pending{s, number, q})
			lines = append(lines, q.Line)
		}
	}
	pictures := make([]*image.RGBA, len(all))
	trees := make([]*Element, len(all))
	if len(screens) > 0 && screens[0].Level != LevelLine && len(all) > 0 {
		var err error
		if pictures, trees, err = p.lay(ctx, "lines", lines, image.Pt(Width, LineHeight)); err != nil {
			return nil, fmt.Errorf("questions from seed %d: %w", screens[0].Seed, err)
		}
	}
	var asked []Asked
	for i, q := range all {
		var words []Word
		if tree := trees[i].settle(); tree != nil {
			if tree.Cut {
				continue // the line has no room for its text
			}
			tree.each(func(e *Element) { words = append(words, e.Words...) })
		}
		pointer := pointerFor(q.screen, q.number, q.Question, words)
		asked = append(asked, Asked{q.Question, q.screen.Seed, observe(q.screen, pictures[i], q.Question, pointer)})
	}
	return asked, nil
}
