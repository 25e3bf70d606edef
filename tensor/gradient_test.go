package tensor

import (
	"math"
	"math/rand/v2"
	"testing"
)

// random returns n values in [-1, 1).
func random(r *rand.Rand, n int) []float32 {
	values := make([]float32, n)
	for i := range values {
		values[i] = 2*r.Float32() - 1
	}
	return values
}

// gradientCase builds a result from float inputs; ints are fed as they are.
type gradientCase struct {
	name   string
	inputs map[string][]int
	ints   map[string][]int32
	build  func(g *Graph, in func(string) *Node, ints func(string, ...int) *Node) *Node
}

var gradientCases = []gradientCase{
	{"add", map[string][]int{"a": {3, 5}, "b": {3, 5}}, nil, two(Add)},
	{"add row", map[string][]int{"a": {3, 5}, "b": {5}}, nil, two(Add)},
	{"add suffix", map[string][]int{"a": {2, 3, 5}, "b": {3, 5}}, nil, two(Add)},
	{"add scalar", map[string][]int{"a": {3, 5}, "b": {}}, nil, two(Add)},
	{"sub", map[string][]int{"a": {3, 5}, "b": {3, 5}}, nil, two(Sub)},
	{"mul", map[string][]int{"a": {3, 5}, "b": {3, 5}}, nil, two(Mul)},
	{"mul row", map[string][]int{"a": {3, 5}, "b": {5}}, nil, two(Mul)},
	{"mul scalar", map[string][]int{"a": {3, 5}, "b": {1}}, nil, two(Mul)},
	{"square", map[string][]int{"a": {3, 5}}, nil, one(func(a *Node) *Node { return Mul(a, a) })},
	{"scale", map[string][]int{"a": {3, 5}}, nil, one(func(a *Node) *Node { return Scale(a, -2.5) })},
	{"matmul", map[string][]int{"a": {3, 5}, "b": {5, 4}}, nil, two(func(a, b *Node) *Node { return MatMul(a, b, false, false) })},
	{"matmul ta", map[string][]int{"a": {5, 3}, "b": {5, 4}}, nil, two(func(a, b *Node) *Node { return MatMul(a, b, true, false) })},
	{"matmul tb", map[string][]int{"a": {3, 5}, "b": {4, 5}}, nil, two(func(a, b *Node) *Node { return MatMul(a, b, false, true) })},
	{"matmul ta tb", map[string][]int{"a": {5, 3}, "b": {4, 5}}, nil, two(func(a, b *Node) *Node { return MatMul(a, b, true, true) })},
	{"two products added", map[string][]int{"a": {3, 5}, "b": {5, 4}}, nil, two(func(a, b *Node) *Node {
		return Add(MatMul(Mul(a, a), b, false, false), Scale(MatMul(a, b, false, false), 3))
	})},
	{"transpose", map[string][]int{"a": {3, 5}}, nil, one(Transpose)},
	{"reshape", map[string][]int{"a": {3, 4}}, nil, one(func(a *Node) *Node { return Reshape(a, 2, -1) })},
	{"slice rows", map[string][]int{"a": {5, 3}}, nil, one(func(a *Node) *Node { return Slice(a, 0, 1, 3) })},
	{"slice columns", map[string][]int{"a": {3, 5}}, nil, one(func(a *Node) *Node { return Slice(a, 1, 2, 4) })},
	{"row times its matrix", map[string][]int{"a": {3, 5}}, nil, one(func(a *Node) *Node {
		b := Scale(a, 2)
		return Mul(b, Reshape(Slice(b, 0, 0, 1), 5))
	})},
	{"concat rows", map[string][]int{"a": {2, 3}, "b": {4, 3}}, nil, two(func(a, b *Node) *Node { return Concat(0, a, b) })},
	{"concat columns", map[string][]int{"a": {2, 3}, "b": {2, 5}}, nil, two(func(a, b *Node) *Node { return Concat(1, a, b) })},
	{"sum", map[string][]int{"a": {3, 5}}, nil, one(Sum)},
	{"sum rows", map[string][]int{"a": {300, 5}}, nil, one(SumRows)},
	{"rows", map[string][]int{"a": {4, 3}}, map[string][]int32{"ids": {2, 0, -1, 2, 3}}, func(_ *Graph, in func(string) *Node, ints func(string, ...int) *Node) *Node {
		return Rows(in("a"), ints("ids", 5))
	}},
	{"rms norm", map[string][]int{"a": {4, 19}, "b": {19}}, nil, two(func(a, b *Node) *Node { return RMSNorm(a, b, 1e-6) })},
	{"gated gelu", map[string][]int{"a": {4, 19}, "b": {4, 19}}, nil, two(GatedGELU)},
	{"gelu", map[string][]int{"a": {4, 19}}, nil, one(GELU)},
	{"softmax", map[string][]int{"a": {4, 19}}, nil, one(Softmax)},
	{"log sum exp", map[string][]int{"a": {4, 19}}, nil, one(LogSumExp)},
	{"log softmax", map[string][]int{"a": {4, 19}}, nil, one(LogSoftmax)},
	{"cross entropy", map[string][]int{"a": {4, 19}}, map[string][]int32{"y": {3, 18, -7, 0}}, func(g *Graph, in func(string) *Node, ints func(string, ...int) *Node) *Node {
		return CrossEntropyPerToken(in("a"), ints("y", 4), g.Constant([]float32{1, 0.5, 0, 2}, 4), 0.1)
	}},
	attentionCase("attention", 1, 3, 4, 0, false, []int32{0, 2, 0, 3, 2, 7, 3, 7}, 7, 7),
	attentionCase("attention shared keys", 2, 3, 4, 5, false, []int32{0, 2, 1, 5, 4, 6, 1, 5}, 7, 6),
	attentionCase("causal attention", 2, 4, 5, 3, true, []int32{0, 4, 0, 4, 4, 6, 4, 9}, 6, 9),
	attentionCase("long attention", 1, 64, 2, 40, true, []int32{0, 33, 0, 33, 33, 60, 33, 53}, 60, 60),
}

