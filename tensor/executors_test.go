package tensor

import (
	"math/rand/v2"
	"testing"
)

// Executors are what the tests of programs run on, each made anew for a test.
// xla_test.go adds one in builds that have it.
var Executors = []TestedExecutor{{"cpu", func(testing.TB) Executor { return CPU(2) }}}

// TestedExecutor is one of [Executors]. New may skip the test.
type TestedExecutor struct {
	Name string
	New  func(t testing.TB) Executor
}

// everyExecutor runs a test with each executor.
func everyExecutor(t *testing.T, test func(t *testing.T, executor Executor)) {
	t.Helper()
	for _, e := range Executors {
		t.Run(e.Name, func(t *testing.T) { test(t, e.New(t)) })
	}
}

// otherExecutors runs a test with each executor besides that of this package.
func otherExecutors(t *testing.T, test func(t *testing.T, executor Executor)) {
	t.Helper()
	for _, e := range Executors[1:] {
		t.Run(e.Name, func(t *testing.T) { test(t, e.New(t)) })
	}
}

// TestExecutorsAgree compares a step of training with that of the processor.
func TestExecutorsAgree(t *testing.T) {
	c := transformer{32, 2, 16, 48, 1, 1, 50, 24, 3, 37, 7}
	g := NewGraph()
	loss, parameters := c.build(g)
	gradients, err := Gradient(loss, parameters)
	if err != nil {
		t.Fatal(err)
	}
	outputs := append([]*Node{loss}, gradients...)
	feeds := c.feeds(rand.New(rand.NewPCG(7, 8)), parameters)
	compute := func(t *testing.T, executor Executor) [][]float32 {
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
	want := compute(t, CPU(1))
	otherExecutors(t, func(t *testing.T, executor Executor) {
		for i, got := range compute(t, executor) {
			agree(t, outputs[i].String(), got, want[i], 2e-5)
		}
	})
}

// agree compares values up to a part of the largest of them.
func agree(t *testing.T, name string, got, want []float32, tolerance float32) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: %d values, want %d", name, len(got), len(want))
	}
	scale := float32(1e-3)
	for _, v := range want {
		scale = max(scale, v, -v)
	}
	for i := range got {
		if d := got[i] - want[i]; !(max(d, -d) <= tolerance*scale) {
			t.Errorf("%s: value %d is %g, want %g", name, i, got[i], want[i])
			return
		}
	}
}

// TestChangedArrays feeds arrays, which an executor may keep a copy of.
func TestChangedArrays(t *testing.T) {
	everyExecutor(t, func(t *testing.T, executor Executor) {
		g := NewGraph()
		program, err := executor.Compile(g, []*Node{Scale(g.Parameter("w", 2), 2)})
		if err != nil {
			t.Fatal(err)
		}
		w := &Array{Shape: []int{2}, Data: []float32{1, 2}}
		run := func(w any, want float32) {
			t.Helper()
			out, err := program.Run(map[string]any{"w": w})
			if err != nil {
				t.Fatal(err)
			}
			if out[0][1] != want {
				t.Errorf("%v gives %v", w, out[0])
			}
		}
		run(w, 4)
		run(w, 4)
		w.Data[1] = 3
		w.Changed()
		run(w, 6)
		run(&Array{Shape: []int{2}, Data: []float32{1, 5}}, 10)
		w.Data[1] = 7
		run(w.Data, 14) // slices are read in each run
	})
}
