package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pix2act/parsing"
	"pix2act/pix2struct"
	"pix2act/train"
)

// cancelAt is a stream that interrupts once a text has been written to it.
type cancelAt struct {
	text   string
	cancel context.CancelFunc
	all    bytes.Buffer
}

func (c *cancelAt) Write(p []byte) (int, error) {
	c.all.Write(p)
	if strings.Contains(c.all.String(), c.text) {
		c.cancel()
	}
	return len(p), nil
}

func weightsOf(t *testing.T, dir string) string {
	t.Helper()
	folder, err := pix2struct.Open(filepath.Join(dir, train.LatestName), pix2struct.OpenOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer folder.Close()
	hash, err := folder.Hash()
	if err != nil {
		t.Fatal(err)
	}
	return hash
}

// Examples, stages, probe, interruption, and what comes after, at the smallest.
func TestPretrain(t *testing.T) {
	browserOrSkip(t)
	dir := t.TempDir()
	data, whole, broken := filepath.Join(dir, "data"), filepath.Join(dir, "whole"), filepath.Join(dir, "broken")
	flags := []string{"--screens", "24", "--stages", "1*line,3*words=2+line"}
	code, stdout, stderr := call(t, append([]string{"pretrain", "data", "--out", data}, flags...)...)
	if code != exitDone || !strings.Contains(stdout, filepath.Join(data, "words")) {
		t.Fatalf("pretrain data: exit code %d, %q, %s", code, stdout, stderr)
	}
	training := append([]string{"pretrain", "--data", data, "--size", "tiny", "--steps", "60", "--batch", "4", "--probe-every", "40", "--json"}, flags...)
	code, stdout, stderr = call(t, append(training, "--out", whole)...)
	if code != exitDone {
		t.Fatalf("pretrain: exit code %d: %s", code, stderr)
	}
	var result pretrainResult
	if err := json.Unmarshal([]byte(stdout), &result); err != nil {
		t.Fatal(err)
	}
	if result.Probe == nil || len(result.Probe.Tasks) != 6 || len(result.Data) != 3 || result.Data[0].Seconds != 0 {
		t.Errorf("result %+v", result)
	}

	// Interrupted in the second stage, resumed: the same weights to the bit.
	ctx, cancel := context.WithCancel(t.Context())
	var out bytes.Buffer
	if code := execute(ctx, append(training, "--out", broken), &out, &cancelAt{text: "step 40 · played", cancel: cancel}); code != exitInterrupted {
		t.Fatalf("interrupted: exit code %d", code)
	}
	if steps, _, err := train.Saved(broken); err != nil || steps < 40 || steps >= 60 {
		t.Fatalf("interrupted after %d steps, %v", steps, err)
	}
	if code, _, stderr := call(t, append(training, "--out", broken)...); code != exitUsage || !strings.Contains(stderr, "--resume") {
		t.Errorf("a run that stands: exit code %d: %s", code, stderr)
	}
	if code, _, stderr := call(t, append(training, "--out", broken, "--resume")...); code != exitDone {
		t.Fatalf("resumed: exit code %d: %s", code, stderr)
	}
	if a, b := weightsOf(t, whole), weightsOf(t, broken); a != b {
		t.Errorf("trained in one go the weights are %.12s, in two %.12s", a, b)
	}
	probed := 0
	entries, err := train.ReadLog(whole)
	for _, e := range entries {
		if e.Kind == "played" && e.Step == 60 {
			probed++
		}
	}
	if err != nil || probed != 1 {
		t.Errorf("the log has %d answers to the probe at the end, %v", probed, err)
	}

	// The checkpoint starts another training, and keeps its target length.
	tuned := filepath.Join(dir, "tuned")
	if code, _, stderr := call(t, "train", "policy", "--init", filepath.Join(whole, "best"), "--data", filepath.Join(data, "words"), "--steps", "2", "--batch", "4", "--out", tuned); code != exitDone {
		t.Fatalf("train policy --init: exit code %d: %s", code, stderr)
	}
	folder, err := pix2struct.Open(filepath.Join(tuned, "latest"), pix2struct.OpenOptions{})
	if err != nil || folder.Card.Config.TargetLength != 64 {
		t.Errorf("%v, %v", folder.Card.Config, err)
	}
	_ = folder.Close()

	// Other examples than those in the folder are refused, the right ones can be looked at.
	if code, _, stderr := call(t, "pretrain", "data", "--out", data, "--screens", "24", "--seed", "2"); code != exitUsage || !strings.Contains(stderr, "line") {
		t.Errorf("another seed: exit code %d: %s", code, stderr)
	}
	picture := filepath.Join(dir, "sheets", "sheet.png") // in a folder that is made
	if code, stdout, stderr := call(t, "pretrain", "sheet", "--data", filepath.Join(data, "words"), "--out", picture, "--count", "5"); code != exitDone || !strings.Contains(stdout, picture) {
		t.Fatalf("sheet: exit code %d, %q, %s", code, stdout, stderr)
	}
	file, err := os.Open(picture)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if size, err := png.DecodeConfig(file); err != nil || size.Width < 5*parsing.Width || size.Height < parsing.Height {
		t.Errorf("the sheet is %d x %d, %v", size.Width, size.Height, err)
	}
}

func TestPretrainRefusals(t *testing.T) {
	empty := t.TempDir()
	out := filepath.Join(empty, "run")
	for _, c := range []struct {
		name  string
		args  []string
		words []string
	}{
		{"out", []string{"pretrain"}, []string{"out"}},
		{"argument", []string{"pretrain", "--out", out, "fast"}, []string{"fast", "--help"}},
		{"stages", []string{"pretrain", "--out", out, "--stages", "1*poem"}, []string{"poem", "words"}},
		{"folder without pages", []string{"pretrain", "--out", out, "--stages", "1*folder"}, []string{"--pages"}},
		{"no pages", []string{"pretrain", "data", "--out", out, "--pages", filepath.Join(empty, "none")}, []string{"--pages", "none"}},
		{"empty pages", []string{"pretrain", "data", "--out", out, "--pages", empty}, []string{".html"}},
		{"screens", []string{"pretrain", "--out", out, "--screens", "0"}, []string{"--screens 0"}},
		{"seed", []string{"pretrain", "--out", out, "--seed", "801"}, []string{"--seed 801", "800"}},
		{"length", []string{"pretrain", "--out", out, "--target-length", "3"}, []string{"--target-length 3"}},
		{"steps", []string{"pretrain", "--out", out, "--steps", "0"}, []string{"--steps 0"}},
		{"size", []string{"pretrain", "--out", out, "--size", "huge"}, []string{"huge", "small"}},
		{"parallel", []string{"pretrain", "--out", out, "--parallel", "-1"}, []string{"--parallel -1"}},
		{"count", []string{"pretrain", "sheet", "--data", empty, "--count", "0"}, []string{"--count 0"}},
		{"no data", []string{"pretrain", "sheet", "--data", empty}, []string{empty}},
		{"experiment", []string{"experiment", "sleep"}, []string{"sleep", "pretraining"}},
		{"no experiment", []string{"experiment"}, []string{"pretraining"}},
		{"demos", []string{"experiment", "pretraining", "--out", out}, []string{"demos"}},
		{"test seeds", []string{"experiment", "pretraining", "--out", out, "--demos", empty, "--seeds", "1201539860..1201539861"}, []string{"test seeds"}},
		{"tasks", []string{"experiment", "pretraining", "--out", out, "--demos", empty, "--tasks", "paper60"}, []string{"paper60"}},
		{"trainings", []string{"experiment", "pretraining", "--out", out, "--demos", empty, "--training-seeds", "0"}, []string{"--training-seeds 0"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			code, _, stderr := call(t, c.args...)
			if code != exitUsage || strings.Count(strings.TrimSpace(stderr), "\n") != 0 {
				t.Errorf("exit code %d, want %d and one line: %q", code, exitUsage, stderr)
			}
			for _, word := range c.words {
				if !strings.Contains(stderr, word) {
					t.Errorf("%q does not name %q", stderr, word)
				}
			}
		})
	}
	if left, err := os.ReadDir(empty); err != nil || len(left) != 0 {
		t.Errorf("refused commands left %v, %v", left, err)
	}
}

// The table has both kinds of training, and what lies between them.
func TestExperimentTable(t *testing.T) {
	r := experimentPretrainingResult{Suite: "miniwob", Tasks: "paper59", Seeds: "900000000..900000099", Arms: []arm{
		{Pretrained: true, Seed: 1, PretrainSteps: 100, TrainSteps: 50, Success: 0.5}, {Seed: 1, TrainSteps: 160, Success: 0.3},
		{Pretrained: true, Seed: 2, PretrainSteps: 100, TrainSteps: 50, Success: 0.6}, {Seed: 2, TrainSteps: 150, Success: 0.2},
	}}
	r.compare()
	var b strings.Builder
	if err := r.write(&b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"paper59", "pre-trained", "from nothing", "160", "50.0 %", "+30.0 points", "2 training seeds: 14.1"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("%q is missing in\n%s", want, b.String())
		}
	}
	if _, _, err := train.Saved(t.TempDir()); err != nil {
		t.Errorf("no run is no error: %v", err)
	}
	if err := r.write(brokenWriter{}); err == nil {
		t.Error("a failure to write was lost")
	}
}

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, errors.New("full") }
