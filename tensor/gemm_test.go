package tensor

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

func naiveGemm(a, b []float32, m, n, k int, transA, transB bool) []float64 {
	c := make([]float64, m*n)
	for i := range m {
		for j := range n {
			for q := range k {
				x, y := i*k+q, q*n+j
				if transA {
					x = q*m + i
				}
				if transB {
					y = j*k + q
				}
				c[i*n+j] += float64(a[x]) * float64(b[y])
			}
		}
	}
	return c
}

func TestGemm(t *testing.T) {
	sizes := [][3]int{{1, 1, 1}, {1, 64, 64}, {3, 5, 7}, {12, 32, 16}, {13, 33, 17}, {50, 70, 9}, {23, 64, 300}, {100, 61, 530}, {130, 130, 64}, {192, 96, 700}}
	everyKernel(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(3, 4))
		for _, s := range sizes {
			m, n, k := s[0], s[1], s[2]
			a, b := random(r, m*k), random(r, k*n)
			for form := range 4 {
				transA, transB := form&1 != 0, form&2 != 0
				want := naiveGemm(a, b, m, n, k, transA, transB)
				var first []float32
				for _, threads := range []int{1, 2, 3} {
					c := make([]float32, m*n)
					for i := range c {
						c[i] = float32(math.NaN())
					}
					if err := Gemm(threads, c, a, b, m, n, k, transA, transB); err != nil {
						t.Fatal(err)
					}
					for i := range c {
						if d := math.Abs(float64(c[i]) - want[i]); !(d <= 2e-6*math.Sqrt(float64(k))+1e-6) {
							t.Fatalf("%v ta=%v tb=%v threads=%d: c[%d] = %g, want %g", s, transA, transB, threads, i, c[i], want[i])
						}
					}
					if first == nil {
						first = c
					}
					for i := range c {
						if math.Float32bits(c[i]) != math.Float32bits(first[i]) {
							t.Fatalf("%v: %d threads give other bits than one", s, threads)
						}
					}
				}
			}
		}
	})
}

func TestGemmRefusesSizes(t *testing.T) {
	if err := Gemm(1, make([]float32, 4), make([]float32, 4), make([]float32, 3), 2, 2, 2, false, false); err == nil {
		t.Fatal("no error for a short operand")
	}
}

func BenchmarkGemm(b *testing.B) {
	r := rand.New(rand.NewPCG(5, 6))
	for _, s := range []struct {
		m, n, k        int
		transA, transB bool
	}{
		{1024, 1024, 1024, false, false},
		{1024, 1024, 1024, false, true},
		{1024, 1024, 1024, true, false},
		{4160, 192, 192, false, false},
		{4160, 512, 192, false, false},
		{4160, 192, 512, false, false},
		{4160, 192, 768, false, false},
		{4160, 192, 192, false, true},
		{4160, 512, 192, false, true},
		{192, 192, 4160, true, false},
		{192, 512, 4160, true, false},
		{512, 192, 4160, true, false},
		{768, 192, 4160, true, false},
		{512, 512, 192, false, false},
		{8, 512, 192, false, false},
		{8, 768, 768, false, false},
		{8, 3072, 768, false, false},
	} {
		form := [2]string{"n", "t"}
		x := func(t bool) string {
			if t {
				return form[1]
			}
			return form[0]
		}
		name := fmt.Sprintf("%dx%dx%d%s%s", s.m, s.n, s.k, x(s.transA), x(s.transB))
		b.Run(name, func(b *testing.B) {
			c, a, w := make([]float32, s.m*s.n), random(r, s.m*s.k), random(r, s.k*s.n)
			peak := PeakGFLOPS(2)
			b.ResetTimer()
			for range b.N {
				if err := Gemm(2, c, a, w, s.m, s.n, s.k, s.transA, s.transB); err != nil {
					b.Fatal(err)
				}
			}
			rate := 2 * float64(s.m) * float64(s.n) * float64(s.k) * float64(b.N) / b.Elapsed().Seconds() / 1e9
			b.ReportMetric(rate, "GFLOP/s")
			b.ReportMetric(rate/peak, "of-peak")
		})
	}
}
