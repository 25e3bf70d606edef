package chrome

// KnownKey tells whether KeyDown and KeyUp accept the key: a named key
// (Backspace, Delete, Enter, Tab, Space, Escape, ArrowUp, ArrowDown, ArrowLeft,
// ArrowRight, Home, End, PageUp, PageDown, Control, Alt, Shift, Meta) or one printable
// character.
func KnownKey(key string) bool { return false }

// Chord is the input of a key pressed with modifiers held: the modifiers go down, the key goes
// down and up, the modifiers go up.
func Chord(key string, modifiers Modifiers) []Event { return nil }

// Type is the input of typing a text, key by key.
func Type(text string) []Event { return nil }