func one(f func(a *Node) *Node) func(*Graph, func(string) *Node, func(string, ...int) *Node) *Node {
	return func(_ *Graph, in func(string) *Node, _ func(string, ...int) *Node) *Node { return f(in("a")) }
}

func two(f func(a, b *Node) *Node) func(*Graph, func(string) *Node, func(string, ...int) *Node) *Node {
	return func(_ *Graph, in func(string) *Node, _ func(string, ...int) *Node) *Node { return f(in("a"), in("b")) }
}

func attentionCase(name string, heads, head, _, distances int, causal bool, segments []int32, nq, nk int) gradientCase {
	inputs := map[string][]int{"q": {nq, heads * head}, "k": {nk, heads * head}, "v": {nk, heads * head}}
	if distances > 0 {
		inputs["bias"] = []int{heads, distances}
	}
	return gradientCase{name, inputs, map[string][]int32{"segments": segments},
		func(_ *Graph, in func(string) *Node, ints func(string, ...int) *Node) *Node {
			var bias *Node
			if distances > 0 {
				bias = in("bias")
			}
			return Attention(in("q"), in("k"), in("v"), ints("segments", len(segments)/4, 4), bias, AttentionOptions{Heads: heads, Causal: causal})
		}}
}

// TestGradients compares each gradient with central differences. The loss is
// the sum of the results weighted by fixed random numbers.
func TestGradients(t *testing.T) {
	for _, c := range gradientCases {
		t.Run(c.name, func(t *testing.T) {
			everyKernel(t, func(t *testing.T) { checkGradient(t, c, CPU(2)) })
			otherExecutors(t, func(t *testing.T, executor Executor) { checkGradient(t, c, executor) })
		})
	}
}

func checkGradient(t *testing.T, c gradientCase, executor Executor) {
	r := rand.New(rand.NewPCG(1, 2))
	g := NewGraph()
	feeds := map[string]any{}
	names := []string{}
	for _, name := range []string{"a", "b", "q", "k", "v", "bias"} {
		if shape, ok := c.inputs[name]; ok {
			names = append(names, name)
			feeds[name] = random(r, count(shape))
		}
	}
	for name, values := range c.ints {
		feeds[name] = values
	}
	result := c.build(g, func(name string) *Node { return g.Input(name, c.inputs[name]...) },
		func(name string, shape ...int) *Node { return g.Ints(name, shape...) })
	weights := random(r, result.Len())
	loss := Sum(Mul(result, g.Constant(weights, result.Shape()...)))
	wrt := []*Node{}
	for _, name := range names {
		wrt = append(wrt, g.Input(name, c.inputs[name]...))
	}
	gradients, err := Gradient(loss, wrt)
	if err != nil {
		t.Fatal(err)
	}
	program, err := executor.Compile(g, append([]*Node{result}, gradients...))
	if err != nil {
		t.Fatal(err)
	}
	// The loss is summed here in double precision, so that the differences
	// are as exact as the results.
	outputs, err := program.Run(feeds)
	if err != nil {
		t.Fatal(err)
	}
	got := make([][]float32, len(gradients))
	for i := range got {
		got[i] = append([]float32(nil), outputs[i+1]...)
	}
	evaluate := func() float64 {
		out, err := program.Run(feeds)
		if err != nil {
			t.Fatal(err)
		}
		s := 0.0
		for i, v := range out[0] {
			s += float64(v) * float64(weights[i])
		}
		return s
	}
	for i, name := range names {
		values := feeds[name].([]float32)
		for j := range values {
			if len(values) > 200 && j%17 != 0 {
				continue
			}
			const h = 1.0 / 256
			was := values[j]
			values[j] = was + h
			up := evaluate()
			values[j] = was - h
			down := evaluate()
			values[j] = was
			want := (up - down) / (2 * h)
			if d := math.Abs(want - float64(got[i][j])); d > 1e-3+3e-3*math.Abs(want) || math.IsNaN(d) {
				t.Fatalf("d/d%s[%d] = %g, differences give %g", name, j, got[i][j], want)
			}
		}
	}
}

// everyKernel runs a test with each kernel set that this processor has.
func everyKernel(t *testing.T, test func(t *testing.T)) {
	t.Helper()
	was := kernels
	defer use(was)
	for _, set := range availableKernels() {
		use(set)
		t.Run(set.name, test)
	}
}

func use(set *kernelSet) { kernels, vector = set, set.vector }
