package tensor

// Array is a dense row-major array of float32. The last axis is contiguous.
// After [Array.Pack] it holds weights for matrix products instead, and Data is
// nil.
type Array struct {
	Shape []int
	Data  []float32

	weights *panels
	version int
}

// NewArray returns an array of zeros.
func NewArray(shape ...int) *Array {
	return &Array{Shape: append([]int(nil), shape...), Data: make([]float32, count(shape))}
}

// Changed says that Data was written to. Executors may keep a copy of an array
// that they were fed, on their device; whoever changes values between two runs
// must call it. It must not be called during a run.
func (a *Array) Changed() { a.version++ }

// Version is how often [Array.Changed] was called.
func (a *Array) Version() int { return a.version }

// Len is the number of elements.
func (a *Array) Len() int { return len(a.Data) }

// Row returns row i of an array seen as [rows, last axis]. It shares memory.
func (a *Array) Row(i int) []float32 {
	width := 1
	if len(a.Shape) > 0 {
		width = a.Shape[len(a.Shape)-1]
	}
	return a.Data[i*width : (i+1)*width]
}

// count is the number of elements of a shape; a scalar has one.
func count(shape []int) int {
	n := 1
	for _, d := range shape {
		n *= d
	}
	return n
}

// rowsOf is the number of rows and their width when a shape is seen as a
// matrix: the last axis is the width, all others are folded into rows.
func rowsOf(shape []int) (rows, width int) {
	if len(shape) == 0 {
		return 1, 1
	}
	width = shape[len(shape)-1]
	return count(shape[:len(shape)-1]), width
}

func sameShape(a, b []int) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}
