package tensor

// left says how a block reads its first operand, and holds a copy of it where
// it must be rearranged.
type left struct {
	how    leftForm
	stride int // of rows of the copy, in elements
	memory []float32
	size   int // of memory
	depth  int // of the copy
}

type leftForm uint8

const (
	// inPlace reads rows where they lie.
	inPlace leftForm = iota
	// transposed packs columns into panels.
	transposed
	// copied copies rows next to each other.
	copied
	// rounded copies rows as pairs of bfloat16.
	rounded
)

// conflictStride is in elements: rows a multiple of it apart fall into the
// same few sets of a first-level cache, and tiles of many rows would push their
// own rows out.
const conflictStride = 512

// left chooses the form for a block of n columns, of which rows rows and depth
// steps of k are read at a time.
func (g *gemm) left(n, rows, depth int) left {
	l := left{depth: depth}
	mr := kernels.tileRows
	switch {
	case g.transA:
		l.how, l.size = transposed, (rows+mr-1)/mr*packedStep()*depth
	case g.weights.bfloat16() && kernels.roundPairs != nil:
		l.how, l.stride = rounded, align((depth+1)/2)+16
	case g.weights.bfloat16() && g.k%2 != 0, g.k%conflictStride == 0 && n > kernels.tileColumns:
		l.how, l.stride = copied, align(depth+1)+16
	}
	if l.stride > 0 {
		l.size = rows * l.stride
	}
	return l
}

// place points a product to rows of a from row i and step q on, for the depth
// of the product. It turns the depth into steps of the micro kernel.
func (g *gemm) place(p *product, l *left, i, rows, q int) {
	mr := kernels.tileRows
	switch l.how {
	case inPlace:
		p.a, p.aRow, p.aStep = g.a[i*g.k+q:], g.k, 1
	case transposed:
		packColumns(l.memory, g.a[q*g.m:], g.m, i, rows, p.k)
		p.a, p.aRow, p.aStep, p.aPanel = l.memory, 1, packedStep(), packedStep()*p.k
		return
	case copied:
		for r := range rows {
			to := l.memory[r*l.stride:]
			copy(to, g.a[(i+r)*g.k+q:][:p.k])
			to[p.k] = 0 // the partner of an odd last value
		}
		p.a, p.aRow, p.aStep = l.memory, l.stride, 1
	case rounded:
		for r := range rows {
			kernels.roundPairs(l.memory[r*l.stride:], g.a[(i+r)*g.k+q:][:p.k])
		}
		p.a, p.aRow, p.aStep = l.memory, l.stride, 1
	}
	if g.weights.bfloat16() && l.how != rounded {
		p.aStep = 2
	}
	p.aPanel = mr * p.aRow
}

// offset is where step q of the placed rows stands.
func (l *left) offset(q int) int {
	if l.how == rounded {
		return q / 2
	}
	return q
}
