package main

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// A recorded command is one that a shell takes apart into the words that were given.
func TestShellLine(t *testing.T) {
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("no shell")
	}
	for _, words := range [][]string{
		{"pix2act", "eval", "--tasks", "click-test,click-button", "--seeds=1..5"},
		{"pix2act", "train", "policy", "--out", "my runs/one", "--data", "it's=2"},
		{"pix2act", "", "$HOME", "`id`", "a\\b", "*", "é", "x\ny", "#", "~"},
	} {
		line := shellLine(words)
		out, err := exec.Command(shell, "-c", `set -- `+line+`; printf '%s\0' "$@"`).Output()
		if got := strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00"); err != nil || !slices.Equal(got, words) {
			t.Errorf("%s: %q, %v, want %q", line, got, err, words)
		}
	}
	if line := shellLine([]string{"pix2act", "--seeds", "1..5", "--data", "d=2,e"}); line != "pix2act --seeds 1..5 --data d=2,e" {
		t.Errorf("needless quotes: %s", line)
	}
}
