package pix2struct

import (
	"math"
	"slices"
	"strings"
	"testing"

	"pix2act/tensor"
)

func TestPackLayout(t *testing.T) {
	c, err := Size("tiny", 50)
	if err != nil {
		t.Fatal(err)
	}
	patch := func(n int, v float32) Patches {
		p := Patches{N: n, Rows: filled(n, 2), Columns: filled(n, 3), Values: make([]float32, n*c.PatchValues())}
		for i := range p.Values {
			p.Values[i] = v
		}
		return p
	}
	f, err := Pack(c, []Patches{patch(3, 7), patch(2, 8)}, [][]int32{{5, 6, EndID}, {9, EndID}})
	if err != nil {
		t.Fatal(err)
	}
	if f.Rows != 64 || f.Batch != 2 || f.Tokens != 16 || f.Weight != 5 {
		t.Errorf("shape %d, %d, %d, weight %d", f.Rows, f.Batch, f.Tokens, f.Weight)
	}
	for name, want := range map[string][]int32{
		inputEncoder: {0, 3, 0, 3, 3, 5, 3, 5},
		inputDecoder: {0, 3, 0, 3, 3, 5, 3, 5},
		inputCross:   {0, 3, 0, 3, 3, 5, 3, 5},
	} {
		if got := f.Values[name].([]int32); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
	for name, want := range map[string][]int32{
		inputPrevious: {0, 5, 6, 0, 9, -1}, inputTargets: {5, 6, 1, 9, 1, 0}, inputRows: {2, 2, 2, 2, 2, -1}, inputColumns: {3, 3, 3, 3, 3, -1},
	} {
		if got := f.Values[name].([]int32)[:6]; !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
	if got := f.Values[inputWeights].([]float32)[:6]; !slices.Equal(got, []float32{1, 1, 1, 1, 1, 0}) {
		t.Errorf("weights %v", got)
	}
	values := f.Values[inputPatches].([]float32)
	if values[3*768-1] != 7 || values[3*768] != 8 || values[5*768] != 0 {
		t.Error("patch values are out of place")
	}
}

func TestPackRefuses(t *testing.T) {
	c, err := Size("tiny", 50)
	if err != nil {
		t.Fatal(err)
	}
	good, err := c.Patches(screen())
	if err != nil {
		t.Fatal(err)
	}
	short := good
	short.Values = short.Values[1:]
	for want, call := range map[string]func() error{
		"0 pictures":        func() error { _, err := Pack(c, nil, nil); return err },
		"1 pictures with 0": func() error { _, err := Pack(c, []Patches{good}, nil); return err },
		"target of 0":       func() error { _, err := Pack(c, []Patches{good}, [][]int32{{}}); return err },
		"target of 21":      func() error { _, err := Pack(c, []Patches{good}, [][]int32{make([]int32, 21)}); return err },
		"target id 50":      func() error { _, err := Pack(c, []Patches{good}, [][]int32{{50}}); return err },
		"values":            func() error { _, err := Pack(c, []Patches{short}, [][]int32{{1}}); return err },
	} {
		if err := call(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want %q, got %v", want, err)
		}
	}
}

// A batch gives the sum of what its examples give alone, gradients too: neither
// packing nor padding mixes examples.
func TestPackedLossIsSum(t *testing.T) {
	p, pictures := littleModel(t)
	m := p.model
	targets := [][]int32{{5, 9, EndID}, {7, EndID}, {20, 21, 22, 23, 24, 25, 26}}
	loss := func(pictures []Patches, targets [][]int32) []float64 {
		feeds, err := Pack(m.Config, pictures, targets)
		if err != nil {
			t.Fatal(err)
		}
		g := tensor.NewGraph()
		nodes := m.Config.Loss(g, feeds.Rows, feeds.Batch, feeds.Tokens)
		gradients, err := tensor.Gradient(nodes.Loss, nodes.Parameters)
		if err != nil {
			t.Fatal(err)
		}
		var flat []float64
		for _, r := range run(t, tensor.CPU(2), g, withParameters(m, feeds.Values), append([]*tensor.Node{nodes.Loss}, gradients...)...) {
			for _, v := range r {
				flat = append(flat, float64(v))
			}
		}
		return flat
	}
	together := loss(pictures[:3], targets)
	sum := make([]float64, len(together))
	for i := range targets {
		for j, v := range loss(pictures[i:i+1], targets[i:i+1]) {
			sum[j] += v
		}
	}
	for j := range sum {
		if d := math.Abs(sum[j] - together[j]); d > 1e-3*max(1, math.Abs(sum[j])) {
			t.Fatalf("value %d is %g together and %g alone", j, together[j], sum[j])
		}
	}
}

func TestRoundUp(t *testing.T) {
	seen := map[int]bool{}
	for n := 1; n <= 4160; n++ {
		r := roundUp(n, 64)
		if r < n || r > max(64, n+max(16, n/16)) || roundUp(r, 64) != r {
			t.Errorf("roundUp(%d) = %d", n, r)
		}
		seen[r] = true
	}
	if len(seen) > 110 {
		t.Errorf("%d different sizes", len(seen))
	}
}

func BenchmarkPack(b *testing.B) {
	c := small(b)
	c.DropBlank = false
	p, err := c.Patches(screen())
	if err != nil {
		b.Fatal(err)
	}
	var pictures []Patches
	var targets [][]int32
	for range 32 {
		pictures = append(pictures, p)
		targets = append(targets, []int32{5, 6, 7, EndID})
	}
	for b.Loop() {
		if _, err := Pack(c, pictures, targets); err != nil {
			b.Fatal(err)
		}
	}
}

// Rows and tokens that belong to no example change neither loss nor gradients.
func TestGrownFeeds(t *testing.T) {
	p, pictures := littleModel(t)
	m := p.model
	feeds, err := Pack(m.Config, pictures[:2], [][]int32{{4, 5, EndID}, {6, EndID}})
	if err != nil {
		t.Fatal(err)
	}
	compute := func(f Feeds) [][]float32 {
		g := tensor.NewGraph()
		nodes := m.Config.Loss(g, f.Rows, f.Batch, f.Tokens)
		gradients, err := tensor.Gradient(nodes.Loss, nodes.Parameters)
		if err != nil {
			t.Fatal(err)
		}
		return run(t, tensor.CPU(2), g, withParameters(m, f.Values), append([]*tensor.Node{nodes.Loss}, gradients...)...)
	}
	want, got := compute(feeds), compute(feeds.Grown(feeds.Rows+40, feeds.Tokens+24))
	for i := range want {
		if d := worst(t, got[i], want[i]); !(d <= 1e-4) {
			t.Errorf("output %d differs by %g", i, d)
		}
	}
	if again := compute(feeds); worst(t, again[0], want[0]) != 0 {
		t.Error("growing changed the feeds")
	}
}
