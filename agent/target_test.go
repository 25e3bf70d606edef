package agent

import (
	"errors"
	"testing"

	"pix2act/gui"
)

var targets = []struct{ action, text string }{
	{"click 3 12", "<click><X3><Y12>"},
	{"double_click 0 99", "<double_click><X0><Y99>"},
	{"triple_click 31 31", "<triple_click><X31><Y31>"},
	{"move 7 8", "<move><X7><Y8>"},
	{"begin_drag 1 2", "<begin_drag><X1><Y2>"},
	{"end_drag 1 2", "<end_drag><X1><Y2>"},
	{"scroll 40", "<scroll>40"},
	{"scroll -120", "<scroll>-120"},
	{"key Enter", "<key><Enter>"},
	{"key ctrl a", "<key><ctrl>a"},
	{"key ctrl shift ArrowLeft", "<key><ctrl><shift><ArrowLeft>"},
	{"key <", "<key><lt>"},
	{"keys Al", "<keys>Al"},
	{"keys  two  spaces ", "<keys> two  spaces "},
	{"keys Enter", "<keys>Enter"},
	{"keys a<click><lt>", "<keys>a<lt>click><lt>lt>"},
	{"keys żółć", "<keys>żółć"},
	{"wait", "<wait>"},
	{"0", "<value0>"},
	{"30", "<value30>"},
	{"<a \\< b>", "<text>a <lt> b"},
	{"<<<Python> <img_src=py.png img_alt=Python>> <img_alt=red circle> <Submit>>",
		"<open><open><text>Python<image><source>py.png<description>Python<close><image><description>red circle<text>Submit<close>"},
}

func TestTargets(t *testing.T) {
	for _, c := range targets {
		text, err := FormatTarget(c.action)
		if err != nil || text != c.text {
			t.Errorf("FormatTarget(%q) = %q, %v, want %q", c.action, text, err, c.text)
		}
		action, err := ParseTarget(c.text)
		if err != nil || action != c.action {
			t.Errorf("ParseTarget(%q) = %q, %v, want %q", c.text, action, err, c.action)
		}
	}
}

func TestTargetsRefused(t *testing.T) {
	for _, action := range []string{"", "click", "click 1", "click 1 2 3", "click 01 2", "click -1 2", "click 1 100", "jump 1 2",
		"scroll", "scroll x", "key", "key nothing", "key ctrl", "keys", "keys ", "wait 1", "31", "-1", "keys a\u2581b", "keys \xff", "<>", "<a", "<<a> b>"} {
		if text, err := FormatTarget(action); !errors.Is(err, ErrTarget) {
			t.Errorf("FormatTarget(%q) = %q, %v, want ErrTarget", action, text, err)
		}
	}
	for _, text := range []string{"", "click", "<click>", "<click><X1>", "<click><Y1><X1>", "<click><X1><Y2>3", "<click><X01><Y1>",
		"<click><X100><Y1>", "<jump>", "<scroll>a", "<key>", "<key><ctrl>", "<key>ab", "<keys>", "<keys><click>", "<wait>x",
		"<value31>", "<value", "keys a", "<lt>", "<text>", "<text>a<close>", "<open><close>", "<open><text>a", "<image><source>",
		"<image><description>a<source>b", "<text>a<click>", "<text> a", "<masked>"} {
		if action, err := ParseTarget(text); !errors.Is(err, ErrTarget) {
			t.Errorf("ParseTarget(%q) = %q, %v, want ErrTarget", text, action, err)
		}
	}
}

// Every action of the grammar whose bins have pieces goes there and back.
func FuzzTarget(f *testing.F) {
	for _, c := range targets {
		f.Add(c.action)
		f.Add(c.text)
	}
	bins := gui.Bins{X: Bins, Y: Bins}
	f.Fuzz(func(t *testing.T, text string) {
		target, err := FormatTarget(text)
		if err == nil {
			back, err := ParseTarget(target)
			if err != nil || back != text {
				t.Errorf("%q became %q became %q, %v", text, target, back, err)
			}
		}
		if action, legal := gui.ParseAction(text, bins); legal == nil && err != nil {
			if action.String() == text && !hasSpaceMark(text) {
				t.Errorf("legal action %q refused: %v", text, err)
			}
		}
		if action, err := ParseTarget(text); err == nil {
			again, err := FormatTarget(action)
			if err != nil || again != text {
				t.Errorf("%q became %q became %q, %v", text, action, again, err)
			}
		}
	})
}

func hasSpaceMark(text string) bool {
	for _, r := range text {
		if r == '\u2581' {
			return true
		}
	}
	return false
}
