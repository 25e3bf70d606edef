package markup

import (
	"errors"
	"strings"
	"unicode/utf8"
)

// Node is a text, a picture or a group. Exactly one of the fields is set.
type Node struct {
	Text  string // words with single blanks between them
	Image *Image
	Group []Node // at least one
}

// Image is what is known of a picture. One of its fields may be empty.
type Image struct {
	Source      string // the file's name, without folders
	Description string // its text for those who do not see it
}

// Names of a picture's attributes in the text form.
const (
	sourceName      = "img_src="
	descriptionName = "img_alt="
)

// ErrMarkup is matched by every error of Parse.
var ErrMarkup = errors.New("no simplified HTML")

// Words gives a text its form in a Node: words with single blanks between them,
// without characters that are no UTF-8.
func Words(text string) string {
	return strings.Join(strings.Fields(strings.ToValidUTF8(text, "")), " ")
}

// String writes the node as text. Parse reads it back, provided that the texts are
// as Words makes them.
func (n Node) String() string {
	var b strings.Builder
	n.write(&b)
	return b.String()
}

func (n Node) write(b *strings.Builder) {
	b.WriteByte('<')
	switch {
	case n.Image != nil:
		if n.Image.Source != "" || n.Image.Description == "" {
			b.WriteString(sourceName)
			escape(b, n.Image.Source, " ")
		}
		if n.Image.Description != "" {
			if n.Image.Source != "" {
				b.WriteByte(' ')
			}
			b.WriteString(descriptionName)
			escape(b, n.Image.Description, "")
		}
	case n.Group != nil:
		for i, child := range n.Group {
			if i > 0 {
				b.WriteByte(' ')
			}
			child.write(b)
		}
	default:
		if strings.HasPrefix(n.Text, sourceName) || strings.HasPrefix(n.Text, descriptionName) {
			b.WriteByte('\\') // a text, although it begins as pictures do
		}
		escape(b, n.Text, "")
	}
	b.WriteByte('>')
}

// escape writes text with a backslash before what would end it: brackets, backslashes, and the
// characters of also.
func escape(b *strings.Builder, text, also string) {
	for _, c := range text {
		if c == '<' || c == '>' || c == '\\' || strings.ContainsRune(also, c) {
			b.WriteByte('\\')
		}
		b.WriteRune(c)
	}
}

// Len is the number of characters of the node's text form. A vocabulary with a
// piece for every character spells it with at most as many.
func (n Node) Len() int { return utf8.RuneCountInString(n.String()) }
