package parsing

import (
	"fmt"
	"hash/fnv"
	"html"
	"image"
	"math/rand/v2"
	"strings"
)

// Size of an example's picture and of the yellow line above its screen, in
// pixels: those of the task pages.
const (
	Width      = 160
	Height     = 210
	LineHeight = 50
)

// Level is a kind of screens, from a line of text to whole pages.
type Level string

// The levels, in the order in which they are learnt.
const (
	// LevelLine has text on plain ground over the whole picture, without a
	// question: the warm-up of the paper, section 2.3.
	LevelLine Level = "line"
	// LevelWords has one to five words or figures, far apart.
	LevelWords Level = "words"
	// LevelPages has whole pages: text, forms, lists, tables, icons, figures.
	LevelPages Level = "pages"
	// LevelFolder has cut-outs of the pages in a folder.
	LevelFolder Level = "folder"
)

// Levels are all levels, in order.
var Levels = []Level{LevelLine, LevelWords, LevelPages, LevelFolder}

// size is that of a level's screens.
func (l Level) size() image.Point {
	if l == LevelLine {
		return image.Pt(Width, Height)
	}
	return image.Pt(Width, Height-LineHeight)
}

// source gives the random numbers of one screen, for a use of them. Uses do not
// disturb each other.
func (l Level) source(seed int64, use string) *rand.Rand {
	hash := fnv.New64a()
	fmt.Fprint(hash, l, "/", use)
	return rand.New(rand.NewPCG(uint64(seed), hash.Sum64()))
}

// body draws the HTML of a screen of a level that is generated.
func (l Level) body(seed int64) string {
	r := l.source(seed, "body")
	switch l {
	case LevelLine:
		return lineBody(r)
	case LevelWords:
		return wordsBody(r)
	default:
		return pageBody(r)
	}
}

// families are the fonts of the pages, by names that every Linux font set
// resolves; the first is that of the task pages.
var families = []string{
	"Arial", "Arial", "Arial", "sans-serif", "serif", "monospace", "'Liberation Sans Narrow', Arial", "'DejaVu Sans', sans-serif",
	"'DejaVu Serif', serif", "'DejaVu Sans Mono', monospace",
}

// typeface draws the style of a text of a size in pixels.
func typeface(r *rand.Rand, size int, colour fmt.Stringer) string {
	style := fmt.Sprintf("font-family:%s;font-size:%dpx;color:%s;", pick(r, families), size, colour)
	if r.IntN(4) == 0 {
		style += "font-weight:bold;"
	}
	if r.IntN(8) == 0 {
		style += "font-style:italic;"
	}
	return style
}

// fitting draws a size between least and most, about half of them below 14, at
// which a text certainly stays within a width.
func fitting(r *rand.Rand, text string, least, most, width int) int {
	const widest = 0.95 // of a capital in the widest of the fonts, bold, as a part of the size
	limit := int(float64(width) / (widest * float64(len(text))))
	if r.IntN(2) == 0 {
		most = min(most, 14)
	}
	most = max(least, min(most, limit))
	return least + r.IntN(most-least+1)
}

func element(tag, style, content string) string {
	return "<" + tag + ` style="` + html.EscapeString(style) + `">` + content + "</" + strings.Fields(tag)[0] + ">"
}

func lineBody(r *rand.Rand) string {
	on := ground(r)
	if r.IntN(3) == 0 {
		on = anyColour(r)
	}
	var lines strings.Builder
	for range 1 + r.IntN(2) {
		text := words(r, 1+r.IntN(2))
		size := fitting(r, text, 9, 30, 150)
		style := typeface(r, size, ink(r, on)) + fmt.Sprintf("white-space:nowrap;padding:%dpx 4px 4px;text-align:%s;", 4+r.IntN(80),
			pick(r, []string{"left", "center", "right"}))
		lines.WriteString(element("div", style, html.EscapeString(text)))
	}
	return element("div", fmt.Sprintf("height:100%%;background:%s;", on), lines.String())
}

func wordsBody(r *rand.Rand) string {
	on := ground(r)
	var rows strings.Builder
	for range 1 + r.IntN(5) {
		var item string
		switch text := label(r); {
		case r.IntN(5) == 0:
			item = figure(r, on, 12+r.IntN(28))
		case r.IntN(4) == 0:
			item = element("button", fmt.Sprintf("font-size:%dpx;", fitting(r, text, 9, 20, 130)), html.EscapeString(text))
		default:
			item = element("span", typeface(r, fitting(r, text, 9, 30, 150), ink(r, on)), html.EscapeString(text))
		}
		style := fmt.Sprintf("display:flex;flex:1;white-space:nowrap;align-items:center;justify-content:%s;padding:0 %dpx;",
			pick(r, []string{"flex-start", "center", "flex-end"}), 2+r.IntN(12))
		rows.WriteString(element("div", style, item))
	}
	return element("div", fmt.Sprintf("display:flex;flex-direction:column;height:100%%;background:%s;", on), rows.String())
}
