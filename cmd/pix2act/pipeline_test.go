package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pix2act/score"
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
		{[]string{"train", "policy", "--data", data, "--size", "tiny", "--steps", "20", "--batch", "8", "--out", run}, "pix2act eval"},
		{[]string{"train", "policy", "--data", data, "--steps", "30", "--out", run, "--resume"}, "pix2act eval"},
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
