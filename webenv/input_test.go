package webenv

import (
	"fmt"
	"slices"
	"testing"

	"pix2act/chrome"
	"pix2act/gui"
)

// fine is a grid with a bin for nearly every second pixel.
var fine = gui.Bins{X: 80, Y: 105}

// at spells the bin of a pixel.
func at(x, y int) string {
	bx, by := fine.Bin(x, y, 160, 210)
	return fmt.Sprintf("%d %d", bx, by)
}

// read evaluates an expression.
func read[T any](t *testing.T, env *Env, expression string) T {
	t.Helper()
	var value T
	if err := env.Evaluate(t.Context(), expression, &value); err != nil {
		t.Fatal(err)
	}
	return value
}

func play(t *testing.T, env *Env, actions ...string) gui.Step {
	t.Helper()
	var step gui.Step
	for _, action := range actions {
		step = act(t, env, action)
		if step.Invalid != nil || step.Done {
			t.Fatalf("%q: invalid %v, done %v (%s)", action, step.Invalid, step.Done, step.Reason)
		}
	}
	return step
}

// TestActions checks what each kind of action does to a real page.
func TestActions(t *testing.T) {
	env := newEnv(t, newPool(t, 1, chrome.Options{}))
	text := gui.Episode{Task: "text", Settings: gui.Settings{Bins: fine}}
	for _, test := range []struct {
		name     string
		settings gui.Settings
		actions  []string
		read     string // JavaScript, a text
		want     string
	}{
		{"click", gui.Settings{}, []string{"click " + at(40, 20)}, "seen.join()", "mousedown1,mouseup1,click1"},
		{"double click takes a word", gui.Settings{}, []string{"double_click " + at(70, 20)}, "picked().trim() + seen.slice(-2)", "thereclick2,dblclick2"},
		{"triple click takes the line", gui.Settings{}, []string{"triple_click " + at(70, 20)}, "picked().trim() + seen.at(-1)", "hello thereclick3"},
		{"drag in one go", gui.Settings{}, []string{"begin_drag " + at(2, 18), "end_drag " + at(148, 18)}, "picked().trim()", "hello there"},
		{"drag over a move", gui.Settings{}, []string{"begin_drag " + at(4, 18), "move " + at(30, 18), "move " + at(148, 18), "end_drag " + at(148, 18)}, "picked().trim()", "hello there"},
		{"a held button shows", gui.Settings{}, []string{"begin_drag " + at(4, 18), "move " + at(148, 18)}, "picked().trim() + seen", "hello theremousedown1"},
		{"click while held lets go", gui.Settings{}, []string{"begin_drag " + at(20, 18), "click " + at(20, 18)}, "seen.join()", "mousedown1,mouseup1,click1"},
		{"end without a begin", gui.Settings{}, []string{"end_drag " + at(20, 18)}, "seen.join()", ""},
		{"typing", gui.Settings{}, []string{"click " + at(100, 62), "key End", "keys  Zoë!"}, "by('field').value", "some words here Zoë!"},
		{"select all, copy, paste twice", gui.Settings{}, []string{"click " + at(60, 62), "key ctrl a", "key ctrl c", "key ctrl v", "key ctrl v"}, "by('field').value", "some words heresome words here"},
		{"cut", gui.Settings{}, []string{"click " + at(60, 62), "key ctrl a", "key ctrl x"}, "by('field').value", ""},
		{"select with shift and delete", gui.Settings{}, []string{"click " + at(60, 62), "key Home", "key shift ArrowRight", "key Delete"}, "by('field').value", "ome words here"},
		{"modifiers are let go", gui.Settings{}, []string{"click " + at(60, 62), "key ctrl shift Home", "key x"}, "seen.at(-1)", "key x"},
		{"keys types key names", gui.Settings{}, []string{"click " + at(60, 62), "key ctrl a", "keys Enter"}, "by('field').value", "Enter"},
		{"the reference's keys presses them", gui.Settings{ReferenceKeys: true}, []string{"click " + at(60, 62), "key End", "keys Backspace"}, "by('field').value", "some words her"},
		{"wheel over a text area never clicked", gui.Settings{}, []string{"move " + at(60, 130), "scroll 150", "scroll -30"}, "String(by('area').scrollTop)", "120"},
		{"wheel far", gui.Settings{}, []string{"move " + at(60, 130), "scroll 400"}, "String(by('area').scrollTop)", "400"},
		{"wheel elsewhere", gui.Settings{}, []string{"move " + at(60, 20), "scroll 50"}, "String(by('area').scrollTop)", "0"},
		{"the reference's scroll", gui.Settings{ReferenceScroll: true}, []string{"move " + at(60, 20), "scroll 50"}, "String(by('area').scrollTop)", "50"},
		{"waiting", gui.Settings{BudgetMS: 250}, []string{"move 1 1", "wait", "wait", "wait"}, "String(Date.now() - 1704110400000 - began)", "1000"},
	} {
		t.Run(test.name, func(t *testing.T) {
			episode := text
			episode.Settings = test.settings
			episode.Settings.Bins = fine
			reset(t, env, episode)
			if test.name == "waiting" {
				read[any](t, env, "globalThis.began = Date.now() - 1704110400000")
			}
			step := play(t, env, test.actions...)
			got := read[string](t, env, test.read)
			if test.name == "waiting" {
				// Every advance takes a microsecond more than its budget.
				if got != "1000" && got != "1001" {
					t.Errorf("four actions of 250 ms took %s ms", got)
				}
			} else if got != test.want {
				t.Errorf("page holds %q, want %q", got, test.want)
			}
			// What the action did is in its picture: waiting shows no more of it. The
			// caret may blink.
			again := step
			for range 5 {
				if again = act(t, env, "wait"); again.Observation.SHA256() == step.Observation.SHA256() {
					break
				}
			}
			if again.Observation.SHA256() != step.Observation.SHA256() {
				t.Errorf("the picture after the action is none that waiting shows")
			}
		})
	}
}

