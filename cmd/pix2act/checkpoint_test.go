package main

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pix2act/agent"
	"pix2act/agent/bundled"
	"pix2act/internal/t5x/t5xtest"
	"pix2act/pix2struct"
)

const bundledFolder = "../../agent/bundled/checkpoint"

func inspect(t *testing.T, args ...string) inspectResult {
	t.Helper()
	code, out, stderr := call(t, append([]string{"inspect", "--json"}, args...)...)
	if code != exitDone {
		t.Fatalf("inspect %v: exit code %d: %s", args, code, stderr)
	}
	var r inspectResult
	if err := json.Unmarshal([]byte(out), &r); err != nil {
		t.Fatal(err)
	}
	return r
}

func convert(t *testing.T, args ...string) convertResult {
	t.Helper()
	code, out, stderr := call(t, append([]string{"convert", "--json"}, args...)...)
	if code != exitDone {
		t.Fatalf("convert %v: exit code %d: %s", args, code, stderr)
	}
	var r convertResult
	if err := json.Unmarshal([]byte(out), &r); err != nil {
		t.Fatal(err)
	}
	return r
}

// A checkpoint goes through every format that is written and comes back the same.
func TestConvertAndInspect(t *testing.T) {
	dir := t.TempDir()
	ours, theirs, back := filepath.Join(dir, "ours"), filepath.Join(dir, "theirs"), filepath.Join(dir, "back")
	first := convert(t, bundledFolder, ours)
	if r := convert(t, ours, theirs, "--to", "huggingface"); r.From != pix2struct.FormatPix2Act || r.To != pix2struct.FormatHuggingFace || r.SHA256 == first.SHA256 {
		t.Errorf("converted to %+v", r)
	}
	if last := convert(t, theirs, back); last.SHA256 != first.SHA256 || last.From != pix2struct.FormatHuggingFace {
		t.Errorf("came back with SHA-256 %s, was %s", last.SHA256, first.SHA256)
	}
	was, is := inspect(t, bundledFolder), inspect(t, back)
	if was.Parameters != is.Parameters || was.Card.Config != is.Card.Config || *was.Card.Bins != *is.Card.Bins ||
		!was.Card.Created.Equal(is.Card.Created) || !is.Vocabulary.Actions || is.Tensors != 73 || is.SHA256 != first.SHA256 {
		t.Errorf("was %+v, is %+v", was, is)
	}
	if half := convert(t, theirs, back, "--bfloat16", "--overwrite"); half.Storage != "bfloat16" {
		t.Errorf("in half the size: %+v", half)
	}
	if r := inspect(t, back); r.Storage != "bfloat16" {
		t.Errorf("in half the size: %+v", r)
	}
	_, text, _ := call(t, "inspect", back)
	for _, want := range []string{"3,357,984 parameters in 73 tensors, bfloat16", "640 pieces", "32×32 bins, centred", "14500 steps"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in:\n%s", want, text)
		}
	}
	_, text, _ = call(t, "inspect", "--presets")
	if !strings.Contains(text, "gs://pix2act-data/miniwob_mcts/checkpoint_332000") {
		t.Errorf("presets:\n%s", text)
	}
}

// writeReleased writes the bundled weights as the T5X folder of a released checkpoint.
func writeReleased(t *testing.T, name string) string {
	t.Helper()
	checkpoint, err := bundled.Checkpoint()
	if err != nil {
		t.Fatal(err)
	}
	var arrays []t5xtest.Array
	for _, s := range checkpoint.Model.Config.Shapes() {
		arrays = append(arrays, t5xtest.Array{Name: "target/" + s.Name, Shape: s.Dimensions, Values: checkpoint.Model.Parameters[s.Name].Data})
	}
	dir := filepath.Join(t.TempDir(), name)
	err = t5xtest.Write(filepath.Join(dir, "checkpoint_332000"), arrays, t5xtest.Options{Step: 332000, Compressor: "gzip", Driver: "gfile"})
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "sentencepiece.model"), checkpoint.SPM, 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// A released checkpoint is used by its path, with the settings it was trained with.
func TestReleasedAgent(t *testing.T) {
	dir := writeReleased(t, "miniwob_mcts")
	if r := inspect(t, dir); r.Step != 332000 || r.Preset != "miniwob_mcts" || r.Card.Config.MaxPatches != 512 || r.Card.Config.TargetLength != 16 {
		t.Errorf("inspected: %+v", r)
	}
	p, err := openPlayer(t.Context(), dir, "", Computing{}, 0, 1)
	if err != nil {
		t.Fatal(err)
	}
	if s := p.Settings; s.Bins != defaultSettings.Bins || !s.ReferenceScroll || !s.ReferenceKeys {
		t.Errorf("settings %+v", s)
	}
	if _, err = openPlayer(t.Context(), dir, "miniwob_bc_100", Computing{}, 0, 1); !errors.Is(err, agent.ErrWrongPreset) {
		t.Errorf("the preset of a model of another size: %v", err)
	}
	if p, err = openPlayer(t.Context(), bundledFolder, "", Computing{}, 0, 1); err != nil || p.Settings != defaultSettings {
		t.Errorf("a checkpoint of ours: %v, %v", p, err)
	}
	browserOrSkip(t)
	code, out, stderr := call(t, "run", "click-test", "--seed", "3", "--agent", dir, "--max-steps", "2", "--json")
	var r runResult
	if code != exitDone || json.Unmarshal([]byte(out), &r) != nil || len(r.Steps) == 0 {
		t.Errorf("exit code %d, %s%s", code, out, stderr)
	}
}

