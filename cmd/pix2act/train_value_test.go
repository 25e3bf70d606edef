package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pix2act/episode"
)

// The whole way at its smallest: episodes of an agent that mostly fails, a value function, its answers, and what is refused.
func TestValuePipeline(t *testing.T) {
	browserOrSkip(t)
	dir := t.TempDir()
	data, run, screenshot := filepath.Join(dir, "data"), filepath.Join(dir, "run"), filepath.Join(dir, "screen.png")
	if code, stdout, stderr := call(t, "demos", "--tasks", "click-test-2", "--seeds", "1000000..1000009", "--agent", "random", "--max-steps", "3",
		"--failures", "--out", data); code != exitDone || !strings.Contains(stdout, "kept as whole episodes") {
		t.Fatalf("exit code %d, %s%s", code, stdout, stderr)
	}
	manifest, err := episode.ReadManifest(data)
	if err != nil || manifest.Agent != "random" || manifest.Counts.Failures == 0 || manifest.Counts.Failures+manifest.Counts.Episodes != 10 {
		t.Fatalf("%+v, %v", manifest, err)
	}
	train := []string{"train", "value", "--data", data, "--size", "tiny", "--steps", "4", "--batch", "4", "--out", run}
	if code, stdout, stderr := call(t, train...); code != exitDone || !strings.Contains(stdout, "predict --value") {
		t.Fatalf("exit code %d, %s%s", code, stdout, stderr)
	}
	if code, _, stderr := call(t, append(train, "--resume")...); code != exitDone {
		t.Errorf("exit code %d, %s", code, stderr)
	}

	for r, err := range episode.Records(filepath.Join(data, "episodes-00000.tfrecord")) {
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(screenshot, r.Steps[0].Image, 0o600); err != nil {
			t.Fatal(err)
		}
		break
	}
	best := filepath.Join(run, "best")
	code, stdout, stderr := call(t, "predict", "--value", "--agent", best, screenshot, "--json")
	var result predictValueResult
	if code != exitDone || json.Unmarshal([]byte(stdout), &result) != nil || len(result.Pictures) != 1 ||
		result.Pictures[0].Value < 0 || result.Pictures[0].Value > 1 || len(result.Pictures[0].ObservationSHA256) != 64 {
		t.Errorf("exit code %d, %s%s", code, stdout, stderr)
	}

	for _, c := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{"train", "policy", "--data", data, "--out", run, "--resume"}, exitUsage, "value function"},
		{append(train, "--resume", "--min-raw", "0.5"), exitUsage, "surrogate"},
		{[]string{"train", "value", "--data", data, "--out", filepath.Join(dir, "x"), "--min-raw", "3"}, exitUsage, "--min-raw"},
		{[]string{"train"}, exitUsage, "value"},
		{[]string{"run", "click-test", "--agent", best}, exitUsage, "values"},
		{[]string{"predict", "--agent", best, screenshot}, exitUsage, "--value"},
		{[]string{"predict", "--value", screenshot}, exitUsage, "bundled"},
	} {
		code, stdout, stderr := call(t, c.args...)
		if code != c.code || stdout != "" || !strings.Contains(stderr, c.says) || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%v: exit code %d, %q, %q", c.args, code, stdout, stderr)
		}
	}
}
