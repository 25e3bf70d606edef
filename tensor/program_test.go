package tensor

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

func TestShapeMistakesAreReported(t *testing.T) {
	for _, c := range []struct {
		name, want string
		build      func(g *Graph) *Node
	}{
		{"add", "add", func(g *Graph) *Node { return Add(g.Input("a", 2, 3), g.Input("b", 2)) }},
		{"matmul", "inner axes 3 and 2", func(g *Graph) *Node { return MatMul(g.Input("a", 2, 3), g.Input("b", 2, 3), false, false) }},
		{"vector in matmul", "matrices", func(g *Graph) *Node { return MatMul(g.Input("a", 2), g.Input("b", 2, 3), false, false) }},
		{"reshape", "reshape", func(g *Graph) *Node { return Reshape(g.Input("a", 2, 3), 4, -1) }},
		{"bad shape", "no shape", func(g *Graph) *Node { return Reshape(g.Input("a", 2, 3), 0, -1) }},
		{"slice", "slice", func(g *Graph) *Node { return Slice(g.Input("a", 2, 3), 0, 1, 3) }},
		{"axis", "axis 1", func(g *Graph) *Node { return Slice(g.Input("a", 2, 3, 4), 1, 0, 1) }},
		{"concat", "concat", func(g *Graph) *Node { return Concat(0, g.Input("a", 2, 3), g.Input("b", 2, 4)) }},
		{"concat nothing", "nothing", func(*Graph) *Node { return Concat(0) }},
		{"rows", "rows", func(g *Graph) *Node { return Rows(g.Input("a", 2, 3), g.Input("b", 2)) }},
		{"norm", "rms norm", func(g *Graph) *Node { return RMSNorm(g.Input("a", 2, 3), g.Input("b", 2), 1e-6) }},
		{"gelu", "gelu", func(g *Graph) *Node { return GatedGELU(g.Input("a", 2, 3), g.Input("b", 2)) }},
		{"heads", "5 heads", func(g *Graph) *Node {
			q := g.Input("a", 2, 6)
			return Attention(q, q, q, g.Ints("s", 1, 4), nil, AttentionOptions{Heads: 5})
		}},
		{"segments", "segments", func(g *Graph) *Node {
			q := g.Input("a", 2, 6)
			return Attention(q, q, q, g.Ints("s", 4), nil, AttentionOptions{Heads: 2})
		}},
		{"cross entropy", "cross entropy", func(g *Graph) *Node {
			return CrossEntropy(g.Input("a", 2, 6), g.Ints("y", 3), g.Input("w", 2), 0)
		}},
		{"twice", "declared", func(g *Graph) *Node { return Add(g.Input("a", 2), g.Input("a", 3)) }},
		{"nameless", "without a name", func(g *Graph) *Node { return g.Input("", 2) }},
		{"empty axis", "empty", func(g *Graph) *Node { return g.Input("a", 2, 0) }},
		{"nil", "nil", func(g *Graph) *Node { return Add(g.Input("a", 2), nil) }},
		{"other graph", "another graph", func(g *Graph) *Node { return Add(g.Input("a", 2), NewGraph().Input("b", 2)) }},
		{"goes on", "inner axes", func(g *Graph) *Node {
			bad := MatMul(g.Input("a", 2, 3), g.Input("b", 2, 3), false, false)
			return Sum(RMSNorm(bad, g.Input("g", 7), 1))
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := NewGraph()
			n := c.build(g)
			if n == nil {
				t.Fatal("no node")
			}
			everyExecutor(t, func(t *testing.T, executor Executor) {
				_, err := executor.Compile(n.Graph(), []*Node{n})
				if !errors.Is(err, ErrShape) || !strings.Contains(err.Error(), c.want) {
					t.Fatalf("error %v, want one with %q", err, c.want)
				}
			})
			if _, err := Gradient(n, []*Node{n}); err == nil {
				t.Fatal("a gradient of a mistake")
			}
		})
	}
}

