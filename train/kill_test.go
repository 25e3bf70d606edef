package train

import (
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"pix2act/pix2struct"
)

const (
	killFolder    = "PIX2ACT_TEST_KILLED_RUN" // the run's folder, for the process that is to be killed
	killSaveEvery = 3
)

// killOptions is a run whose log has lines of several steps that no checkpoint is aligned with, and whose development score
// makes some checkpoints the best.
func killOptions(t *testing.T, out string) Options {
	o := toyOptions(t, newToy(t, 48, 4), 23)
	o.Out, o.LogEvery, o.SaveEvery, o.EvalEvery, o.EvalExamples, o.MicroBatch = out, 2, killSaveEvery, 5, 8, 5
	return o
}

// TestKilledChild is the process that TestKillAndResume kills. It writes a byte whenever it looks at the clock, which it
// does around everything it does.
func TestKilledChild(t *testing.T) {
	out := os.Getenv(killFolder)
	if out == "" {
		t.Skip("runs as a child of TestKillAndResume")
	}
	o := killOptions(t, out)
	o.Resume = true
	o.Now = func() time.Time {
		os.Stderr.Write([]byte{'.'})
		return time.Now()
	}
	if err := Policy(context.Background(), o); err != nil {
		t.Fatal(err)
	}
}

// A run that is killed again and again without warning loses the steps since its last checkpoint at most, never a
// checkpoint, and its losses and weights are those of a run that was never killed.
func TestKillAndResume(t *testing.T) {
	if testing.Short() {
		t.Skip("starts processes")
	}
	whole := killOptions(t, filepath.Join(t.TempDir(), "whole"))
	if err := Policy(context.Background(), whole); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(t.TempDir(), "killed")
	random := rand.New(rand.NewPCG(1, 9))
	const kills = 12
	killed, saved := 0, -1
	for round := 0; ; round++ {
		looks := -1 // at the clock before the end; below 0 none
		if round < kills {
			looks = 5 + random.IntN(40)
		}
		finished := runChild(t, out, looks)
		latest := checkLatest(t, out, saved)
		if finished {
			break
		}
		killed++
		saved = latest
	}
	t.Logf("%d processes were killed", killed)
	if killed < kills/3 {
		t.Fatalf("only %d processes were killed before the end", killed)
	}
	want, got := losses(t, whole.Out), losses(t, out)
	if len(want) != 12 || len(got) != len(want) {
		t.Errorf("%d losses, the run that was never killed has %d", len(got), len(want))
	}
	for step, loss := range want {
		if got[step] != loss {
			t.Errorf("step %d: loss %v, the run that was never killed has %v", step, got[step], loss)
		}
	}
	for _, name := range []string{LatestName, BestName} {
		a, errA := pix2struct.Load(filepath.Join(whole.Out, name))
		b, errB := pix2struct.Load(filepath.Join(out, name))
		if errA != nil || errB != nil {
			t.Fatal(errA, errB)
		}
		for parameter, p := range a.Model.Parameters {
			compare(t, name+" "+parameter, b.Model.Parameters[parameter].Data, p.Data, 0)
		}
	}
}

// runChild runs the child until it has looked at the clock that often, then kills it. It tells whether the child came to its
// end before.
func runChild(t *testing.T, out string, looks int) (finished bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	child := exec.CommandContext(ctx, os.Args[0], "-test.run=^TestKilledChild$")
	child.Env = append(os.Environ(), killFolder+"="+out)
	pipe, err := child.StderrPipe()
	if err == nil {
		err = child.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	_, readErr := io.CopyN(io.Discard, pipe, int64(looks))
	if looks < 0 {
		_, readErr = io.Copy(io.Discard, pipe)
	}
	if looks >= 0 && readErr == nil {
		if err := child.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
			t.Fatal(err)
		}
	}
	_, _ = io.Copy(io.Discard, pipe)
	err = child.Wait()
	if err == nil {
		return true
	}
	if looks < 0 || readErr != nil {
		t.Fatalf("the run failed by itself: %v", err)
	}
	return false
}

// checkLatest looks at what a killed run left: its newest checkpoint is whole, not older than the one before, and not more
// than killSaveEvery steps behind the log.
func checkLatest(t *testing.T, out string, before int) (step int) {
	t.Helper()
	entries, err := ReadLog(out)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	state, err := readState(filepath.Join(out, LatestName))
	switch {
	case errors.Is(err, os.ErrNotExist) && before < 0:
		return -1
	case err != nil:
		t.Fatal(err)
	}
	checkpoint, err := pix2struct.Load(filepath.Join(out, LatestName))
	if err != nil {
		t.Fatal(err)
	}
	engine := newEngine(checkpoint.Model, nil, 1)
	if err := readOptimizer(filepath.Join(out, LatestName), engine.optimizer); err != nil {
		t.Fatal(err)
	}
	if state.Step < before {
		t.Errorf("the newest checkpoint is of step %d, there was one of step %d", state.Step, before)
	}
	for _, e := range entries {
		if e.Step > state.Step+killSaveEvery {
			t.Errorf("step %d was done, the newest checkpoint is of step %d", e.Step, state.Step)
		}
	}
	if _, err := os.Readlink(filepath.Join(out, BestName)); err == nil {
		if _, err := pix2struct.Load(filepath.Join(out, BestName)); err != nil {
			t.Error(err)
		}
	}
	return state.Step
}
