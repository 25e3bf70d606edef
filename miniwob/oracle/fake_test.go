package oracle

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"pix2act/gui"
)

// scene is a page that answers every reading with the same value.
type scene struct {
	task  string
	value any
	err   error
}

func (s scene) Evaluate(_ context.Context, _ string, result any) error {
	if s.err != nil {
		return s.err
	}
	text, err := json.Marshal(s.value)
	if err != nil {
		return err
	}
	return json.Unmarshal(text, result)
}

func (s scene) Episode() gui.Episode { return gui.Episode{Task: s.task} }
func (s scene) Task() gui.Task       { return gui.Task{Name: s.task, Width: 160, Height: 210} }

type object = map[string]any

// thing is a square that the readers would report, at a bin.
func thing(x, y int, more object) object {
	l := defaultLattice()
	o := object{
		"X": l.Xs[x] - 10, "Y": l.Ys[y] - 10, "W": 21, "H": 21, "Covers": []object{},
		"Hits": [][2]int{{x - 1, y}, {x, y - 1}, {x, y}, {x, y + 1}, {x + 1, y}},
	}
	for name, value := range more {
		o[name] = value
	}
	return o
}

// TestDecisions checks single decisions, state by state.
func TestDecisions(t *testing.T) {
	box, submit := thing(10, 10, nil), thing(20, 20, nil)
	focused := thing(10, 10, object{"Focused": true})
	form := func(value string, start, end int, field object) object {
		return object{"Submit": submit, "Entries": []object{{"Wanted": "Rex", "Value": value, "Field": field,
			"Whole": value != "" && start == 0 && end == len(value), "AtEnd": start == end && end == len(value)}}}
	}
	track := func(value, share float64, focus bool) object {
		return object{
			"Wanted": 61, "Value": value, "Share": share, "Submit": submit,
			"Track": object{"X": 10, "Y": 60, "W": 100, "H": 12, "Focused": focus,
				"Hits": [][2]int{{3, 9}, {12, 9}, {13, 9}, {14, 9}, {15, 9}, {20, 9}}},
			"Handle": object{"X": 10 + 100*share - 8, "Y": 58, "W": 16, "H": 16},
		}
	}
	scroller := func(way string, top, bottom, hovered bool) object {
		return object{"Area": box, "Submit": submit, "Way": way, "AtTop": top, "AtBottom": bottom, "Hovered": hovered}
	}
	one, two := thing(5, 12, object{"Text": "ONE"}), thing(25, 22, object{"Text": "TWO"})
	pressed := thing(5, 12, object{"Text": "ONE", "Focused": true})
	hidden := object{"X": 10, "Y": 60, "W": 40, "H": 40, "Hits": [][2]int{}, "Covers": []object{}, "Text": "ONE"}
	hiddenFocused := object{"X": 10, "Y": 60, "W": 40, "H": 40, "Hits": [][2]int{}, "Covers": []object{}, "Text": "ONE", "Focused": true}
	tests := []struct {
		name, task string
		value      any
		want       string
	}{
		{"button", "click-test", one, "click 5 12"},
		{"button ONE", "click-test-2", []object{one, two}, "click 5 12"},
		{"first of two with one label", "click-button",
			object{"Label": "no", "Buttons": []object{thing(3, 3, object{"Text": "No"}), thing(4, 9, object{"Text": "no"}), thing(4, 15, object{"Text": "no"})}},
			"click 4 9"},
		{"nothing pressed", "click-button-sequence", []object{one, two}, "click 5 12"},
		{"ONE pressed", "click-button-sequence", []object{pressed, two}, "click 25 22"},
		{"ONE hidden", "click-button-sequence", []object{hidden, two}, "key Tab"},
		{"ONE hidden, focused", "click-test-2", []object{hiddenFocused, two}, "key Enter"},
		{"dialog", "click-dialog", box, "click 10 10"},
		{"colour", "click-color", object{"Wanted": "#00ffff", "Squares": []object{one, two}, "Colours": []string{"#000000", "#00ffff"}}, "click 25 22"},
		{"figure", "identify-shape", object{"Figure": "Number", "Buttons": []object{one, thing(8, 8, object{"Text": "Number"})}}, "click 8 8"},
		{"text box", "focus-text", box, "click 10 10"},

		{"empty", "enter-text", form("", 0, 0, box), "click 10 10"},
		{"empty, focused", "enter-text", form("", 0, 0, focused), "keys Rex"},
		{"begun", "enter-text", form("Re", 2, 2, focused), "keys x"},
		{"caret elsewhere", "enter-text", form("Re", 1, 1, focused), "triple_click 10 10"},
		{"wrong", "enter-text", form("Rey", 3, 3, focused), "triple_click 10 10"},
		{"wrong, selected", "enter-text", form("Rey", 0, 3, focused), "keys Rex"},
		{"wrong, focus lost", "enter-text", form("Rey", 3, 3, box), "triple_click 10 10"},
		{"entered", "enter-text", form("Rex", 3, 3, focused), "click 20 20"},

		{"far", "use-slider", track(10, 0.1, false), "click 14 9"},         // pixel 72: value 62
		{"far, focused", "use-slider", track(10, 0.1, true), "click 14 9"}, // as before
		{"near, focused", "use-slider", track(58, 0.58, true), "key ArrowRight"},
		{"past, focused", "use-slider", track(63, 0.63, true), "key ArrowLeft"},
		{"there", "use-slider", track(61, 0.61, true), "click 20 20"},

		{"middle", "scroll-text-2", scroller("top", false, false, false), "click 10 10"},
		{"middle, pointer on it", "scroll-text-2", scroller("top", false, false, true), "scroll -1000"},
		{"middle, down", "scroll-text-2", scroller("bottom", false, false, true), "scroll 1000"},
		{"wrong end", "scroll-text-2", scroller("bottom", true, false, true), "scroll 1000"},
		{"at the top", "scroll-text-2", scroller("top", true, false, true), "click 20 20"},
		{"at the bottom", "scroll-text-2", scroller("bottom", false, true, false), "click 20 20"},
	}
	for _, test := range tests {
		t.Run(test.task+"/"+test.name, func(t *testing.T) {
			a := &agent{page: scene{task: test.task, value: test.value}}
			decision, err := a.Next(t.Context(), gui.Observation{})
			if err != nil {
				t.Fatal(err)
			}
			if decision.Action != test.want {
				t.Errorf("%q, want %q", decision.Action, test.want)
			}
			if _, err := gui.ParseAction(decision.Action, gui.DefaultBins); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestNoWayOn checks that an oracle says why it cannot go on.
func TestNoWayOn(t *testing.T) {
	lost := &gui.FaultError{Doing: "read", Err: errors.New("tab crashed")}
	tests := []struct {
		name string
		page scene
		says string
		is   error
	}{
		{"unknown task", scene{task: "no-such-task"}, "no-such-task", ErrNoOracle},
		{"browser lost", scene{task: "click-test", err: lost}, "tab crashed", gui.ErrFault},
		{"no button", scene{task: "click-test"}, "no button", nil},
		{"no such label", scene{task: "click-button", value: object{"Label": "okay"}}, `no button "okay"`, nil},
		{"no text asked for", scene{task: "enter-text", value: object{"Entries": []object{{"Field": thing(3, 3, nil)}}}}, "text to enter", nil},
		{"no boxes", scene{task: "drag-box", value: object{}}, "boxes", nil},
		{"no slider", scene{task: "use-slider", value: object{}}, "no slider", nil},
		{"odd slider", scene{task: "use-slider", value: object{"Wanted": 3, "Value": 7000, "Share": 0.5,
			"Track": thing(3, 3, nil), "Handle": thing(3, 3, nil)}}, "7000", nil},
		{"no text area", scene{task: "scroll-text-2", value: object{}}, "text area", nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			a := &agent{page: test.page}
			_, err := a.Next(t.Context(), gui.Observation{})
			if err == nil || !strings.Contains(err.Error(), test.says) || test.is != nil && !errors.Is(err, test.is) {
				t.Errorf("error %v, want one that says %q", err, test.says)
			}
		})
	}
}

func TestTasks(t *testing.T) {
	names := Tasks()
	if len(names) != 134 || !slices.IsSorted(names) {
		t.Errorf("%d tasks: %q", len(names), names)
	}
	for _, name := range names {
		if !Has(name) {
			t.Errorf("no oracle for %s", name)
		}
	}
	if Has("no-such-task") {
		t.Error("an oracle for no task")
	}
}
