package miniwob

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"pix2act/webenv"
)

func TestCatalogue(t *testing.T) {
	want := map[string]int{
		"paper59": 59, "heldout": 8, "first12": 12, "original": 80, "hidden": 18, "nodelay": 6, "additional": 12,
		"debug": 12, "paper104": 104, "registered": 125, "all": len(rows),
		"email": 10, "social": 3,
	}
	got := map[string]int{}
	var names []string
	for _, r := range rows {
		names = append(names, r.name)
		task := r.task()
		switch { // rows that came last
		case r.name == "button-delay" || r.name == "hover-shape":
			want["hidden"]++
		case strings.HasPrefix(r.name, "flight"):
			want["flight"]++
			if registered(task) {
				want["registered"]++
			}
		}
		for _, list := range task.Lists {
			if !slices.Contains(Lists(), list) {
				t.Errorf("%s is in the unknown list %q", r.name, list)
			}
			got[list]++
		}
		if task.LimitS < 7 || task.LimitS > 30 && !strings.HasPrefix(r.name, flightPrefix) || len(task.Actions) == 0 || task.MaxSteps < DefaultMaxSteps {
			t.Errorf("%s: %+v", r.name, task)
		}
		if slices.Contains(task.Lists, "paper59") && (task.Animated || task.MaxSteps != DefaultMaxSteps) {
			t.Errorf("%s: the paper's tasks stand still and have %d steps", r.name, DefaultMaxSteps)
		}
	}
	for list, n := range want {
		if got[list] != n {
			t.Errorf("list %s has %d tasks, want %d", list, got[list], n)
		}
	}
	if n := want["flight"]; n != 0 && (n != 4 || want["registered"] != 128) {
		t.Errorf("%d flight tasks and %d registered ones, want 4 and 128", n, want["registered"])
	}
	for _, list := range Lists() {
		if got[list] == 0 && list != "flight" {
			t.Errorf("list %s is empty", list)
		}
	}
	if !slices.IsSorted(names) || len(slices.Compact(slices.Clone(names))) != len(names) {
		t.Error("the catalogue is not in alphabetical order, or has a task twice")
	}
}

func TestList(t *testing.T) {
	s := builtin(t)
	for _, c := range []struct{ ask, want string }{
		{"click-test", "click-test"},
		{"use-slider, click-test,use-slider", "use-slider click-test"},
		{"click-test,first12", "click-test click-button click-button-sequence click-color click-dialog click-test-2 drag-box enter-text focus-text identify-shape scroll-text-2 use-slider"},
		{"all", strings.Join(s.names, " ")},
	} {
		got, err := s.List(c.ask)
		if err != nil || strings.Join(got, " ") != c.want {
			t.Errorf("%q gives %v, %v", c.ask, got, err)
		}
	}
	for _, c := range []struct{ ask, say string }{
		{"click-tset", "click-test"}, // near it
		{"", "pix2act tasks"},
		{",", "empty name"},
		{"click-test,,use-slider", "empty name"},
	} {
		if _, err := s.List(c.ask); err == nil || !strings.Contains(err.Error(), c.say) {
			t.Errorf("%q: %v, want an error that says %q", c.ask, err, c.say)
		}
	}
	small, err := newSuite("small", fstest.MapFS{"tasks/click-test.html": {}}, "tasks", builtinScript)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := small.List("hidden"); err == nil || !strings.Contains(err.Error(), "no page of the list") {
		t.Errorf("a list without pages: %v", err)
	}
	var unknown *webenv.UnknownTaskError
	if _, err := s.Script("clik-test"); !errors.As(err, &unknown) || !slices.Contains(unknown.Near, "click-test") {
		t.Errorf("unknown task: %v", err)
	}
	if _, err := s.Task("nothing-like-it"); !errors.As(err, &unknown) {
		t.Errorf("unknown task: %v", err)
	}
}

// TestHash repeats the hash, which data and reports carry.
func TestHash(t *testing.T) {
	one, two := builtin(t), builtin(t)
	if one.Hash() != two.Hash() || len(one.Hash()) != 64 {
		t.Errorf("hashes %q and %q", one.Hash(), two.Hash())
	}
	if one.Name() != "miniwob" {
		t.Errorf("name %q", one.Name())
	}
}
