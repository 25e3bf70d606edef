package pix2struct

import (
	"fmt"
	"math"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"pix2act/tensor"
	"pix2act/tensor/xla/xlatest"
)

var tinyCheckpoint struct {
	once sync.Once
	*Checkpoint
	err error
}

// tiny is the reference model, read from its Hugging Face folder once.
func tiny(t testing.TB) *Checkpoint {
	t.Helper()
	files := fstest.MapFS{}
	for _, name := range []string{"config.json", "preprocessor_config.json", weightsFile, vocabularyFile} {
		files[name] = &fstest.MapFile{Data: goldenFile(t, "tiny/"+name)}
	}
	tinyCheckpoint.once.Do(func() { tinyCheckpoint.Checkpoint, tinyCheckpoint.err = LoadFS(files) })
	if tinyCheckpoint.err != nil {
		t.Fatal(tinyCheckpoint.err)
	}
	return tinyCheckpoint.Checkpoint
}

// run compiles and runs a graph once.
func run(t testing.TB, executor tensor.Executor, g *tensor.Graph, feeds map[string]any, outputs ...*tensor.Node) [][]float32 {
	t.Helper()
	program, err := executor.Compile(g, outputs)
	if err != nil {
		t.Fatal(err)
	}
	results, err := program.Run(feeds)
	if err != nil {
		t.Fatal(err)
	}
	return results
}

func withParameters(m *Model, feeds map[string]any) map[string]any {
	all := map[string]any{}
	for name, a := range m.Parameters {
		all[name] = a
	}
	for name, v := range feeds {
		all[name] = v
	}
	return all
}

// pictures of the reference batches, by file and most patches.
func goldenPictures(t testing.TB, list []any) []Patches {
	t.Helper()
	var out []Patches
	for _, p := range list {
		pair := p.([]any)
		patches, err := reference(int(pair[1].(float64))).Patches(goldenImage(t, pair[0].(string)+".png"))
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, patches)
	}
	return out
}

func targetsOf(all []int32, length int) [][]int32 {
	var out [][]int32
	for len(all) > 0 {
		ids := all[:length]
		for len(ids) > 0 && ids[len(ids)-1] == PadID {
			ids = ids[:len(ids)-1]
		}
		out = append(out, ids)
		all = all[length:]
	}
	return out
}

func TestGoldenForward(t *testing.T) { xlatest.Every(t, checkForward) }

