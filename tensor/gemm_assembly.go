//go:build amd64 || arm64

package tensor

// microFunction is a micro kernel in assembly for tiles of one height. Strides
// are in bytes.
type microFunction func(k int, a *float32, rowStride, stepStride int, b *float32, bStride int, c *float32, cStride, accumulate int)

// microSet are the micro kernels of one width by height. values is how many
// values of a each step reads.
type microSet struct {
	columns, values int
	byRows          [13]microFunction
}

func (s *microSet) run(rows int, t *tile) {
	t.inBounds(rows, s.columns, s.values)
	add := 0
	if t.accumulate {
		add = 1
	}
	s.byRows[rows](t.k, &t.a[0], t.aRow*4, t.aStep*4, &t.b[0], t.bStep*4, &t.c[0], t.cRow*4, add)
}

// inBounds panics, instead of letting assembly write anywhere, when a tile
// leaves its slices.
func (t *tile) inBounds(rows, columns, values int) {
	_ = t.a[(rows-1)*t.aRow+(t.k-1)*t.aStep+values-1]
	_ = t.b[(t.k-1)*t.bStep+columns-1]
	_ = t.c[(rows-1)*t.cRow+columns-1]
}

// peakRegisters is how many sums the loops for the peak keep.
const peakRegisters = 12
