package train

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pix2act/internal/folder"
	"pix2act/pix2struct"
)

// sameWeights compares the newest checkpoints of two runs.
func sameWeights(t *testing.T, a, b string) {
	t.Helper()
	one, errOne := pix2struct.Load(filepath.Join(a, LatestName))
	two, errTwo := pix2struct.Load(filepath.Join(b, LatestName))
	if errOne != nil || errTwo != nil {
		t.Fatal(errOne, errTwo)
	}
	for name, p := range one.Model.Parameters {
		compare(t, name, two.Model.Parameters[name].Data, p.Data, 0)
	}
}

// Resuming where nothing was saved yet is the run itself, with the settings that it was started with.
func TestResumeWithNothingSaved(t *testing.T) {
	examples := newToy(t, 24, 4)
	plain := toyOptions(t, examples, 4)
	plain.Seed, plain.Batch, plain.ZLoss, plain.Balanced = 7, 4, -1, true
	if err := Policy(context.Background(), plain); err != nil {
		t.Fatal(err)
	}
	var shown bytes.Buffer
	fresh := plain
	fresh.Out, fresh.Resume, fresh.Progress = filepath.Join(t.TempDir(), "run"), true, &shown
	if HoldsRun(fresh.Out) {
		t.Error("a folder that is not there holds a run")
	}
	if err := Policy(context.Background(), fresh); err != nil {
		t.Fatal(err)
	}
	sameWeights(t, plain.Out, fresh.Out)
	if !strings.HasPrefix(shown.String(), "nothing to resume yet: starting\n") {
		t.Errorf("shown: %s", shown.String())
	}
	// As a run leaves its folder that is killed before its first checkpoint.
	for _, name := range []string{LatestName, BestName, checkpointName(4)} {
		if err := os.RemoveAll(filepath.Join(fresh.Out, name)); err != nil {
			t.Fatal(err)
		}
	}
	if !HoldsRun(fresh.Out) {
		t.Error("a run without a checkpoint yet is none")
	}
	again := toyOptions(t, examples, 0)
	again.Out, again.Resume, again.Size, again.Batch = fresh.Out, true, "", 0
	wrong := again
	wrong.Seed = 8
	if err := Policy(context.Background(), wrong); !errors.Is(err, ErrOptions) || !strings.Contains(err.Error(), "seed 7") {
		t.Errorf("another seed: %v, want ErrOptions with the run's own", err)
	}
	if err := Policy(context.Background(), again); err != nil {
		t.Fatal(err)
	}
	sameWeights(t, plain.Out, fresh.Out)
}

// A run whose link latest leads to nothing goes on from its newest whole checkpoint, and never starts over it.
func TestLatestAstray(t *testing.T) {
	o := toyOptions(t, newToy(t, 24, 4), 6)
	if err := Policy(context.Background(), o); err != nil {
		t.Fatal(err)
	}
	whole := o.Out
	o.Out, o.Until = filepath.Join(t.TempDir(), "run"), 3
	if err := Policy(context.Background(), o); err != nil {
		t.Fatal(err)
	}
	o.Until = 0
	latest := filepath.Join(o.Out, LatestName)
	if err := errors.Join(os.Remove(latest), os.Symlink(checkpointName(5), latest)); err != nil {
		t.Fatal(err)
	}
	broken := filepath.Join(o.Out, checkpointName(4))
	if err := os.CopyFS(broken, os.DirFS(filepath.Join(o.Out, checkpointName(3)))); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(filepath.Join(broken, "model.safetensors"), 5000); err != nil {
		t.Fatal(err)
	}
	if err := Policy(context.Background(), o); !errors.Is(err, ErrRunExists) {
		t.Errorf("without Resume: %v, want ErrRunExists", err)
	}
	var shown bytes.Buffer
	o.Resume, o.Progress = true, &shown
	if err := Policy(context.Background(), o); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(shown.String(), "going on from step-00000003") || !strings.Contains(shown.String(), "resuming at step 3 of 6") {
		t.Errorf("shown: %s", shown.String())
	}
	sameWeights(t, whole, o.Out)

	// With nothing whole the run is left as it is.
	if err := errors.Join(os.Remove(latest), os.Truncate(filepath.Join(o.Out, checkpointName(6), optimizerName), 100)); err != nil {
		t.Fatal(err)
	}
	if err := Policy(context.Background(), o); err == nil || !strings.Contains(err.Error(), optimizerName) {
		t.Errorf("nothing whole: %v", err)
	}
	if len(checkpoints(o.Out)) == 0 {
		t.Error("the checkpoint was removed")
	}
}

