package tensor

import (
	"math"
	"math/rand/v2"
	"testing"
)

// near says whether two results agree within 1e-6 of the scale of the values.
func near(a, b, scale float32) bool {
	return a == b || math.Abs(float64(a-b)) <= 1e-6*math.Max(float64(scale), math.Abs(float64(b)))
}

// TestVectorKernels compares every set with plain Go, for all lengths around
// the widths of registers, and checks that nothing is written past the end.
func TestVectorKernels(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	everyKernel(t, func(t *testing.T) {
		got, want := vector, portableVector
		for n := range 150 {
			in := [5][]float32{}
			for i := range in {
				in[i] = random(r, n)
				for j := range in[i] {
					in[i][j] *= 4
				}
			}
			a, b, c := in[0], in[1], in[2]
			type call func(v *vectorKernels, out, second []float32) float32
			for name, f := range map[string]call{
				"add":    func(v *vectorKernels, out, _ []float32) float32 { v.add(out, a, b); return 0 },
				"mul":    func(v *vectorKernels, out, _ []float32) float32 { v.mul(out, a, b, 1.5); return 0 },
				"scale":  func(v *vectorKernels, out, _ []float32) float32 { v.scale(out, a, -2); return 0 },
				"axpy":   func(v *vectorKernels, out, _ []float32) float32 { v.axpy(out, a, 0.3); return 0 },
				"sum":    func(v *vectorKernels, _, _ []float32) float32 { return v.sum(a) },
				"dot":    func(v *vectorKernels, _, _ []float32) float32 { return v.dot(a, b) },
				"dot3":   func(v *vectorKernels, _, _ []float32) float32 { return v.dot3(a, b, c) },
				"expSub": func(v *vectorKernels, out, _ []float32) float32 { return v.expSub(out, a, 1.25) },
				"mulSub": func(v *vectorKernels, out, _ []float32) float32 { v.mulSub(out, a, b, 0.7); return 0 },
				"max": func(v *vectorKernels, _, _ []float32) float32 {
					if n == 0 {
						return 0
					}
					return v.max(a)
				},
				"normGradient": func(v *vectorKernels, out, second []float32) float32 {
					v.normGradient(out, second, a, b, c, 0.9, 0.2)
					return 0
				},
				"gatedGELU": func(v *vectorKernels, out, _ []float32) float32 { v.gatedGELU(out, a, b); return 0 },
				"gatedGELUGradient": func(v *vectorKernels, out, second []float32) float32 {
					v.gatedGELUGradient(out, second, a, b, c)
					return 0
				},
			} {
				const guard = 12345
				var outs [2][2][]float32
				var results [2]float32
				for i, set := range []*vectorKernels{&got, &want} {
					for k := range 2 {
						outs[i][k] = make([]float32, n+40)
						copy(outs[i][k], in[3+k])
						for j := n; j < n+40; j++ {
							outs[i][k][j] = guard
						}
					}
					results[i] = f(set, outs[i][0][:n], outs[i][1][:n])
				}
				if !near(results[0], results[1], 16*float32(1+n)) {
					t.Fatalf("%s of %d: %g, plain Go gives %g", name, n, results[0], results[1])
				}
				for k := range 2 {
					for j := range outs[0][k] {
						x, y := outs[0][k][j], outs[1][k][j]
						if !near(x, y, 16) {
							t.Fatalf("%s of %d: result %d[%d] is %g, plain Go gives %g", name, n, k, j, x, y)
						}
						if j >= n && x != guard {
							t.Fatalf("%s of %d writes to %d", name, n, j)
						}
					}
				}
			}
		}
	})
}

func TestExp(t *testing.T) {
	everyKernel(t, func(t *testing.T) {
		in := []float32{}
		for x := float32(-87); x < 88; x += 0.0137 {
			in = append(in, x)
		}
		out := make([]float32, len(in))
		vector.expSub(out, in, 0)
		for i, x := range in {
			if want := math.Exp(float64(x)); math.Abs(float64(out[i])-want) > 4e-7*want {
				t.Fatalf("exp(%g) = %g, want %g", x, out[i], want)
			}
		}
		for _, c := range []struct {
			x         float32
			low, high float32
		}{{float32(math.Inf(-1)), 0, 1e-37}, {-1e30, 0, 1e-37}, {-200, 0, 1e-37}, {0, 1, 1}, {1000, 1e38, float32(math.Inf(1))}} {
			one := []float32{c.x}
			if vector.expSub(one, one, 0); !(one[0] >= c.low && one[0] <= c.high) {
				t.Errorf("exp(%g) = %g", c.x, one[0])
			}
		}
		if one := []float32{float32(math.NaN())}; !math.IsNaN(float64(vector.expSub(one, one, 0))) {
			t.Error("exp(NaN) is a number")
		}
	})
}
