package gui

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Verb is the first word of an action.
type Verb string

// The verbs of the grammar.
const (
	Click       Verb = "click"
	DoubleClick Verb = "double_click"
	TripleClick Verb = "triple_click"
	Move        Verb = "move"
	BeginDrag   Verb = "begin_drag"
	EndDrag     Verb = "end_drag"
	Scroll      Verb = "scroll"
	Key         Verb = "key"
	Keys        Verb = "keys"
	Wait        Verb = "wait"
)

// Grammar is the action grammar as errors print it.
const Grammar = `click X Y | double_click X Y | triple_click X Y | move X Y | begin_drag X Y | end_drag X Y | ` +
	`scroll Z | key [ctrl|shift|alt] K | keys TEXT | wait`

// MaxScroll bounds the distance of one scroll in CSS pixels.
const MaxScroll = 10000

// MaxText bounds the characters of one keys action.
const MaxText = 1000

// KeyNames are the keys that the grammar knows by name, besides every single
// printable character.
var KeyNames = []string{"Backspace", "Delete", "Enter", "Tab", "Space", "Escape",
	"ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End", "PageUp", "PageDown"}

// ModifierNames are the modifiers of the key action in their canonical order.
var ModifierNames = []string{"ctrl", "shift", "alt"}

// Action is one low-level input, parsed. Fields that the verb does not use are
// zero.
type Action struct {
	Verb      Verb
	X, Y      int      // bins, for the pointer's verbs
	DeltaY    int      // scroll: CSS pixels, down positive
	Key       string   // key: one of KeyNames or one printable character
	Modifiers []string // key: in the order of ModifierNames; nil without any
	Text      string   // keys
}

// ActionError tells why a text is no action.
type ActionError struct {
	Text   string // the text as given
	Reason string
}

// Error names the text, what is wrong with it, and the grammar.
func (e *ActionError) Error() string {
	return fmt.Sprintf("illegal action %q: %s; the grammar is: %s", e.Text, e.Reason, Grammar)
}

// Pointer tells whether the verb takes coordinates.
func (v Verb) Pointer() bool {
	switch v {
	case Click, DoubleClick, TripleClick, Move, BeginDrag, EndDrag:
		return true
	}
	return false
}

// ParseAction reads one action whose coordinates are bins of the given grid. The
// parser is strict: lower-case verbs, single spaces between the parts and none
// around them, whole decimal numbers within the grid. Every error is an
// *ActionError.
func ParseAction(text string, bins Bins) (Action, error) {
	action, reason := parseAction(text, bins)
	if reason != "" {
		return Action{}, &ActionError{Text: text, Reason: reason}
	}
	return action, nil
}

// parseAction returns the action, or why there is none.
func parseAction(text string, bins Bins) (Action, string) {
	if text == "" {
		return Action{}, "it is empty"
	}
	if text[0] == ' ' {
		return Action{}, "it begins with a space: the verb comes first"
	}
	word, rest, hasRest := strings.Cut(text, " ")
	verb := Verb(word)
	switch {
	case verb.Pointer():
		return parsePointer(verb, rest, bins)
	case verb == Scroll:
		z, reason := parseNumber(rest, "Z", -MaxScroll, MaxScroll)
		return Action{Verb: Scroll, DeltaY: z}, reason
	case verb == Key:
		return parseKey(rest)
	case verb == Keys:
		return parseKeys(rest)
	case verb == Wait:
		if hasRest {
			return Action{}, "wait takes nothing after it"
		}
		return Action{Verb: Wait}, ""
	}
	return Action{}, fmt.Sprintf("there is no verb %q", word)
}

func parsePointer(verb Verb, rest string, bins Bins) (Action, string) {
	words := strings.Split(rest, " ")
	if len(words) != 2 {
		return Action{}, fmt.Sprintf("%s takes X and Y with single spaces between them", verb)
	}
	x, reason := parseNumber(words[0], "X", 0, bins.X-1)
	if reason != "" {
		return Action{}, reason
	}
	y, reason := parseNumber(words[1], "Y", 0, bins.Y-1)
	return Action{Verb: verb, X: x, Y: y}, reason
}

// parseNumber reads a whole decimal number in its shortest spelling.
func parseNumber(word, name string, low, high int) (int, string) {
	n, err := strconv.Atoi(word)
	if err != nil || strconv.Itoa(n) != word {
		return 0, fmt.Sprintf("%s must be a whole number from %d to %d, not %q", name, low, high, word)
	}
	if n < low || n > high {
		return 0, fmt.Sprintf("%s is %d, outside %d to %d", name, n, low, high)
	}
	return n, ""
}

func parseKey(rest string) (Action, string) {
	words := strings.Split(rest, " ")
	key := words[len(words)-1]
	if !IsKey(key) {
		return Action{}, fmt.Sprintf("%q is no key: K is one of %s, or one printable character", key, strings.Join(KeyNames, " "))
	}
	given := words[:len(words)-1]
	var modifiers []string
	for _, name := range ModifierNames {
		if slices.Contains(given, name) {
			modifiers = append(modifiers, name)
		}
	}
	if len(modifiers) != len(given) {
		return Action{}, fmt.Sprintf("%q are not modifiers: each of %s may stand once before the key",
			strings.Join(given, " "), strings.Join(ModifierNames, ", "))
	}
	return Action{Verb: Key, Key: key, Modifiers: modifiers}, ""
}

func parseKeys(text string) (Action, string) {
	if text == "" {
		return Action{}, "keys needs TEXT to type"
	}
	if !utf8.ValidString(text) {
		return Action{}, "TEXT is not valid UTF-8"
	}
	if n := utf8.RuneCountInString(text); n > MaxText {
		return Action{}, fmt.Sprintf("TEXT has %d characters, more than %d: type it in several actions", n, MaxText)
	}
	for _, r := range text {
		if !typable(r) {
			return Action{}, fmt.Sprintf("TEXT holds the control character %U: press Enter and Tab with the key action", r)
		}
	}
	return Action{Verb: Keys, Text: text}, ""
}

// typable tells whether a character can be typed as text: every printable one
// and the spaces that are not line breaks or controls.
func typable(r rune) bool {
	return unicode.IsPrint(r) || unicode.Is(unicode.Zs, r)
}

// IsKey tells whether name is a key of the grammar: one of KeyNames or exactly
// one printable character other than a space.
func IsKey(name string) bool {
	if slices.Contains(KeyNames, name) {
		return true
	}
	r, size := utf8.DecodeRuneInString(name)
	return size > 0 && size == len(name) && (r != utf8.RuneError || size > 1) && unicode.IsPrint(r) && r != ' '
}

// String returns the canonical text of the action; ParseAction reads it back to
// an equal action.
func (a Action) String() string {
	switch {
	case a.Verb.Pointer():
		return fmt.Sprintf("%s %d %d", a.Verb, a.X, a.Y)
	case a.Verb == Scroll:
		return fmt.Sprintf("scroll %d", a.DeltaY)
	case a.Verb == Key:
		return "key " + strings.Join(append(slices.Clone(a.Modifiers), a.Key), " ")
	case a.Verb == Keys:
		return "keys " + a.Text
	}
	return string(a.Verb)
}
