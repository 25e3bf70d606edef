package train

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"pix2act/agent"
	"pix2act/internal/t5x/t5xtest"
	"pix2act/pix2struct"
	"pix2act/tensor"
)

// t5xFolder writes a model of size tiny as a T5X checkpoint of step 332000,
// with accumulators where asked.
func t5xFolder(t *testing.T, optimizer bool) string {
	t.Helper()
	spm, err := agent.ActionVocabulary()
	if err != nil {
		t.Fatal(err)
	}
	config, err := pix2struct.Size("tiny", agent.VocabularySize)
	if err != nil {
		t.Fatal(err)
	}
	model, err := pix2struct.New(config, 4)
	if err != nil {
		t.Fatal(err)
	}
	var arrays []t5xtest.Array
	for _, s := range config.Shapes() {
		values := model.Parameters[s.Name].Data
		arrays = append(arrays, t5xtest.Array{Name: "target/" + s.Name, Shape: s.Dimensions, Values: values})
		if !optimizer {
			continue
		}
		squares := make([]float32, len(values))
		for i := range squares {
			squares[i] = 1e-3 + float32(i%5)*1e-4
		}
		state := "state/param_states/" + s.Name
		arrays = append(arrays, t5xtest.Array{Name: state + "/v", Shape: s.Dimensions, Values: squares, Inline: len(s.Dimensions) == 1},
			t5xtest.Array{Name: state + "/v_row", Shape: []int{1}, Values: []float32{0}, Inline: true})
	}
	dir := filepath.Join(t.TempDir(), "checkpoint_332000")
	if err := t5xtest.Write(dir, arrays, t5xtest.Options{Step: 332000, Compressor: "gzip", Driver: "gfile"}); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(filepath.Dir(dir), "sentencepiece.model"), spm, 0o666); err != nil {
		t.Fatal(err)
	}
	return dir
}

// A run that restores the optimizer goes on at its absolute step, also when it
// is stopped and resumed.
func TestRestoreOptimizer(t *testing.T) {
	examples := newToy(t, 16, 3)
	from := t5xFolder(t, true)
	start := func(change func(*Options)) Options {
		o := toyOptions(t, examples, 4)
		o.Size, o.Batch, o.Init, o.EvalExamples = "", 4, from, -1
		change(&o)
		if err := Policy(context.Background(), o); err != nil && !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		return o
	}
	whole := start(func(o *Options) { o.RestoreOptimizer = true })
	plain := start(func(*Options) {})
	parts := start(func(o *Options) { o.RestoreOptimizer, o.Until = true, 2 })
	parts = start(func(o *Options) { o.Out, o.Resume, o.Init = parts.Out, true, "" })

	s, err := readState(filepath.Join(parts.Out, LatestName))
	if err != nil || s.Settings.FirstStep != 332000 || s.Step != 4 {
		t.Errorf("state %+v, %v", s, err)
	}
	want, without := losses(t, whole.Out), losses(t, plain.Out)
	for step, loss := range losses(t, parts.Out) {
		if loss != want[step] {
			t.Errorf("step %d: loss %v after a stop, %v without", step, loss, want[step])
		}
	}
	if len(want) != 4 || want[1] != without[1] || want[4] == without[4] {
		t.Errorf("losses %v with the optimizer's state, %v without", want, without)
	}
}

func TestRestoreOptimizerRefused(t *testing.T) {
	examples := newToy(t, 8, 1)
	o := toyOptions(t, examples, 1)
	o.RestoreOptimizer = true
	if err := Policy(context.Background(), o); !errors.Is(err, ErrOptions) {
		t.Errorf("from nothing: %v", err)
	}
	o.Init, o.Size = t5xFolder(t, false), ""
	if err := Policy(context.Background(), o); !errors.Is(err, pix2struct.ErrNoOptimizer) || !errors.Is(err, ErrOptions) {
		t.Errorf("without a state: %v", err)
	}
}

// The reference checkpoint's accumulators are those of the reference optimizer.
func TestGoldenRestore(t *testing.T) {
	want := goldenFile(t, "adafactor/final_state.safetensors")
	golden := os.Getenv("PIX2ACT_GOLDEN")
	folder, err := pix2struct.Open(filepath.Join(golden, "t5x", "gzip"), pix2struct.OpenOptions{Vocabulary: filepath.Join(golden, "tiny", "spiece.model")})
	if err != nil {
		t.Fatal(err)
	}
	checkpoint, err := folder.Load()
	if err != nil {
		t.Fatal(err)
	}
	state, err := folder.Optimizer()
	if err != nil || state.Step != 280005 {
		t.Fatalf("%+v, %v", state, err)
	}
	e := newEngine(checkpoint.Model, tensor.CPU(1), 1)
	if err := e.optimizer.Restore(state); err != nil {
		t.Fatal(err)
	}
	arrays := e.optimizer.Arrays()
	for _, a := range arrays {
		if values, _ := floats(t, want, a.Name); !slices.Equal(a.Floats, values) {
			t.Errorf("%s differs", a.Name)
		}
	}
	if n := len(want.Names()); n != len(arrays) {
		t.Errorf("%d accumulators, the reference has %d", len(arrays), n)
	}
}
