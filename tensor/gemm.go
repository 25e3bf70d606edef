package tensor

import (
	"fmt"
	"sync"
)

// gemm is one matrix product c = op(a)·op(b), or c += with accumulate, of
// contiguous row-major matrices.
//
// The result is cut into blocks, which are the work items; where k is much
// longer than the result is large, as in the derivatives of weights, k is cut
// into chunks first, whose products are added at the end. Within a block, k is
// cut into slabs; a slab of b is packed into panels as wide as a micro
// kernel's tile, and so is a, if it is stored transposed; else a is read where
// it lies. Each element of c is the sum
// over k in one fixed order, so that the cutting does not show in the result.
type gemm struct {
	c, a, b        []float32
	m, n, k        int
	transA, transB bool
	accumulate     bool

	team               *team
	rowBlock, nRows    int       // rows of a block, number of blocks down
	columnBlock, nCols int       // columns of a block, number of blocks across
	chunk, nChunks     int       // k of a chunk, number of chunks
	slab               int       // k of a slab
	partial            []float32 // the products of the chunks after the first
	adding             bool      // the second phase, in which they are added
}

const (
	// slabDepth bounds k within a slab, so that a panel of b stays in the
	// first-level cache.
	slabDepth = 256
	// blockRows is how many rows of a meet one packed slab before the next
	// panel, so that they stay in the second-level cache.
	blockRows = 192
	// directRows is up to how many rows of c packing b does not pay.
	directRows = 48
	// chunkDepth is k in a chunk at least, and chunkedResult the largest result
	// that is computed in chunks.
	chunkDepth    = 512
	chunkedResult = 1 << 18
	// smallProduct is up to how many multiply-adds one thread is faster.
	smallProduct = 1 << 19
)

func (g *gemm) run(t *team) {
	g.team = t
	g.cut(t.threads)
	g.partial = t.shared((g.nChunks - 1) * g.m * g.n)
	g.adding = false
	t.run(g, g.nRows*g.nCols*g.nChunks)
	if g.nChunks > 1 {
		g.adding = true
		t.run(g, (g.m*g.n+splitSize-1)/splitSize)
	}
}

// direct says whether b is read where it lies, which pays for few rows.
func (g *gemm) direct() bool { return !g.transA && !g.transB && g.m <= directRows }

// cut chooses the blocks: about four for each thread, and so that little is
// packed twice. The slabs depend on k only, and so do the chunks but for
// derivatives of weights: a row of a·b is the same whatever rows stand beside
// it, to the last bit.
func (g *gemm) cut(threads int) {
	g.chunk, g.nChunks = g.k, 1
	if g.transA && g.m*g.n <= chunkedResult && g.k >= 2*chunkDepth && g.k >= 4*min(g.m, g.n) {
		g.chunk = roundUp((g.k+g.k/chunkDepth-1)/(g.k/chunkDepth), 8)
		g.nChunks = (g.k + g.chunk - 1) / g.chunk
	}
	slabs := (g.chunk + slabDepth - 1) / slabDepth
	g.slab = roundUp((g.chunk+slabs-1)/slabs, 8)

	mr, nr := kernels.tileRows, kernels.tileColumns
	rowTiles, panels := (g.m+mr-1)/mr, (g.n+nr-1)/nr
	wanted := (4*threads + g.nChunks - 1) / g.nChunks
	if threads == 1 || g.m*g.n*g.k <= smallProduct {
		wanted = 1
	}
	wanted = min(wanted, rowTiles*panels)
	best, down, across := -1, 1, 1
	for columns := 1; columns <= min(panels, wanted); columns++ {
		rows := min(rowTiles, (wanted+columns-1)/columns)
		if rows*columns < wanted {
			continue
		}
		// Reading a once more for each block across costs about as much as
		// packing b once more for each block down.
		if cost := rows*g.n + columns*g.m; best < 0 || cost < best {
			best, down, across = cost, rows, columns
		}
	}
	g.rowBlock = (rowTiles + down - 1) / down * mr
	g.nRows = (g.m + g.rowBlock - 1) / g.rowBlock
	g.columnBlock = (panels + across - 1) / across * nr
	g.nCols = (g.n + g.columnBlock - 1) / g.columnBlock
}

func (g *gemm) do(worker, item int) {
	if g.adding {
		size := g.m * g.n
		lo, hi := item*splitSize, min(size, (item+1)*splitSize)
		for i := range g.nChunks - 1 {
			vector.add(g.c[lo:hi], g.c[lo:hi], g.partial[i*size+lo:i*size+hi])
		}
		return
	}
	blocks := g.nRows * g.nCols
	chunk, block := item/blocks, item%blocks
	i0, j0 := block%g.nRows*g.rowBlock, block/g.nRows*g.columnBlock
	if chunk == 0 {
		g.block(worker, g.c, g.accumulate, i0, j0, 0)
	} else {
		g.block(worker, g.partial[(chunk-1)*g.m*g.n:], false, i0, j0, chunk*g.chunk)
	}
}

