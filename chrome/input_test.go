package chrome

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestMoveAlone(t *testing.T) {
	t.Parallel()
	p := openTest(t, launchTest(t, Options{}), site(t)+"input.html")
	for i := range 20 {
		x := float64(10 + 5*i)
		act(t, p, Move{x, 20}, Frame{})
		if got := evaluate[[]float64](t, p, "pointer"); !slices.Equal(got, []float64{x, 20, 0}) {
			t.Fatalf("move %d: page saw %v", i, got)
		}
	}
	// Without a frame of its own, a trailing move gets one.
	act(t, p, Move{7, 8}, Advance{budget})
	act(t, p, Move{8, 9})
	if got := evaluate[[]float64](t, p, "pointer"); !slices.Equal(got, []float64{8, 9, 0}) {
		t.Errorf("page saw %v", got)
	}
	act(t, p, Move{10, 10}, Move{12, 12}, Move{14, 14})
	if n := evaluate[int](t, p, "moves"); n != 26 {
		t.Errorf("page saw %d moves, want 26 with the one that the browser makes up", n)
	}
	if n := evaluate[int](t, p, "frames"); n != 21 {
		t.Errorf("page counts %d frames, want the 20 asked for, counted from 1", n)
	}
	act(t, p, Move{100, 20}, Frame{})
	if color := evaluate[string](t, p, "getComputedStyle(hover).backgroundColor"); color != "rgb(0, 128, 0)" {
		t.Errorf("hovered element has colour %s", color)
	}
}

func TestDragSelects(t *testing.T) {
	t.Parallel()
	p := openTest(t, launchTest(t, Options{}), site(t)+"input.html")
	act(t, p, Move{2, 60}, Press{2, 60, 1}, Move{60, 60}, Advance{budget}, Frame{})
	if held := evaluate[int](t, p, "pointer[2]"); held != 1 {
		t.Errorf("buttons while dragging: %d", held)
	}
	act(t, p, Move{150, 60}, Advance{budget}, Frame{})
	act(t, p, Move{150, 60}, Release{150, 60, 1}, Advance{budget}, Frame{})
	if got := evaluate[string](t, p, "getSelection().toString()"); !strings.HasPrefix(got, "select some of") {
		t.Errorf("selected %q", got)
	}
}

func TestClicks(t *testing.T) {
	t.Parallel()
	p := openTest(t, launchTest(t, Options{}), site(t)+"input.html")
	act(t, p, append(Click(20, 60, 2), Advance{budget}, Frame{})...)
	if got := strings.TrimSpace(evaluate[string](t, p, "getSelection().toString()")); got != "select" {
		t.Errorf("double click selected %q", got)
	}
	act(t, p, append(Click(20, 60, 3), Advance{budget}, Frame{})...)
	if got := evaluate[string](t, p, "getSelection().toString()"); !strings.HasPrefix(got, "select some of these words") {
		t.Errorf("triple click selected %q", got)
	}
}

func TestWheel(t *testing.T) {
	t.Parallel()
	p := openTest(t, launchTest(t, Options{}), site(t)+"input.html")
	act(t, p, Wheel{50, 120, 0, 40}, Frame{}, Advance{budget}, Frame{})
	if top := evaluate[float64](t, p, "scroller.scrollTop"); top != 40 {
		t.Errorf("scrolled by %v, want 40", top)
	}
	act(t, p, Wheel{50, 120, 0, -15}, Frame{}, Advance{budget}, Frame{})
	if top := evaluate[float64](t, p, "scroller.scrollTop"); top != 25 {
		t.Errorf("scrolled to %v, want 25", top)
	}
}

// typeInto clears the field, focuses it and does the events.
func typeInto(t *testing.T, p Page, events ...Event) string {
	t.Helper()
	if err := p.Evaluate(t.Context(), "field.value = 'abc def'; field.focus(); field.setSelectionRange(7, 7); keys = []", nil); err != nil {
		t.Fatal(err)
	}
	act(t, p, append(events, Advance{budget}, Frame{})...)
	return evaluate[string](t, p, "field.value")
}

