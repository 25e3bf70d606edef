package agent

import (
	"strings"

	"pix2act/markup"
)

// Pieces of parse markup.
const (
	pieceOpen        = "open"
	pieceClose       = "close"
	pieceText        = "text"
	pieceImage       = "image"
	pieceSource      = "source"
	pieceDescription = "description"
)

// isMarkup tells the answer of a screenshot parse from an action, which never begins so.
func isMarkup(target string) bool { return strings.HasPrefix(target, "<") }

// formatMarkup spells simplified HTML. A text ends where the next piece begins, so only groups
// need a piece that ends them:
//
//	<<Python> <img_src=py.png img_alt=Python>>
//	<open><text>Python<image><source>py.png<description>Python<close>
func formatMarkup(b *strings.Builder, n markup.Node) {
	piece := func(name string) { b.WriteString("<" + name + ">") }
	switch {
	case n.Image != nil:
		piece(pieceImage)
		if n.Image.Source != "" {
			piece(pieceSource)
			b.WriteString(escape(n.Image.Source))
		}
		if n.Image.Description != "" {
			piece(pieceDescription)
			b.WriteString(escape(n.Image.Description))
		}
	case n.Group != nil:
		piece(pieceOpen)
		for _, child := range n.Group {
			formatMarkup(b, child)
		}
		piece(pieceClose)
	default:
		piece(pieceText)
		b.WriteString(escape(n.Text))
	}
}

// maxMarkupDepth bounds groups within groups.
const maxMarkupDepth = 200

// parseMarkup is the inverse of formatMarkup for one node; it gives what follows it.
func parseMarkup(text string, depth int) (n markup.Node, rest string, ok bool) {
	if depth > maxMarkupDepth {
		return n, text, false
	}
	head, rest, ok := cutPiece(text)
	switch {
	case !ok:
	case head == pieceText:
		n.Text, rest, ok = cutText(rest)
		return n, rest, ok && n.Text != ""
	case head == pieceImage:
		n.Image = &markup.Image{}
		if after, found := strings.CutPrefix(rest, "<"+pieceSource+">"); found {
			if n.Image.Source, rest, ok = cutText(after); !ok || n.Image.Source == "" {
				return n, rest, false
			}
		}
		if after, found := strings.CutPrefix(rest, "<"+pieceDescription+">"); found {
			n.Image.Description, rest, ok = cutText(after)
			ok = ok && n.Image.Description != ""
		}
		return n, rest, ok
	case head == pieceOpen:
		for !strings.HasPrefix(rest, "<"+pieceClose+">") {
			var child markup.Node
			if child, rest, ok = parseMarkup(rest, depth+1); !ok {
				return n, rest, false
			}
			n.Group = append(n.Group, child)
		}
		return n, rest[len(pieceClose)+2:], n.Group != nil
	}
	return n, text, false
}

// cutText takes typed text up to the next piece that is not an escaped character.
func cutText(text string) (string, string, bool) {
	end := 0
	for end < len(text) && (text[end] != '<' || strings.HasPrefix(text[end:], "<"+less+">")) {
		end++
	}
	typed, ok := unescape(text[:end])
	return typed, text[end:], ok && typed == markup.Words(typed)
}