// TestHeldButtonIsLetGo resets while the button is held.
func TestHeldButtonIsLetGo(t *testing.T) {
	env := newEnv(t, newPool(t, 1, chrome.Options{}))
	episode := gui.Episode{Task: "text", Settings: gui.Settings{Bins: fine}}
	first := reset(t, env, episode)
	held := play(t, env, "begin_drag "+at(4, 18))
	if got := held.Observation.Image.RGBAAt(152, 7); got.R != 255 || got.G != 0 {
		t.Errorf("no press marker while the button is held: %v", got)
	}
	if reset(t, env, episode).Observation.SHA256() != first.Observation.SHA256() {
		t.Errorf("another picture after a reset with the button held")
	}
	play(t, env, "move "+at(148, 18))
	if got := read[string](t, env, "picked() + seen"); got != "" {
		t.Errorf("moving after a reset still drags: %q", got)
	}
}

// TestNeverStale checks that state and picture after a click are those of the
// click, however the page handles it.
func TestNeverStale(t *testing.T) {
	env := newEnv(t, newPool(t, 1, chrome.Options{}))
	for _, how := range []string{"now", "timer", "frame"} {
		reset(t, env, gui.Episode{Task: "stale-" + how, Settings: gui.Settings{MaxSteps: 100}})
		for n := 1; n <= 50; n++ {
			step := play(t, env, fmt.Sprintf("click %d %d", n%32, n*7%32))
			if got := read[int](t, env, "reported"); got != n {
				t.Fatalf("%s: after click %d the state said %d", how, n, got)
			}
			// The corner is never under the cursor.
			corner := step.Observation.Image.RGBAAt(159, 209)
			if n%32 < 30 && (int(corner.R) != n || int(corner.G) != 255-n) {
				t.Fatalf("%s: after click %d the picture shows %d", how, n, corner.R)
			}
		}
	}
}

// TestSchedules guards the frames: a page must not be able
// to change how many it gets.
func TestSchedules(t *testing.T) {
	p := &position{episode: gui.Episode{Settings: gui.Settings{}.WithDefaults()}, task: gui.Task{Width: 160, Height: 210}}
	for action, want := range map[string]int{
		"click 1 1": 1, "double_click 1 1": 1, "move 1 1": 2, "begin_drag 1 1": 1, "scroll 5": 3, "key a": 1, "keys abc": 1, "wait": 1,
	} {
		parsed, err := gui.ParseAction(action, gui.DefaultBins)
		if err != nil {
			t.Fatal(err)
		}
		s := plan(parsed, p)
		frames := 0
		for _, event := range slices.Concat(s.input, s.pass) {
			if _, ok := event.(chrome.Frame); ok {
				frames++
			}
		}
		if frames != want {
			t.Errorf("%s draws %d frames before it is looked at, want %d", action, frames, want)
		}
	}
}
