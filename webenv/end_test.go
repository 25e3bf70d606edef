package webenv

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/url"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"pix2act/chrome"
	"pix2act/gui"
)

// ended checks an end that the page did not give.
func ended(t *testing.T, step gui.Step, reason string) {
	t.Helper()
	if !step.Done || step.Raw != -1 || step.Score != 0 || step.Success || !strings.Contains(step.Reason, reason) {
		t.Errorf("done %v raw %v score %v success %v reason %q, want an end with −1 for %q",
			step.Done, step.Raw, step.Score, step.Success, step.Reason, reason)
	}
	if step.Observation.Image == nil {
		t.Errorf("the end has no picture")
	}
}

// TestLeavingEnds follows a link away from the task, to a page of ours and to an
// address where nothing answers.
func TestLeavingEnds(t *testing.T) {
	env := newEnv(t, newPool(t, 1, chrome.Options{}))
	for _, task := range []string{"text", "foreign"} {
		episode := gui.Episode{Task: task, Settings: gui.Settings{Bins: fine}}
		first := reset(t, env, episode)
		step := act(t, env, "click "+at(14, 192))
		ended(t, step, gui.ReasonLeftPage)
		if again := reset(t, env, episode); again.Observation.SHA256() != first.Observation.SHA256() {
			t.Errorf("%s: another picture after the page was left", task)
		}
		play(t, env, "click "+at(40, 20))
		if got := read[string](t, env, "seen.join()"); got != "mousedown1,mouseup1,click1" {
			t.Errorf("%s: after leaving, a click gives %q", task, got)
		}
	}
}

func TestPageEnds(t *testing.T) {
	env := newEnv(t, newPool(t, 1, chrome.Options{}))
	for _, test := range []struct {
		button          string
		raw, score      float64
		success         bool
		reason, button2 string
	}{{"good", 1, 1, true, "good", "bad"}, {"bad", -1, 0, false, "bad", "good"}} {
		reset(t, env, gui.Episode{Task: "widgets", Seed: 5, Settings: gui.Settings{Bins: fine}})
		place := read[[]int](t, env, "(box => [box.left + box.width / 2, box.top + box.height / 2].map(Math.round))(by('"+test.button+"').getBoundingClientRect())")
		step := act(t, env, "click "+at(place[0], place[1]))
		if !step.Done || step.Raw != test.raw || step.Score != test.score || step.Success != test.success || step.Reason != test.reason {
			t.Errorf("%s: %+v", test.button, step)
		}
	}
}

// TestUnreadableState ends episodes whose page no longer tells how it stands.
func TestUnreadableState(t *testing.T) {
	env := newEnv(t, newPool(t, 1, chrome.Options{}))
	ended(t, reset(t, env, gui.Episode{Task: "broken"}), "cannot be read")
}

// TestEndlessScript gives up on an evaluation that never ends, and on a page
// whose own handler never ends.
func TestEndlessScript(t *testing.T) {
	env := newEnv(t, newPool(t, 1, chrome.Options{}))
	first := reset(t, env, gui.Episode{Task: "endless"})
	if got := read[string](t, env, "injected"); got != "loading" {
		t.Errorf("the suite's script ran when the document was %q", got)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 6*time.Second)
	defer cancel()
	err := env.Evaluate(ctx, "(() => { for (;;); })()", nil)
	var script *chrome.EvaluateError
	if !errors.As(err, &script) || errors.Is(err, gui.ErrFault) {
		t.Errorf("an endless expression: %v, want an error of the script", err)
	}
	if again := reset(t, env, gui.Episode{Task: "endless"}); again.Observation.SHA256() != first.Observation.SHA256() {
		t.Errorf("another picture after an endless expression")
	}
	read[any](t, env, `addEventListener("keydown", () => { for (;;); })`)
	ctx, cancel = context.WithTimeout(t.Context(), 2*time.Second)
	defer cancel()
	if _, err := env.Step(ctx, "key a"); !errors.Is(err, gui.ErrFault) {
		t.Errorf("a handler without end: %v, want a fault", err)
	}
	if again := reset(t, env, gui.Episode{Task: "endless"}); again.Observation.SHA256() != first.Observation.SHA256() {
		t.Errorf("another picture after a page that hung")
	}
}

func TestRefusals(t *testing.T) {
	env := newEnv(t, newPool(t, 1, chrome.Options{}))
	for want, episode := range map[string]gui.Episode{
		`has no task "widgts"; near it: widgets`: {Task: "widgts"},
		`episode of suite "other"`:               {Suite: "other", Task: "widgets"},
		"with hash 99":                           {SuiteHash: "99", Task: "widgets"},
		`data mode "dev"`:                        {Mode: "dev", Task: "widgets"},
	} {
		_, err := env.Reset(t.Context(), episode)
		if err == nil || errors.Is(err, gui.ErrFault) || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, want an error with %q that is no fault", episode, err, want)
		}
	}
}

