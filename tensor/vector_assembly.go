//go:build amd64 || arm64

package tensor

// vectorAssembly are the loops in assembly of one instruction set.
type vectorAssembly struct {
	add               func(out, a, b *float32, n int)
	mul               func(out, a, b *float32, n int, s float32)
	scale             func(out, a *float32, n int, s float32)
	axpy              func(out, a *float32, n int, s float32)
	sum               func(a *float32, n int) float32
	max               func(a *float32, n int) float32
	dot               func(a, b *float32, n int) float32
	dot3              func(a, b, c *float32, n int) float32
	expSub            func(out, a *float32, n int, m float32) float32
	mulSub            func(out, a, b *float32, n int, m float32)
	normGradient      func(dx, gain, x, w, dy *float32, n int, r, s float32)
	gatedGELU         func(out, a, b *float32, n int)
	gatedGELUGradient func(da, db, a, b, dy *float32, n int)
}

// vectorSet puts slices in front of assembly. The reslicing panics where an
// operand is too short.
func vectorSet(assembly vectorAssembly) vectorKernels {
	return vectorKernels{
		add: func(out, a, b []float32) {
			if len(out) == 0 {
				return
			}
			a, b = a[:len(out)], b[:len(out)]
			assembly.add(&out[0], &a[0], &b[0], len(out))
		},
		mul: func(out, a, b []float32, s float32) {
			if len(out) == 0 {
				return
			}
			a, b = a[:len(out)], b[:len(out)]
			assembly.mul(&out[0], &a[0], &b[0], len(out), s)
		},
		scale: func(out, a []float32, s float32) {
			if len(out) == 0 {
				return
			}
			a = a[:len(out)]
			assembly.scale(&out[0], &a[0], len(out), s)
		},
		axpy: func(out, a []float32, s float32) {
			if len(out) == 0 {
				return
			}
			a = a[:len(out)]
			assembly.axpy(&out[0], &a[0], len(out), s)
		},
		sum: func(a []float32) float32 {
			if len(a) == 0 {
				return 0
			}
			return assembly.sum(&a[0], len(a))
		},
		max: func(a []float32) float32 {
			if len(a) == 0 {
				return 0
			}
			return assembly.max(&a[0], len(a))
		},
		dot: func(a, b []float32) float32 {
			if len(a) == 0 {
				return 0
			}
			b = b[:len(a)]
			return assembly.dot(&a[0], &b[0], len(a))
		},
		dot3: func(a, b, c []float32) float32 {
			if len(a) == 0 {
				return 0
			}
			b, c = b[:len(a)], c[:len(a)]
			return assembly.dot3(&a[0], &b[0], &c[0], len(a))
		},
		expSub: func(out, a []float32, m float32) float32 {
			if len(out) == 0 {
				return 0
			}
			a = a[:len(out)]
			return assembly.expSub(&out[0], &a[0], len(out), m)
		},
		mulSub: func(out, a, b []float32, m float32) {
			if len(out) == 0 {
				return
			}
			a, b = a[:len(out)], b[:len(out)]
			assembly.mulSub(&out[0], &a[0], &b[0], len(out), m)
		},
		normGradient: func(dx, gain, x, w, dy []float32, r, s float32) {
			if len(dx) == 0 {
				return
			}
			gain, x, w, dy = gain[:len(dx)], x[:len(dx)], w[:len(dx)], dy[:len(dx)]
			assembly.normGradient(&dx[0], &gain[0], &x[0], &w[0], &dy[0], len(dx), r, s)
		},
		gatedGELU: func(out, a, b []float32) {
			if len(out) == 0 {
				return
			}
			a, b = a[:len(out)], b[:len(out)]
			assembly.gatedGELU(&out[0], &a[0], &b[0], len(out))
		},
		gatedGELUGradient: func(da, db, a, b, dy []float32) {
			if len(da) == 0 {
				return
			}
			db, a, b, dy = db[:len(da)], a[:len(da)], b[:len(da)], dy[:len(da)]
			assembly.gatedGELUGradient(&da[0], &db[0], &a[0], &b[0], &dy[0], len(da))
		},
	}
}
