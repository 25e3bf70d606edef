package agent

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"pix2act/markup"
)

// ErrTarget is matched by every error of FormatTarget and ParseTarget.
var ErrTarget = errors.New("not an action the vocabulary can spell")

// FormatTarget spells an action of the grammar, a whole number 0..30 (the answer
// of a value function), or the simplified HTML of a parsed screenshot, for the
// action vocabulary:
//
//	click 3 12          <click><X3><Y12>       (the same for every verb with a place)
//	scroll -40          <scroll>-40
//	key ctrl shift a    <key><ctrl><shift>a
//	key Enter           <key><Enter>
//	keys Al < Bo        <keys>Al <lt> Bo
//	wait                <wait>
//	17                  <value17>
//	<<a> <img_alt=b>>   <open><text>a<image><description>b<close>
//
// Typed text is kept to the byte. Refused with ErrTarget: what is no action,
// bins of 100 and more, and text with U+2581, which SentencePiece cannot tell
// from a space.
func FormatTarget(action string) (string, error) {
	refuse := func(reason string) (string, error) {
		return "", fmt.Errorf("target %q: %s: %w", action, reason, ErrTarget)
	}
	if !utf8.ValidString(action) {
		return refuse("not UTF-8")
	}
	if strings.ContainsRune(action, '\u2581') {
		return refuse("U+2581 stands for a space")
	}
	if isMarkup(action) {
		n, err := markup.Parse(action)
		if err != nil {
			return refuse(err.Error())
		}
		if n.String() != action {
			return refuse("simplified HTML in another form than " + n.String())
		}
		var b strings.Builder
		formatMarkup(&b, n)
		return b.String(), nil
	}
	verb, rest, hasRest := strings.Cut(action, " ")
	switch verb {
	case "wait":
		if hasRest {
			return refuse("wait takes nothing")
		}
		return "<wait>", nil
	case "keys":
		if rest == "" {
			return refuse("no text to type")
		}
		return "<keys>" + escape(rest), nil
	case "key":
		return formatKey(rest, refuse)
	case "scroll":
		if !isInteger(rest) {
			return refuse("scroll takes a whole number")
		}
		return "<scroll>" + rest, nil
	case "click", "double_click", "triple_click", "move", "begin_drag", "end_drag":
		x, y, ok := strings.Cut(rest, " ")
		if !ok || !isBin(x) || !isBin(y) {
			return refuse(fmt.Sprintf("%s takes two bins 0..%d", verb, Bins-1))
		}
		return "<" + verb + "><X" + x + "><Y" + y + ">", nil
	}
	if value, ok := canonicalNumber(action, MaxValue); ok {
		return fmt.Sprintf("<value%d>", value), nil
	}
	return refuse("unknown verb " + strconv.Quote(verb))
}

func formatKey(rest string, refuse func(string) (string, error)) (string, error) {
	var b strings.Builder
	b.WriteString("<key>")
	for {
		modifier, after, ok := strings.Cut(rest, " ")
		if !ok || !slices.Contains(modifiers, modifier) {
			break
		}
		b.WriteString("<" + modifier + ">")
		rest = after
	}
	switch {
	case slices.Contains(keyNames, rest):
		b.WriteString("<" + rest + ">")
	case utf8.RuneCountInString(rest) == 1:
		b.WriteString(escape(rest))
	default:
		return refuse("key takes modifiers and one key name or character")
	}
	return b.String(), nil
}

// ParseTarget is the inverse of FormatTarget: vocabulary text to grammar text.
// The answer is spelled as in the grammar; whether its bins lie on the screen
// is for the grammar to say. Anything else gives ErrTarget, never a panic.
func ParseTarget(text string) (string, error) {
	refuse := func(reason string) (string, error) {
		return "", fmt.Errorf("target %q: %s: %w", text, reason, ErrTarget)
	}
	if !utf8.ValidString(text) || strings.ContainsRune(text, '\u2581') {
		return refuse("bytes that are no text")
	}
	head, rest, ok := cutPiece(text)
	if !ok {
		return refuse("does not begin with a verb")
	}
	switch head {
	case pieceText, pieceImage, pieceOpen:
		n, rest, ok := parseMarkup(text, 0)
		if !ok || rest != "" {
			return refuse("parse markup that does not end")
		}
		return n.String(), nil
	case "wait":
		if rest != "" {
			return refuse("wait takes nothing")
		}
		return "wait", nil
	case "keys":
		typed, ok := unescape(rest)
		if !ok || typed == "" {
			return refuse("keys takes characters")
		}
		return "keys " + typed, nil
	case "scroll":
		if !isInteger(rest) {
			return refuse("scroll takes a whole number")
		}
		return "scroll " + rest, nil
	case "key":
		return parseKey(rest, refuse)
	case "click", "double_click", "triple_click", "move", "begin_drag", "end_drag":
		x, rest, okX := cutPiece(rest)
		y, rest, okY := cutPiece(rest)
		if !okX || !okY || rest != "" || !isAxis(x, 'X') || !isAxis(y, 'Y') {
			return refuse(head + " takes an X piece and a Y piece")
		}
		return head + " " + x[1:] + " " + y[1:], nil
	}
	if number, isValue := strings.CutPrefix(head, "value"); isValue && rest == "" {
		if _, ok := canonicalNumber(number, MaxValue); ok {
			return number, nil
		}
	}
	return refuse("unknown verb")
}

func parseKey(rest string, refuse func(string) (string, error)) (string, error) {
	words := []string{"key"}
	for {
		name, after, ok := cutPiece(rest)
		if !ok || !slices.Contains(modifiers, name) {
			break
		}
		words = append(words, name)
		rest = after
	}
	if name, after, ok := cutPiece(rest); ok && after == "" && slices.Contains(keyNames, name) {
		return strings.Join(append(words, name), " "), nil
	}
	if c, ok := unescape(rest); ok && utf8.RuneCountInString(c) == 1 {
		return strings.Join(append(words, c), " "), nil
	}
	return refuse("key takes modifiers and one key name or character")
}

// cutPiece takes the name of a leading `<name>`.
func cutPiece(text string) (name, rest string, ok bool) {
	if !strings.HasPrefix(text, "<") {
		return "", text, false
	}
	return strings.Cut(text[1:], ">")
}

// escape and unescape spell typed text: only `<` is special.
func escape(text string) string { return strings.ReplaceAll(text, "<", "<"+less+">") }

func unescape(text string) (string, bool) {
	parts := strings.Split(text, "<"+less+">")
	for _, part := range parts {
		if strings.Contains(part, "<") {
			return "", false // a piece of another name
		}
	}
	return strings.Join(parts, "<"), true
}

func isBin(text string) bool {
	_, ok := canonicalNumber(text, Bins-1)
	return ok
}

func isAxis(name string, axis byte) bool {
	return len(name) > 1 && name[0] == axis && isBin(name[1:])
}

// isInteger accepts the shortest spelling of a whole number.
func isInteger(text string) bool {
	n, err := strconv.Atoi(text)
	return err == nil && strconv.Itoa(n) == text
}

// canonicalNumber reads a whole number 0..limit in its only spelling: no sign,
// no leading zeros.
func canonicalNumber(text string, limit int) (int, bool) {
	n, err := strconv.Atoi(text)
	return n, err == nil && n >= 0 && n <= limit && strconv.Itoa(n) == text
}
