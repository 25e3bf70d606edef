package agent

import (
	"bytes"
	"strings"
	"testing"

	"pix2act/gui"
	"pix2act/pix2struct"
)

func load(t *testing.T) pix2struct.Vocabulary {
	t.Helper()
	model, err := ActionVocabulary()
	if err != nil {
		t.Fatal(err)
	}
	again, _ := ActionVocabulary()
	if !bytes.Equal(model, again) {
		t.Fatal("the vocabulary differs from call to call")
	}
	v, err := pix2struct.LoadVocabulary(model)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestVocabularyPieces(t *testing.T) {
	v := load(t)
	if v.Len() != VocabularySize || !IsActionVocabulary(v) {
		t.Fatalf("%d pieces", v.Len())
	}
	for _, c := range []struct {
		action string
		pieces string
	}{
		{"click 3 12", "<click> <X3> <Y12>"},
		{"click 99 0", "<click> <X99> <Y0>"},
		{"key ctrl a", "<key> <ctrl> a"},
		{"key PageDown", "<key> <PageDown>"},
		{"keys a <b", "<keys> a \u2581 <lt> b"},
		{"keys click", "<keys> c l i c k"},
		{"keys é", "<keys> <0xC3> <0xA9>"},
		{"scroll -40", "<scroll> - 4 0"},
		{"wait", "<wait>"},
		{"29", "<value29>"},
	} {
		text, err := FormatTarget(c.action)
		if err != nil {
			t.Fatal(err)
		}
		ids := v.Encode(text)
		var pieces []string
		for _, id := range ids {
			pieces = append(pieces, v.Piece(id))
		}
		if got := strings.Join(pieces, " "); got != c.pieces {
			t.Errorf("%q is %s, want %s", c.action, got, c.pieces)
		}
	}
}

// Every verb, key and modifier of the grammar has a piece.
func TestVocabularyCoversGrammar(t *testing.T) {
	v := load(t)
	for _, name := range append(gui.KeyNames, gui.ModifierNames...) {
		if ids := v.Encode("<" + name + ">"); len(ids) != 1 {
			t.Errorf("%s is %d pieces", name, len(ids))
		}
	}
	for _, verb := range []gui.Verb{gui.Click, gui.DoubleClick, gui.TripleClick, gui.Move, gui.BeginDrag, gui.EndDrag, gui.Scroll, gui.Key, gui.Keys, gui.Wait} {
		if ids := v.Encode("<" + string(verb) + ">"); len(ids) != 1 {
			t.Errorf("%s is %d pieces", verb, len(ids))
		}
	}
}

// Whatever is typed comes back through ids.
func FuzzVocabulary(f *testing.F) {
	for _, c := range targets {
		f.Add(c.action)
	}
	f.Add("keys \t\n <0x41> \u00e9\u0301 \x00")
	model, err := ActionVocabulary()
	if err != nil {
		f.Fatal(err)
	}
	v, err := pix2struct.LoadVocabulary(model)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, action string) {
		text, err := FormatTarget(action)
		if err != nil {
			return
		}
		back, err := ParseTarget(v.Decode(v.Encode(text)))
		if err != nil || back != action {
			t.Errorf("%q became %q, %v", action, back, err)
		}
	})
}
