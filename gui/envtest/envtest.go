// Package envtest is the conformance suite of gui.Env: what every environment
// promises, as tests that its own package runs with some 20 lines.
package envtest

import (
	"context"
	"errors"
	"testing"
	"time"

	"pix2act/gui"
)

// Harness tells the suite how to make an environment and what to play on it.
type Harness struct {
	// New makes a fresh environment; the suite closes it.
	New func(t *testing.T) gui.Env
	// Episode is played again and again.
	Episode gui.Episode
	// Actions are legal, change the picture at least once, and do not end the
	// episode.
	Actions []string
	// Crash breaks what lies below the environment, as a dying browser would;
	// nil skips the tests of recovery.
	Crash func(gui.Env)
}

// illegal are texts that no grammar of any grid knows.
var illegal = []string{
	"", " ", "click", "click 1", "click 1 2 3", "click -1 5", "click 1 99999999", "click 1.5 2", "click  1 2",
	"Click 1 2", "press 1 2", "scroll", "scroll 1.5", "scroll down", "key", "key Return", "key ctrl", "key hyper a",
	"key ctrl ctrl a", "keys", "keys ", "keys a\nb", "wait 3", "click 1 2\x00", "keys \xff",
}

// Run runs the whole suite as subtests.
func Run(t *testing.T, h Harness) {
	for _, test := range []struct {
		name string
		run  func(*testing.T, *player)
	}{
		{"FirstStep", testFirstStep},
		{"SameSeedSameSteps", testSameSeed},
		{"FreshEnvironmentSameSteps", testFreshEnvironment},
		{"AnotherSeedAnotherPicture", testAnotherSeed},
		{"ThinkingTakesNoTime", testThinking},
		{"IllegalActions", testIllegal},
		{"StepLimit", testStepLimit},
		{"StepAfterEnd", testAfterEnd},
		{"StepBeforeReset", testBeforeReset},
		{"CancelledContext", testCancelled},
		{"Closed", testClosed},
		{"BadSettings", testBadSettings},
		{"Crash", testCrash},
		{"Restore", testRestore},
	} {
		t.Run(test.name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
			defer cancel()
			test.run(t, newPlayer(ctx, t, h))
		})
	}
}

// player plays the harness's environment and fails the test on errors.
type player struct {
	Harness
	t   *testing.T
	ctx context.Context
	env gui.Env
}

func newPlayer(ctx context.Context, t *testing.T, h Harness) *player {
	t.Helper()
	p := &player{Harness: h, t: t, ctx: ctx, env: h.New(t)}
	t.Cleanup(func() {
		if err := p.env.Close(); err != nil {
			t.Errorf("Close: %v", err)
		}
	})
	return p
}

func (p *player) reset(episode gui.Episode) gui.Step {
	p.t.Helper()
	step, err := p.env.Reset(p.ctx, episode)
	if err != nil {
		p.t.Fatalf("Reset: %v", err)
	}
	return step
}

func (p *player) step(action string) gui.Step {
	p.t.Helper()
	step, err := p.env.Step(p.ctx, action)
	if err != nil {
		p.t.Fatalf("Step(%q): %v", action, err)
	}
	return step
}

// play resets and performs the harness's actions.
func (p *player) play() []gui.Step {
	p.t.Helper()
	steps := []gui.Step{p.reset(p.Episode)}
	for _, action := range p.Actions {
		step := p.step(action)
		if step.Done || step.Invalid != nil {
			p.t.Fatalf("action %q of the harness ended the episode (%v, %q) or was illegal (%v)", action, step.Done, step.Reason, step.Invalid)
		}
		steps = append(steps, step)
	}
	return steps
}

// same compares two runs step by step.
func (p *player) same(what string, got, want []gui.Step) {
	p.t.Helper()
	for i := range want {
		sameStep(p.t, what, i, got[i], want[i])
	}
}

func sameStep(t *testing.T, what string, i int, got, want gui.Step) {
	t.Helper()
	if got.Observation.SHA256() != want.Observation.SHA256() {
		t.Errorf("%s: the picture after action %d differs", what, i)
	}
	if got.Raw != want.Raw || got.Score != want.Score || got.Success != want.Success || got.Done != want.Done || got.Reason != want.Reason {
		t.Errorf("%s: after action %d raw %v score %v success %v done %v reason %q, want %v %v %v %v %q", what, i,
			got.Raw, got.Score, got.Success, got.Done, got.Reason, want.Raw, want.Score, want.Success, want.Done, want.Reason)
	}
	if (got.Invalid == nil) != (want.Invalid == nil) {
		t.Errorf("%s: after action %d invalid is %v, want %v", what, i, got.Invalid, want.Invalid)
	}
}

