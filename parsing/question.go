package parsing

import (
	"fmt"
	"html"
	"image"
	"math/rand/v2"
	"strings"
	"unicode"

	"pix2act/gui"
	"pix2act/markup"
)

// Kind of a question.
type Kind string

// The kinds of questions.
const (
	KindParse Kind = "parse" // the boxed region → simplified HTML
	KindRead  Kind = "read"  // a place → keys TEXT
	KindPoint Kind = "point" // a text or a picture's description → click X Y
	KindCopy  Kind = "copy"  // a text in the yellow line → keys TEXT
)

// Question is put to a screen. Boxes are in pixels of the whole picture.
type Question struct {
	Kind   Kind
	Line   string // HTML of the yellow line
	Answer string // what package agent spells: an action, or simplified HTML
	Target Box    // of what it is about; empty for KindCopy
	Size   int    // of the target's font in CSS pixels, 0 for a picture or a region
	Masks  []Box  // parts of words that are painted over
}

// longest is the most characters of a text that is asked for by name or typed.
const longest = 16

// unit is what a question can be about: a word, a short text on one line, or a
// picture with a description.
type unit struct {
	text   string
	box    Box
	size   int // 0: a picture
	button bool
	link   bool
}

// units lists what can be named under an element: pictures, short texts as a whole,
// and the words of longer ones.
func units(root *Element) []unit {
	var all []unit
	root.each(func(e *Element) {
		switch {
		case e.Image != nil && e.Image.Description != "" && !e.Cut:
			all = append(all, unit{text: e.Image.Description, box: e.Box, button: e.Button, link: e.Link})
		case len(e.Words) == 0:
		case !e.Cut && oneLine(e.Words) && len(e.Words) <= 3 && len(e.Text()) <= longest:
			all = append(all, unit{e.Text(), e.Box, e.Size, e.Button, e.Link})
		case !e.Control:
			for _, word := range e.Words {
				if len(word.Text) <= longest {
					all = append(all, unit{word.Text, word.Box, e.Size, e.Button, e.Link})
				}
			}
		}
	})
	return all
}

// wordUnits lists every word under an element, so that one place has one answer.
func wordUnits(root *Element) []unit {
	var all []unit
	root.each(func(e *Element) {
		for _, word := range e.Words {
			if len(word.Text) <= longest {
				all = append(all, unit{text: markup.Words(word.Text), box: word.Box, size: e.Size})
			}
		}
	})
	return all
}

func oneLine(words []Word) bool {
	for _, word := range words {
		if word.Box.Min.Y != words[0].Box.Min.Y {
			return false
		}
	}
	return true
}

// asker puts questions to one screen.
type asker struct {
	*rand.Rand
	root   *Element
	units  []unit // that have names
	words  []unit
	down   int // from the screen's top to the picture's
	bins   gui.Bins
	length int // most characters of a parse
	masked func(word string) bool
}

// questions draws the questions of a screen: one to point, one to read, one to
// parse, and one more to point or to copy, as far as the screen has what they
// need. A screen that fills its picture is parsed as a whole, without a line.
func (s Screen) questions(bins gui.Bins, length int) []Question {
	if s.Root == nil {
		return nil
	}
	a := asker{Rand: s.Level.source(s.Seed, "questions"), root: s.Root, units: units(s.Root), words: wordUnits(s.Root), bins: bins, length: length}
	if s.Level == LevelLine {
		if n := s.Root.Markup(); !s.Root.Cut && n.Len() <= length {
			return []Question{{Kind: KindParse, Answer: n.String(), Target: s.Root.Box, Size: s.Root.Size}}
		}
		return nil
	}
	if len(a.units) == 0 {
		return nil
	}
	a.down = LineHeight
	a.masked = guessable(s.Level)
	last := a.point
	if a.IntN(2) == 0 {
		last = a.copy
	}
	var all []Question
	for _, ask := range []func() (Question, bool){a.point, a.read, a.parse, last} {
		if q, ok := ask(); ok && !repeats(all, q) {
			all = append(all, q)
		}
	}
	return all
}

func repeats(all []Question, q Question) bool {
	for _, other := range all {
		if other.Kind == q.Kind && other.Answer == q.Answer {
			return true
		}
	}
	return false
}

// place gives the bin nearest to the middle of a box, if the pixel that the bin
// stands for lies in the box.
func (a *asker) place(box Box) (x, y int, ok bool) {
	box = box.shift(a.down)
	middle := image.Pt((box.Min.X+box.Max.X)/2, (box.Min.Y+box.Max.Y)/2)
	x, y = a.bins.Bin(middle.X, middle.Y, Width, Height)
	px, py := a.bins.Pixel(x, y, Width, Height)
	return x, y, image.Pt(px, py).In(image.Rectangle(box))
}

