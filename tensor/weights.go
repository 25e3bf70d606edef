package tensor

import (
	"fmt"
	"math"
	"unsafe"
)

// Storage is how packed weights are kept.
type Storage string

// Kinds of [Storage].
const (
	Float32  Storage = "float32"
	BFloat16 Storage = "bfloat16" // the upper half of a float32: 8 bits of exponent, 7 of fraction
)

// panels are the second operand of matrix products in the order in which
// micro kernels read it: panels of columns columns, in each the steps of k one
// after another. The last panel is filled with zeros. A step of BFloat16 holds
// two values of k for each column, the first in the lower half.
type panels struct {
	storage Storage
	k, n    int
	columns int // of a panel: tileColumns of the kernel set
	values  []float32
}

// bfloat16 may be asked of no panels.
func (p *panels) bfloat16() bool { return p != nil && p.storage == BFloat16 }

// steps is the number of steps of a panel.
func (p *panels) steps() int { return p.step(p.k + 1) }

// step is the step that holds value q of k; q is even in BFloat16.
func (p *panels) step(q int) int {
	if p.storage == BFloat16 {
		return q / 2
	}
	return min(q, p.k)
}

// place points a product to the panels from column j, a panel's first, and
// value q of k on.
func (p *panels) place(to *product, j, q int) {
	to.b, to.bStep, to.bPanel = p.values[j*p.steps()+p.step(q)*p.columns:], p.columns, p.columns*p.steps()
}

// Pack turns a matrix [k, n] into weights: the form in which matrix products
// read their second operand fastest, rounded to half the size with
// [BFloat16]. Data is nil afterwards, and the array can only be fed to a
// parameter that is used as the second, untransposed operand of [MatMul]. In
// float32 the products stay the same to the last bit.
//
// With BFloat16 the processors that multiply it (Kernel "avx512-bf16") round
// the first operand too; all others widen the weights and multiply in float32.
// Sums are float32 everywhere.
func (a *Array) Pack(storage Storage) error {
	if storage != Float32 && storage != BFloat16 {
		return fmt.Errorf("tensor: weights are kept as %s or %s, not %q", Float32, BFloat16, storage)
	}
	if len(a.Shape) != 2 || len(a.Data) != count(a.Shape) || len(a.Data) == 0 {
		return fmt.Errorf("tensor: pack of an array of shape %v with %d values: %w", a.Shape, len(a.Data), ErrShape)
	}
	nr := kernels.tileColumns
	p := &panels{storage: storage, k: a.Shape[0], n: a.Shape[1], columns: nr}
	p.values = alignedFloats(roundUp(p.n, nr) * p.steps())
	for j := 0; j < p.n; j += nr {
		panel, columns := p.values[j*p.steps():(j+nr)*p.steps()], min(nr, p.n-j)
		if storage == Float32 {
			packRows(panel, a.Data[j:], p.n, columns, p.k)
		} else {
			packPairs(panel, a.Data[j:], p.n, columns, p.k, nr)
		}
	}
	a.weights, a.Data = p, nil
	return nil
}

// Storage says how the values are kept: "" in Data, else as packed weights.
func (a *Array) Storage() Storage {
	if a.weights == nil {
		return ""
	}
	return a.weights.storage
}

// Bytes is the memory that the values take.
func (a *Array) Bytes() int {
	if a.weights != nil {
		return 4 * len(a.weights.values)
	}
	return 4 * len(a.Data)
}

// packPairs packs k rows of n columns as pairs of bfloat16 into a panel of
// zeros.
func packPairs(panel, b []float32, stride, n, k, columns int) {
	// Bit patterns of pairs are no floats to be passed through registers.
	out := unsafe.Slice((*uint32)(unsafe.Pointer(unsafe.SliceData(panel))), len(panel))
	for q := range k {
		row, to, shift := b[q*stride:q*stride+n], out[q/2*columns:], q%2*16
		for j, v := range row {
			to[j] |= uint32(roundBFloat16(v)) << shift
		}
	}
}

// roundBFloat16 is the nearest bfloat16, ties to even.
func roundBFloat16(v float32) uint16 {
	u := math.Float32bits(v)
	if v != v {
		return uint16(u>>16) | 0x40 // stays a NaN without its lower half
	}
	return uint16((u + 0x7fff + u>>16&1) >> 16)
}

// widen is the float32 of a bfloat16.
func widen(v uint16) float32 { return math.Float32frombits(uint32(v) << 16) }
