package train

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"image"
	"image/draw"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pix2act/episode"
	"pix2act/gui"
	"pix2act/pix2struct"
)

// options of a run on toy data.
func toyOptions(t testing.TB, examples toy, steps int) Options {
	return Options{
		Sources: []Source{{Name: "toy", Examples: examples}},
		Size:    "tiny", Out: filepath.Join(t.TempDir(), "run"), Steps: steps, Batch: 8, Threads: 2,
		LogEvery: 1, SaveEvery: 1000, EvalEvery: 1000,
	}
}

// losses reads the losses of a run's log, by step.
func losses(t testing.TB, out string) map[int]float64 {
	t.Helper()
	entries, err := ReadLog(out)
	if err != nil {
		t.Fatal(err)
	}
	byStep := map[int]float64{}
	for _, e := range entries {
		if e.Kind == "step" {
			byStep[e.Step] = e.Loss
		}
	}
	return byStep
}

func TestRunRefusals(t *testing.T) {
	examples := newToy(t, 8, 1)
	good := toyOptions(t, examples, 2)
	for _, c := range []struct {
		name   string
		change func(*Options)
		want   error
	}{
		{"no steps", func(o *Options) { o.Steps = 0 }, ErrOptions},
		{"negative batch", func(o *Options) { o.Batch = -1 }, ErrOptions},
		{"no data", func(o *Options) { o.Sources = nil }, ErrOptions},
		{"no examples", func(o *Options) { o.Sources = []Source{{Name: "empty", Examples: toy{}}} }, ErrNoExamples},
		{"no folder", func(o *Options) { o.Out = "" }, ErrOptions},
		{"unknown size", func(o *Options) { o.Size = "huge" }, pix2struct.ErrUnknownSize},
		{"unknown schedule", func(o *Options) { o.Preset = "huge" }, ErrUnknownPreset},
		{"missing data", func(o *Options) { o.Data = []Folder{{Dir: filepath.Join(t.TempDir(), "none")}} }, os.ErrNotExist},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := good
			o.Out = filepath.Join(t.TempDir(), "run")
			c.change(&o)
			if err := Policy(context.Background(), o); !errors.Is(err, c.want) {
				t.Errorf("got %v, want %v", err, c.want)
			}
			if _, err := os.Stat(o.Out); o.Out != "" && err == nil {
				t.Error("the refused run left a folder")
			}
		})
	}
}

func TestHeldOutSeedsAreRefused(t *testing.T) {
	examples := newToy(t, 8, 1)
	examples[3].ID = "toy/click-square/900000001/0"
	if err := Policy(context.Background(), toyOptions(t, examples, 2)); err == nil {
		t.Error("a development seed was trained on")
	}
}

func observe(t testing.TB, e episode.Example) gui.Observation {
	t.Helper()
	picture, err := png.Decode(bytes.NewReader(e.Image))
	if err != nil {
		t.Fatal(err)
	}
	rgba := image.NewRGBA(picture.Bounds())
	draw.Draw(rgba, rgba.Rect, picture, image.Point{}, draw.Src)
	return gui.NewObservation(rgba, image.Point{}, 1)
}

// A run that is stopped three times and resumed gives the losses and the weights of
// one that never stopped, on any number of threads.
func TestResumeIsExact(t *testing.T) {
	examples := newToy(t, 48, 4)
	const steps = 9
	whole := toyOptions(t, examples, steps)
	if err := Policy(context.Background(), whole); err != nil {
		t.Fatal(err)
	}
	parts := toyOptions(t, examples, steps)
	parts.Threads = 1
	// Until stops the first part, cancellation the second.
	first := parts
	first.Until = 2
	if err := Policy(context.Background(), first); err != nil {
		t.Fatal(err)
	}
	for i, stopAt := range []int{3, 4, 0} {
		ctx, cancel := context.WithCancel(context.Background())
		o := parts
		o.Resume = true
		if stopAt > 0 {
			o.Now = stopClock(o.Out, stopAt, cancel)
		}
		err := Policy(ctx, o)
		cancel()
		if stopAt > 0 && !errors.Is(err, context.Canceled) {
			t.Fatalf("part %d: %v", i, err)
		}
		if stopAt == 0 && err != nil {
			t.Fatal(err)
		}
	}
	want, got := losses(t, whole.Out), losses(t, parts.Out)
	if len(want) != steps || len(got) != steps {
		t.Fatalf("%d and %d losses, want %d", len(want), len(got), steps)
	}
	for step, loss := range want {
		if got[step] != loss {
			t.Errorf("step %d: loss %v after resuming, want %v", step, got[step], loss)
		}
	}
	a, errA := pix2struct.Load(filepath.Join(whole.Out, LatestName))
	b, errB := pix2struct.Load(filepath.Join(parts.Out, LatestName))
	if errA != nil || errB != nil {
		t.Fatal(errA, errB)
	}
	for name, p := range a.Model.Parameters {
		compare(t, name, b.Model.Parameters[name].Data, p.Data, 0)
	}
	// Nothing half-written or outdated is left.
	entries, err := os.ReadDir(parts.Out)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), ".") {
			t.Errorf("%s is left", e.Name())
		}
	}
	// A finished run is refused without Resume and unharmed by it.
	if err := Policy(context.Background(), whole); !errors.Is(err, ErrRunExists) {
		t.Errorf("got %v, want ErrRunExists", err)
	}
	whole.Resume = true
	if err := Policy(context.Background(), whole); err != nil {
		t.Error(err)
	}
	// So is a folder that is somebody's own.
	whole.Out, whole.Resume = t.TempDir(), false
	os.WriteFile(filepath.Join(whole.Out, "letters.txt"), []byte("x"), 0o666)
	if err := Policy(context.Background(), whole); !errors.Is(err, ErrForeign) || !strings.Contains(err.Error(), "letters.txt") {
		t.Errorf("got %v, want ErrForeign with the file's name", err)
	}
}

