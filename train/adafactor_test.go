package train

import (
	"bytes"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pix2act/internal/safetensors"
)

// goldenFile opens a file of the reference values.
func goldenFile(t *testing.T, name string) *safetensors.File {
	t.Helper()
	root := os.Getenv("PIX2ACT_GOLDEN")
	if root == "" {
		t.Skip("PIX2ACT_GOLDEN is not set: the reference values are not checked")
	}
	data, err := os.ReadFile(filepath.Join(root, name))
	if err != nil {
		t.Fatal(err)
	}
	file, err := safetensors.Open(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	return file
}

func floats(t *testing.T, file *safetensors.File, name string) ([]float32, []int) {
	t.Helper()
	info, ok := file.Info(name)
	if !ok {
		t.Fatalf("%s is missing", name)
	}
	values, err := file.Float32s(name, nil)
	if err != nil {
		t.Fatal(err)
	}
	return values, info.Shape
}

func compare(t *testing.T, what string, got, want []float32, tolerance float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%s: %d values, want %d", what, len(got), len(want))
		return
	}
	worst, at := 0.0, 0
	for i := range got {
		// In units of the value above 1, where float32 itself is coarser.
		if d := math.Abs(float64(got[i])-float64(want[i])) / math.Max(1, math.Abs(float64(want[i]))); !(d <= worst) {
			worst, at = d, i
		}
	}
	if !(worst <= tolerance) {
		t.Errorf("%s: off by %g at %d (%g, want %g), tolerance %g", what, worst, at, got[at], want[at], tolerance)
	}
}

// goldenTensors pairs the names of parameters with those of their accumulators.
var goldenTensors = []struct{ name, state string }{
	{"encoder.encoder.layer.0.mlp.wi_0.weight", "encoder/layers_0/mlp/wi_0/kernel"},
	{"encoder.embeddings.row_embedder.weight", "encoder/token_embedder/embedders_0/pos_embedding"},
	{"decoder.layer.0.self_attention.attention.relative_attention_bias.weight", "decoder/relpos_bias/rel_embedding"},
	{"decoder.final_layer_norm.weight", "decoder/decoder_norm/scale"},
	{"encoder.embeddings.patch_projection.bias", "encoder/token_embedder/patch_projection/bias"},
}

// checkState compares accumulators to a share of their largest value. Whole ones
// are stored for the transposed layout.
func checkState(t *testing.T, file *safetensors.File, prefix, name string, s *slot, shape []int) {
	t.Helper()
	for _, m := range s.accumulators() {
		key := prefix + name + strings.Replace(m.suffix, "/", ".", 1)
		want, wantShape := floats(t, file, key)
		if len(wantShape) == 2 && len(shape) == 2 && wantShape[0] != shape[0] {
			want = transposed(want, wantShape[0], wantShape[1])
		}
		largest := 0.0
		for _, v := range want {
			largest = math.Max(largest, math.Abs(float64(v)))
		}
		compare(t, key, m.values, want, 2e-6*largest)
	}
}

func transposed(values []float32, rows, cols int) []float32 {
	out := make([]float32, len(values))
	for r := range rows {
		for c := range cols {
			out[c*rows+r] = values[r*cols+c]
		}
	}
	return out
}

// The optimizer alone, from step 0: given gradients in, parameters and
// accumulators out.
func TestGoldenAdafactor(t *testing.T) {
	steps := goldenFile(t, "adafactor/steps.safetensors")
	start := goldenFile(t, "tiny/model.safetensors")
	schedule := Schedule{Peak: 1e-2, WarmUp: 3, Total: 10}
	for _, g := range goldenTensors {
		value, shape := floats(t, start, g.name)
		a := NewAdafactor([]Parameter{{Name: g.name, Shape: shape, Value: value}}, 2)
		for step := range 5 {
			gradient, _ := floats(t, steps, fmt.Sprintf("%d.gradient.%s", step, g.name))
			if err := a.Update(step, schedule.Rate(step), [][]float32{gradient}); err != nil {
				t.Fatal(err)
			}
			after, _ := floats(t, steps, fmt.Sprintf("%d.after.%s", step, g.name))
			compare(t, fmt.Sprintf("step %d of %s", step, g.name), value, after, 1e-6)
			checkState(t, steps, fmt.Sprintf("%d.state.", step), g.state, a.slots[0], shape)
		}
	}
}

// Late steps, with the accumulators restored and with accumulators of zero.
func TestGoldenAdafactorLate(t *testing.T) {
	steps := goldenFile(t, "adafactor/steps.safetensors")
	late := goldenFile(t, "adafactor/late.safetensors")
	start := goldenFile(t, "tiny/model.safetensors")
	const first = 280000
	schedule := Schedule{Peak: 1e-2, WarmUp: 2, Total: 10, Start: first}
	for _, kind := range []string{"restored", "zero"} {
		for _, g := range goldenTensors {
			value, shape := floats(t, start, g.name)
			a := NewAdafactor([]Parameter{{Name: g.name, Shape: shape, Value: value}}, 1)
			if kind == "restored" {
				for _, m := range a.slots[0].accumulators() {
					from, fromShape := floats(t, late, "start."+g.state+strings.Replace(m.suffix, "/", ".", 1))
					if len(fromShape) == 2 && fromShape[0] != shape[0] {
						from = transposed(from, fromShape[0], fromShape[1])
					}
					copy(m.values, from)
				}
			}
			for i := range 3 {
				gradient, _ := floats(t, steps, fmt.Sprintf("%d.gradient.%s", i, g.name))
				if err := a.Update(first+i, schedule.Rate(first+i), [][]float32{gradient}); err != nil {
					t.Fatal(err)
				}
				name := fmt.Sprintf("%s.%d.after.%s", kind, first+i, g.name)
				if _, ok := late.Info(name); ok {
					after, _ := floats(t, late, name)
					compare(t, name, value, after, 1e-6)
				}
			}
			checkState(t, late, kind+".280002.state.", g.state, a.slots[0], shape)
		}
	}
}

