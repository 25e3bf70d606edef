package webenv

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"testing"

	"pix2act/chrome"
	"pix2act/gui"
)

// testSuite is a suite of small pages of our own.
type testSuite struct{}

func (testSuite) Name() string { return "test" }
func (testSuite) Hash() string { return "0123456789abcdef0123456789abcdef" }
func (testSuite) Files() fs.FS { return os.DirFS("testdata/pages") }

func (testSuite) Tasks() []gui.Task {
	task := func(name string, animated bool) gui.Task {
		return gui.Task{Name: name, LimitS: 10, SuccessThreshold: 1, MaxSteps: 30, Width: 160, Height: 210,
			ViewportWidth: 340, ViewportHeight: 220, Animated: animated}
	}
	return []gui.Task{task("widgets", false), task("stale-now", false), task("stale-timer", false), task("stale-frame", false),
		task("moving", true), task("told", false), task("broken", false),
		task("text", false), task("foreign", false), task("endless", false), task("moving-end", true), task("owned", true)}
}

const neverDone = `({done: false, raw: 0, reason: null})`

func (s testSuite) Script(task string) (Script, error) {
	withSeed := func(e gui.Episode) string { return fmt.Sprintf("begin(%d)", e.Seed) }
	switch task {
	case "widgets":
		return Script{Path: "widgets.html", Ready: "document.readyState === 'complete'", Reset: withSeed, State: "state", ShowsInstruction: true}, nil
	case "told":
		return Script{Path: "widgets.html?told", Reset: withSeed, State: "state", Instruction: `"Press the button called " + by("good").textContent`}, nil
	case "moving":
		return Script{Path: "moving.html", Reset: withSeed, State: neverDone, ShowsInstruction: true, FreshPage: true}, nil
	case "moving-end": // ended by its second click
		return Script{Path: "moving.html", Reset: withSeed, State: "({done: speed > 2 + seed % 5, raw: 1, reason: 'clicked'})", ShowsInstruction: true, FreshPage: true}, nil
	case "owned":
		return Script{Path: "owned.html", Reset: withSeed, State: neverDone, ShowsInstruction: true}, nil
	case "text":
		return Script{Path: "text.html", Reset: withSeed, State: neverDone, ShowsInstruction: true, Scroller: `by("area")`}, nil
	case "foreign": // its link leads where nothing answers
		return Script{Path: "text.html?#http://127.0.0.1:9/", Reset: withSeed, State: neverDone, ShowsInstruction: true}, nil
	case "endless":
		return Script{Path: "text.html?endless", Reset: withSeed, State: neverDone, ShowsInstruction: true, Inject: "const injected = document.readyState"}, nil
	case "broken":
		return Script{Path: "widgets.html?broken", Reset: withSeed, State: "nothing.there", ShowsInstruction: true}, nil
	}
	if how, ok := strings.CutPrefix(task, "stale-"); ok {
		return Script{
			Path: "stale.html", State: `({done: false, raw: reported = shown, reason: null})`, ShowsInstruction: true,
			Reset: func(gui.Episode) string { return fmt.Sprintf("begin(%q)", how) },
		}, nil
	}
	var names []string
	for _, t := range s.Tasks() {
		names = append(names, t.Name)
	}
	return Script{}, NewUnknownTaskError("test", task, names)
}

// newPool makes a pool of browsers for one test, or skips where there is none.
func newPool(t *testing.T, n int, options chrome.Options) *chrome.Pool {
	t.Helper()
	if _, err := chrome.Find(); errors.Is(err, chrome.ErrNoBrowser) {
		t.Skipf("SKIPPED: %v", err)
	}
	pool := chrome.NewPool(n, options)
	t.Cleanup(func() {
		if err := pool.Close(); err != nil {
			t.Errorf("close the pool: %v", err)
		}
	})
	return pool
}

func newEnv(t *testing.T, pool *chrome.Pool) *Env {
	t.Helper()
	env, err := New(t.Context(), Options{Suite: testSuite{}, Pool: pool})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := env.Close(); err != nil {
			t.Errorf("close the environment: %v", err)
		}
	})
	return env
}

func reset(t *testing.T, env *Env, episode gui.Episode) gui.Step {
	t.Helper()
	step, err := env.Reset(t.Context(), episode)
	if err != nil {
		t.Fatalf("Reset(%s): %v", episode.Task, err)
	}
	return step
}

func act(t *testing.T, env *Env, action string) gui.Step {
	t.Helper()
	step, err := env.Step(t.Context(), action)
	if err != nil {
		t.Fatalf("Step(%q): %v", action, err)
	}
	return step
}