// block computes a block of c from row i0 and column j0 on, and for the chunk
// of k from q0 on.
func (g *gemm) block(worker int, c []float32, accumulate bool, i0, j0, q0 int) {
	m, n, end := min(g.rowBlock, g.m-i0), min(g.columnBlock, g.n-j0), min(g.k, q0+g.chunk)
	mr, nr := kernels.tileRows, kernels.tileColumns
	panels := (n + nr - 1) / nr
	direct := g.direct() && n%nr == 0
	edgeSize, packedSize, aSize := mr*nr, panels*nr*g.slab, 0
	if direct {
		packedSize = 0
	}
	if g.transA {
		aSize = (min(blockRows, m) + mr - 1) / mr * packedStep() * g.slab
	}
	memory := g.team.scratch(worker, edgeSize+packedSize+aSize)
	packed, packedA := memory[edgeSize:edgeSize+packedSize], memory[edgeSize+packedSize:]
	p := &g.team.products[worker]
	*p = product{accumulate: accumulate, cRow: g.n, aRow: g.k, aStep: 1, aPanel: mr * g.k, edge: memory[:edgeSize]}
	if direct {
		// A panel after the other, so that whole columns of b are read in one go.
		for j := j0; j < j0+n; j += nr {
			p.accumulate = accumulate
			for q := q0; q < end; q += g.slab {
				p.k, p.b, p.bStep, p.bPanel = min(g.slab, end-q), g.b[q*g.n+j:], g.n, nr
				p.a, p.c = g.a[i0*g.k+q:], c[i0*g.n+j:]
				p.run(m, nr)
				p.accumulate = true
			}
		}
		return
	}
	for q := q0; q < end; q += g.slab {
		p.k = min(g.slab, end-q)
		if g.transB {
			packTransposed(packed, g.b[j0*g.k+q:], g.k, n, p.k)
		} else {
			packRows(packed, g.b[q*g.n+j0:], g.n, n, p.k)
		}
		p.b, p.bStep, p.bPanel = packed, nr, nr*p.k
		for i := 0; i < m; i += blockRows {
			rows := min(blockRows, m-i)
			if g.transA {
				packColumns(packedA, g.a[q*g.m:], g.m, i0+i, rows, p.k)
				p.a, p.aRow, p.aStep, p.aPanel = packedA, 1, packedStep(), packedStep()*p.k
			} else {
				p.a = g.a[(i0+i)*g.k+q:]
			}
			p.c = c[(i0+i)*g.n+j0:]
			p.run(rows, n)
		}
		p.accumulate = true
	}
}

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
	tile       tile // of the call under way; here so that it is not allocated
}

// run computes m rows and n columns. In the last panel b must have all its
// columns, while c may end at n.
func (p *product) run(m, n int) {
	mr, nr := kernels.tileRows, kernels.tileColumns
	t := &p.tile
	t.k, t.aRow, t.aStep, t.bStep = p.k, p.aRow, p.aStep, p.bStep
	for j := 0; j < n; j += nr {
		t.b = p.b[j/nr*p.bPanel:]
		columns := min(nr, n-j)
		for i := 0; i < m; {
			rows := tileRows(m - i)
			t.a = p.a[i/mr*p.aPanel+i%mr*p.aRow:]
			if columns == nr {
				t.c, t.cRow, t.accumulate = p.c[i*p.cRow+j:], p.cRow, p.accumulate
				kernels.micro(rows, t)
			} else {
				t.c, t.cRow, t.accumulate = p.edge, nr, false
				kernels.micro(rows, t)
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

// gemmCalls keeps the working memory of Gemm between calls.
var gemmCalls sync.Pool

type gemmCall struct {
	team *team
	gemm gemm
}

// Gemm computes c = a·b for row-major matrices with the given number of
// threads: a is [m, k], or [k, m] with transA; b is [k, n], or [n, k] with
// transB; c is [m, n] and must not overlap the others. It may be called by
// several goroutines.
func Gemm(threads int, c, a, b []float32, m, n, k int, transA, transB bool) error {
	if m <= 0 || n <= 0 || k <= 0 || len(c) != m*n || len(a) != m*k || len(b) != k*n {
		return fmt.Errorf("tensor: gemm of m %d, n %d, k %d with %d, %d and %d elements: %w", m, n, k, len(c), len(a), len(b), ErrShape)
	}
	call, _ := gemmCalls.Get().(*gemmCall)
	if call == nil || call.team.threads != max(1, threads) {
		call = &gemmCall{team: newTeam(max(1, threads))}
	}
	call.gemm = gemm{c: c, a: a, b: b, m: m, n: n, k: k, transA: transA, transB: transB}
	call.gemm.run(call.team)
	call.gemm = gemm{}
	gemmCalls.Put(call)
	return nil
}
