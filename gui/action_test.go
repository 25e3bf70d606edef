package gui

import (
	"errors"
	"reflect"
	"strings"
	"testing"
)

func TestParseAction(t *testing.T) {
	for text, want := range map[string]Action{
		"click 0 31":                   {Verb: Click, Y: 31},
		"double_click 3 4":             {Verb: DoubleClick, X: 3, Y: 4},
		"triple_click 3 4":             {Verb: TripleClick, X: 3, Y: 4},
		"move 10 11":                   {Verb: Move, X: 10, Y: 11},
		"begin_drag 1 2":               {Verb: BeginDrag, X: 1, Y: 2},
		"end_drag 1 2":                 {Verb: EndDrag, X: 1, Y: 2},
		"scroll -120":                  {Verb: Scroll, DeltaY: -120},
		"scroll 0":                     {Verb: Scroll},
		"key Enter":                    {Verb: Key, Key: "Enter"},
		"key ctrl a":                   {Verb: Key, Key: "a", Modifiers: []string{"ctrl"}},
		"key shift ctrl ArrowLeft":     {Verb: Key, Key: "ArrowLeft", Modifiers: []string{"ctrl", "shift"}},
		"key é":                        {Verb: Key, Key: "é"},
		"key \"":                       {Verb: Key, Key: "\""},
		"keys a":                       {Verb: Keys, Text: "a"},
		"keys  two  spaces ":           {Verb: Keys, Text: " two  spaces "},
		"keys Enter":                   {Verb: Keys, Text: "Enter"},
		"keys ":                        {},
		"wait":                         {Verb: Wait},
		"click 32 0":                   {},
		"click 01 0":                   {},
		"click +1 0":                   {},
		"click 1 0 ":                   {},
		" click 1 0":                   {},
		"click 1":                      {},
		"click\t1 0":                   {},
		"click 99999999999999999999 0": {},
		"scroll 10001":                 {},
		"scroll -0":                    {},
		"scroll":                       {},
		"key":                          {},
		"key  ":                        {},
		"key ab":                       {},
		"key ctrl":                     {},
		"key a ctrl":                   {},
		"key ctrl ctrl a":              {},
		"key ctrl  a":                  {},
		"keys a\tb":                    {},
		"keys":                         {},
		"wait ":                        {},
		"":                             {},
		"jump":                         {},
	} {
		got, err := ParseAction(text, DefaultBins)
		if want.Verb == "" {
			var problem *ActionError
			if !errors.As(err, &problem) {
				t.Errorf("ParseAction(%q) = %+v, %v; want an *ActionError", text, got, err)
			} else if problem.Text != text || problem.Reason == "" || !strings.Contains(problem.Error(), Grammar) {
				t.Errorf("ParseAction(%q): %v does not hold the text, a reason and the grammar", text, err)
			}
			continue
		}
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("ParseAction(%q) = %+v, %v; want %+v", text, got, err, want)
		}
	}
}

func FuzzParseAction(f *testing.F) {
	for _, seed := range []string{"click 3 4", "scroll -5", "key ctrl shift a", "keys héllo  ", "wait", "key \u2028", "keys \xff", "end_drag 1 1"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		action, err := ParseAction(text, DefaultBins)
		if err != nil {
			var problem *ActionError
			if !errors.As(err, &problem) || problem.Text != text || problem.Reason == "" {
				t.Fatalf("ParseAction(%q): %#v", text, err)
			}
			return
		}
		again, err := ParseAction(action.String(), DefaultBins)
		if err != nil || !reflect.DeepEqual(again, action) {
			t.Fatalf("%q parsed to %+v, printed as %q, read back as %+v, %v", text, action, action, again, err)
		}
		if action.Verb != Key && action.String() != text {
			t.Fatalf("%q printed as %q", text, action)
		}
	})
}

func TestBins(t *testing.T) {
	wantX := []int{2, 8, 12, 18, 22, 28, 32, 38}
	wantY := []int{3, 10, 16, 23, 30, 36, 43, 49}
	for i := range wantX {
		if x, y := DefaultBins.Pixel(i, i, 160, 210); x != wantX[i] || y != wantY[i] {
			t.Errorf("bin %d is pixel (%d, %d), want (%d, %d)", i, x, y, wantX[i], wantY[i])
		}
	}
	corner := Bins{X: 100, Y: 100}
	if x, y := corner.Pixel(1, 99, 800, 600); x != 8 || y != 594 {
		t.Errorf("bin (1, 99) of 100 on 800x600 is (%d, %d), want (8, 594)", x, y)
	}
	for _, bins := range []Bins{DefaultBins, corner, {X: 7, Y: 3, Centred: true}} {
		for x := range bins.X {
			for y := range bins.Y {
				px, py := bins.Pixel(x, y, 160, 210)
				if bx, by := bins.Bin(px, py, 160, 210); bx != x || by != y {
					t.Errorf("%+v: bin (%d, %d) is pixel (%d, %d), whose bin is (%d, %d)", bins, x, y, px, py, bx, by)
				}
			}
		}
	}
	if x, y := DefaultBins.Bin(-5, 1000, 160, 210); x != 0 || y != 31 {
		t.Errorf("outside pixels give bin (%d, %d), want (0, 31)", x, y)
	}
}
