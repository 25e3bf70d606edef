package parsing

import (
	"encoding/json"
	"fmt"
	"image"
	"strings"

	"pix2act/markup"
)

// Box is a rectangle of whole pixels.
type Box image.Rectangle

// UnmarshalJSON reads [left, top, right, bottom].
func (b *Box) UnmarshalJSON(data []byte) error {
	var edges [4]int
	if err := json.Unmarshal(data, &edges); err != nil {
		return fmt.Errorf("a box is four whole numbers: %w", err)
	}
	*b = Box(image.Rect(edges[0], edges[1], edges[2], edges[3]))
	return nil
}

// Word is a word as it is seen.
type Word struct {
	Text string `json:"text"`
	Box  Box    `json:"box"` // around it, as high as its line
}

// Picture is a picture's file name and description.
type Picture struct {
	Source      string `json:"source"`
	Description string `json:"description"`
}

// Element is a text, a picture or a group of elements, as far as it is seen on a
// screen.
type Element struct {
	Words    []Word     `json:"words"`   // of a text
	Size     int        `json:"size"`    // of a text's font, in CSS pixels
	Control  bool       `json:"control"` // the text stands in a form control, whose box its one word has
	Image    *Picture   `json:"image"`
	Box      Box        `json:"box"`
	Children []*Element `json:"children"`
	Button   bool       `json:"button"`
	Link     bool       `json:"link"`
	// Cut tells that not all of it is seen.
	Cut bool `json:"cut"`
}

// settle gives groups their boxes, passes up what is cut, and takes out what the
// paper takes out: elements without anything to be seen, and groups of one. Nil
// where nothing is left.
func (e *Element) settle() *Element {
	if e == nil {
		return nil
	}
	switch {
	case e.Image != nil:
		return e
	case len(e.Children) == 0:
		for _, word := range e.Words {
			e.Box = e.Box.union(word.Box)
		}
		return e
	}
	children := e.Children
	e.Children = nil
	for _, child := range children {
		if child = child.settle(); child == nil {
			continue
		}
		e.Cut = e.Cut || child.Cut
		e.Box = e.Box.union(child.Box)
		if child.empty() {
			continue
		}
		e.Children = append(e.Children, child)
	}
	if len(e.Children) == 1 {
		only := e.Children[0]
		only.Cut = e.Cut
		only.Button = only.Button || e.Button
		only.Link = only.Link || e.Link
		return only
	}
	return e
}

// empty tells whether nothing of an element is seen, though something may be cut.
func (e *Element) empty() bool { return e.Image == nil && len(e.Words) == 0 && len(e.Children) == 0 }

// Text is the words of a text with blanks between them.
func (e *Element) Text() string {
	list := make([]string, len(e.Words))
	for i, word := range e.Words {
		list[i] = word.Text
	}
	return markup.Words(strings.Join(list, " "))
}

// Markup is the element as simplified HTML.
func (e *Element) Markup() markup.Node {
	switch {
	case e.Image != nil:
		return markup.Node{Image: &markup.Image{Source: markup.Words(e.Image.Source), Description: markup.Words(e.Image.Description)}}
	case len(e.Children) > 0:
		n := markup.Node{}
		for _, child := range e.Children {
			n.Group = append(n.Group, child.Markup())
		}
		return n
	}
	return markup.Node{Text: e.Text()}
}

// each calls f with the element and all in it, in reading order, those that hold
// others first.
func (e *Element) each(f func(*Element)) {
	f(e)
	for _, child := range e.Children {
		child.each(f)
	}
}

func (b Box) union(other Box) Box {
	return Box(image.Rectangle(b).Union(image.Rectangle(other)))
}

// shift moves a box down, for instance below the yellow line.
func (b Box) shift(down int) Box { return Box(image.Rectangle(b).Add(image.Pt(0, down))) }
