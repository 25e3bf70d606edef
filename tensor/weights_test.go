package tensor

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// product runs x·w + y as a program, with w as it is fed.
func runProduct(t *testing.T, threads int, x, y []float32, w *Array) []float32 {
	t.Helper()
	k, n := w.Shape[0], w.Shape[1]
	g := NewGraph()
	a := g.Input("x", len(x)/k, k)
	sum := Add(Scale(g.Input("y", len(x)/k, n), 1), MatMul(a, g.Parameter("w", k, n), false, false))
	p, err := CPU(threads).Compile(g, []*Node{Scale(sum, 1)})
	if err != nil {
		t.Fatal(err)
	}
	out, err := p.Run(map[string]any{"x": x, "y": y, "w": w})
	if err != nil {
		t.Fatal(err)
	}
	return slices.Clone(out[0])
}

var weightSizes = [][3]int{{1, 1, 1}, {1, 64, 64}, {3, 5, 7}, {8, 96, 256}, {8, 100, 1024}, {13, 33, 17}, {50, 70, 512}, {61, 40, 515}, {200, 96, 700}}

// TestPackedFloat32 wants the same bits as from weights that lie as they are.
func TestPackedFloat32(t *testing.T) {
	everyKernel(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(11, 12))
		for _, s := range weightSizes {
			m, n, k := s[0], s[1], s[2]
			x, y, w := random(r, m*k), random(r, m*n), random(r, k*n)
			want := runProduct(t, 1, x, y, &Array{Shape: []int{k, n}, Data: w})
			packed := &Array{Shape: []int{k, n}, Data: w}
			if err := packed.Pack(Float32); err != nil {
				t.Fatal(err)
			}
			for threads := range 3 {
				got := runProduct(t, threads+1, x, y, packed)
				for i := range got {
					if math.Float32bits(got[i]) != math.Float32bits(want[i]) {
						t.Fatalf("%v, %d threads: c[%d] = %g packed, %g as it lies", s, threads+1, i, got[i], want[i])
					}
				}
			}
		}
	})
}

// TestPackedBFloat16 compares with sums in float64 over rounded weights. Sets
// that multiply bfloat16 round the first operand too, and add in an order of
// their own.
func TestPackedBFloat16(t *testing.T) {
	native := false
	everyKernel(t, func(t *testing.T) {
		native = native || kernels.roundPairs != nil
		r := rand.New(rand.NewPCG(13, 14))
		rounded := func(v []float32) []float32 {
			out := make([]float32, len(v))
			for i, x := range v {
				out[i] = widen(roundBFloat16(x))
			}
			return out
		}
		for _, s := range weightSizes {
			m, n, k := s[0], s[1], s[2]
			x, y, w := random(r, m*k), random(r, m*n), random(r, k*n)
			a := x
			if kernels.roundPairs != nil {
				a = rounded(x)
			}
			want := naiveGemm(a, rounded(w), m, n, k, false, false)
			packed := &Array{Shape: []int{k, n}, Data: w}
			if err := packed.Pack(BFloat16); err != nil {
				t.Fatal(err)
			}
			var first []float32
			for threads := range 3 {
				got := runProduct(t, threads+1, x, y, packed)
				for i := range got {
					if d := math.Abs(float64(got[i]) - want[i] - float64(y[i])); !(d <= 2e-6*math.Sqrt(float64(k))+1e-6) {
						t.Fatalf("%v, %d threads: c[%d] = %g, want %g", s, threads+1, i, got[i], want[i]+float64(y[i]))
					}
				}
				if first == nil {
					first = got
				}
				if !slices.Equal(first, got) {
					t.Fatalf("%v: %d threads give other bits than one", s, threads+1)
				}
			}
			// A row is the same whatever rows stand beside it.
			if alone := runProduct(t, 1, x[:k], y[:n], packed); !slices.Equal(alone, first[:n]) {
				t.Fatalf("%v: the first row alone differs", s)
			}
		}
	})
	if !native {
		t.Log("this processor has no AVX512-BF16: the kernels that multiply bfloat16 did not run, only those that widen it")
	}
}

