package chrome

import (
	"unicode"
	"unicode/utf8"
)

// physicalKey is a key of a US keyboard: the page sees its code, its Windows
// key number and, where it types, its text.
type physicalKey struct {
	key, code string
	number    int64
	text      string
}

// namedKeys are the keys that have a name instead of a character.
var namedKeys = map[string]physicalKey{
	"Backspace":  {"Backspace", "Backspace", 8, ""},
	"Tab":        {"Tab", "Tab", 9, ""},
	"Enter":      {"Enter", "Enter", 13, "\r"},
	"Shift":      {"Shift", "ShiftLeft", 16, ""},
	"Control":    {"Control", "ControlLeft", 17, ""},
	"Alt":        {"Alt", "AltLeft", 18, ""},
	"Meta":       {"Meta", "MetaLeft", 91, ""},
	"Escape":     {"Escape", "Escape", 27, ""},
	"Space":      {" ", "Space", 32, " "},
	"PageUp":     {"PageUp", "PageUp", 33, ""},
	"PageDown":   {"PageDown", "PageDown", 34, ""},
	"End":        {"End", "End", 35, ""},
	"Home":       {"Home", "Home", 36, ""},
	"ArrowLeft":  {"ArrowLeft", "ArrowLeft", 37, ""},
	"ArrowUp":    {"ArrowUp", "ArrowUp", 38, ""},
	"ArrowRight": {"ArrowRight", "ArrowRight", 39, ""},
	"ArrowDown":  {"ArrowDown", "ArrowDown", 40, ""},
	"Delete":     {"Delete", "Delete", 46, ""},
}

// punctuation are the keys that type neither a letter nor, unshifted, a digit:
// what each types alone and with shift.
var punctuation = []struct {
	plain, shifted rune
	code           string
	number         int64
}{
	{'1', '!', "Digit1", 49}, {'2', '@', "Digit2", 50}, {'3', '#', "Digit3", 51}, {'4', '$', "Digit4", 52},
	{'5', '%', "Digit5", 53}, {'6', '^', "Digit6", 54}, {'7', '&', "Digit7", 55}, {'8', '*', "Digit8", 56},
	{'9', '(', "Digit9", 57}, {'0', ')', "Digit0", 48},
	{';', ':', "Semicolon", 186}, {'=', '+', "Equal", 187}, {',', '<', "Comma", 188}, {'-', '_', "Minus", 189},
	{'.', '>', "Period", 190}, {'/', '?', "Slash", 191}, {'`', '~', "Backquote", 192}, {'[', '{', "BracketLeft", 219},
	{'\\', '|', "Backslash", 220}, {']', '}', "BracketRight", 221}, {'\'', '"', "Quote", 222},
}

// keyFor finds the key for a name or a character, and the modifiers that typing
// the character needs.
func keyFor(name string) (physicalKey, Modifiers, bool) {
	if key, ok := namedKeys[name]; ok {
		return key, 0, true
	}
	r, size := utf8.DecodeRuneInString(name)
	if size != len(name) || r == utf8.RuneError || !unicode.IsPrint(r) {
		return physicalKey{}, 0, false
	}
	switch {
	case r == ' ':
		return namedKeys["Space"], 0, true
	case r >= 'a' && r <= 'z':
		return physicalKey{name, "Key" + string(r-'a'+'A'), int64(r - 'a' + 'A'), name}, 0, true
	case r >= 'A' && r <= 'Z':
		return physicalKey{name, "Key" + name, int64(r), name}, Shift, true
	}
	for _, p := range punctuation {
		if r == p.plain {
			return physicalKey{name, p.code, p.number, name}, 0, true
		}
		if r == p.shifted {
			return physicalKey{name, p.code, p.number, name}, Shift, true
		}
	}
	// A character that the keyboard does not have: typed, but from no key.
	return physicalKey{key: name, text: name}, 0, true
}

// KnownKey tells whether KeyDown and KeyUp accept the key: a named key
// (Backspace, Delete, Enter, Tab, Space, Escape, ArrowUp, ArrowDown, ArrowLeft,
// ArrowRight, Home, End, PageUp, PageDown, Control, Alt, Shift, Meta) or one
// printable character.
func KnownKey(key string) bool {
	_, _, ok := keyFor(key)
	return ok
}

// Chord is the input of a key pressed with modifiers held: the modifiers go
// down, the key goes down and up, the modifiers go up. An upper-case letter
// does not hold Shift by itself; Type does.
func Chord(key string, modifiers Modifiers) []Event {
	names := []struct {
		modifier Modifiers
		key      string
	}{{Ctrl, "Control"}, {Alt, "Alt"}, {Meta, "Meta"}, {Shift, "Shift"}}
	var events []Event
	var held Modifiers
	for _, n := range names {
		if modifiers&n.modifier != 0 {
			held |= n.modifier
			events = append(events, KeyDown{n.key, held})
		}
	}
	events = append(events, KeyDown{key, held}, KeyUp{key, held})
	for i := len(names) - 1; i >= 0; i-- {
		if n := names[i]; modifiers&n.modifier != 0 {
			held &^= n.modifier
			events = append(events, KeyUp{n.key, held})
		}
	}
	return events
}

// Type is the input of typing a text, key by key, holding Shift for the
// characters that need it. A line break is the Enter key, a tab the Tab key.
func Type(text string) []Event {
	var events []Event
	for _, r := range text {
		name := string(r)
		switch r {
		case '\n', '\r':
			name = "Enter"
		case '\t':
			name = "Tab"
		}
		key, modifiers, ok := keyFor(name)
		switch {
		case !ok:
			continue // control characters are on no keyboard
		case key.code == "":
			events = append(events, Insert{name})
		default:
			events = append(events, Chord(name, modifiers)...)
		}
	}
	return events
}

// editing are the chords, with Ctrl, that the window of a browser would turn into
// editing commands. A headless browser has no window.
var editing = map[string]string{
	"KeyA": "selectAll", "KeyC": "copy", "KeyX": "cut", "KeyV": "paste", "KeyZ": "undo", "KeyY": "redo",
}