func checkForward(t *testing.T, executor tensor.Executor) {
	var about struct{ Pictures []any }
	goldenJSON(t, "forward/forward.json", &about)
	f := goldenTensors(t, "forward/forward.safetensors")
	m := tiny(t).Model
	const length, padded, tolerance = 16, 64, 1e-4
	pictures := goldenPictures(t, about.Pictures)
	targets := targetsOf(ints(t, f, "targets"), length)
	feeds, err := Pack(m.Config, pictures, targets)
	if err != nil {
		t.Fatal(err)
	}

	g := tensor.NewGraph()
	b := builder{m.Config, g}
	var nodes []*tensor.Node
	var names []string
	watch := func(format string) func(*tensor.Node) {
		n := 0
		return func(x *tensor.Node) {
			nodes, names = append(nodes, x), append(names, fmt.Sprintf(format, n))
			n++
		}
	}
	read := b.encoder(g.Input(inputPatches, feeds.Rows, 768), g.Ints(inputRows, feeds.Rows), g.Ints(inputColumns, feeds.Rows),
		g.Ints(inputEncoder, 2, 4), watch("encoder_hidden_%d"))
	nodes, names = append(nodes, read), append(names, "encoder_last")
	logits := b.decoder(read, g.Ints(inputPrevious, feeds.Tokens), g.Ints(inputDecoder, 2, 4), g.Ints(inputCross, 2, 4), watch("decoder_hidden_%d"))
	nodes, names = append(nodes, logits), append(names, "logits")
	nodes, names = append(nodes, b.bias(length)), append(names, "bias")
	results := run(t, executor, g, withParameters(m, feeds.Values), nodes...)

	for n, got := range results {
		name := names[n]
		if name == "bias" {
			want := floats(t, f, "self_attention_bias")
			for h := range 4 {
				for q := range length {
					for k := range q + 1 {
						if got[h*length+q-k] != want[(h*length+q)*length+k] {
							t.Errorf("bias of head %d, distance %d is %v", h, q-k, got[h*length+q-k])
						}
					}
				}
			}
			continue
		}
		if name == "decoder_hidden_2" {
			continue // the reference has it only after the norm
		}
		if _, ok := f.Info(name); !ok && name != "logits" {
			continue // the committed part has only the end
		}
		want := floats(t, f, name)
		largest, at, encoder := 0.0, 0, strings.HasPrefix(name, "encoder")
		for p := range pictures {
			rows, stride := len(targets[p]), length
			if encoder {
				rows, stride = pictures[p].N, padded
			}
			width := len(want) / 2 / stride
			largest = max(largest, worst(t, got[at*width:(at+rows)*width], want[p*stride*width:][:rows*width]))
			at += rows
		}
		t.Logf("%s differs by at most %.2g", name, largest)
		if !(largest <= tolerance) {
			t.Errorf("%s differs by %g, allowed are %g", name, largest, tolerance)
		}
	}
	for d, want := range ints(t, f, "buckets") {
		if got := bucket(d); got != int(want) {
			t.Errorf("bucket(%d) = %d, want %d", d, got, want)
		}
	}
}

func TestGoldenLoss(t *testing.T) { xlatest.Every(t, checkLoss) }

func checkLoss(t *testing.T, executor tensor.Executor) {
	var about struct {
		Pictures  []any
		Texts     []string
		Loss      float64
		WeightSum float64 `json:"weight_sum"`
		Gradients map[string]struct {
			Norm   float64
			MaxAbs float64 `json:"max_abs"`
			Sum    float64
		}
	}
	goldenJSON(t, "loss/loss.json", &about)
	c := tiny(t)
	m := c.Model
	var targets [][]int32
	for _, text := range about.Texts {
		targets = append(targets, Target(c.Vocabulary, text, 16))
	}
	feeds, err := Pack(m.Config, goldenPictures(t, about.Pictures), targets)
	if err != nil {
		t.Fatal(err)
	}
	if float64(feeds.Weight) != about.WeightSum {
		t.Errorf("%d tokens, want %g", feeds.Weight, about.WeightSum)
	}
	g := tensor.NewGraph()
	nodes := m.Config.Loss(g, feeds.Rows, feeds.Batch, feeds.Tokens)
	gradients, err := tensor.Gradient(nodes.Loss, nodes.Parameters)
	if err != nil {
		t.Fatal(err)
	}
	results := run(t, executor, g, withParameters(m, feeds.Values), append([]*tensor.Node{nodes.Loss, nodes.PerToken}, gradients...)...)
	if d := math.Abs(float64(results[0][0])/about.Loss - 1); !(d <= 1e-5) {
		t.Errorf("loss %v, want %v", results[0][0], about.Loss)
	} else {
		t.Logf("loss %v, relative difference %.2g", results[0][0], d)
	}

	// Whole tensors where they are at hand; norm, sum and largest entry always.
	largest := 0.0
	for i, s := range m.Config.Shapes() {
		name, _ := huggingFaceName(s.Name)
		want, ok := about.Gradients[name]
		if !ok {
			t.Fatalf("no gradient of %s", name)
		}
		got := results[2+i]
		norm, sum, top := 0.0, 0.0, 0.0
		for _, v := range got {
			norm += float64(v) * float64(v)
			sum += float64(v)
			top = max(top, math.Abs(float64(v)))
		}
		norm = math.Sqrt(norm)
		largest = max(largest, math.Abs(norm-want.Norm)/want.Norm, math.Abs(top-want.MaxAbs)/want.MaxAbs)
		if math.Abs(norm-want.Norm) > 1e-4*want.Norm || math.Abs(top-want.MaxAbs) > 1e-4*want.MaxAbs ||
			math.Abs(sum-want.Sum) > 1e-4*want.MaxAbs*math.Sqrt(float64(len(got)))+1e-5*want.Norm {
			t.Errorf("%s: norm %g, largest %g, sum %g; want %+v", name, norm, top, sum, want)
		}
	}
	t.Logf("norms and largest entries of %d gradients differ by at most %.2g", len(gradients), largest)

	t.Run("tensors", func(t *testing.T) {
		f := goldenTensors(t, "loss/gradients.safetensors")
		largest, compared := 0.0, 0
		for i, s := range m.Config.Shapes() {
			name, transposed := huggingFaceName(s.Name)
			if _, ok := f.Info(name); !ok {
				continue // the committed part has only small ones
			}
			compared++
			want := floats(t, f, name)
			if transposed {
				turned := make([]float32, len(want))
				transposeInto(turned, want, s.Dimensions[1], s.Dimensions[0])
				want = turned
			}
			top := about.Gradients[name].MaxAbs
			d := worst(t, results[2+i], want) / top
			largest = max(largest, d)
			if !(d <= 1e-4) {
				t.Errorf("%s differs by %g of its largest entry", name, d)
			}
		}
		if compared != len(f.Names()) || compared == 0 {
			t.Errorf("%d of %d tensors compared", compared, len(f.Names()))
		}
		t.Logf("entries of %d tensors differ by at most %.2g of the largest", compared, largest)
	})
}

