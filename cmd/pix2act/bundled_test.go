package main

import (
	"encoding/json"
	"testing"
)

// The bundled agent solves the easiest pages from their pixels, and the report has the fields that users' scripts read.
func TestBundledAgent(t *testing.T) {
	browserOrSkip(t)
	code, stdout, stderr := call(t, "eval", "--tasks", "click-test,click-dialog,focus-text", "--seeds", "900000000..900000004", "--json")
	if code != exitDone {
		t.Fatal(stderr)
	}
	var report map[string]any
	if err := json.Unmarshal([]byte(stdout), &report); err != nil {
		t.Fatal(err)
	}
	for _, field := range []string{"suite", "agent", "seeds", "mean_score", "success", "tasks", "faults", "protocol", "observations_sha256"} {
		if _, ok := report[field]; !ok {
			t.Errorf("the report has no %s", field)
		}
	}
	if score := report["mean_score"].(float64); score < 90 || score > 100 {
		t.Errorf("mean score %g of 100, want at least 90", score)
	}
	for _, task := range report["tasks"].([]any) {
		for _, field := range []string{"task", "episodes", "success", "score", "raw", "success_ci95"} {
			if _, ok := task.(map[string]any)[field]; !ok {
				t.Errorf("the report of a task has no %s", field)
			}
		}
	}
	for _, field := range []string{"suite_hash", "mode", "budget_ms", "step_limit", "browser", "fonts", "checkpoint_hash", "command"} {
		if _, ok := report["protocol"].(map[string]any)[field]; !ok {
			t.Errorf("the protocol has no %s", field)
		}
	}
}
