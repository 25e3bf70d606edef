package tensor

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// deep is a stack of gated layers with attention, and the ends of its layers.
func deep(g *Graph, layers, rows, width int) (loss *Node, parameters, ends []*Node) {
	weight := func(name string, shape ...int) *Node {
		p := g.Parameter(name, shape...)
		parameters = append(parameters, p)
		return p
	}
	segments := g.Ints("segments", 1, 4)
	// Every layer reads the table, as every decoder layer reads its position bias.
	table := Scale(weight("table", 2, 8), 0.5)
	x := Rows(weight("embedding", 11, width), g.Ints("ids", rows))
	for l := range layers {
		ends = append(ends, x)
		name := fmt.Sprint(l)
		y := RMSNorm(x, weight(name+"/norm", width), 1e-6)
		project := func(part string) *Node { return MatMul(y, weight(name+part, width, width), false, false) }
		x = Add(x, Attention(project("/q"), project("/k"), project("/v"), segments, table, AttentionOptions{Heads: 2, Causal: true}))
		x = Add(x, MatMul(GatedGELU(project("/a"), project("/b")), weight(name+"/out", width, width), false, false))
	}
	ends = append(ends, x)
	return Sum(Mul(x, x)), parameters, ends
}

// Recomputing changes the memory of a step and not its derivatives.
func TestGradientRecomputed(t *testing.T) {
	everyExecutor(t, func(t *testing.T, executor Executor) { checkRecomputed(t, executor) })
}

func checkRecomputed(t *testing.T, executor Executor) {
	const layers, rows, width = 6, 40, 32
	run := func(recompute bool) (outputs [][]float32, names []string, bytes int) {
		g := NewGraph()
		loss, parameters, ends := deep(g, layers, rows, width)
		gradients, err := Gradient(loss, parameters)
		if recompute {
			gradients, err = GradientRecomputed(loss, parameters, ends)
		}
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := executor.(*cpuExecutor); ok {
			executor = CPU(2) // with an arena of its own
		}
		program, err := executor.Compile(g, append([]*Node{loss}, gradients...))
		if err != nil {
			t.Fatal(err)
		}
		r := rand.New(rand.NewPCG(3, 4))
		ids := make([]int32, rows)
		for i := range ids {
			ids[i] = r.Int32N(11)
		}
		feeds := map[string]any{"ids": ids, "segments": []int32{0, rows, 0, rows}}
		for _, p := range parameters {
			feeds[p.Name()] = random(r, p.Len())
			names = append(names, p.Name())
		}
		if outputs, err = program.Run(feeds); err != nil {
			t.Fatal(err)
		}
		if cpu, ok := executor.(*cpuExecutor); ok {
			bytes = 4 * len(cpu.arena)
		}
		return outputs, append([]string{"loss"}, names...), bytes
	}
	want, names, all := run(false)
	got, _, kept := run(true)
	for i := range want {
		agree(t, names[i], got[i], want[i], 1e-5)
	}
	if kept > all/2 {
		t.Errorf("%d bytes of intermediate values where keeping all takes %d", kept, all)
	}
}