func TestRoundBFloat16(t *testing.T) {
	bits := math.Float32frombits
	for _, c := range []struct {
		in   float32
		want uint16
	}{
		{1, 0x3f80}, {-2, 0xc000}, {0, 0},
		{bits(0x3f808000), 0x3f80}, // a tie goes to the even one
		{bits(0x3f818000), 0x3f82},
		{bits(0x3f808001), 0x3f81},
		{math.MaxFloat32, 0x7f80},
		{float32(math.Inf(-1)), 0xff80},
	} {
		if got := roundBFloat16(c.in); got != c.want {
			t.Errorf("%g rounds to %04x, want %04x", c.in, got, c.want)
		}
	}
	if v := widen(roundBFloat16(bits(0x7f800001))); v == v {
		t.Errorf("NaN rounds to %g", v)
	}
	r := rand.New(rand.NewPCG(15, 16))
	everyKernel(t, func(t *testing.T) {
		if kernels.roundPairs == nil {
			t.Skip("no instruction to compare with")
		}
		for n := range 100 {
			in := random(r, n)
			got, want := make([]float32, (n+1)/2), make([]float32, (n+1)/2)
			kernels.roundPairs(got, in)
			roundPairsPortable(want, in)
			for i := range got {
				if math.Float32bits(got[i]) != math.Float32bits(want[i]) {
					t.Fatalf("%d values: pair %d is %08x, want %08x", n, i, math.Float32bits(got[i]), math.Float32bits(want[i]))
				}
			}
		}
	})
}

func TestPackRefuses(t *testing.T) {
	if err := NewArray(3).Pack(Float32); !errors.Is(err, ErrShape) {
		t.Errorf("a vector was packed: %v", err)
	}
	if err := NewArray(3, 3).Pack("int4"); err == nil || !strings.Contains(err.Error(), "int4") {
		t.Errorf("unknown storage: %v", err)
	}
	w := NewArray(3, 3)
	if err := w.Pack(BFloat16); err != nil || w.Data != nil || w.Storage() != BFloat16 {
		t.Fatalf("packed: %v, %v", w, err)
	}
	if err := w.Pack(BFloat16); err == nil {
		t.Error("packed weights were packed again")
	}
	for name, build := range map[string]func(x, w *Node) *Node{
		"first operand": func(x, w *Node) *Node { return MatMul(w, x, false, false) },
		"transposed":    func(x, w *Node) *Node { return MatMul(x, w, false, true) },
		"sum":           Add,
		"twice":         func(x, w *Node) *Node { return Add(MatMul(x, w, false, false), w) },
		"output":        func(_, w *Node) *Node { return w },
	} {
		g := NewGraph()
		p, err := CPU(1).Compile(g, []*Node{build(g.Input("x", 3, 3), g.Parameter("w", 3, 3))})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := p.Run(map[string]any{"x": make([]float32, 9), "w": w}); !errors.Is(err, ErrFeed) {
			t.Errorf("%s: packed weights were taken: %v", name, err)
		}
	}
}

func BenchmarkPackedProduct(b *testing.B) {
	r := rand.New(rand.NewPCG(5, 6))
	for _, s := range [][3]int{{475, 768, 768}, {475, 2048, 768}, {475, 768, 2048}, {8, 768, 768}, {8, 2048, 768}, {8, 50244, 768}, {1, 50244, 768}} {
		m, n, k := s[0], s[1], s[2]
		for _, storage := range []Storage{"", Float32, BFloat16} {
			b.Run(fmt.Sprintf("%dx%dx%d/%s", m, n, k, storage), func(b *testing.B) {
				w := &Array{Shape: []int{k, n}, Data: random(r, k*n)}
				if storage != "" {
					if err := w.Pack(storage); err != nil {
						b.Fatal(err)
					}
				}
				g := NewGraph()
				p, err := CPU(2).Compile(g, []*Node{MatMul(g.Input("x", m, k), g.Parameter("w", k, n), false, false)})
				if err != nil {
					b.Fatal(err)
				}
				feeds := map[string]any{"x": random(r, m*k), "w": w}
				for b.Loop() {
					if _, err := p.Run(feeds); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(2*float64(m*n*k)*float64(b.N)/b.Elapsed().Seconds()/1e9, "GFLOP/s")
				b.ReportMetric(float64(w.Bytes())*float64(b.N)/b.Elapsed().Seconds()/1e9, "GB/s")
			})
		}
	}
}
