package train

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"testing"

	"pix2act/pix2struct"
	"pix2act/tensor"
	"pix2act/tensor/xla/xlatest"
)

// goldenBatch is the reference batch, padding rows left out, in parts of micro examples (0: in one).
func goldenBatch(t *testing.T, config pix2struct.Config, micro int) *batch {
	t.Helper()
	file := goldenFile(t, "loss/batch.safetensors")
	values, shape := floats(t, file, "patches") // [examples, rows, 2+values]
	targets, err := file.Int32s("targets", nil)
	if err != nil {
		t.Fatal(err)
	}
	b := &batch{examples: shape[0]}
	var pictures []pix2struct.Patches
	var all [][]int32
	length := len(targets) / shape[0]
	for i := range shape[0] {
		var p pix2struct.Patches
		for r := range shape[1] {
			row := values[(i*shape[1]+r)*shape[2]:][:shape[2]]
			if row[0] > 0 {
				p.N++
				p.Rows = append(p.Rows, int32(row[0]))
				p.Columns = append(p.Columns, int32(row[1]))
				p.Values = append(p.Values, row[2:]...)
			}
		}
		pictures = append(pictures, p)
		target := targets[i*length : (i+1)*length]
		for len(target) > 0 && target[len(target)-1] == pix2struct.PadID {
			target = target[:len(target)-1]
		}
		all = append(all, target)
	}
	if b.parts, err = packParts(config, pictures, all, micro); err != nil {
		t.Fatal(err)
	}
	return b
}

// Five training steps of the reference model: losses, parameters, accumulators. Neither the parts of a batch nor what is
// computed twice changes them.
func TestGoldenTraining(t *testing.T) {
	for _, c := range []struct {
		name      string
		micro     int
		recompute bool
	}{{"whole", 0, false}, {"parts", 1, false}, {"unequal parts", 2, true}, {"recomputed", 0, true}} {
		t.Run(c.name, func(t *testing.T) {
			xlatest.Every(t, func(t *testing.T, executor tensor.Executor) { goldenTraining(t, executor, c.micro, c.recompute) })
		})
	}
}

func goldenTraining(t *testing.T, executor tensor.Executor, micro int, recompute bool) {
	state := goldenFile(t, "adafactor/final_state.safetensors")
	final := goldenFile(t, "adafactor/final.safetensors")
	root := os.Getenv("PIX2ACT_GOLDEN")
	checkpoint, err := pix2struct.Load(filepath.Join(root, "tiny"))
	if err != nil {
		t.Fatal(err)
	}
	var table struct {
		Final map[string]struct{ Stride int }
	}
	text, err := os.ReadFile(filepath.Join(root, "adafactor/adafactor.json"))
	if err == nil {
		err = json.Unmarshal(text, &table)
	}
	if err != nil {
		t.Fatal(err)
	}
	b := goldenBatch(t, checkpoint.Model.Config, micro)
	e := newEngine(checkpoint.Model, executor, 2)
	e.recompute = recompute
	schedule := Schedule{Peak: 1e-2, WarmUp: 3, Total: 10}
	for step, want := range []float64{216.46237, 216.4605, 122.5719, 61.5350, 52.2218} {
		out, err := e.step(t.Context(), step, schedule.Rate(step), b)
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(out.Loss-want) > 1e-4*want {
			t.Errorf("step %d: loss %.6f, want %.4f", step, out.Loss, want)
		}
	}
	for _, g := range []struct {
		theirs, ours string
		transposed   bool
	}{
		{"decoder.embed_tokens.weight", "decoder/token_embedder/embedding", false},
		{"decoder.final_layer_norm.weight", "decoder/decoder_norm/scale", false},
		{"encoder.embeddings.patch_projection.bias", "encoder/token_embedder/patch_projection/bias", false},
		{"encoder.embeddings.row_embedder.weight", "encoder/token_embedder/embedders_0/pos_embedding", false},
		{"encoder.encoder.layer.1.mlp.wi_0.weight", "encoder/layers_1/mlp/wi_0/kernel", true},
		{"encoder.encoder.layer.1.attention.query.weight", "encoder/layers_1/attention/query/kernel", true},
		{"decoder.layer.0.mlp.DenseReluDense.wi_0.weight", "decoder/layers_0/mlp/wi_0/kernel", true},
	} {
		want, _ := floats(t, final, g.theirs)
		p := checkpoint.Model.Parameters[g.ours]
		values := p.Data
		if g.transposed {
			values = transposed(values, p.Shape[0], p.Shape[1])
		}
		stride := max(table.Final[g.theirs].Stride, 1)
		var some []float32
		for i := 0; i < len(values); i += stride {
			some = append(some, values[i])
		}
		compare(t, g.theirs, some, want, 5e-5)
	}
	for _, a := range e.optimizer.Arrays() {
		want, _ := floats(t, state, a.Name)
		largest := 0.0
		for _, v := range want {
			largest = math.Max(largest, math.Abs(float64(v)))
		}
		compare(t, a.Name, a.Floats, want, 1e-3*largest)
	}
}
