package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pix2act/train"
)

// Every printed command is one that the program takes.
func TestAblationCommands(t *testing.T) {
	code, stdout, stderr := call(t, "experiment", "ablations", "--data", "one,two=3", "--init", "my model", "--json")
	if code != exitDone {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	var list []ablation
	if err := json.Unmarshal([]byte(stdout), &list); err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for _, a := range list {
		if names[a.Name] {
			t.Errorf("%s is there twice", a.Name)
		}
		names[a.Name] = true
		for _, line := range []string{a.Train, a.Evaluate} {
			words := strings.Fields(strings.ReplaceAll(line, "'my model'", "model"))
			command, flags, err := newRootCommand(&globalOptions{}).Find(words[1:])
			if err == nil {
				err = command.ParseFlags(flags)
			}
			if err != nil || words[0] != "pix2act" {
				t.Errorf("%s: %v", line, err)
			}
		}
		if pretrained := strings.Contains(a.Train, "--init 'my model'"); pretrained == (a.Name == "no-pretraining") {
			t.Errorf("%s: %s", a.Name, a.Train)
		}
	}
	for _, want := range []string{"baseline", "seed-2", "no-pretraining", "schedule-paper", "no-z-loss", "batch-512"} {
		if !names[want] {
			t.Errorf("no %s among %v", want, names)
		}
	}
	if code, _, stderr = call(t, "experiment", "ablations", "--data", "one=heavy"); code != exitUsage || !strings.Contains(stderr, "heavy") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
}

// The held-out task is in the data, is not trained on, and is measured beside the other.
func TestTransfer(t *testing.T) {
	browserOrSkip(t)
	dir := t.TempDir()
	data, run := filepath.Join(dir, "data"), filepath.Join(dir, "run")
	code, _, stderr := call(t, "demos", "--tasks", "click-test,enter-text", "--seeds", "1000000..1000005", "--out", data)
	if code != exitDone {
		t.Fatalf("demos: exit code %d: %s", code, stderr)
	}
	args := []string{"experiment", "transfer", "--data", data, "--out", run, "--size", "tiny", "--steps", "4", "--batch", "4",
		"--hold-out", "enter-text", "--seeds", "900000000..900000001", "--json"}
	if code, _, stderr = call(t, append(args, "--play-tasks", "enter-text")...); code != exitUsage || !strings.Contains(stderr, "enter-text") {
		t.Errorf("choosing by a held-out task: exit code %d: %s", code, stderr)
	}
	code, stdout, stderr := call(t, args...)
	if code != exitDone {
		t.Fatalf("transfer: exit code %d: %s", code, stderr)
	}
	written, err := os.ReadFile(filepath.Join(run, transferName))
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{stdout, string(written)} {
		var r transferResult
		if err := json.Unmarshal([]byte(text), &r); err != nil {
			t.Fatal(err)
		}
		if len(r.HeldOutTasks) != 1 || len(r.Trained.Tasks) != 1 || r.Trained.Tasks[0].Task != "click-test" || r.Trained.Episodes != 2 ||
			len(r.HeldOut.Tasks) != 1 || r.HeldOut.Tasks[0].Task != "enter-text" || r.HeldOut.Episodes != 2 {
			t.Errorf("result %+v", r)
		}
	}
	config, err := train.ReadConfig(run)
	if err != nil || len(config.Tasks) != 1 || config.Tasks[0] != "miniwob/click-test" || len(config.HeldOut) != 1 {
		t.Errorf("configuration %+v, %v", config, err)
	}
}
