package episode

import (
	"errors"
	"path/filepath"
	"testing"
)

func TestSurrogate(t *testing.T) {
	for _, c := range []struct {
		raw  float64
		left int
		want float64
	}{
		{1, 0, 1}, {1, 1, 29.0 / 30}, {1, 30, 0}, {1, 40, 0}, {0.8, 3, 0.8}, {0.79, 1, 0}, {-1, 1, 0}, {0, 0, 0},
	} {
		if got := DefaultSurrogate.Reward(c.raw, c.left); got-c.want > 1e-9 || c.want-got > 1e-9 {
			t.Errorf("raw %g with %d to go: %g, want %g", c.raw, c.left, got, c.want)
		}
	}
	r := record("click-test", 1000000, 4)
	for step, want := range []string{"26", "27", "28", "29"} {
		if got := DefaultSurrogate.Target(r, step); got != want {
			t.Errorf("step %d: %s, want %s", step, got, want)
		}
	}
	// 0.85 is a score of 0.925, 27.75 thirtieths; two steps to go leave 25.75.
	r.Raw = 0.85
	if got := DefaultSurrogate.Target(r, 2); got != "26" {
		t.Errorf("a part of the reward: %s", got)
	}
	r.Raw = -1
	if got := DefaultSurrogate.Target(r, 3); got != "0" {
		t.Errorf("a failure: %s", got)
	}
}

// Steps that went astray and episodes without success are no examples, but whole
// episodes have them, and a value function learns from the latter.
func TestFailuresAndDetours(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "set")
	detour, failure := record("click-test", 1000000, 3), record("click-test", 1000001, 2)
	detour.Steps[1].Astray = true
	failure.Raw, failure.Score, failure.Success = -1, 0, false
	w := begin(t, dir, Options{ShardExamples: 2, Episodes: true})
	if err := w.Add(detour); err != nil {
		t.Fatal(err)
	}
	if err := w.AddFailure(failure); err != nil {
		t.Fatal(err)
	}
	if err := w.Suspend(); err != nil {
		t.Fatal(err)
	}
	w = begin(t, dir, Options{ShardExamples: 2, Episodes: true})
	if !w.Has("click-test", 1000000) || !w.Has("click-test", 1000001) || w.Has("click-test", 1000002) {
		t.Error("a resumed writer does not know what it has")
	}
	if err := w.AddFailure(record("click-test", 1000002, 1)); err != nil { // one more, after the examples
		t.Fatal(err)
	}
	m := finish(t, w)
	if m.Counts != (Counts{Episodes: 1, Examples: 2, Failures: 2}) {
		t.Errorf("counts %+v", m.Counts)
	}
	if err := m.Verify(dir); err != nil {
		t.Error(err)
	}

	read := func(o OpenOptions) []string {
		t.Helper()
		set, err := o.Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		defer set.Close()
		var list []string
		for i := range set.Len() {
			e, err := set.Example(i)
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, e.ID+" "+e.Parse)
		}
		return list
	}
	policy := read(DefaultOpenOptions)
	want := []string{"miniwob/click-test/1000000/0 " + detour.Steps[0].Action, "miniwob/click-test/1000000/2 " + detour.Steps[2].Action}
	if len(policy) != 2 || policy[0] != want[0] || policy[1] != want[1] {
		t.Errorf("to clone: %q", policy)
	}
	values := read(OpenOptions{MinRaw: -1, Target: DefaultSurrogate.Target})
	want = []string{"miniwob/click-test/1000000/0 27", "miniwob/click-test/1000000/2 29",
		"miniwob/click-test/1000001/0 0", "miniwob/click-test/1000001/1 0", "miniwob/click-test/1000002/0 29"}
	if len(values) != len(want) {
		t.Fatalf("to value: %q", values)
	}
	for i := range want {
		if values[i] != want[i] {
			t.Errorf("to value: %q, want %q", values[i], want[i])
		}
	}

	// Whole episodes survive the way to disk and back, the mark too.
	var back []Record
	for r, err := range Records(filepath.Join(dir, "episodes-00000.tfrecord")) {
		if err != nil {
			t.Fatal(err)
		}
		back = append(back, r)
	}
	if len(back) != 1 || !back[0].Steps[1].Astray || back[0].Steps[0].Astray {
		t.Errorf("%d records", len(back))
	}

	plain := filepath.Join(t.TempDir(), "plain")
	w = begin(t, plain, Options{})
	if err := w.AddFailure(failure); err == nil {
		t.Error("a data set without whole episodes took a failure")
	}
	add(t, w, "click-test", 1000000, 1000000)
	finish(t, w)
	if _, err := (OpenOptions{MinRaw: -1, Target: DefaultSurrogate.Target}).Open(plain); !errors.Is(err, ErrNoData) {
		t.Errorf("values without whole episodes: %v", err)
	}
	if _, err := (OpenOptions{Target: DefaultSurrogate.Target}).Open(filepath.Join(plain, "examples-00000.tfrecord")); !errors.Is(err, ErrTooManyBroken) {
		t.Errorf("values of examples: %v", err)
	}
}

// A conversion may have any seeds but those kept for evaluation.
func TestConvertedSeeds(t *testing.T) {
	m := head()
	m.Tasks, m.Seeds, m.ConvertedFrom = nil, SeedRange{}, []string{"episodes-0.tfrecord"}
	w := begin(t, filepath.Join(t.TempDir(), "set"), Options{Manifest: m})
	for _, seed := range []int64{7, 2147483647} {
		if err := w.Add(record("click-test", seed, 1)); err != nil {
			t.Error(err)
		}
	}
	for _, seed := range []int64{TestSeeds.First, DevelopmentSeeds.Last} {
		if err := w.Add(record("click-test", seed, 1)); !errors.Is(err, ErrSeeds) {
			t.Errorf("seed %d: %v", seed, err)
		}
	}
	if m := finish(t, w); m.Counts.Episodes != 2 || len(m.ConvertedFrom) != 1 {
		t.Errorf("%+v", m)
	}
}
