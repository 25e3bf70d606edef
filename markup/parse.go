package markup

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// maxDepth bounds groups within groups, so that no text can exhaust the stack.
const maxDepth = 200

// Parse reads what Node.String writes. White space between the members of a group
// may be any, also none. Errors match ErrMarkup and say where the text departs
// from the form.
func Parse(text string) (Node, error) {
	if !utf8.ValidString(text) {
		return Node{}, fmt.Errorf("%w: not UTF-8", ErrMarkup)
	}
	p := parser{text: text}
	n, err := p.node(0)
	if err == nil && p.at < len(text) {
		err = p.fail("text after the end")
	}
	if err != nil {
		return Node{}, err
	}
	return n, nil
}

type parser struct {
	text string
	at   int // byte that is read next
}

func (p *parser) fail(reason string) error {
	return fmt.Errorf("%w: %s at byte %d", ErrMarkup, reason, p.at)
}

// take passes over a prefix if it is there.
func (p *parser) take(prefix string) bool {
	if !strings.HasPrefix(p.text[p.at:], prefix) {
		return false
	}
	p.at += len(prefix)
	return true
}

func (p *parser) node(depth int) (Node, error) {
	if depth > maxDepth {
		return Node{}, p.fail("groups too deep")
	}
	if !p.take("<") {
		return Node{}, p.fail("no <")
	}
	switch {
	case strings.HasPrefix(p.text[p.at:], "<"):
		return p.group(depth)
	case p.take(sourceName):
		source, err := p.until(" ")
		if err != nil {
			return Node{}, err
		}
		description := ""
		if p.take(" ") {
			if !p.take(descriptionName) {
				return Node{}, p.fail("no " + descriptionName)
			}
			if description, err = p.until(""); err != nil {
				return Node{}, err
			}
		}
		return p.picture(source, description)
	case p.take(descriptionName):
		description, err := p.until("")
		if err != nil {
			return Node{}, err
		}
		return p.picture("", description)
	}
	text, err := p.until("")
	if err != nil {
		return Node{}, err
	}
	if text == "" || text != Words(text) {
		return Node{}, p.fail("a text that is not words with single blanks")
	}
	return Node{Text: text}, p.end()
}

// picture ends a picture.
func (p *parser) picture(source, description string) (Node, error) {
	if source != Words(source) || description != Words(description) {
		return Node{}, p.fail("a name that is not words with single blanks")
	}
	return Node{Image: &Image{source, description}}, p.end()
}

func (p *parser) group(depth int) (Node, error) {
	var n Node
	for {
		child, err := p.node(depth + 1)
		if err != nil {
			return Node{}, err
		}
		n.Group = append(n.Group, child)
		p.at += len(p.text[p.at:]) - len(strings.TrimLeft(p.text[p.at:], " \t\r\n"))
		if strings.HasPrefix(p.text[p.at:], ">") {
			return n, p.end()
		}
	}
}

func (p *parser) end() error {
	if !p.take(">") {
		return p.fail("no >")
	}
	return nil
}

// until reads text up to an angle bracket or one of the characters of also.
func (p *parser) until(also string) (string, error) {
	var b strings.Builder
	for p.at < len(p.text) {
		c, size := utf8.DecodeRuneInString(p.text[p.at:])
		switch {
		case c == '<' || c == '>' || strings.ContainsRune(also, c):
			return b.String(), nil
		case c == '\\':
			p.at += size
			if p.at == len(p.text) {
				return "", p.fail("a backslash before the end")
			}
			c, size = utf8.DecodeRuneInString(p.text[p.at:])
		}
		b.WriteRune(c)
		p.at += size
	}
	return "", p.fail("no >")
}
