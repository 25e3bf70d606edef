package pix2struct

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pix2act/internal/t5x/t5xtest"
)

// littleT5X writes a checkpoint as a T5X folder, with the state of an optimizer
// where asked.
func littleT5X(t *testing.T, dir string, c *Checkpoint, o t5xtest.Options, optimizer bool) {
	t.Helper()
	var arrays []t5xtest.Array
	for _, s := range c.Model.Config.Shapes() {
		values := c.Model.Parameters[s.Name].Data
		arrays = append(arrays, t5xtest.Array{Name: t5xParameters + s.Name, Shape: s.Dimensions, Values: values})
		if optimizer {
			state := t5xOptimizer + s.Name
			arrays = append(arrays, t5xtest.Array{Name: state + "/m", Shape: []int{1}, Values: []float32{0}, Inline: true},
				t5xtest.Array{Name: state + "/v", Shape: s.Dimensions, Values: values})
		}
	}
	if err := t5xtest.Write(dir, arrays, o); err != nil {
		t.Fatal(err)
	}
}

func TestT5XFolder(t *testing.T) {
	c := littleCheckpoint(t)
	want := c.Model.Config
	want.TargetLength, want.MaxPatches, want.Fit, want.DropBlank = 16, 512, FitResize, false // which the shapes do not tell
	parent := t.TempDir()
	if err := os.WriteFile(filepath.Join(parent, "sentencepiece.model"), c.SPM, 0o666); err != nil {
		t.Fatal(err)
	}
	newest := filepath.Join(parent, "checkpoint_332000")
	littleT5X(t, newest, c, t5xtest.Options{Step: 332000, Compressor: "zstd", Driver: "gcs", Chunked: true}, true)
	littleT5X(t, filepath.Join(parent, "checkpoint_99000"), c, t5xtest.Options{Step: 99000, Driver: "file"}, false)
	unfinished := filepath.Join(parent, "checkpoint_400000.tmp-1700000000")
	littleT5X(t, unfinished, c, t5xtest.Options{Step: 400000, Driver: "file"}, false)

	var hashes []string
	for _, dir := range []string{parent, newest} {
		got, err := Load(dir)
		if err != nil {
			t.Fatal(err)
		}
		if got.Model.Config != want || got.Step != 332000 {
			t.Errorf("%s: step %d, configuration %+v, want %+v", dir, got.Step, got.Model.Config, want)
		}
		sameParameters(t, got.Model, c.Model)
		hash, err := got.Hash()
		if err != nil {
			t.Fatal(err)
		}
		hashes = append(hashes, hash)
	}
	if hashes[0] != hashes[1] || len(hashes[0]) != 64 {
		t.Errorf("hashes %v", hashes)
	}

	f, err := Open(newest, OpenOptions{})
	if err != nil {
		t.Fatal(err)
	}
	state, err := f.Optimizer()
	if err != nil || state.Step != 332000 {
		t.Fatalf("%+v, %v", state, err)
	}
	if v, err := state.Float32s(patchBias+"/v", []int{c.Model.Config.Hidden}); err != nil || !slices.Equal(v, c.Model.Parameters[patchBias].Data) {
		t.Errorf("accumulator: %v", err)
	}
	older, err := Open(filepath.Join(parent, "checkpoint_99000"), OpenOptions{Vocabulary: filepath.Join(parent, "sentencepiece.model")})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := older.Optimizer(); !errors.Is(err, ErrNoOptimizer) {
		t.Errorf("saved without: %v", err)
	}

	for _, step := range []struct {
		name, remove, open, want string
	}{
		{"unfinished", "", unfinished, "unfinished"},
		{"truncated", filepath.Join(newest, "target.decoder.logits_dense.kernel", "1.1"), newest, "target/" + logitsKernel},
		{"missing array", filepath.Join(newest, "target.encoder.layers_0.mlp.wo.kernel"), newest, "target/encoder/layers_0/mlp/wo/kernel"},
		{"no vocabulary", filepath.Join(parent, "sentencepiece.model"), filepath.Join(parent, "checkpoint_99000"), "sentencepiece.model"},
		{"none finished", newest, parent, "sentencepiece.model"}, // the older one is left
		{"none at all", filepath.Join(parent, "checkpoint_99000"), parent, "neither card.json"},
	} {
		if step.remove != "" {
			if err := os.RemoveAll(step.remove); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := Load(step.open); !errors.Is(err, ErrCheckpoint) || !strings.Contains(err.Error(), step.want) {
			t.Errorf("%s: want %q, got %v", step.name, step.want, err)
		}
	}
	if _, err := Load(filepath.Join(parent, "none")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no folder: %v", err)
	}
}

// Arrays that are no parameters, and trees of another model, are refused.
func TestT5XRefused(t *testing.T) {
	good := littleCheckpoint(t)
	for name, c := range map[string]struct {
		change func([]t5xtest.Array) []t5xtest.Array
		want   string
	}{
		"more": {func(a []t5xtest.Array) []t5xtest.Array {
			return append(a, t5xtest.Array{Name: "target/x", Shape: []int{1}, Values: []float32{1}})
		}, `array "target/x" is no parameter`},
		"shape":     {func(a []t5xtest.Array) []t5xtest.Array { a[4].Shape = []int{8, 8}; return a }, "has shape [8 8]"},
		"no heads":  {func(a []t5xtest.Array) []t5xtest.Array { return without(a, relativeBias) }, relativeBias},
		"rank":      {func(a []t5xtest.Array) []t5xtest.Array { return reshaped(a, patchKernel, []int{768 * 64}) }, "has shape [49152]"},
		"no square": {func(a []t5xtest.Array) []t5xtest.Array { return reshaped(a, patchKernel, []int{767, 1}) }, "patches of 767 values"},
		"no layers": {func(a []t5xtest.Array) []t5xtest.Array { return without(a, "decoder/layers_0/mlp/wo/kernel") }, "decoder_layers is 0"},
		"a gap":     {func(a []t5xtest.Array) []t5xtest.Array { return without(a, "decoder/layers_0/mlp/wi_1/kernel") }, `"target/decoder/layers_0/mlp/wi_1/kernel" is missing`},
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, vocabularyFile), good.SPM, 0o666); err != nil {
			t.Fatal(err)
		}
		var arrays []t5xtest.Array
		for _, s := range good.Model.Config.Shapes() {
			arrays = append(arrays, t5xtest.Array{Name: t5xParameters + s.Name, Shape: s.Dimensions, Values: good.Model.Parameters[s.Name].Data})
		}
		if err := t5xtest.Write(dir, c.change(arrays), t5xtest.Options{Driver: "file"}); err != nil {
			t.Fatal(err)
		}
		if _, err := Load(dir); !errors.Is(err, ErrCheckpoint) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: want %q, got %v", name, c.want, err)
		}
	}
}