// stopClock is a clock that cancels once the log has the given step.
func stopClock(out string, step int, cancel context.CancelFunc) func() time.Time {
	return func() time.Time {
		entries, _ := ReadLog(out)
		for _, e := range entries {
			if e.Kind == "step" && e.Step >= step {
				cancel()
			}
		}
		return time.Now()
	}
}

// The callback's score chooses the best checkpoint, and its failure ends the run.
func TestPlayedEvaluation(t *testing.T) {
	o := toyOptions(t, newToy(t, 16, 5), 6)
	o.PlayEvery = 2
	scores := map[int]float64{2: 0.1, 4: 0.9, 6: 0.5}
	calls := 0
	o.Evaluate = func(_ context.Context, c *pix2struct.Checkpoint) (Played, error) {
		calls++
		return Played{Score: scores[2*calls], Tasks: map[string]float64{"b": 0.5, "a": 1}}, c.Model.Check()
	}
	var shown bytes.Buffer
	o.Progress = &shown
	if err := Policy(context.Background(), o); err != nil {
		t.Fatal(err)
	}
	best, err := os.Readlink(filepath.Join(o.Out, BestName))
	if err != nil || best != "step-00000004" || calls != 3 {
		t.Errorf("best is %q after %d calls, %v", best, calls, err)
	}
	if !strings.Contains(shown.String(), "step 4 · played: 0.900 · a 100 % · b 50 %\n") {
		t.Errorf("shown: %s", shown.String())
	}
	latest, _ := os.Readlink(filepath.Join(o.Out, LatestName))
	if latest != "step-00000006" {
		t.Errorf("latest is %q", latest)
	}
}

// A run that gets no better ends, and goes on when it is given more patience.
func TestPatience(t *testing.T) {
	o := toyOptions(t, newToy(t, 16, 5), 22)
	o.PlayEvery = 2
	scores := map[int]float64{2: 0.1, 4: 0.5, 6: 0.5, 8: 0.3, 10: 0.5, 12: 0.6}
	o.Evaluate = func(_ context.Context, c *pix2struct.Checkpoint) (Played, error) {
		var r record
		err := json.Unmarshal(c.Card.Training, &r)
		return Played{Score: scores[r.Steps]}, err
	}
	last := func() (kind string, step int) {
		entries, err := ReadLog(o.Out)
		if err != nil {
			t.Fatal(err)
		}
		e := entries[len(entries)-1]
		return e.Kind, e.Step
	}
	for _, c := range []struct {
		patience int
		kind     string
		step     int
	}{{3, "early", 10}, {3, "early", 10}, {4, "early", 20}, {0, "end", 22}} {
		o.Patience = c.patience
		if err := Policy(context.Background(), o); err != nil {
			t.Fatal(err)
		}
		if kind, step := last(); kind != c.kind || step != c.step {
			t.Errorf("patience %d: ended with %q at step %d, want %q at %d", c.patience, kind, step, c.kind, c.step)
		}
		o.Resume = true
	}
	best, err := os.Readlink(filepath.Join(o.Out, BestName))
	if err != nil || best != "step-00000012" {
		t.Errorf("best is %q, %v", best, err)
	}
	// Without anything that tells better from worse there is nothing to be patient for.
	o = toyOptions(t, newToy(t, 16, 5), 4)
	o.EvalExamples, o.Patience = -1, 1
	if err := Policy(context.Background(), o); !errors.Is(err, ErrOptions) {
		t.Errorf("got %v, want ErrOptions", err)
	}
}

// A model that gives one answer to different screens raises an alarm in the log and before the person who watches.
func TestAlarm(t *testing.T) {
	// A model whose output layer is empty sees nothing.
	o := toyOptions(t, newToy(t, 240, 7), 1)
	o.EvalExamples = -1
	if err := Policy(context.Background(), o); err != nil {
		t.Fatal(err)
	}
	blind, err := pix2struct.Load(filepath.Join(o.Out, LatestName))
	if err != nil {
		t.Fatal(err)
	}
	clear(blind.Model.Parameters["decoder/logits_dense/kernel"].Data)
	o.Init, o.Out = filepath.Join(t.TempDir(), "blind"), filepath.Join(t.TempDir(), "run")
	if err := blind.Save(o.Init, pix2struct.SaveOptions{}); err != nil {
		t.Fatal(err)
	}
	o.Peak, o.EvalExamples = 1e-9, 64
	var shown bytes.Buffer
	o.Progress = &shown
	if err := Policy(context.Background(), o); err != nil {
		t.Fatal(err)
	}
	entries, err := ReadLog(o.Out)
	if err != nil {
		t.Fatal(err)
	}
	alarms := 0
	for _, e := range entries {
		if e.Kind == "alarm" && strings.Contains(e.Text, "different screens") {
			alarms++
		}
	}
	if alarms != 1 || !strings.Contains(shown.String(), "WARNING: the model answers") {
		t.Errorf("%d alarms in the log; shown: %s", alarms, shown.String())
	}
}

func TestBrokenExamplesAreLeftOut(t *testing.T) {
	examples := newToy(t, 24, 6)
	examples[5].Image = []byte("no picture")
	examples[7].Parse = "jump 1 2"
	o := toyOptions(t, examples, 6)
	if err := Policy(context.Background(), o); err != nil {
		t.Fatal(err)
	}
	entries, err := ReadLog(o.Out)
	if err != nil {
		t.Fatal(err)
	}
	found := false
	for _, e := range entries {
		found = found || e.Kind == "skipped"
	}
	if !found {
		t.Error("the log does not tell of the examples that were left out")
	}
}
