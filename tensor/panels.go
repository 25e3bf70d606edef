package tensor

// packRows packs k rows of n columns of a row-major matrix into panels, and
// fills the last panel with zeros.
func packRows(dst, b []float32, stride, n, k int) {
	nr := kernels.tileColumns
	for j := 0; j < n; j += nr {
		panel := dst[j*k : (j+nr)*k]
		if n-j >= nr {
			kernels.copyRows(panel, b[j:], stride, nr/8, k)
			continue
		}
		clear(panel)
		for q := range k {
			copy(panel[q*nr:], b[q*stride+j:q*stride+n])
		}
	}
}

// packTransposed packs n rows of k columns, which are the columns of the
// operand, into panels.
func packTransposed(dst, b []float32, stride, n, k int) {
	nr := kernels.tileColumns
	for j := 0; j < n; j += nr {
		panel := dst[j*k : (j+nr)*k]
		columns := min(nr, n-j)
		if columns < nr {
			clear(panel)
		}
		whole := columns &^ 7
		for x := 0; x < whole; x += 8 {
			src := b[(j+x)*stride:]
			kernels.transpose8(panel[x:], nr, src, stride, k/8)
			for y := x; y < x+8; y++ {
				for q := k &^ 7; q < k; q++ {
					panel[q*nr+y] = src[(y-x)*stride+q]
				}
			}
		}
		for x := whole; x < columns; x++ {
			for q, v := range b[(j+x)*stride : (j+x)*stride+k] {
				panel[q*nr+x] = v
			}
		}
	}
}

// packedStep is how far apart steps of k are in a packed panel of a: tileRows
// rounded up to what copyRows copies.
func packedStep() int { return (kernels.tileRows + 7) &^ 7 }

// packColumns packs rows columns of a matrix of k rows, from column i0 on, into
// panels of tileRows columns.
func packColumns(dst, a []float32, stride, i0, rows, k int) {
	mr, step := kernels.tileRows, packedStep()
	for i := 0; i < rows; i += mr {
		panel := dst[i/mr*step*k:][:step*k]
		if i0+i+step <= stride {
			kernels.copyRows(panel, a[i0+i:], stride, step/8, k)
			continue
		}
		for q := range k {
			from := q*stride + i0 + i
			copy(panel[q*step:], a[from:q*stride+min(stride, i0+i+mr)])
		}
	}
}