// TestFallback plays on a browser that draws by its own clock: static tasks look
// the same there, animated ones are refused.
func TestFallback(t *testing.T) {
	shell, plain := newPool(t, 1, chrome.Options{}), newPool(t, 1, chrome.Options{Fallback: true})
	fast, slow := newEnv(t, shell), newEnv(t, plain)
	episode := gui.Episode{Task: "widgets", Seed: 8}
	if _, err := slow.Reset(t.Context(), episode); errors.Is(err, chrome.ErrNoBrowser) {
		t.Skipf("SKIPPED: %v", err)
	}
	for what, timing := range map[string]gui.Timing{"reset": reset(t, fast, episode).Timing, "step": act(t, fast, "click 1 1").Timing} {
		if min(timing.Input, timing.Advance, timing.State, timing.Capture, timing.Draw) <= 0 {
			t.Errorf("a %s without all its timings: %+v", what, timing)
		}
	}
	_, err := slow.Reset(t.Context(), gui.Episode{Task: "moving"})
	if !errors.Is(err, ErrNeedsBeginFrame) || errors.Is(err, gui.ErrFault) || !strings.Contains(err.Error(), "chromium-headless-shell") {
		t.Errorf("an animated task: %v, want a refusal that names the browser to install", err)
	}
	want, got := reset(t, fast, episode), reset(t, slow, episode)
	for _, action := range []string{"", "move 5 6", "click 5 16", "keys Ab", "begin_drag 18 18", "end_drag 25 20", "scroll 30"} {
		if action != "" {
			want, got = act(t, fast, action), act(t, slow, action)
		}
		if got.Observation.SHA256() != want.Observation.SHA256() {
			t.Errorf("after %q the fallback shows another picture", action)
		}
	}
}

// TestSamePixelsEverywhere plays an episode in a document that was played in
// before, in a fresh one, and in another browser process.
func TestSamePixelsEverywhere(t *testing.T) {
	actions := []string{"click 5 16", "key ctrl v", "keys Ab", "key Tab", "move 5 6", "scroll 20", "double_click 5 21", "begin_drag 3 21", "end_drag 12 21"}
	run := func(env *Env, task string) []string {
		step := reset(t, env, gui.Episode{Task: task, Seed: 11})
		hashes := []string{step.Observation.SHA256()}
		for _, action := range actions {
			hashes = append(hashes, act(t, env, action).Observation.SHA256())
		}
		return hashes
	}
	pool := newPool(t, 2, chrome.Options{})
	used, other := newEnv(t, pool), newEnv(t, pool)
	for _, task := range []string{"widgets", "text", "moving", "told", "owned"} {
		want := run(used, task) // a fresh document
		for round := range 3 {
			// Leave what can be left: focus, hover, a selection, scrolled boxes, text on
			// the clipboard.
			reset(t, used, gui.Episode{Task: task, Seed: int64(round)})
			play(t, used, "triple_click 5 16", "keys rest", "key ctrl a", "key ctrl c", "move 20 20", "scroll 25", "key Tab", "move 16 6")
			if got := run(used, task); !slices.Equal(got, want) {
				t.Errorf("%s: other pictures in a document that was played in", task)
			}
		}
		if got := run(other, task); !slices.Equal(got, want) {
			t.Errorf("%s: other pictures in another browser", task)
		}
	}
}

// TestRestorePageEnd restores states at and beyond an end that an animated page
// gave, by an environment that did not see it.
func TestRestorePageEnd(t *testing.T) {
	pool := newPool(t, 2, chrome.Options{})
	stepped, restored := newEnv(t, pool), newEnv(t, pool)
	episode := gui.Episode{Task: "moving-end", Seed: 2}
	reset(t, stepped, episode)
	play(t, stepped, "wait", "click 3 3")
	end := act(t, stepped, "click 4 4")
	if !end.Done || !end.Success {
		t.Fatalf("the page did not end: %+v", end)
	}
	actions := []string{"wait", "click 3 3", "click 4 4", "wait", "nonsense", "click 5 5"}
	for _, n := range []int{6, 5, 3, 4} {
		step, err := restored.Restore(t.Context(), episode, actions[:n])
		if err != nil {
			t.Fatal(err)
		}
		if !step.Done || step.Raw != 1 || step.Observation.SHA256() != end.Observation.SHA256() {
			t.Errorf("restored after %d actions: done %v, raw %v, or another picture than stepping gives", n, step.Done, step.Raw)
		}
	}
}

// TestCloseLeavesNothing counts goroutines and asks the closed server.
func TestCloseLeavesNothing(t *testing.T) {
	pool := newPool(t, 1, chrome.Options{})
	warm := newEnv(t, pool)
	reset(t, warm, gui.Episode{Task: "widgets"})
	if err := warm.Close(); err != nil {
		t.Fatal(err)
	}
	before := runtime.NumGoroutine()
	var bases []string
	for range 3 {
		env := newEnv(t, pool)
		reset(t, env, gui.Episode{Task: "widgets"})
		bases = append(bases, env.files.base)
		if err := env.Close(); err != nil {
			t.Error(err)
		}
	}
	for deadline := time.Now().Add(20 * time.Second); runtime.NumGoroutine() > before && time.Now().Before(deadline); {
		runtime.Gosched()
	}
	if n := runtime.NumGoroutine(); n > before {
		t.Errorf("%d goroutines, %d before three environments", n, before)
	}
	for _, base := range bases {
		address, err := url.Parse(base)
		if err != nil {
			t.Fatal(err)
		}
		if c, err := net.DialTimeout("tcp", address.Host, time.Second); err == nil {
			c.Close()
			t.Errorf("%s is still served", base)
		}
	}
}

// TestServesTheSuiteAlone asks the server for what is not of the suite.
func TestServesTheSuiteAlone(t *testing.T) {
	files, err := serve(t.Context(), testSuite{})
	if err != nil {
		t.Fatal(err)
	}
	defer files.close()
	root := files.base[:strings.Index(files.base, "/test-")]
	for path, want := range map[string]int{files.base + "widgets.html": 200, files.base + "none.html": 404, root + "/": 404, root + "/widgets.html": 404} {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, path, nil)
		if err != nil {
			t.Fatal(err)
		}
		answer, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		if answer.StatusCode != want {
			t.Errorf("%s: status %d, want %d", path, answer.StatusCode, want)
		}
	}
	http.DefaultClient.CloseIdleConnections()
}