// Bad input is one line that names the thing and the way out.
func TestBadCheckpoints(t *testing.T) {
	dir := t.TempDir()
	pickle := filepath.Join(dir, "pickle")
	if code, _, stderr := call(t, "convert", bundledFolder, pickle, "--to", "huggingface"); code != exitDone {
		t.Fatal(stderr)
	}
	if err := os.Rename(filepath.Join(pickle, "model.safetensors"), filepath.Join(pickle, "pytorch_model.bin")); err != nil {
		t.Fatal(err)
	}
	there, linked, mute := filepath.Join(dir, "there"), filepath.Join(dir, "linked"), filepath.Join(dir, "mute")
	for _, copied := range []string{there, mute} {
		if err := os.CopyFS(copied, os.DirFS(bundledFolder)); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(os.Symlink(there, linked), os.Remove(filepath.Join(mute, "spiece.model"))); err != nil {
		t.Fatal(err)
	}
	critic := writeReleased(t, "miniwob_critic")
	unfinished := filepath.Join(dir, "checkpoint_5.tmp-17")
	if err := os.Rename(filepath.Join(writeReleased(t, "x"), "checkpoint_332000"), unfinished); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		args  []string
		code  int
		words []string
	}{
		"no folder":          {[]string{"inspect", filepath.Join(dir, "none")}, exitUsage, []string{"none"}},
		"empty folder":       {[]string{"inspect", dir}, exitUsage, []string{dir, "card.json", "config.json"}},
		"no argument":        {[]string{"inspect"}, exitUsage, []string{"one checkpoint folder"}},
		"pickle":             {[]string{"convert", pickle, filepath.Join(dir, "out")}, exitFault, []string{"pytorch_model.bin is a pickle", "save_pretrained"}},
		"unfinished":         {[]string{"run", "click-test", "--agent", unfinished}, exitFault, []string{"unfinished"}},
		"one argument":       {[]string{"convert", bundledFolder}, exitUsage, []string{"the folder to write"}},
		"format":             {[]string{"convert", bundledFolder, filepath.Join(dir, "out"), "--to", "t5x"}, exitUsage, []string{"t5x", "huggingface"}},
		"preset":             {[]string{"convert", bundledFolder, filepath.Join(dir, "out"), "--preset", "x"}, exitUsage, []string{`"x"`, "webshop_bc"}},
		"vocabulary":         {[]string{"convert", critic, filepath.Join(dir, "out"), "--vocabulary", filepath.Join(dir, "none.model")}, exitUsage, []string{"none.model"}},
		"folder in use":      {[]string{"convert", bundledFolder, dir}, exitUsage, []string{"is not replaced", "choose another folder"}},
		"nothing to convert": {[]string{"convert", filepath.Join(dir, "none"), filepath.Join(dir, "out")}, exitUsage, []string{"none", "no checkpoint"}},
		"unwritable": {[]string{"convert", bundledFolder, filepath.Join(pickle, "config.json", "out")}, exitFault,
			[]string{"config.json", "cannot be written", "choose another folder"}},
		"onto itself":      {[]string{"convert", there, linked, "--overwrite"}, exitUsage, []string{linked, "is read", "another"}},
		"into itself":      {[]string{"convert", there, filepath.Join(linked, "sub"), "--overwrite"}, exitUsage, []string{"sub", "is read", "another"}},
		"onto another":     {[]string{"convert", bundledFolder, there}, exitUsage, []string{there, "already", "--overwrite"}},
		"preset of a card": {[]string{"convert", "bundled", filepath.Join(dir, "out"), "--preset", "miniwob_mcts"}, exitUsage, []string{"--preset", "bundled"}},
		"preset of bins":   {[]string{"convert", bundledFolder, filepath.Join(dir, "out"), "--preset", "miniwob_mcts"}, exitUsage, []string{"miniwob_mcts", "its card"}},
		"one level deeper": {[]string{"inspect", filepath.Dir(bundledFolder)}, exitUsage, []string{"the folder checkpoint", "give that"}},
		"no words":         {[]string{"inspect", mute}, exitFault, []string{"no vocabulary", "spiece.model", "--vocabulary"}},
		"no policy":        {[]string{"run", "click-test", "--agent", critic}, exitUsage, []string{"miniwob_critic", "does not answer with actions"}},
		"needless preset":  {[]string{"run", "click-test", "--agent", "random", "--preset", "webshop_bc"}, exitUsage, []string{"--preset", "random"}},
	} {
		code, stdout, stderr := call(t, c.args...)
		if code != c.code || stdout != "" || strings.Count(strings.TrimSpace(stderr), "\n") != 0 {
			t.Errorf("%s: exit code %d, want %d; %q %q", name, code, c.code, stdout, stderr)
		}
		for _, word := range c.words {
			if !strings.Contains(stderr, word) {
				t.Errorf("%s: %q is not in %q", name, word, stderr)
			}
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "out")); err == nil {
		t.Error("something was written")
	}
	if was, is := inspect(t, "bundled"), inspect(t, there); was.SHA256 != is.SHA256 || was.Path != "bundled" {
		t.Errorf("the checkpoint that was not to be replaced holds %s, was %s", is.SHA256, was.SHA256)
	}
	if r := convert(t, "bundled", there, "--overwrite", "--bfloat16"); r.In != "bundled" || inspect(t, there).Storage != "bfloat16" {
		t.Errorf("with --overwrite: %+v", r)
	}
}
