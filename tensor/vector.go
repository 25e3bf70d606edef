package tensor

// vectorKernels are the loops over contiguous elements that operations are
// made of. Slices of one call have equal lengths unless said otherwise, and an
// output may be the same slice as an input.
type vectorKernels struct {
	add   func(out, a, b []float32)            // out = a + b
	mul   func(out, a, b []float32, s float32) // out = a·b·s
	scale func(out, a []float32, s float32)    // out = a·s
	axpy  func(out, a []float32, s float32)    // out += a·s
	sum   func(a []float32) float32
	max   func(a []float32) float32 // of at least one element
	dot   func(a, b []float32) float32
	dot3  func(a, b, c []float32) float32 // Σ a·b·c

	expSub func(out, a []float32, m float32) float32 // out = exp(a - m); returns Σ out
	mulSub func(out, a, b []float32, m float32)      // out = a·(b - m)

	// normGradient: dx = r·g·dy - s·x, and gain += r·x·dy.
	normGradient func(dx, gain, x, g, dy []float32, r, s float32)
	// gatedGELU: out = gelu(a)·b.
	gatedGELU func(out, a, b []float32)
	// gatedGELUGradient: da = dy·b·gelu'(a), db = dy·gelu(a).
	gatedGELUGradient func(da, db, a, b, dy []float32)
}