// One run at a time has a folder.
func TestRunsExclude(t *testing.T) {
	o := toyOptions(t, newToy(t, 16, 5), 2)
	calls := 0
	o.Evaluate = func(context.Context, *pix2struct.Checkpoint) (Played, error) {
		calls++
		second := toyOptions(t, newToy(t, 16, 5), 2)
		second.Out = o.Out
		for _, second.Resume = range []bool{false, true} {
			if err := Policy(context.Background(), second); !errors.Is(err, folder.ErrHeld) || !strings.Contains(err.Error(), o.Out) {
				t.Errorf("a second run: %v, want ErrHeld", err)
			}
		}
		return Played{}, nil
	}
	if err := Policy(context.Background(), o); err != nil || calls == 0 {
		t.Fatal(calls, err)
	}
	// The caller may have the folder already.
	claim, err := folder.Take(o.Out)
	if err != nil {
		t.Fatal(err)
	}
	defer claim.Release()
	o.Resume, o.Claim = true, claim
	if err := Policy(context.Background(), o); err != nil {
		t.Error(err)
	}
}

// What cannot be of the run in the folder, or of the checkpoint to start from, is refused, and the run is unharmed.
func TestRefusedForARun(t *testing.T) {
	o := toyOptions(t, newToy(t, 16, 5), 6)
	o.Until = 4
	if err := Policy(context.Background(), o); err != nil {
		t.Fatal(err)
	}
	o.Resume, o.Until = true, 0
	init := filepath.Join(o.Out, LatestName)
	for name, change := range map[string]func(*Options){
		"fewer steps":        func(o *Options) { o.Steps = 3 },
		"to stop before":     func(o *Options) { o.Until = 3 },
		"to stop behind":     func(o *Options) { o.Until = 7 },
		"another size":       func(o *Options) { o.Size = "small" },
		"another batch":      func(o *Options) { o.Batch = 9 },
		"size of checkpoint": func(o *Options) { o.Out, o.Init, o.Size = filepath.Join(t.TempDir(), "run"), init, "base" },
	} {
		changed := o
		change(&changed)
		if err := Policy(context.Background(), changed); !errors.Is(err, ErrOptions) {
			t.Errorf("%s: %v, want ErrOptions", name, err)
		}
	}
	// What is passed over is told, and what the run is made of stays known.
	var shown bytes.Buffer
	told := o
	told.Init, told.HeldOut, told.Progress = init, []string{"click-sqare"}, &shown
	if err := Policy(context.Background(), told); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"the checkpoint " + init + " is passed over\n", "no examples of the task click-sqare, which is held out\n"} {
		if !strings.Contains(shown.String(), line) {
			t.Errorf("%q does not tell %q", shown.String(), line)
		}
	}
	// The same size is no contradiction, and neither is none.
	for _, size := range []string{"tiny", ""} {
		from := o
		from.Out, from.Init, from.Size, from.Resume = filepath.Join(t.TempDir(), "run"), init, size, false
		if err := Policy(context.Background(), from); err != nil {
			t.Errorf("size %q with a checkpoint: %v", size, err)
		}
		from.Resume, from.Init = true, ""
		if err := Policy(context.Background(), from); err != nil {
			t.Error(err)
		}
		if config, err := ReadConfig(from.Out); err != nil || config.Init != init {
			t.Errorf("resumed: the run started from %q, want %q; %v", config.Init, init, err)
		}
	}
	if err := Policy(context.Background(), o); err != nil {
		t.Error(err)
	}
}