func testFirstStep(t *testing.T, p *player) {
	step := p.reset(p.Episode)
	if step.Done || step.Raw != 0 || step.Score != gui.ScoreOf(0) || step.Success || step.Invalid != nil || step.Reason != "" {
		t.Errorf("first step %+v, want a running episode without reward", step)
	}
	picture := step.Observation
	if picture.Image == nil || picture.Image.Rect.Min.X != 0 || picture.Image.Rect.Min.Y != 0 || picture.Image.Rect.Empty() {
		t.Fatalf("the first observation has no picture that begins at (0, 0)")
	}
	if picture.Scale <= 0 {
		t.Errorf("scale %v, want a positive one", picture.Scale)
	}
	if !picture.Image.Opaque() {
		t.Errorf("the picture is not opaque")
	}
	if _, err := picture.PNG(); err != nil {
		t.Errorf("PNG: %v", err)
	}
}

func testSameSeed(t *testing.T, p *player) {
	first := p.play()
	changed := false
	for _, step := range first[1:] {
		changed = changed || step.Observation.SHA256() != first[0].Observation.SHA256()
	}
	if !changed {
		t.Errorf("no action of the harness changed the picture")
	}
	for range 2 {
		p.same("second run on the same environment", p.play(), first)
	}
	other := p.Episode
	other.Seed++
	p.reset(other)
	for _, action := range p.Actions {
		p.step(action)
		// What is copied stays on a clipboard that may outlive the episode.
		p.step("key ctrl a")
		p.step("key ctrl c")
	}
	p.same("run after another episode", p.play(), first)
}

func testFreshEnvironment(t *testing.T, p *player) {
	first := p.play()
	p.same("run on a fresh environment", newPlayer(p.ctx, t, p.Harness).play(), first)
}

func testAnotherSeed(t *testing.T, p *player) {
	first := p.reset(p.Episode).Observation.SHA256()
	other := p.Episode
	for range 5 {
		other.Seed++
		if p.reset(other).Observation.SHA256() != first {
			return
		}
	}
	t.Errorf("five other seeds all gave the same first picture")
}

// testThinking checks that wall-clock time between calls changes nothing.
func testThinking(t *testing.T, p *player) {
	first := p.play()
	steps := []gui.Step{p.reset(p.Episode)}
	for _, action := range p.Actions {
		timer := time.NewTimer(30 * time.Millisecond)
		<-timer.C
		steps = append(steps, p.step(action))
	}
	p.same("slow run", steps, first)
}

func testIllegal(t *testing.T, p *player) {
	p.Episode.Settings.MaxSteps = len(p.Actions) + 2*len(illegal) + 1
	want := p.play()
	steps := []gui.Step{p.reset(p.Episode)}
	for _, text := range illegal {
		step := p.step(text)
		if step.Invalid == nil {
			t.Fatalf("%q was taken for an action", text)
		}
		if step.Invalid.Text != text || step.Invalid.Reason == "" {
			t.Errorf("%q: invalid %+v does not name the text and a reason", text, step.Invalid)
		}
		step.Invalid = nil
		sameStep(t, "after illegal "+text, 0, step, want[0])
	}
	for i, action := range p.Actions {
		step := p.step(action)
		if step.Invalid != nil {
			t.Errorf("%q is called illegal after illegal ones: %v", action, step.Invalid)
		}
		steps = append(steps, step)
		bad := p.step(illegal[i%len(illegal)])
		if bad.Observation.SHA256() != step.Observation.SHA256() {
			t.Errorf("illegal %q changed the picture", illegal[i%len(illegal)])
		}
	}
	p.same("run with illegal actions between", steps, want)
}

func testStepLimit(t *testing.T, p *player) {
	p.Episode.Settings.MaxSteps = 2
	p.reset(p.Episode)
	if step := p.step(p.Actions[0]); step.Done {
		t.Fatalf("ended after 1 of 2 steps: %q", step.Reason)
	}
	step := p.step("no action at all")
	if !step.Done || step.Reason != gui.ReasonStepLimit || step.Raw != -1 || step.Score != 0 || step.Success {
		t.Errorf("at the step limit: done %v reason %q raw %v score %v success %v, want done, %q, -1, 0, false",
			step.Done, step.Reason, step.Raw, step.Score, step.Success, gui.ReasonStepLimit)
	}
	if step.Observation.Image == nil {
		t.Errorf("the last step has no picture")
	}
}

func testAfterEnd(t *testing.T, p *player) {
	p.Episode.Settings.MaxSteps = 1
	p.reset(p.Episode)
	end := p.step(p.Actions[0])
	for _, action := range []string{p.Actions[0], "no action"} {
		sameStep(t, "step after the end", 1, p.step(action), end)
	}
	p.Episode.Settings.MaxSteps = 0
	if step := p.reset(p.Episode); step.Done {
		t.Errorf("a reset after the end gave an ended episode")
	}
}

