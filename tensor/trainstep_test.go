package tensor

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"testing"
)

// transformer are the sizes of an encoder-decoder of the kind that this
// package is made for.
type transformer struct {
	hidden, heads, head, feedForward, encoder, decoder, vocabulary, patch int
	batch, rows, length                                                   int
}

var smallTransformer = transformer{192, 3, 64, 512, 4, 2, 512, 768, 32, 130, 16}

// build adds the teacher-forced loss, and returns it with the parameters.
func (c transformer) build(g *Graph) (loss *Node, parameters []*Node) {
	inner := c.heads * c.head
	weight := func(name string, shape ...int) *Node {
		p := g.Parameter(name, shape...)
		parameters = append(parameters, p)
		return p
	}
	attend := func(name string, x, context, segments, bias *Node, causal bool) *Node {
		q := MatMul(x, weight(name+"/q", c.hidden, inner), false, false)
		k := MatMul(context, weight(name+"/k", c.hidden, inner), false, false)
		v := MatMul(context, weight(name+"/v", c.hidden, inner), false, false)
		return MatMul(Attention(q, k, v, segments, bias, AttentionOptions{c.heads, causal}), weight(name+"/o", inner, c.hidden), false, false)
	}
	norm := func(name string, x *Node) *Node { return RMSNorm(x, weight(name, c.hidden), 1e-6) }
	mlp := func(name string, x *Node) *Node {
		a := MatMul(x, weight(name+"/wi_0", c.hidden, c.feedForward), false, false)
		b := MatMul(x, weight(name+"/wi_1", c.hidden, c.feedForward), false, false)
		return MatMul(GatedGELU(a, b), weight(name+"/wo", c.feedForward, c.hidden), false, false)
	}
	h := Add(MatMul(g.Input("patches", c.batch*c.rows, c.patch), weight("patch", c.patch, c.hidden), false, false), weight("patch/bias", c.hidden))
	h = Add(h, Rows(weight("row", 32, c.hidden), g.Ints("rows", c.batch*c.rows)))
	for l := range c.encoder {
		name := fmt.Sprintf("encoder/%d", l)
		x := norm(name+"/norm1", h)
		h = Add(h, attend(name, x, x, g.Ints("encoder segments", c.batch, 4), nil, false))
		h = Add(h, mlp(name, norm(name+"/norm2", h)))
	}
	encoded := norm("encoder/norm", h)
	y := Rows(weight("embed", c.vocabulary, c.hidden), g.Ints("inputs", c.batch*c.length))
	bias := weight("bias", c.heads, c.length)
	for l := range c.decoder {
		name := fmt.Sprintf("decoder/%d", l)
		x := norm(name+"/norm1", y)
		y = Add(y, attend(name+"/self", x, x, g.Ints("decoder segments", c.batch, 4), bias, true))
		y = Add(y, attend(name+"/cross", norm(name+"/norm2", y), encoded, g.Ints("cross segments", c.batch, 4), nil, false))
		y = Add(y, mlp(name, norm(name+"/norm3", y)))
	}
	logits := MatMul(norm("decoder/norm", y), weight("logits", c.hidden, c.vocabulary), false, false)
	return CrossEntropy(logits, g.Ints("targets", c.batch*c.length), g.Input("weights", c.batch*c.length), 1e-4), parameters
}

func (c transformer) feeds(r *rand.Rand, parameters []*Node) map[string]any {
	feeds := map[string]any{"patches": random(r, c.batch*c.rows*c.patch)}
	for _, p := range parameters {
		values := random(r, p.Len())
		for i := range values {
			values[i] *= 0.05
		}
		feeds[p.Name()] = values
	}
	ids := func(n, below int) []int32 {
		v := make([]int32, n)
		for i := range v {
			v[i] = r.Int32N(int32(below))
		}
		return v
	}
	segments := func(queries, keys int) []int32 {
		v := []int32{}
		for i := range int32(c.batch) {
			v = append(v, i*int32(queries), (i+1)*int32(queries), i*int32(keys), (i+1)*int32(keys))
		}
		return v
	}
	feeds["rows"] = ids(c.batch*c.rows, 32)
	feeds["inputs"] = ids(c.batch*c.length, c.vocabulary)
	feeds["targets"] = ids(c.batch*c.length, c.vocabulary)
	weights := make([]float32, c.batch*c.length)
	for i := range weights {
		weights[i] = 1
	}
	feeds["weights"] = weights
	feeds["encoder segments"] = segments(c.rows, c.rows)
	feeds["decoder segments"] = segments(c.length, c.length)
	feeds["cross segments"] = segments(c.length, c.rows)
	return feeds
}

// compile plans the loss and all gradients.
func (c transformer) compile(tb testing.TB, executor Executor) (Program, map[string]any) {
	g := NewGraph()
	loss, parameters := c.build(g)
	gradients, err := Gradient(loss, parameters)
	if err != nil {
		tb.Fatal(err)
	}
	program, err := executor.Compile(g, append([]*Node{loss}, gradients...))
	if err != nil {
		tb.Fatal(err)
	}
	return program, c.feeds(rand.New(rand.NewPCG(7, 8)), parameters)
}

// TestThreadsGiveTheSameBits also checks that running allocates nothing.
func TestThreadsGiveTheSameBits(t *testing.T) {
	c := transformer{32, 2, 16, 48, 1, 1, 50, 24, 3, 37, 7}
	everyKernel(t, func(t *testing.T) {
		var first [][]float32
		for _, threads := range []int{1, 2, 3} {
			program, feeds := c.compile(t, CPU(threads))
			for range 2 {
				outputs, err := program.Run(feeds)
				if err != nil {
					t.Fatal(err)
				}
				if first == nil {
					for _, out := range outputs {
						first = append(first, append([]float32(nil), out...))
					}
				}
				for i, out := range outputs {
					for j := range out {
						if out[j] != first[i][j] {
							t.Fatalf("%d threads: output %d[%d] is %g, one thread gave %g", threads, i, j, out[j], first[i][j])
						}
					}
				}
			}
			if n := testing.AllocsPerRun(3, func() { _, _ = program.Run(feeds) }); n > 0 {
				t.Errorf("%d threads: a run allocates %g times", threads, n)
			}
		}
	})
}

// BenchmarkTrainStep computes the loss and all gradients of a batch. Besides
// examples by the clock it tells them by the processor time of the threads in
// use, which is what a quiet machine would give.
func BenchmarkTrainStep(b *testing.B) {
	c := smallTransformer
	for _, threads := range []int{1, 2} {
		b.Run(fmt.Sprintf("threads%d", threads), func(b *testing.B) { c.benchmark(b, CPU(threads), threads) })
	}
	for _, e := range Executors[1:] {
		b.Run(e.Name, func(b *testing.B) { c.benchmark(b, e.New(b), runtime.NumCPU()) })
	}
}

func (c transformer) benchmark(b *testing.B, executor Executor, threads int) {
	program, feeds := c.compile(b, executor)
	if _, err := program.Run(feeds); err != nil {
		b.Fatal(err)
	}
	used := processorTime()
	b.ResetTimer()
	for range b.N {
		if _, err := program.Run(feeds); err != nil {
			b.Fatal(err)
		}
	}
	examples := float64(c.batch * b.N)
	b.ReportMetric(examples/b.Elapsed().Seconds(), "examples/s")
	b.ReportMetric(examples/(processorTime()-used).Seconds()*float64(threads), "quiet-examples/s")
}
