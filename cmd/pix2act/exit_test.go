package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"pix2act/episode"
)

// writeSet makes a small finished data set.
func writeSet(t *testing.T, dir string, seeds episode.SeedRange) {
	t.Helper()
	w, err := episode.NewWriter(dir, episode.Options{Manifest: episode.Manifest{Suite: "miniwob", Tasks: []string{"click-test"}, Seeds: seeds}, Episodes: true})
	if err != nil {
		t.Fatal(err)
	}
	for seed := seeds.First; seed <= seeds.Last; seed++ {
		r := played(t, "click-test", seed, 1, "click 3 4")
		r.Episode.Suite, r.Episode.Mode = "miniwob", "train"
		if err := w.Add(r); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := w.Close(); err != nil {
		t.Fatal(err)
	}
}

// The commands that learn and convert agree on what is a fault and what is a wrong question: 2 for what is malformed or not
// there, 1 for what is damaged or cannot be written. Each says so in one line that names the thing, and leaves nothing.
func TestExitCodes(t *testing.T) {
	dir := t.TempDir()
	data, out := filepath.Join(dir, "data"), filepath.Join(dir, "out")
	writeSet(t, data, episode.SeedRange{First: 1000000, Last: 1000019})
	text := filepath.Join(dir, "text")
	if err := os.Mkdir(text, 0o777); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(text, "note.txt")
	if err := os.WriteFile(file, []byte("note"), 0o666); err != nil {
		t.Fatal(err)
	}
	nothing := filepath.Join(dir, "nothing")
	damaged := filepath.Join(dir, "damaged")
	if err := os.CopyFS(damaged, os.DirFS(bundledFolder)); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(filepath.Join(damaged, "model.safetensors"), 20000); err != nil {
		t.Fatal(err)
	}
	broken := filepath.Join(dir, "broken")
	if err := os.CopyFS(broken, os.DirFS(data)); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(broken, episode.ManifestName), []byte("{"), 0o666); err != nil {
		t.Fatal(err)
	}
	below := filepath.Join(file, "out")
	policy := func(more ...string) []string {
		return append([]string{"train", "policy", "--data", data, "--out", out, "--steps", "4"}, more...)
	}
	for _, c := range []struct {
		args  []string
		code  int
		words string // that the line has, separated by spaces
	}{
		{policy("--data", nothing), exitUsage, "nothing"},
		{policy("--data", text), exitUsage, "text demos"},
		{policy("--data", broken), exitFault, "broken manifest"},
		{policy("--size", "huge"), exitUsage, "huge small"},
		{policy("--schedule", "fast"), exitUsage, "fast scratch"},
		{policy("--batch", "0"), exitUsage, "--batch"},
		{policy("--steps", "0"), exitUsage, "--steps"},
		{policy("--until", "5"), exitUsage, "--until 5 4"},
		{policy("--z-loss", "-1"), exitUsage, "--z-loss"},
		{policy("--weight-decay", "NaN"), exitUsage, "--weight-decay"},
		{policy("--eval-examples", "-1"), exitUsage, "--eval-examples"},
		{policy("--rate", "-1"), exitUsage, "--rate"},
		{policy("--init", nothing), exitUsage, "nothing"},
		{policy("--init", text), exitUsage, "text card.json"},
		{policy("--init", damaged), exitFault, "damaged truncated"},
		{policy("--init", bundledFolder, "--size", "base"), exitUsage, "size base"},
		{policy("--out", text), exitUsage, "text note.txt"},
		{policy("--out", below), exitFault, "written --out"},
		{policy("--out", file), exitFault, "written --out"},
		{[]string{"train", "value", "--data", nothing, "--out", out}, exitUsage, "nothing"},
		{[]string{"train", "value", "--data", text, "--out", out}, exitUsage, "text --episodes"},
		{[]string{"train", "value", "--data", data, "--out", below}, exitFault, "written --out"},
		{[]string{"pretrain", "--out", out, "--size", "huge"}, exitUsage, "huge small"},
		{[]string{"pretrain", "--out", out, "--batch", "0"}, exitUsage, "--batch"},
		{[]string{"pretrain", "--out", out, "--threads", "-1"}, exitUsage, "--threads"},
		{[]string{"pretrain", "--out", below}, exitFault, "written --out"},
		{[]string{"pretrain", "data", "--out", below}, exitFault, "written --out"},
		{[]string{"pretrain", "sheet", "--data", nothing, "--out", out + ".png"}, exitUsage, "nothing"},
		{[]string{"pretrain", "sheet", "--data", data, "--out", below}, exitFault, "written --out"},
		{[]string{"experiment", "pretraining", "--out", out, "--demos", nothing}, exitUsage, "nothing"},
		{[]string{"experiment", "pretraining", "--out", below, "--demos", data}, exitFault, "written --out"},
		{[]string{"experiment", "transfer", "--out", below, "--data", data}, exitFault, "written --out"},
		{[]string{"experiment", "transfer", "--out", out, "--data", nothing}, exitUsage, "nothing"},
		{[]string{"experiment", "ablations", "--data", data, "--size", "huge"}, exitUsage, "huge small"},
		{[]string{"convert", nothing, out}, exitUsage, "nothing"},
		{[]string{"convert", text, out}, exitUsage, "text card.json"},
		{[]string{"convert", damaged, out}, exitFault, "damaged truncated"},
		{[]string{"convert", bundledFolder, text}, exitUsage, "note.txt"},
		{[]string{"convert", bundledFolder, below}, exitFault, "written another"},
		{[]string{"convert", bundledFolder, out, "--vocabulary", nothing}, exitUsage, "nothing"},
		{[]string{"demos", "convert", nothing, "--out", out}, exitUsage, "nothing"},
		{[]string{"demos", "convert", data, "--out", below}, exitFault, "written --out"},
		{[]string{"demos", "convert", data, "--out", text}, exitUsage, "note.txt --out"},
		{[]string{"bench", "train", "--size", "huge"}, exitUsage, "huge small"},
		{[]string{"bench", "model", "--size", "huge"}, exitUsage, "huge small"},
		{[]string{"bench", "weights", "--data", nothing}, exitUsage, "nothing"},
		{[]string{"bench", "weights", "--data", data, "--agent", text}, exitUsage, "text card.json"},
	} {
		code, stdout, stderr := call(t, c.args...)
		if code != c.code || stdout != "" || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%v: exit code %d, want %d; %q %q", c.args, code, c.code, stdout, stderr)
		}
		if strings.Count(stderr, "choose") > 1 || strings.Count(stderr, "--out") > 1 {
			t.Errorf("%v: the advice is there twice: %s", c.args, stderr)
		}
		for _, word := range strings.Fields(c.words) {
			if !strings.Contains(stderr, word) {
				t.Errorf("%v: %q does not name %q", c.args, stderr, word)
			}
		}
	}
	for _, left := range []string{out, out + "-data", out + ".png"} {
		if _, err := os.Lstat(left); err == nil {
			t.Errorf("%s was left behind by a refused command", left)
		}
	}
}