var update = flag.Bool("update", false, "rewrite testdata from the folder PIX2ACT_GOLDEN")

const referenceSteps = 3

// The same as TestGoldenAdafactor on a part of the reference values that is
// kept beside the test: a factored matrix and the unfactored small tensors.
func TestAdafactorReference(t *testing.T) {
	path := filepath.Join("testdata", "adafactor.safetensors")
	if *update {
		writeReference(t, path)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	file, err := safetensors.Open(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	schedule := Schedule{Peak: 1e-2, WarmUp: 3, Total: 10}
	for _, g := range goldenTensors {
		if _, ok := file.Info("start." + g.name); !ok {
			continue
		}
		value, shape := floats(t, file, "start."+g.name)
		a := NewAdafactor([]Parameter{{Name: g.name, Shape: shape, Value: value}}, 2)
		for step := range referenceSteps {
			gradient, _ := floats(t, file, fmt.Sprintf("%d.gradient.%s", step, g.name))
			if err := a.Update(step, schedule.Rate(step), [][]float32{gradient}); err != nil {
				t.Fatal(err)
			}
		}
		after, _ := floats(t, file, "after."+g.name)
		compare(t, g.name, value, after, 1e-6)
	}
}

func writeReference(t *testing.T, path string) {
	t.Helper()
	steps := goldenFile(t, "adafactor/steps.safetensors")
	start := goldenFile(t, "tiny/model.safetensors")
	var arrays []safetensors.Array
	add := func(to string, file *safetensors.File, from string) {
		values, shape := floats(t, file, from)
		arrays = append(arrays, safetensors.Array{Name: to, Shape: shape, Floats: values})
	}
	for _, g := range goldenTensors {
		if strings.Contains(g.name, "row_embedder") {
			continue // large, and unfactored like the small ones
		}
		add("start."+g.name, start, g.name)
		for step := range referenceSteps {
			name := fmt.Sprintf("%d.gradient.%s", step, g.name)
			add(name, steps, name)
		}
		add("after."+g.name, steps, fmt.Sprintf("%d.after.%s", referenceSteps-1, g.name))
	}
	var out bytes.Buffer
	if err := safetensors.Write(&out, arrays, nil); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, out.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestAdafactorThreadsAndState(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	shapes := [][]int{{130, 140}, {150, 128}, {128, 128}, {64, 200}, {33}}
	make1 := func() []Parameter {
		random := rand.New(rand.NewPCG(3, 4))
		var list []Parameter
		for i, shape := range shapes {
			n := 1
			for _, d := range shape {
				n *= d
			}
			p := Parameter{Name: fmt.Sprint("p", i), Shape: shape, Value: make([]float32, n)}
			for j := range p.Value {
				p.Value[j] = random.Float32() - 0.5
			}
			list = append(list, p)
		}
		return list
	}
	gradients := func() [][]float32 {
		var list [][]float32
		for _, p := range make1() {
			g := make([]float32, len(p.Value))
			for j := range g {
				g[j] = random.Float32() - 0.5
			}
			list = append(list, g)
		}
		return list
	}
	p1, p2 := make1(), make1()
	a1, a2 := NewAdafactor(p1, 1), NewAdafactor(p2, 3)
	for step := range 4 {
		g := gradients()
		if err := a1.Update(step, 1e-2, g); err != nil {
			t.Fatal(err)
		}
		if step == 2 { // a fresh optimizer that reads the state goes on the same way
			var file bytes.Buffer
			if err := safetensors.Write(&file, a2.Arrays(), nil); err != nil {
				t.Fatal(err)
			}
			a2 = NewAdafactor(p2, 2)
			opened, err := safetensors.Open(bytes.NewReader(file.Bytes()), int64(file.Len()))
			if err != nil {
				t.Fatal(err)
			}
			if err := a2.Restore(opened); err != nil {
				t.Fatal(err)
			}
		}
		if err := a2.Update(step, 1e-2, g); err != nil {
			t.Fatal(err)
		}
		for i := range p1 {
			compare(t, fmt.Sprint("step ", step, " parameter ", i), p2[i].Value, p1[i].Value, 0)
		}
	}
	if err := a1.Update(9, 1, nil); err == nil {
		t.Error("missing gradients were accepted")
	}
}

func BenchmarkAdafactor(b *testing.B) {
	var list []Parameter
	var gradients [][]float32
	for i := range 32 {
		n := 192 * 512
		p := Parameter{Name: fmt.Sprint(i), Shape: []int{192, 512}, Value: make([]float32, n)}
		g := make([]float32, n)
		for j := range g {
			g[j], p.Value[j] = float32(j%7)-3, 1
		}
		list, gradients = append(list, p), append(gradients, g)
	}
	a := NewAdafactor(list, 2)
	for b.Loop() {
		if err := a.Update(5, 1e-4, gradients); err != nil {
			b.Fatal(err)
		}
	}
}
