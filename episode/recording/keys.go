package recording

import (
	"strings"

	"pix2act/gui"
)

// Key codes of modifiers. The command key of a Mac does there what ctrl does
// elsewhere; it has a code in each browser.
const (
	shift = 16
	ctrl  = 17
	alt   = 18
)

var commands = map[int]bool{91: true, 93: true, 224: true}

// named are the codes of the keys that the grammar knows by name. The space bar
// is not among them: it types.
var named = map[int]string{
	8: "Backspace", 9: "Tab", 13: "Enter", 27: "Escape", 33: "PageUp", 34: "PageDown", 35: "End", 36: "Home",
	37: "ArrowLeft", 38: "ArrowUp", 39: "ArrowRight", 40: "ArrowDown", 46: "Delete",
}

// strange tells of keys that do something the grammar cannot say: Pause, Print
// and Insert, the function keys, and input methods.
func strange(code int) bool {
	return code == 19 || code == 44 || code == 45 || code >= 112 && code <= 135 || code == 229
}

func (c *converter) keyDown(e Event) error {
	code := e.KeyCode
	if commands[code] {
		code = ctrl
	}
	if code == shift || code == ctrl || code == alt {
		c.down[e.KeyCode] = true
		return nil
	}
	name := named[code]
	letter := code >= 'A' && code <= 'Z' || code >= '0' && code <= '9'
	switch {
	case name == "" && letter && c.commanded():
		name = strings.ToLower(string(rune(code)))
	case strange(code):
		return drop(ReasonKey, "key code %d", code)
	case name == "": // a character, which keypress tells
		return nil
	}
	c.flush()
	c.add(e, gui.Action{Verb: gui.Key, Key: name, Modifiers: c.modifiers()})
	return nil
}

// held tells whether ctrl or the command key is down.
func (c *converter) held() bool {
	for code := range commands {
		if c.down[code] {
			return true
		}
	}
	return c.down[ctrl]
}

// commanded tells whether a letter is a command and types nothing. Ctrl with alt
// is how AltGr looks, which types.
func (c *converter) commanded() bool { return c.held() && !c.down[alt] }

// modifiers are those that are down, in the order of the grammar.
func (c *converter) modifiers() []string {
	var list []string
	for i, down := range []bool{c.held(), c.down[shift], c.down[alt]} {
		if down {
			list = append(list, gui.ModifierNames[i])
		}
	}
	return list
}

func (c *converter) keyPress(e Event) {
	if e.CharCode < ' ' || e.CharCode == 127 || c.commanded() {
		return
	}
	if c.text.Len() == 0 {
		c.textMS = e.MS
	}
	c.text.WriteRune(rune(e.CharCode))
}

// flush makes an action of what was typed. Nothing but spaces is that key, which
// presses buttons, too.
func (c *converter) flush() {
	text := c.text.String()
	c.text.Reset()
	switch {
	case text == "":
	case strings.Trim(text, " ") == "":
		for range text {
			c.actions = append(c.actions, timed{gui.Action{Verb: gui.Key, Key: "Space"}, c.textMS})
		}
	default:
		c.actions = append(c.actions, timed{gui.Action{Verb: gui.Keys, Text: text}, c.textMS})
	}
}