// draw draws a unit that is fit for a question.
func (a *asker) draw(units []unit, fit func(unit) bool) (unit, int, int, bool) {
	for _, i := range a.Perm(len(units)) {
		u := units[i]
		if x, y, ok := a.place(u.box); ok && fit(u) {
			return u, x, y, true
		}
	}
	return unit{}, 0, 0, false
}

// alone tells whether a text is on the screen once only, so that there is one
// right place. A part of another text would be a place too.
func (a *asker) alone(text string) bool {
	n := 0
	for _, u := range a.units {
		if strings.Contains(" "+u.text+" ", " "+text+" ") {
			n++
		}
	}
	return n == 1
}

// named is a unit's text as it stands in a line.
func (a *asker) named(text string) string {
	name := html.EscapeString(text)
	if a.IntN(3) == 0 {
		return "<b>" + name + "</b>"
	}
	return name
}

func (a *asker) point() (Question, bool) {
	u, x, y, ok := a.draw(a.units, func(u unit) bool { return a.alone(u.text) })
	if !ok {
		return Question{}, false
	}
	forms := []string{`Click on "%s".`, `Select %s.`, `Find and click on "%s".`, `Press the item named "%s".`}
	switch {
	case u.size == 0:
		forms = []string{`Click on the %s.`, `Select the %s.`, `Find the %s.`}
	case u.button:
		forms = []string{`Click on the "%s" button.`, `Press the button "%s".`, `Click button %s.`}
	case u.link:
		forms = []string{`Click on the link "%s".`, `Find the link "%s" and click it.`}
	}
	return Question{
		Kind: KindPoint, Line: fmt.Sprintf(pick(a.Rand, forms), a.named(u.text)), Answer: fmt.Sprintf("click %d %d", x, y),
		Target: u.box.shift(a.down), Size: u.size,
	}, true
}

func (a *asker) read() (Question, bool) {
	u, x, y, ok := a.draw(a.words, func(unit) bool { return true })
	if !ok {
		return Question{}, false
	}
	return Question{
		Kind: KindRead, Line: fmt.Sprintf("What is at %d %d?", x, y), Answer: "keys " + u.text,
		Target: u.box.shift(a.down), Size: u.size,
	}, true
}

func (a *asker) copy() (Question, bool) {
	text := label(a.Rand)
	forms := []string{`Type "%s".`, `Enter "%s" into the text field.`, `Enter the text "%s" and press Submit.`, `Search for %s.`}
	return Question{Kind: KindCopy, Line: fmt.Sprintf(pick(a.Rand, forms), a.named(text)), Answer: "keys " + text}, true
}

// parse draws a region that fits, the larger one of two. (The paper takes the
// largest; ours are asked for small ones too.)
func (a *asker) parse() (Question, bool) {
	var fit []*Element
	a.root.each(func(e *Element) {
		if !e.Cut && !e.Box.empty() && e.Markup().Len() <= a.length {
			fit = append(fit, e)
		}
	})
	if len(fit) == 0 {
		return Question{}, false
	}
	e, other := pick(a.Rand, fit), pick(a.Rand, fit)
	if other.Markup().Len() > e.Markup().Len() {
		e = other
	}
	q := Question{Kind: KindParse, Line: "Read the box.", Answer: e.Markup().String(), Target: e.Box.shift(a.down), Size: e.Size}
	if a.IntN(2) == 0 {
		e.each(func(part *Element) {
			for _, word := range part.Words {
				if a.masked(word.Text) && !part.Control && a.IntN(3) == 0 {
					q.Masks = append(q.Masks, lastHalf(word.Box).shift(a.down))
				}
			}
		})
	}
	return q, true
}

// guessable tells which words may be masked: those of which the half that is left
// tells the rest to who knows the language. The paper masks half of all text; most
// of ours is drawn at random, and no context gives it away.
func guessable(level Level) func(string) bool {
	known := map[string]bool{}
	for _, word := range listed {
		known[word] = true
	}
	return func(text string) bool {
		plain := strings.IndexFunc(text, func(c rune) bool { return !unicode.IsLetter(c) }) < 0
		return plain && len(text) >= 6 && (level == LevelFolder || known[strings.ToLower(text)])
	}
}

func lastHalf(b Box) Box {
	b.Min.X = (b.Min.X + b.Max.X + 1) / 2
	return b
}

func (b Box) empty() bool { return image.Rectangle(b).Empty() }