func TestFeedMistakesAreReported(t *testing.T) {
	everyExecutor(t, func(t *testing.T, executor Executor) {
		g := NewGraph()
		x := Rows(g.Parameter("table", 3, 2), g.Ints("ids", 2))
		loss := CrossEntropy(x, g.Ints("targets", 2), g.Input("weights", 2), 0)
		gradients, err := Gradient(loss, g.Parameters())
		if err != nil {
			t.Fatal(err)
		}
		good := func() map[string]any {
			return map[string]any{"table": make([]float32, 6), "ids": []int32{0, 2}, "targets": []int32{0, 1}, "weights": []float32{1, 1}, "more": 7}
		}
		for _, outputs := range [][]*Node{{loss}, gradients} {
			program, err := executor.Compile(g, outputs)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := program.Run(good()); err != nil {
				t.Fatal(err)
			}
			for _, c := range []struct {
				name  string
				value any
				want  string
			}{
				{"table", nil, "no feed"}, {"table", []float32{1}, "elements"}, {"table", []int32{1, 2, 3, 4, 5, 6}, "want float32"},
				{"table", &Array{Shape: []int{2, 3}, Data: make([]float32, 6)}, "shape"}, {"table", "text", "want float32"},
				{"ids", []float32{0, 1}, "want int32"}, {"ids", []int32{0, 3}, "id 3"}, {"ids", []int32{-2, 0}, "id -2"},
				{"targets", []int32{2, 0}, "target 2"}, {"targets", []int32{0, -1}, "target -1"},
			} {
				feeds := good()
				if feeds[c.name] = c.value; c.value == nil {
					delete(feeds, c.name)
				}
				if _, err := program.Run(feeds); !errors.Is(err, ErrFeed) || !strings.Contains(err.Error(), c.want) {
					t.Errorf("%s = %v: error %v, want one with %q", c.name, c.value, err, c.want)
				}
			}
			if err := program.RunInto(good(), nil); !errors.Is(err, ErrFeed) {
				t.Errorf("memory for no output: %v", err)
			}
		}
	})
}

func TestSegmentMistakesAreReported(t *testing.T) {
	everyExecutor(t, func(t *testing.T, executor Executor) {
		g := NewGraph()
		q := g.Input("q", 4, 2)
		y := Attention(q, q, q, g.Ints("segments", 2, 4), nil, AttentionOptions{Heads: 1})
		program, err := executor.Compile(g, []*Node{y})
		if err != nil {
			t.Fatal(err)
		}
		for _, segments := range [][]int32{{0, 5, 0, 4, 0, 0, 0, 0}, {0, 2, 0, 5, 0, 0, 0, 0}, {2, 0, 0, 4, 0, 0, 0, 0}, {0, 2, 0, 4, 1, 3, 0, 4}, {-1, 2, 0, 4, 0, 0, 0, 0}} {
			if _, err := program.Run(map[string]any{"q": make([]float32, 8), "segments": segments}); !errors.Is(err, ErrFeed) {
				t.Errorf("%v: %v", segments, err)
			}
		}
		// Rows of no segment and rows without keys are zeros.
		out, err := program.Run(map[string]any{"q": []float32{1, 2, 3, 4, 5, 6, 7, 8}, "segments": []int32{0, 1, 0, 1, 2, 3, 1, 1}})
		if err != nil {
			t.Fatal(err)
		}
		if want := "[1 2 0 0 0 0 0 0]"; fmt.Sprint(out[0]) != want {
			t.Errorf("%v, want %s", out[0], want)
		}
	})
}

// TestOutputsOfAllKinds asks for inputs, views, and nodes twice.
func TestOutputsOfAllKinds(t *testing.T) {
	everyExecutor(t, func(t *testing.T, executor Executor) {
		g := NewGraph()
		a, b := g.Input("a", 2, 2), g.Constant([]float32{10, 20, 30, 40}, 2, 2)
		sum := Add(a, b)
		outputs := []*Node{a, sum, Slice(sum, 0, 1, 2), sum, b, Reshape(a, 4), AllReduce(Scale(sum, 2))}
		program, err := executor.Compile(g, outputs)
		if err != nil {
			t.Fatal(err)
		}
		out, err := program.Run(map[string]any{"a": &Array{Shape: []int{2, 2}, Data: []float32{1, 2, 3, 4}}})
		if err != nil {
			t.Fatal(err)
		}
		if got, want := fmt.Sprint(out), "[[1 2 3 4] [11 22 33 44] [33 44] [11 22 33 44] [10 20 30 40] [1 2 3 4] [22 44 66 88]]"; got != want {
			t.Errorf("%s, want %s", got, want)
		}
	})
}

