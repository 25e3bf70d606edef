package tensor

// product is a matrix product by one goroutine, of operands that lie anywhere:
// a has a stride for rows, one for steps of k and one from each tileRows rows
// to the next; b is cut into panels of
// tileColumns, bPanel apart, in which rows are bStep apart; edge is scratch for
// one tile.
type product struct {
	k          int
	a          []float32
	aRow       int
	aStep      int
	aPanel     int
	b          []float32
	bStep      int
	bPanel     int
	c          []float32
	cRow       int
	accumulate bool
	edge       []float32
	bfloat16   bool // steps are pairs, see panels
	tile       tile // of the call under way; here so that it is not allocated
}

// run computes m rows and n columns. In the last panel b must have all its
// columns, while c may end at n.
func (p *product) run(m, n int) {
	mr, nr := kernels.tileRows, kernels.tileColumns
	t := &p.tile
	micro, steps := kernels.micro, p.k
	if p.bfloat16 {
		micro, steps = kernels.microPairs, (p.k+1)/2
	}
	t.k, t.aRow, t.aStep, t.bStep = steps, p.aRow, p.aStep, p.bStep
	for j := 0; j < n; j += nr {
		t.b = p.b[j/nr*p.bPanel:]
		columns := min(nr, n-j)
		for i := 0; i < m; {
			rows := tileRows(m - i)
			t.a = p.a[i/mr*p.aPanel+i%mr*p.aRow:]
			if columns == nr {
				t.c, t.cRow, t.accumulate = p.c[i*p.cRow+j:], p.cRow, p.accumulate
				micro(rows, t)
			} else {
				t.c, t.cRow, t.accumulate = p.edge, nr, false
				micro(rows, t)
				for r := range rows {
					c, e := p.c[(i+r)*p.cRow+j:][:columns], p.edge[r*nr:]
					if p.accumulate {
						for x := range c {
							c[x] += e[x]
						}
					} else {
						copy(c, e)
					}
				}
			}
			i += rows
		}
	}
}

// tileRows is the tallest tile for the rows that are left.
func tileRows(left int) int {
	for _, rows := range kernels.rowCounts {
		if rows <= left {
			return rows
		}
	}
	return 1
}