// What stands in a folder of demonstrations already is told with what differs, and with the flags that help.
func TestDemosExist(t *testing.T) {
	browserOrSkip(t)
	data := filepath.Join(t.TempDir(), "data")
	demos := func(more ...string) []string {
		return append([]string{"demos", "--tasks", "click-test", "--seeds", "1000000..1000001", "--out", data}, more...)
	}
	if code, _, stderr := call(t, demos()...); code != exitDone {
		t.Fatal(stderr)
	}
	for _, c := range []struct{ args, words []string }{
		{demos(), []string{data, "finished already", "--out", "--overwrite"}},
		{demos("--seeds", "1000000..1000002"), []string{"seeds: 1000000..1000001, wanted 1000000..1000002", "--overwrite"}},
		{demos("--tasks", "click-test,enter-text"), []string{"tasks: click-test, wanted click-test,enter-text", "--overwrite"}},
		{demos("--jitter"), []string{"variation: none, wanted jitter"}},
	} {
		code, _, stderr := call(t, c.args...)
		if code != exitUsage {
			t.Errorf("%v: exit code %d: %s", c.args, code, stderr)
		}
		for _, word := range c.words {
			if !strings.Contains(stderr, word) {
				t.Errorf("%v: %q does not say %q", c.args, stderr, word)
			}
		}
	}
	if code, _, stderr := call(t, demos("--overwrite")...); code != exitDone {
		t.Error(stderr)
	}
}

// TestDemosLost checks that episodes lost to faults leave the data set unfinished, so that the same command plays them.
func TestDemosLost(t *testing.T) {
	binary, err := exec.LookPath("true")
	if err != nil {
		t.Skipf("!!! SKIPPED: %v", err)
	}
	t.Setenv("PIX2ACT_CHROME", binary) // ends at once
	out := filepath.Join(t.TempDir(), "data")
	args := []string{"demos", "--tasks", "click-test", "--seeds", "1000000..1000001", "--out", out, "--json"}
	for range 2 {
		code, stdout, stderr := call(t, args...)
		if code != exitFault || !strings.Contains(stdout, `"left": 2`) || !strings.Contains(stderr, "2 episodes were lost") || !strings.Contains(stderr, binary) {
			t.Errorf("exit %d, %s, %s", code, stdout, stderr)
		}
	}
	if _, err := os.Stat(filepath.Join(out, "manifest.json")); err == nil {
		t.Error("the data set was finished")
	}
}
