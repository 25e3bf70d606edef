package main

import (
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Two tasks give two pictures, wide enough for both.
func TestContactSheet(t *testing.T) {
	browserOrSkip(t)
	out := filepath.Join(t.TempDir(), "sheets")
	code, stdout, stderr := call(t, "contact-sheet", "--tasks", "click-test,focus-text", "--out", out)
	if code != exitDone || !strings.Contains(stdout, "2 tasks: ") {
		t.Fatalf("exit code %d, %s%s", code, stdout, stderr)
	}
	for _, name := range []string{"start.png", "end.png"} {
		file, err := os.Open(filepath.Join(out, name))
		if err != nil {
			t.Fatal(err)
		}
		picture, err := png.Decode(file)
		file.Close()
		if err != nil || picture.Bounds().Dx() < 2*160 || picture.Bounds().Dy() < 210 {
			t.Errorf("%s: %v, %v", name, picture.Bounds(), err)
		}
	}
	nowhere := filepath.Join(t.TempDir(), "none")
	if code, _, stderr := call(t, "contact-sheet", "--tasks", "no-such-task", "--out", nowhere); code != exitUsage || !strings.Contains(stderr, "no-such-task") {
		t.Errorf("an unknown task: exit code %d, %s", code, stderr)
	}
	if _, err := os.Stat(nowhere); err == nil {
		t.Error("a refused command leaves a folder")
	}
}