func testBeforeReset(t *testing.T, p *player) {
	if _, err := p.env.Step(p.ctx, p.Actions[0]); !errors.Is(err, gui.ErrNotReset) {
		t.Errorf("Step before Reset: %v, want ErrNotReset", err)
	}
}

func testCancelled(t *testing.T, p *player) {
	want := p.play()
	cancelled, cancel := context.WithCancel(p.ctx)
	cancel()
	if _, err := p.env.Reset(cancelled, p.Episode); err == nil || errors.Is(err, gui.ErrFault) {
		t.Errorf("Reset with a cancelled context: %v, want an error that is no fault", err)
	}
	p.same("run after a cancelled reset", p.play(), want)
}

func testClosed(t *testing.T, p *player) {
	env := p.New(t)
	if _, err := env.Reset(p.ctx, p.Episode); err != nil {
		t.Fatalf("Reset: %v", err)
	}
	for range 2 {
		if err := env.Close(); err != nil {
			t.Errorf("Close: %v", err)
		}
	}
	if _, err := env.Step(p.ctx, p.Actions[0]); !errors.Is(err, gui.ErrClosed) {
		t.Errorf("Step after Close: %v, want ErrClosed", err)
	}
	if _, err := env.Reset(p.ctx, p.Episode); !errors.Is(err, gui.ErrClosed) {
		t.Errorf("Reset after Close: %v, want ErrClosed", err)
	}
}

func testBadSettings(t *testing.T, p *player) {
	for _, bad := range []gui.Settings{{Bins: gui.Bins{X: -1, Y: 5}}, {BudgetMS: -5}, {MaxSteps: -1}} {
		episode := p.Episode
		episode.Settings = bad
		if _, err := p.env.Reset(p.ctx, episode); err == nil || errors.Is(err, gui.ErrFault) {
			t.Errorf("Reset with %+v: %v, want an error that is no fault", bad, err)
		}
	}
	p.play()
}

func testCrash(t *testing.T, p *player) {
	if p.Crash == nil {
		t.Skip("the harness cannot crash its environment")
	}
	want := p.play()
	p.reset(p.Episode)
	p.Crash(p.env)
	if _, err := p.env.Step(p.ctx, p.Actions[0]); !errors.Is(err, gui.ErrFault) {
		t.Errorf("Step after a crash: %v, want a fault", err)
	}
	if _, err := p.env.Step(p.ctx, p.Actions[0]); !errors.Is(err, gui.ErrNotReset) {
		t.Errorf("second Step after a crash: %v, want ErrNotReset", err)
	}
	p.same("run after a crash", p.play(), want)
	// A crash between episodes may cost one reset, never two.
	p.Crash(p.env)
	if _, err := p.env.Reset(p.ctx, p.Episode); err != nil && !errors.Is(err, gui.ErrFault) {
		t.Errorf("Reset after a crash: %v, want success or a fault", err)
	}
	p.same("run after a crash between episodes", p.play(), want)
}

func testRestore(t *testing.T, p *player) {
	restorer, ok := p.env.(gui.Restorer)
	if !ok {
		t.Skip("the environment restores no states")
	}
	restore := func(episode gui.Episode, actions []string) gui.Step {
		step, err := restorer.Restore(p.ctx, episode, actions)
		if err != nil {
			t.Fatalf("Restore(%q): %v", actions, err)
		}
		return step
	}
	want := p.play()
	n := len(p.Actions)
	// Known states, in an order that goes back and forth, each gone on from.
	for _, k := range []int{n, 0, n - 1, 1, n} {
		sameStep(t, "restored", k, restore(p.Episode, p.Actions[:k]), want[k])
		if k < n {
			sameStep(t, "step after restoring", k+1, p.step(p.Actions[k]), want[k+1])
		}
	}
	// A state never seen by this environment, with illegal actions on the way and
	// at its end.
	fresh := newPlayer(p.ctx, t, p.Harness)
	mixed := []string{"no action"}
	for _, action := range p.Actions {
		mixed = append(mixed, action, "click")
	}
	fresh.reset(p.Episode)
	var stepped gui.Step
	for _, action := range mixed {
		stepped = fresh.step(action)
	}
	sameStep(t, "restored with illegal actions", len(mixed), restore(p.Episode, mixed), stepped)
	// Restoring an ended episode, from an environment that knows nothing of it.
	p.Episode.Settings.MaxSteps = n
	last := restore(p.Episode, append(p.Actions[:n:n], "wait", "wait"))
	if !last.Done || last.Reason != gui.ReasonStepLimit {
		t.Errorf("restored beyond the step limit: done %v, reason %q", last.Done, last.Reason)
	}
	if last.Observation.SHA256() != want[n].Observation.SHA256() {
		t.Errorf("restored beyond the step limit: another picture than stepping gives")
	}
}
