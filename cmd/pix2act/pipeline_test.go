package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pix2act/score"
	"pix2act/train"
)

// The whole way at its smallest: demonstrations, training, its resumption, evaluation of what was trained.
func TestPipeline(t *testing.T) {
	browserOrSkip(t)
	dir := t.TempDir()
	data, run, out := filepath.Join(dir, "data"), filepath.Join(dir, "run"), filepath.Join(dir, "eval")
	steps := []struct {
		args []string
		want string
	}{
		{[]string{"demos", "--tasks", "click-test,enter-text", "--seeds", "1000000..1000009", "--out", data, "--episodes"}, "20 episodes"},
		{[]string{"train", "policy", "--data", data, "--size", "tiny", "--steps", "20", "--batch", "8", "--out", run},
			"pix2act eval --tasks click-test,enter-text --seeds 900000000..900000099 --agent " + filepath.Join(run, "best") + "\n"},
		{[]string{"train", "policy", "--data", data, "--steps", "30", "--out", run, "--resume",
			"--play-tasks", "click-test", "--play-seeds", "900000000..900000001", "--play-every", "15", "--micro-batch", "3"},
			"pix2act eval --tasks click-test --seeds 900000000..900000099 --agent " + filepath.Join(run, "best") + "\n"},
		{[]string{"eval", "--tasks", "click-test", "--seeds", "900000000..900000002", "--agent", filepath.Join(run, "best"), "--max-steps", "3", "--out", out}, "click-test"},
	}
	for _, s := range steps {
		code, stdout, stderr := call(t, s.args...)
		if code != exitDone {
			t.Fatalf("%s: exit code %d: %s", strings.Join(s.args, " "), code, stderr)
		}
		if !strings.Contains(stdout, s.want) {
			t.Errorf("%s printed %q, want %q in it", s.args[0], stdout, s.want)
		}
	}
	// The log has a table of the tasks for each time that the model played.
	entries, err := train.ReadLog(run)
	if err != nil {
		t.Fatal(err)
	}
	var played []int
	for _, e := range entries {
		if e.Kind == "played" {
			played = append(played, e.Step)
			table, err := json.Marshal(e.Played.Details)
			if err != nil || !strings.Contains(string(table), `"episodes":2`) || len(e.Played.Tasks) != 1 {
				t.Errorf("step %d: played %+v, %v", e.Step, e.Played, err)
			}
		}
	}
	if len(played) != 1 || played[0] != 30 {
		t.Errorf("played at steps %v, want 30", played)
	}
	text, err := os.ReadFile(filepath.Join(out, "report.json"))
	if err != nil {
		t.Fatal(err)
	}
	var report score.Report
	if err := json.Unmarshal(text, &report); err != nil {
		t.Fatal(err)
	}
	if report.Episodes != 3 || report.Protocol.SuiteHash == "" || report.Protocol.CheckpointHash == "" ||
		report.Protocol.Browser == "" || len(report.ObservationsSHA256) != 64 {
		t.Errorf("report %+v", report)
	}
	// A finished data set and a run that stands are not overwritten by accident.
	if code, _, stderr := call(t, steps[0].args...); code != exitUsage || !strings.Contains(stderr, data) {
		t.Errorf("demos into a finished data set: exit code %d: %s", code, stderr)
	}
	if code, _, stderr := call(t, steps[1].args...); code != exitUsage || !strings.Contains(stderr, run) {
		t.Errorf("training into a run without --resume: exit code %d: %s", code, stderr)
	}
}