func without(arrays []t5xtest.Array, name string) []t5xtest.Array {
	return slices.DeleteFunc(arrays, func(a t5xtest.Array) bool { return a.Name == t5xParameters+name })
}

// reshaped gives an array another shape, with values cut to it.
func reshaped(arrays []t5xtest.Array, name string, shape []int) []t5xtest.Array {
	for i := range arrays {
		if a := &arrays[i]; a.Name == t5xParameters+name {
			n := 1
			for _, d := range shape {
				n *= d
			}
			a.Shape, a.Values = shape, a.Values[:n]
		}
	}
	return arrays
}

// The reference checkpoints of T5X give exactly the reference model.
func TestGoldenT5X(t *testing.T) {
	golden := os.Getenv("PIX2ACT_GOLDEN")
	if golden == "" {
		t.Skip("SKIPPED: PIX2ACT_GOLDEN names no folder")
	}
	want := tiny(t)
	config := want.Model.Config
	config.MaxPatches = 512 // which the shapes do not tell
	for name, step := range map[string]int{"gzip": 280005, "gzip/checkpoint_280005": 280005, "chunked/checkpoint_7": 7, "bfloat16/checkpoint_280000": 280000} {
		f, err := Open(filepath.Join(golden, "t5x", name), OpenOptions{Vocabulary: filepath.Join(golden, "tiny", vocabularyFile)})
		if err != nil {
			t.Fatal(err)
		}
		c, err := f.Load()
		if err != nil {
			t.Fatal(err)
		}
		if c.Step != step || c.Model.Config != config {
			t.Errorf("%s: step %d, configuration %+v", name, c.Step, c.Model.Config)
		}
		sameParameters(t, c.Model, want.Model)
	}
	if _, err := Load(filepath.Join(golden, "t5x", "gzip", "checkpoint_280010.tmp-1700000001")); !errors.Is(err, ErrCheckpoint) {
		t.Errorf("unfinished: %v", err)
	}
}