func TestParameterCounts(t *testing.T) {
	for name, want := range map[string]int{"base": 282285696, "large": 1336107264} {
		c, err := Size(name, 0)
		if err != nil {
			t.Fatal(err)
		}
		if got := c.Parameters(); got != want {
			t.Errorf("%s has %d parameters, want %d", name, got, want)
		}
	}
	c, err := Size("base", 0)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(c.Shapes()); n != 285 {
		t.Errorf("base has %d tensors, want 285", n)
	}
	if _, err := Size("huge", 100); err == nil || !strings.Contains(err.Error(), "tiny, small, base, large") {
		t.Errorf("unknown size: %v", err)
	}
	if _, err := Size("small", 0); err == nil {
		t.Error("small has no vocabulary of its own")
	}
}

func TestNewModel(t *testing.T) {
	c, err := Size("tiny", 100)
	if err != nil {
		t.Fatal(err)
	}
	a, err := New(c, 5)
	if err != nil {
		t.Fatal(err)
	}
	b, _ := New(c, 5)
	other, _ := New(c, 6)
	if err := a.Check(); err != nil {
		t.Fatal(err)
	}
	for _, s := range c.Shapes() {
		x := a.Parameters[s.Name].Data
		if worst(t, x, b.Parameters[s.Name].Data) != 0 {
			t.Errorf("%s differs under the same seed", s.Name)
		}
		if s.Deviation == 0 {
			continue
		}
		if worst(t, x, other.Parameters[s.Name].Data) == 0 {
			t.Errorf("%s is equal under another seed", s.Name)
		}
		sum := 0.0
		for _, v := range x {
			sum += float64(v) * float64(v)
		}
		if d := math.Sqrt(sum/float64(len(x))) / s.Deviation; d < 0.7 || d > 1.3 {
			t.Errorf("%s has %.2f of its deviation", s.Name, d)
		}
	}
	delete(a.Parameters, patchBias)
	if err := a.Check(); err == nil || !strings.Contains(err.Error(), patchBias) {
		t.Errorf("missing parameter: %v", err)
	}
	b.Parameters["more"] = tensor.NewArray(1)
	if err := b.Check(); err == nil || !strings.Contains(err.Error(), "more") {
		t.Errorf("parameter too many: %v", err)
	}
}
