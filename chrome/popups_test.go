package chrome

import (
	"bytes"
	"testing"
)

// TestPopups touches every way to open a window of the browser's own, behind which a page with
// begin-frame control would hang.
func TestPopups(t *testing.T) {
	for name, options := range map[string]Options{"shell": {}, "fallback": {Fallback: true}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := openTest(t, launchTest(t, options), site(t)+"popups.html")
			step := func(events ...Event) []byte {
				t.Helper()
				act(t, p, append(events, Advance{budget}, Frame{})...)
				picture, err := p.Capture(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				return picture.Pix
			}
			for _, y := range []float64{14, 38} { // date, time: the icon, and every key that opens
				step(Click(116, y, 1)...)
				step(Click(10, y, 1)...)
				for _, keys := range [][]Event{Chord("ArrowDown", Alt), Chord("ArrowUp", Alt), Chord("Space", 0), Chord("Tab", 0), Chord("Tab", 0),
					Chord("Tab", 0), Chord("Enter", 0), Chord("Space", 0)} {
					step(keys...)
				}
			}
			step(Click(60, 60, 1)...)
			step(Chord("Enter", 0)...)
			step(Chord("Space", 0)...)
			for _, id := range []string{"date", "time", "colour"} {
				if err := p.Evaluate(t.Context(), `by("`+id+`").showPicker()`, nil); err != nil {
					t.Errorf("%s: %v", id, err)
				}
				step()
			}

			// Segments of a date are still filled in by keys.
			step(Click(10, 14, 1)...)
			step(Type("01022026")...)
			if got := evaluate[string](t, p, `by("date").value`); got != "2026-01-02" {
				t.Errorf("the date typed is %q", got)
			}

			// A list of choices is drawn in the page, and answers to mouse and keys.
			closed := step(Move{150, 210})
			open := step(Click(60, 92, 1)...)
			if bytes.Equal(open, closed) {
				t.Errorf("an open list does not show")
			}
			middle := evaluate[[]float64](t, p, `(b => [b.left + b.width / 2, b.top + b.height / 2])(by("list").options[1].getBoundingClientRect())`)
			if over := step(Move{middle[0], middle[1]}); bytes.Equal(over, open) {
				t.Errorf("the choice under the pointer does not show")
			}
			step(Click(middle[0], middle[1], 1)...)
			if got := evaluate[string](t, p, `by("list").value + " " + seen`); got != "two inputtrue,changetrue" {
				t.Errorf("after a click on the second choice: %s", got)
			}
			step(Chord("ArrowDown", 0)...) // opens
			step(Chord("ArrowDown", 0)...)
			step(Chord("Enter", 0)...)
			if got := evaluate[string](t, p, `by("list").value`); got != "three" {
				t.Errorf("after arrow keys: %s", got)
			}
			step(Click(60, 92, 1)...)
			step(Chord("Escape", 0)...)
			if got := step(Move{150, 210}); bytes.Equal(got, closed) {
				t.Errorf("the list does not show its new choice")
			}

			// The arrows of a number box are the browser's own.
			step(Move{60, 190})
			step(Click(119, 186, 1)...)
			if got := evaluate[string](t, p, `by("number").value`); got != "4" {
				t.Errorf("a press on the upper arrow gives %s", got)
			}
		})
	}
}