func TestEditingKeys(t *testing.T) {
	t.Parallel()
	p := openTest(t, launchTest(t, Options{}), site(t)+"input.html")
	join := func(chords ...[]Event) []Event { return slices.Concat(chords...) }
	for _, test := range []struct {
		name   string
		events []Event
		want   string
	}{
		{"typing", Type("!~ Az\\\"9"), "abc def!~ Az\\\"9"},
		{"other scripts", Type("é→"), "abc defé→"},
		{"Backspace", Chord("Backspace", 0), "abc de"},
		{"Home Delete", join(Chord("Home", 0), Chord("Delete", 0)), "bc def"},
		{"ArrowLeft", join(Chord("ArrowLeft", 0), Type("x")), "abc dexf"},
		{"ArrowRight", join(Chord("Home", 0), Chord("ArrowRight", 0), Type("x")), "axbc def"},
		{"ArrowUp", join(Chord("ArrowUp", 0), Type("x")), "xabc def"},
		{"ArrowDown", join(Chord("Home", 0), Chord("ArrowDown", 0), Type("x")), "abc defx"},
		{"End", join(Chord("Home", 0), Chord("End", 0), Type("x")), "abc defx"},
		{"Space", Chord("Space", 0), "abc def "},
		{"shift selects", join(Chord("ArrowLeft", Shift), Chord("ArrowLeft", Shift), Type("x")), "abc dx"},
		{"shift types capitals", Chord("A", Shift), "abc defA"},
		{"select all", join(Chord("a", Ctrl), Type("x")), "x"},
		{"copy and paste", join(Chord("a", Ctrl), Chord("c", Ctrl), Chord("End", 0), Chord("v", Ctrl)), "abc defabc def"},
		{"cut and paste", join(Chord("a", Ctrl), Chord("x", Ctrl), Type("-"), Chord("v", Ctrl)), "-abc def"},
		{"capital letters too", join(Chord("A", Ctrl), Chord("C", Ctrl), Chord("End", 0), Chord("V", Ctrl)), "abc defabc def"},
		{"undo", join(Type("x"), Chord("z", Ctrl)), "abc def"},
		{"word by word", join(Chord("ArrowLeft", Ctrl), Type("x")), "abc xdef"},
		{"delete a word", Chord("Backspace", Ctrl), "abc "},
		{"alt types nothing", Chord("q", Alt), "abc def"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := typeInto(t, p, test.events...); got != test.want {
				t.Errorf("field holds %q, want %q", got, test.want)
			}
		})
	}
	t.Run("Enter submits", func(t *testing.T) {
		typeInto(t, p, Chord("Enter", 0)...)
		if n := evaluate[int](t, p, "submits"); n != 1 {
			t.Errorf("%d submits", n)
		}
	})
	t.Run("Tab moves on", func(t *testing.T) {
		typeInto(t, p, Chord("Tab", 0)...)
		if id := evaluate[string](t, p, "document.activeElement.id"); id != "area" {
			t.Errorf("focus is on %q", id)
		}
		act(t, p, slices.Concat(Chord("Tab", Shift), []Event{Advance{budget}, Frame{}})...)
		if id := evaluate[string](t, p, "document.activeElement.id"); id != "field" {
			t.Errorf("focus is on %q", id)
		}
	})
	t.Run("Enter breaks a line", func(t *testing.T) {
		if err := p.Evaluate(t.Context(), "area.focus()", nil); err != nil {
			t.Fatal(err)
		}
		act(t, p, slices.Concat(Type("a\nb"), []Event{Advance{budget}, Frame{}})...)
		if got := evaluate[string](t, p, "area.value"); got != "a\nb" {
			t.Errorf("area holds %q", got)
		}
	})
}

