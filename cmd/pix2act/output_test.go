package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pix2act/chrome"
	"pix2act/score"
)

var errFull = errors.New("no space left")

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errFull }

// A command whose output is lost says so, whichever it is.
func TestOutputLost(t *testing.T) {
	for _, args := range [][]string{{"tasks"}, {"tasks", "--json"}, {"--help"}, {"eval", "--help"}, {"inspect", "--presets"}} {
		var stderr bytes.Buffer
		code := execute(context.Background(), args, full{}, &stderr)
		if code != exitFault || !strings.Contains(stderr.String(), errFull.Error()) {
			t.Errorf("%v: exit code %d, %q", args, code, stderr.String())
		}
	}
	browserOrSkip(t)
	var stderr bytes.Buffer
	if code := execute(context.Background(), []string{"run", "click-test", "--agent", "random"}, full{}, &stderr); code != exitFault {
		t.Errorf("run: exit code %d, %q", code, stderr.String())
	}
}

func TestWriteFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "file")
	text := func(s string) func(io.Writer) error {
		return func(w io.Writer) error { _, err := io.WriteString(w, s); return err }
	}
	for _, s := range []string{"one", "two"} {
		if err := writeFile(path, text(s)); err != nil {
			t.Fatal(err)
		}
	}
	if err := writeFile(path, func(io.Writer) error { return errFull }); !errors.Is(err, errFull) || !strings.Contains(err.Error(), path) {
		t.Errorf("error %v", err)
	}
	if data, err := os.ReadFile(path); err != nil || string(data) != "two" {
		t.Errorf("the file has %q, %v", data, err)
	}
	for _, bad := range []string{dir, filepath.Join(dir, "none", "file"), filepath.Join(path, "file")} {
		err := writeFile(bad, text("x"))
		if err == nil || !strings.Contains(err.Error(), bad) || strings.Contains(err.Error(), ".file.") {
			t.Errorf("%s: %v", bad, err)
		}
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 1 {
		t.Errorf("left in the folder: %v, %v", entries, err)
	}
}

// brokenBrowser is a browser that tells its version and dies whenever it is started.
func brokenBrowser(t *testing.T) {
	t.Helper()
	script := filepath.Join(t.TempDir(), "headless-shell")
	text := "#!/bin/sh\n[ \"$1\" = --version ] && echo Chromium 1.2.3.4 && exit\necho no display >&2\nexit 7\n"
	if err := os.WriteFile(script, []byte(text), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv(chrome.BinaryVariable, script)
}

// What could not be played at all is a fault and no measurement: its reasons are told, and no report is written.
func TestAllLost(t *testing.T) {
	brokenBrowser(t)
	out := filepath.Join(t.TempDir(), "out")
	code, stdout, stderr := call(t, "eval", "--tasks", "click-test", "--seeds", "1..2", "--agent", "random", "--out", out, "--json")
	var printed score.Report
	if err := json.Unmarshal([]byte(stdout), &printed); err != nil {
		t.Fatal(err, stdout)
	}
	if _, err := os.Stat(out); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the folder of a report of nothing: %v", err)
	}
	if code != exitFault || printed.Episodes != 0 || printed.Missing != 2 || len(printed.Faults) != 2 || strings.Count(stderr, "\n") != 1 || !strings.Contains(stderr, "no display") {
		t.Errorf("exit code %d, %q, %+v", code, stderr, printed.Tasks)
	}
	for _, f := range printed.Faults {
		for _, text := range f.Errors {
			if strings.Contains(text, "\n") {
				t.Errorf("a fault of several lines: %q", text)
			}
		}
	}
	if code, stdout, _ = call(t, "eval", "--tasks", "click-test", "--seeds", "1..2", "--agent", "random"); code != exitFault || stdout != "" {
		t.Errorf("exit code %d, a table of nothing: %s", code, stdout)
	}
	code, stdout, stderr = call(t, "run", "click-test", "--agent", "random")
	if code != exitFault || !strings.Contains(stdout, "no success (fault") || strings.Count(stderr, "\n") != 1 {
		t.Errorf("run: exit code %d, %q, %q", code, stdout, stderr)
	}
}
