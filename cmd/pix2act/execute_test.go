package main

import (
	"bytes"
	"context"
	"encoding/json"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pix2act/chrome"
)

// call runs one command line.
func call(t *testing.T, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, err bytes.Buffer
	code = execute(context.Background(), args, &out, &err)
	return code, out.String(), err.String()
}

// browserOrSkip skips a test that needs a browser where none is installed.
func browserOrSkip(t *testing.T) {
	t.Helper()
	if _, err := chrome.Find(); err != nil {
		t.Skipf("!!! SKIPPED, NO BROWSER: %v", err)
	}
}

// Bad input is one line that names the thing and the way out, with the documented exit code.
func TestBadInput(t *testing.T) {
	browserOrSkip(t)
	empty := t.TempDir()
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	corrupt := filepath.Join(t.TempDir(), "corrupt")
	if err := os.Mkdir(corrupt, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(corrupt, "card.json"), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	// A report of something else, with fields that one of eval has too.
	other := filepath.Join(t.TempDir(), "report.json")
	if err := os.WriteFile(other, []byte(`{"suite": "miniwob"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	picture := filepath.Join(t.TempDir(), "picture.png")
	var data bytes.Buffer
	if err := png.Encode(&data, image.NewRGBA(image.Rect(0, 0, 16, 16))); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(picture, data.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name  string
		args  []string
		code  int
		words []string
	}{
		{"command", []string{"evaluate"}, exitUsage, []string{"evaluate", "--help"}},
		{"flag", []string{"tasks", "--sweet"}, exitUsage, []string{"--sweet", "--help"}},
		{"argument", []string{"run"}, exitUsage, []string{"run", "one task"}},
		{"task", []string{"run", "click-buton", "--agent", "random"}, exitUsage, []string{"click-buton", "click-button"}},
		{"list", []string{"eval", "--tasks", "frist12", "--seeds", "1..2", "--agent", "random"}, exitUsage, []string{"frist12"}},
		{"seeds", []string{"eval", "--tasks", "click-test", "--seeds", "5..1", "--agent", "random"}, exitUsage, []string{"5..1"}},
		{"no seeds", []string{"eval", "--tasks", "click-test"}, exitUsage, []string{"--seeds", "eval --help"}},
		{"mode", []string{"run", "click-test", "--mode", "exam", "--agent", "random"}, exitUsage, []string{"exam", "train", "test"}},
		{"suite", []string{"tasks", "--suite", "webwob"}, exitUsage, []string{"webwob", "farama:PATH"}},
		{"no suite", []string{"tasks", "--suite", "farama:" + empty}, exitUsage, []string{empty}},
		{"no folder of pages", []string{"tasks", "--suite", "dir:" + empty}, exitUsage, []string{empty, "docs/writing-tasks.md"}},
		{"damaged wheel", []string{"tasks", "--suite", "farama:" + file}, exitFault, []string{file, "wheel"}},
		{"no path", []string{"tasks", "--suite", "dir:"}, exitUsage, []string{"dir:PATH"}},
		{"agent", []string{"run", "click-test", "--agent", filepath.Join(empty, "none")}, exitUsage, []string{"none", "bundled", "grpc://"}},
		{"agent near", []string{"run", "click-test", "--agent", "rndom"}, exitUsage, []string{"rndom", "near it random", "oracle"}},
		{"agent of a file", []string{"run", "click-test", "--agent", file}, exitUsage, []string{file, "folder"}},
		{"policy", []string{"predict", picture, "--agent", "bundle"}, exitUsage, []string{"bundle", "near it bundled", "grpc://"}},
		{"no picture", []string{"predict", filepath.Join(empty, "none.png")}, exitUsage, []string{"none.png"}},
		{"damaged picture", []string{"predict", file}, exitFault, []string{file}},
		{"no checkpoint", []string{"inspect", filepath.Join(empty, "none")}, exitUsage, []string{"none"}},
		{"corrupt checkpoint", []string{"inspect", corrupt}, exitFault, []string{corrupt, "card.json"}},
		{"number", []string{"run", "click-test", "--seed", "abc"}, exitUsage, []string{"--seed", "abc", "a whole number", "--help"}},
		{"large number", []string{"run", "click-test", "--seed", "99999999999999999999"}, exitUsage, []string{"--seed", "smaller"}},
		{"arguments", []string{"eval", "more"}, exitUsage, []string{"not 1 argument;"}},
		{"no tasks", []string{"eval", "--tasks", ",", "--seeds", "1..1", "--agent", "random"}, exitUsage, []string{"empty name"}},
		{"wide beam", []string{"run", "click-test", "--beam", "1000000"}, exitUsage, []string{"--beam 1000000", "up to 1000"}},
		{"beam of none", []string{"run", "click-test", "--agent", "random", "--beam", "4"}, exitUsage, []string{"--beam", "random"}},
		{"negative seed", []string{"contact-sheet", "--tasks", "click-test", "--seed", "-5"}, exitUsage, []string{"-5", "negative"}},
		{"no vocabulary", []string{"inspect", bundledFolder, "--vocabulary", filepath.Join(empty, "none")}, exitUsage, []string{"--vocabulary", "none"}},
		{"served", []string{"serve", "model", "--agent", "bundle"}, exitUsage, []string{"near it bundled"}},
		{"shown", []string{"eval", "--tasks", "click-test", "--seeds", "1..1", "--agent", "random", "--html", "-1"}, exitUsage, []string{"--html -1"}},
		{"no beside", []string{"eval", "--tasks", "click-test", "--seeds", "1..1", "--agent", "random", "--beside", filepath.Join(empty, "none")}, exitUsage, []string{"--beside", "none"}},
		{"damaged beside", []string{"eval", "--tasks", "click-test", "--seeds", "1..1", "--agent", "random", "--beside", file}, exitFault, []string{"--beside", file}},
		{"beside no report", []string{"eval", "--tasks", "click-test", "--seeds", "1..1", "--agent", "random", "--beside", other}, exitUsage, []string{"--beside", other, "no report"}},
		{"foreign out", []string{"eval", "--tasks", "click-test", "--seeds", "1..1", "--agent", "random", "--out", corrupt}, exitUsage, []string{corrupt, "card.json", "--out"}},
		{"foreign report", []string{"eval", "--tasks", "click-test", "--seeds", "1..1", "--agent", "random", "--out", filepath.Dir(other)}, exitUsage, []string{other, "--out"}},
		{"foreign sheets", []string{"contact-sheet", "--tasks", "click-test", "--out", corrupt}, exitUsage, []string{corrupt, "card.json", "--out"}},
		{"html folder", []string{"run", "click-test", "--agent", "random", "--html", empty}, exitUsage, []string{empty, "folder"}},
		{"html device", []string{"run", "click-test", "--agent", "random", "--html", os.DevNull}, exitUsage, []string{os.DevNull}},
		{"domdiff", []string{"domdiff", "nope", "--suite", "dir:x"}, exitUsage, []string{"farama:PATH"}},
		{"corrupt agent", []string{"run", "click-test", "--agent", corrupt}, exitFault, []string{corrupt, "card.json"}},
		{"out", []string{"eval", "--tasks", "click-test", "--seeds", "1..1", "--agent", "random", "--out", filepath.Join(file, "out")}, exitFault, []string{file}},
		{"html", []string{"run", "click-test", "--agent", "random", "--html", filepath.Join(empty, "no", "page.html")}, exitUsage, []string{"page.html", "no folder"}},
		{"test seeds", []string{"demos", "--tasks", "click-test", "--seeds", "1201539860..1201539861", "--out", filepath.Join(empty, "demos")}, exitUsage, []string{"test seeds"}},
		{"demos out", []string{"demos", "--tasks", "click-test", "--seeds", "1000000..1000000", "--out", filepath.Join(file, "demos")}, exitFault, []string{file}},
		{"no data", []string{"train", "policy", "--data", filepath.Join(empty, "nothing"), "--out", filepath.Join(empty, "run")}, exitUsage, []string{"nothing"}},
		{"play test seeds", []string{"train", "policy", "--data", empty, "--out", filepath.Join(empty, "run"), "--play-tasks", "click-test", "--play-seeds", "1201539860..1201539869"}, exitUsage, []string{"test seeds", "900000000..900000099"}},
		{"play training seeds", []string{"train", "policy", "--data", empty, "--out", filepath.Join(empty, "run"), "--play-tasks", "click-test", "--play-seeds", "900000090..900000100"}, exitUsage, []string{"development seeds", "900000000..900000099"}},
		{"play nothing", []string{"train", "policy", "--data", empty, "--out", filepath.Join(empty, "run"), "--play-every", "5"}, exitUsage, []string{"--play-every", "--play-tasks"}},
		{"play unknown", []string{"train", "policy", "--data", empty, "--out", filepath.Join(empty, "run"), "--play-tasks", "click-buton"}, exitUsage, []string{"click-buton", "click-button"}},
		{"size", []string{"bench", "train", "--size", "huge"}, exitUsage, []string{"huge", "small"}},
		{"weights", []string{"bench", "model", "--weights", "int4"}, exitUsage, []string{"int4", "bfloat16"}},
		{"benchmark", []string{"bench", "cpu"}, exitUsage, []string{"cpu", "gemm"}},
		{"product without end", []string{"bench", "gemm", "--k", "100000000"}, exitUsage, []string{"--k 100000000"}},
		{"product of too much", []string{"bench", "gemm", "--m", "100000", "--n", "100000"}, exitUsage, []string{"--n 100000", "536870912"}},
		{"more threads than cores can be", []string{"bench", "train", "--threads", "100000"}, exitUsage, []string{"--threads 100000"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			code, stdout, stderr := call(t, tt.args...)
			if code != tt.code {
				t.Errorf("exit code %d, want %d (%s)", code, tt.code, stderr)
			}
			if stdout != "" {
				t.Errorf("standard output %q, want none", stdout)
			}
			if n := strings.Count(strings.TrimSpace(stderr), "\n"); n != 0 {
				t.Errorf("%d lines of error, want one: %q", n+1, stderr)
			}
			for _, word := range tt.words {
				if !strings.Contains(stderr, word) {
					t.Errorf("%q does not name %q", stderr, word)
				}
			}
		})
	}
	left, err := os.ReadDir(empty)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range left {
		t.Errorf("%s was left behind by a refused command", entry.Name())
	}
}

func TestNoBrowser(t *testing.T) {
	missing := filepath.Join(t.TempDir(), "chrome")
	t.Setenv(chrome.BinaryVariable, missing)
	code, _, stderr := call(t, "run", "click-test", "--agent", "random")
	if code != exitFault || !strings.Contains(stderr, missing) || !strings.Contains(stderr, chrome.BinaryVariable) {
		t.Errorf("exit code %d, %q: want %d, the path, and the variable that names it", code, stderr, exitFault)
	}
}

func TestTasksJSON(t *testing.T) {
	code, stdout, stderr := call(t, "tasks", "--json")
	if code != exitDone {
		t.Fatal(stderr)
	}
	var rows []struct {
		Task             string   `json:"task"`
		Lists            []string `json:"lists"`
		LimitS           float64  `json:"limit_s"`
		Actions          []string `json:"actions"`
		SuccessThreshold float64  `json:"success_threshold"`
		MaxSteps         int      `json:"max_steps"`
		Animated         *bool    `json:"animated"`
		Deterministic    *bool    `json:"deterministic"`
	}
	if err := json.Unmarshal([]byte(stdout), &rows); err != nil {
		t.Fatal(err)
	}
	if len(rows) < 12 {
		t.Fatalf("%d tasks, want at least twelve", len(rows))
	}
	for _, r := range rows {
		if r.Task == "" || len(r.Lists) == 0 || r.LimitS <= 0 || len(r.Actions) == 0 || r.SuccessThreshold <= 0 ||
			r.MaxSteps <= 0 || r.Animated == nil || r.Deterministic == nil {
			t.Errorf("incomplete row %+v", r)
		}
	}
}

// One episode twice is the same to the byte, and its page shows it.
func TestRunTwice(t *testing.T) {
	browserOrSkip(t)
	page := filepath.Join(t.TempDir(), "episode.html")
	var outputs [2]string
	for i := range outputs {
		code, stdout, stderr := call(t, "run", "enter-text", "--seed", "3", "--agent", "oracle", "--html", page, "--json")
		if code != exitDone {
			t.Fatal(stderr)
		}
		outputs[i] = stdout
	}
	if outputs[0] != outputs[1] {
		t.Errorf("two runs differ:\n%s\n%s", outputs[0], outputs[1])
	}
	var result runResult
	if err := json.Unmarshal([]byte(outputs[0]), &result); err != nil {
		t.Fatal(err)
	}
	if !result.Success || result.Raw != 1 || result.Score != 1 || len(result.Steps) == 0 || len(result.Steps[0].ObservationSHA256) != 64 {
		t.Errorf("result %+v", result)
	}
	html, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(html, []byte("data:image/png;base64,")) {
		t.Error("the page has no pictures")
	}
}
