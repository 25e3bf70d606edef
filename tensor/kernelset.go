package tensor

import (
	"fmt"
	"os"
	"strings"
)

//go:generate go run ./internal/kernelgen .

// kernelSet is everything that depends on the processor's instructions.
type kernelSet struct {
	name string
	// The micro kernels of the matrix product make tiles of up to tileRows
	// rows and of tileColumns columns.
	tileRows, tileColumns int
	// rowCounts are the row counts that micro knows, largest first, down to 1.
	rowCounts []int
	// micro computes a tile: see tile.
	micro func(rows int, t *tile)
	// microPairs does the same where b is pairs of bfloat16 and k counts pairs. a
	// is pairs as well where roundPairs makes them, else two floats a step.
	microPairs func(rows int, t *tile)
	// roundPairs writes src as bfloat16, two to an element of dst; an odd last
	// value gets a zero for a partner. It is nil where microPairs takes floats.
	roundPairs func(dst, src []float32)
	// transpose8 writes eight rows of src, 8·blocks columns each, as columns of
	// dst. Strides are in elements.
	transpose8 func(dst []float32, dstStride int, src []float32, srcStride, blocks int)
	// copyRows copies rows of 8·blocks elements, srcStride apart, next to each
	// other.
	copyRows func(dst, src []float32, srcStride, blocks, rows int)
	vector   vectorKernels
	// peak does n rounds of multiply-adds and says how many operations those are.
	peak func(n int) float64
}

// tile is one call of a micro kernel: c[i, j] = Σ_q a[i, q]·b[q, j], added to
// c with accumulate. Strides are in elements; a has one for rows and one for
// steps of q, and a row of b and c is contiguous.
type tile struct {
	k           int
	a           []float32
	aRow, aStep int
	b           []float32
	bStep       int
	c           []float32
	cRow        int
	accumulate  bool
}

// KernelVariable is the environment variable that asks for a kernel set by name.
const KernelVariable = "PIX2ACT_KERNEL"

// kernels is the set in use, and errKernels why it is not the one asked for.
var kernels, errKernels = chooseKernels(os.Getenv(KernelVariable))

// vector are the vector loops of the set in use.
var vector = kernels.vector

// chooseKernels returns the best set of this processor, or the one asked for; with
// an error, if that is not to be had here.
func chooseKernels(name string) (*kernelSet, error) {
	sets := availableKernels()
	names := []string{}
	for _, s := range sets {
		if s.name == name {
			return s, nil
		}
		names = append(names, s.name)
	}
	if name == "" {
		return sets[0], nil
	}
	return sets[0], fmt.Errorf("%s=%s is no kernel set of this processor: unset it, or use one of %s", KernelVariable, name, strings.Join(names, ", "))
}

// CheckKernel tells whether the kernel set that PIX2ACT_KERNEL asks for is in use;
// without one of that name it is the best that the processor can do.
func CheckKernel() error { return errKernels }

// Kernel names the kernel set in use: "avx512-bf16" (AVX-512 that also multiplies
// bfloat16), "avx512", "avx2", "neon" or "portable". It is
// chosen when the process starts, from what the processor can do; the
// environment variable PIX2ACT_KERNEL asks for a certain one.
func Kernel() string { return kernels.name }
