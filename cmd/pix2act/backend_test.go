package main

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pix2act/tensor/xla"
	"pix2act/tensor/xla/xlatest"
)

// testPlugin is --backend of the tests' plugin; without one it skips.
func testPlugin(t *testing.T) string {
	t.Helper()
	xlatest.Device(t, 1)
	return xlaPrefix + os.Getenv(xlatest.PluginVariable)
}

func TestBackendRefused(t *testing.T) {
	nothing := filepath.Join(t.TempDir(), "plugin.so")
	text := filepath.Join(t.TempDir(), "text.so")
	if err := os.WriteFile(text, []byte("no library"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := xla.Open(nothing, xla.Options{})
	built := !errors.Is(err, xla.ErrNotBuilt)
	for _, c := range []struct {
		backend string
		words   string // of builds with the executor
	}{
		{"gpu", "auto, cpu, or xla:"}, {"xla:", "auto, cpu, or xla:"}, {xlaPrefix + nothing, "no such file"}, {xlaPrefix + text, "no shared library"},
	} {
		words := c.words
		if !built && c.words != "auto, cpu, or xla:" {
			words = xla.BuildCommand
		}
		for _, command := range [][]string{{"bench", "model"}, {"bench", "train"}, {"run", "click-test"}, {"eval", "--tasks", "click-test", "--seeds", "1..1"},
			{"serve", "model"}, {"train", "policy", "--data", "none", "--out", filepath.Join(t.TempDir(), "run")}} {
			code, stdout, stderr := call(t, append(command, "--backend", c.backend)...)
			if code != exitUsage || stdout != "" || strings.Count(stderr, "\n") != 1 || !strings.Contains(stderr, words) || !strings.Contains(stderr, c.backend) {
				t.Errorf("%v with %s: code %d, %q; want a line with %q", command, c.backend, code, stderr, words)
			}
		}
	}
}

// TestBackendsAnswerAlike asks the bundled agent on both executors.
func TestBackendsAnswerAlike(t *testing.T) {
	plugin := testPlugin(t)
	ask := predicter(t)
	want, got := ask("--backend", "cpu"), ask("--backend", plugin)
	if len(want.Pictures[0].Beam) == 0 {
		t.Fatal("no answer")
	}
	for i, w := range want.Pictures[0].Beam {
		g := got.Pictures[0].Beam[i]
		if g.Action != w.Action || math.Abs(g.LogProb-w.LogProb) > 1e-3 {
			t.Errorf("answer %d is %v, on the processor %v", i, g, w)
		}
	}
	code, _, stderr := call(t, "bench", "model", "--backend", plugin, "--weights", "bfloat16")
	if code != exitUsage || !strings.Contains(stderr, "float32") {
		t.Errorf("bfloat16 weights: code %d, %s", code, stderr)
	}
}

// TestBackendAuto takes the plugin that the environment names.
func TestBackendAuto(t *testing.T) {
	t.Setenv(pluginVariable, "")
	b, err := Computing{Backend: "auto"}.open()
	if err != nil || b.device != nil {
		t.Fatalf("without a plugin: %v, %v", b, err)
	}
	plugin := testPlugin(t)
	t.Setenv(pluginVariable, strings.TrimPrefix(plugin, xlaPrefix))
	if b, err = (Computing{Backend: "auto"}).open(); err != nil || b.device == nil {
		t.Fatalf("with a plugin: %v, %v", b, err)
	}
	if b, err = (Computing{Backend: "cpu"}).open(); err != nil || b.device != nil {
		t.Fatalf("cpu with a plugin: %v, %v", b, err)
	}
	detail, err := acceleratorDetail()
	if err != nil || !strings.Contains(detail, "PJRT") {
		t.Errorf("doctor: %s, %v", detail, err)
	}
}