// TestProgramsShareAnExecutor runs two programs in turn, and one with the
// results of the other.
func TestProgramsShareAnExecutor(t *testing.T) {
	everyExecutor(t, func(t *testing.T, executor Executor) {
		compile := func(n int) Program {
			g := NewGraph()
			a := g.Input("a", n)
			p, err := executor.Compile(g, []*Node{Scale(Add(Scale(a, 2), Scale(a, 3)), 1)})
			if err != nil {
				t.Fatal(err)
			}
			return p
		}
		small, large := compile(10), compile(100000)
		first, err := small.Run(map[string]any{"a": []float32{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := large.Run(map[string]any{"a": make([]float32, 100000)}); err != nil {
			t.Fatal(err)
		}
		if fmt.Sprint(first[0]) != "[5 10 15 20 25 30 35 40 45 50]" {
			t.Errorf("the other program changed the results: %v", first[0])
		}
		again := make([]float32, 10)
		if err := small.RunInto(map[string]any{"a": first[0]}, [][]float32{again}); err != nil {
			t.Fatal(err)
		}
		if fmt.Sprint(again) != "[25 50 75 100 125 150 175 200 225 250]" {
			t.Error(again)
		}
	})
}

// TestPlanKeepsResultsApart runs random graphs with and without sharing of
// memory: asking for every node as an output switches all sharing off.
func TestPlanKeepsResultsApart(t *testing.T) {
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 1))
		g := NewGraph()
		nodes := []*Node{g.Input("a", 6, 6), g.Input("b", 6, 6)}
		pick := func() *Node { return nodes[max(0, len(nodes)-1-r.IntN(5))] }
		for range 30 {
			var n *Node
			switch r.IntN(8) {
			case 0, 1:
				n = Add(pick(), pick())
			case 2:
				n = Mul(pick(), Scale(pick(), 0.5))
			case 3:
				n = Add(pick(), MatMul(pick(), pick(), r.IntN(2) == 0, r.IntN(2) == 0))
			case 4:
				n = Add(pick(), Scale(MatMul(pick(), pick(), r.IntN(2) == 0, r.IntN(2) == 0), 0.1))
			case 5:
				n = Add(MatMul(pick(), pick(), false, true), MatMul(pick(), pick(), true, false))
			case 6:
				n = Concat(0, Slice(pick(), 0, 0, 2), Slice(pick(), 0, 2, 6))
			case 7:
				n = Mul(pick(), Reshape(Slice(pick(), 0, 3, 4), 6))
			}
			nodes = append(nodes, Softmax(n))
		}
		last := nodes[len(nodes)-1]
		outputs := []*Node{last, nodes[len(nodes)-3]}
		shared, err := CPU(1).Compile(g, outputs)
		if err != nil {
			t.Fatal(err)
		}
		all, err := CPU(1).Compile(g, append(append([]*Node{}, outputs...), g.nodes...))
		if err != nil {
			t.Fatal(err)
		}
		feeds := map[string]any{"a": random(r, 36), "b": random(r, 36)}
		got, err := shared.Run(feeds)
		if err != nil {
			t.Fatal(err)
		}
		want, err := all.Run(feeds)
		if err != nil {
			t.Fatal(err)
		}
		for i := range got {
			for j := range got[i] {
				if !near(got[i][j], want[i][j], 1) {
					t.Fatalf("seed %d: output %d[%d] is %g, without sharing %g", seed, i, j, got[i][j], want[i][j])
				}
			}
		}
		if seed%20 != 0 { // the other executors plan no memory of ours
			continue
		}
		otherExecutors(t, func(t *testing.T, executor Executor) {
			program, err := executor.Compile(g, outputs)
			if err != nil {
				t.Fatal(err)
			}
			got, err := program.Run(feeds)
			if err != nil {
				t.Fatal(err)
			}
			for i := range got {
				agree(t, fmt.Sprintf("seed %d: output %d", seed, i), got[i], want[i], 1e-5)
			}
		})
	}
}

// TestArenaIsReused checks that a long chain needs little memory.
func TestArenaIsReused(t *testing.T) {
	g := NewGraph()
	n := g.Input("a", 1000)
	for range 100 {
		n = Softmax(n)
	}
	p, err := CPU(1).Compile(g, []*Node{Sum(n)})
	if err != nil {
		t.Fatal(err)
	}
	if got := p.(*cpuProgram).arena; got > 2100 {
		t.Errorf("a chain of 1000 elements takes an arena of %d", got)
	}
}

func TestUnusedGradientIsZero(t *testing.T) {
	everyExecutor(t, func(t *testing.T, executor Executor) {
		g := NewGraph()
		a, b := g.Input("a", 2), g.Input("b", 3)
		gradients, err := Gradient(Sum(Mul(a, a)), []*Node{a, b})
		if err != nil {
			t.Fatal(err)
		}
		p, err := executor.Compile(g, gradients)
		if err != nil {
			t.Fatal(err)
		}
		out, err := p.Run(map[string]any{"a": []float32{1, 2}})
		if err != nil {
			t.Fatal(err)
		}
		if fmt.Sprint(out) != "[[2 4] [0 0 0]]" {
			t.Error(out)
		}
	})
}

func TestPeak(t *testing.T) {
	everyKernel(t, func(t *testing.T) {
		if p := PeakGFLOPS(1); p <= 0 {
			t.Error(p)
		}
	})
}

// BenchmarkCompile builds the train step, its gradients and its plan.
func BenchmarkCompile(b *testing.B) {
	executor := CPU(1)
	for range b.N {
		g := NewGraph()
		loss, parameters := smallTransformer.build(g)
		gradients, err := Gradient(loss, parameters)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := executor.Compile(g, append(gradients, loss)); err != nil {
			b.Fatal(err)
		}
	}
}
