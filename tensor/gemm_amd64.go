package tensor

// The micro kernels in assembly take strides in bytes.

//go:noescape
func gemm512x12(k int, a *float32, rowStride, stepStride int, b *float32, bStride int, c *float32, cStride, accumulate int)

//go:noescape
func gemm512x8(k int, a *float32, rowStride, stepStride int, b *float32, bStride int, c *float32, cStride, accumulate int)

//go:noescape
func gemm512x4(k int, a *float32, rowStride, stepStride int, b *float32, bStride int, c *float32, cStride, accumulate int)

//go:noescape
func gemm512x2(k int, a *float32, rowStride, stepStride int, b *float32, bStride int, c *float32, cStride, accumulate int)

//go:noescape
func gemm512x1(k int, a *float32, rowStride, stepStride int, b *float32, bStride int, c *float32, cStride, accumulate int)

//go:noescape
func gemm256x6(k int, a *float32, rowStride, stepStride int, b *float32, bStride int, c *float32, cStride, accumulate int)

//go:noescape
func gemm256x4(k int, a *float32, rowStride, stepStride int, b *float32, bStride int, c *float32, cStride, accumulate int)

//go:noescape
func gemm256x2(k int, a *float32, rowStride, stepStride int, b *float32, bStride int, c *float32, cStride, accumulate int)

//go:noescape
func gemm256x1(k int, a *float32, rowStride, stepStride int, b *float32, bStride int, c *float32, cStride, accumulate int)

//go:noescape
func transpose8(dst *float32, dstStride int, src *float32, srcStride, blocks int)

//go:noescape
func copyRows(dst, src *float32, srcStride, blocks, rows int)

//go:noescape
func peak512(n int)

//go:noescape
func peak256(n int)

// inBounds panics, instead of letting assembly write anywhere, when a tile
// leaves its slices.
func (t *tile) inBounds(rows, columns int) {
	_ = t.a[(rows-1)*t.aRow+(t.k-1)*t.aStep]
	_ = t.b[(t.k-1)*t.bStep+columns-1]
	_ = t.c[(rows-1)*t.cRow+columns-1]
}

func micro512(rows int, t *tile) {
	t.inBounds(rows, 32)
	add := 0
	if t.accumulate {
		add = 1
	}
	switch rows {
	case 12:
		gemm512x12(t.k, &t.a[0], t.aRow*4, t.aStep*4, &t.b[0], t.bStep*4, &t.c[0], t.cRow*4, add)
	case 8:
		gemm512x8(t.k, &t.a[0], t.aRow*4, t.aStep*4, &t.b[0], t.bStep*4, &t.c[0], t.cRow*4, add)
	case 4:
		gemm512x4(t.k, &t.a[0], t.aRow*4, t.aStep*4, &t.b[0], t.bStep*4, &t.c[0], t.cRow*4, add)
	case 2:
		gemm512x2(t.k, &t.a[0], t.aRow*4, t.aStep*4, &t.b[0], t.bStep*4, &t.c[0], t.cRow*4, add)
	case 1:
		gemm512x1(t.k, &t.a[0], t.aRow*4, t.aStep*4, &t.b[0], t.bStep*4, &t.c[0], t.cRow*4, add)
	}
}

func micro256(rows int, t *tile) {
	t.inBounds(rows, 16)
	add := 0
	if t.accumulate {
		add = 1
	}
	switch rows {
	case 6:
		gemm256x6(t.k, &t.a[0], t.aRow*4, t.aStep*4, &t.b[0], t.bStep*4, &t.c[0], t.cRow*4, add)
	case 4:
		gemm256x4(t.k, &t.a[0], t.aRow*4, t.aStep*4, &t.b[0], t.bStep*4, &t.c[0], t.cRow*4, add)
	case 2:
		gemm256x2(t.k, &t.a[0], t.aRow*4, t.aStep*4, &t.b[0], t.bStep*4, &t.c[0], t.cRow*4, add)
	case 1:
		gemm256x1(t.k, &t.a[0], t.aRow*4, t.aStep*4, &t.b[0], t.bStep*4, &t.c[0], t.cRow*4, add)
	}
}