// TestKeyEvents checks what the page sees of every key.
func TestKeyEvents(t *testing.T) {
	t.Parallel()
	p := openTest(t, launchTest(t, Options{}), site(t)+"input.html")
	for _, test := range []struct {
		chord []Event
		want  string
	}{
		{Chord("Backspace", 0), "down Backspace Backspace 8 | up Backspace Backspace 8"},
		{Chord("Escape", 0), "down Escape Escape 27 | up Escape Escape 27"},
		{Chord("ArrowUp", 0), "down ArrowUp ArrowUp 38 | up ArrowUp ArrowUp 38"},
		{Chord("PageDown", 0), "down PageDown PageDown 34 | up PageDown PageDown 34"},
		{Chord("a", 0), "down a KeyA 65 | press a KeyA 97 | up a KeyA 65"},
		{Chord("Space", 0), "down   Space 32 | press   Space 32 | up   Space 32"},
		{Type("?"), "down Shift ShiftLeft 16 S | down ? Slash 191 S | press ? Slash 63 S | up ? Slash 191 S | up Shift ShiftLeft 16"},
		{Chord("a", Ctrl|Alt), "down Control ControlLeft 17 C | down Alt AltLeft 18 CA | down a KeyA 65 CA | up a KeyA 65 CA | up Alt AltLeft 18 C | up Control ControlLeft 17"},
	} {
		typeInto(t, p, test.chord...)
		if got := evaluate[string](t, p, "keys.join(' | ')"); got != test.want {
			t.Errorf("page saw\n\t%s, want\n\t%s", got, test.want)
		}
	}
}

func TestUnknownKey(t *testing.T) {
	t.Parallel()
	p := openTest(t, launchTest(t, Options{}), site(t)+"input.html")
	for _, key := range []string{"", "ab", "F25", "\n", "\x00", "\xff"} {
		if KnownKey(key) {
			t.Errorf("%q is known", key)
		}
		err := p.Act(t.Context(), []Event{Move{200, 10}, KeyDown{key, 0}})
		if err == nil || IsFault(err) {
			t.Errorf("key %q: %v", key, err)
		}
	}
	if n := evaluate[int](t, p, "moves"); n != 1 {
		t.Errorf("a refused action moved the pointer %d times", n)
	}
}

// TestClock checks that a page sees only virtual time, from its first script on.
func TestClock(t *testing.T) {
	t.Parallel()
	url := site(t) + "clock.html"
	var first string
	for range 2 {
		b := launchTest(t, Options{})
		for range 5 {
			p := openTest(t, b, url)
			act(t, p, Frame{}, Advance{budget}, Frame{}, Advance{37 * time.Millisecond}, Frame{})
			got := evaluate[string](t, p, "JSON.stringify(log.concat([['now', Date.now() - 1704110400000, performance.now(), Math.random()]]))")
			if first == "" {
				first = got
				t.Log(got)
			}
			if got != first {
				t.Errorf("times differ:\n%s\n%s", first, got)
			}
			if err := p.Close(); err != nil {
				t.Error(err)
			}
		}
	}
	if !strings.HasPrefix(first, `[["script",0,0],["load",10,10,10],["timer",10,10],`) {
		t.Errorf("the page saw %s", first)
	}
}

// TestWheelFar scrolls a text area that was never clicked far beyond what has
// been painted of it, and looks at once.
func TestWheelFar(t *testing.T) {
	t.Parallel()
	p := openTest(t, launchTest(t, Options{}), site(t)+"textarea.html")
	for _, test := range []struct{ delta, want float64 }{{700, 700}, {-250, 450}, {-9000, 0}, {9000, 1900}} {
		act(t, p, Move{60, 60}, Frame{}, Advance{budget}, Frame{})
		act(t, p, Wheel{X: 60, Y: 60, DeltaY: test.delta}, Frame{}, Advance{budget}, Frame{})
		if top := evaluate[float64](t, p, "area.scrollTop"); top != test.want {
			t.Errorf("after %v the text area stands at %v, want %v", test.delta, top, test.want)
		}
		first, again := capture(t, p), capture(t, p)
		if !bytes.Equal(first.Pix, again.Pix) {
			t.Errorf("after %v the first picture was not the last", test.delta)
		}
	}
}
