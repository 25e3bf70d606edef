package tensor

import (
	"fmt"
	"sync"
)

// gemm is one matrix product c = op(a)·op(b), or c += with accumulate, of
// contiguous row-major matrices; b may also be weights packed beforehand.
//
// The micro kernels read b in panels as wide as their tiles. b is packed into
// panels first, by all workers and a strip of columns at a time, unless it
// comes packed or has so few rows of a to meet that it is read where it lies.
// Then the result is cut into blocks, which are the work items. Where k is
// much longer than the result is large, as in the derivatives of weights, k is
// cut into chunks, whose products are added at the end. Within a block, k is
// cut into slabs. Each element of c is the sum over k in one fixed order, so
// that the cutting does not show in the result.
type gemm struct {
	c, a, b        []float32
	weights        *panels // in place of b
	m, n, k        int
	transA, transB bool
	accumulate     bool

	team               *team
	phase              phase
	from, to           int       // the strip of columns under way
	strip              []float32 // its panels
	rowBlock, nRows    int       // rows of a block, number of blocks down
	columnBlock, nCols int       // columns of a block, number of blocks across
	chunk, nChunks     int       // k of a chunk, number of chunks
	slab               int       // k of a slab
	partial            []float32 // the products of the chunks after the first
}

// phase is what the workers are at: the products wait for the packing, and the
// adding for the products.
type phase uint8

const (
	packing phase = iota
	multiplying
	adding
)

const (
	// slabDepth bounds k within a slab, so that a panel of b stays in the
	// first-level cache.
	slabDepth = 256
	// blockRows is how many rows of a meet one slab before the next, so that
	// they stay in the second-level cache.
	blockRows = 192
	// directRows is up to how many rows of c packing b does not pay.
	directRows = 48
	// stripValues is how many values of b are packed before they are used: what
	// a third-level cache holds.
	stripValues = 1 << 22
	// chunkDepth is k in a chunk at least, and chunkedResult the largest result
	// that is computed in chunks.
	chunkDepth    = 512
	chunkedResult = 1 << 18
	// smallProduct is up to how many multiply-adds one thread is faster.
	smallProduct = 1 << 19
)

func (g *gemm) run(t *team) {
	g.team = t
	g.cutDepth()
	nr := kernels.tileColumns
	width, size := g.n, 0
	if g.packs() {
		width = max(nr, min(stripValues/g.k, g.n)/nr*nr)
		size = min(width, roundUp(g.n, nr)) * g.k
	}
	memory := t.shared(align(size) + (g.nChunks-1)*g.m*g.n)
	g.strip, g.partial = memory[:size], memory[align(size):]
	for g.from = 0; g.from < g.n; g.from = g.to {
		g.to = min(g.n, g.from+width)
		if size > 0 {
			g.spread(packing, (g.to-g.from+nr-1)/nr)
		}
		g.cutBlocks()
		g.spread(multiplying, g.nRows*g.nCols*g.nChunks)
	}
	if g.nChunks > 1 {
		g.spread(adding, (g.m*g.n+splitSize-1)/splitSize)
	}
}

// direct says whether b is read where it lies, which pays for few rows.
func (g *gemm) direct() bool {
	return g.weights == nil && !g.transA && !g.transB && g.m <= directRows
}

func (g *gemm) packs() bool { return g.weights == nil && !g.direct() }

// small says whether one worker is faster than several.
func (g *gemm) small() bool { return g.m*g.n*g.k <= smallProduct }

// spread does the items of a phase.
func (g *gemm) spread(p phase, items int) {
	g.phase = p
	if !g.small() {
		g.team.run(g, items)
		return
	}
	for i := range items {
		g.do(0, i)
	}
}

// cutDepth chooses chunks and slabs. The slabs depend on k only, and so do the
// chunks but for derivatives of weights: a row of a·b is the same whatever
// rows stand beside it, to the last bit.
func (g *gemm) cutDepth() {
	g.chunk, g.nChunks = g.k, 1
	if g.transA && g.m*g.n <= chunkedResult && g.k >= 2*chunkDepth && g.k >= 4*min(g.m, g.n) {
		g.chunk = roundUp((g.k+g.k/chunkDepth-1)/(g.k/chunkDepth), 8)
		g.nChunks = (g.k + g.chunk - 1) / g.chunk
	}
	slabs := (g.chunk + slabDepth - 1) / slabDepth
	g.slab = roundUp((g.chunk+slabs-1)/slabs, 8)
}

// cutBlocks chooses the blocks of the strip: about four for each thread, and
// so that little is read twice.
func (g *gemm) cutBlocks() {
	mr, nr, n := kernels.tileRows, kernels.tileColumns, g.to-g.from
	rowTiles, panels := (g.m+mr-1)/mr, (n+nr-1)/nr
	wanted := (4*g.team.threads + g.nChunks - 1) / g.nChunks
	if g.team.threads == 1 || g.small() {
		wanted = 1
	}
	wanted = min(wanted, rowTiles*panels)
	best, down, across := -1, 1, 1
	for columns := 1; columns <= min(panels, wanted); columns++ {
		rows := min(rowTiles, (wanted+columns-1)/columns)
		if rows*columns < wanted {
			continue
		}
		// a is read once for each block across, b once for each block down.
		if cost := rows*n + columns*g.m; best < 0 || cost < best {
			best, down, across = cost, rows, columns
		}
	}
	g.rowBlock = (rowTiles + down - 1) / down * mr
	g.nRows = (g.m + g.rowBlock - 1) / g.rowBlock
	g.columnBlock = (panels + across - 1) / across * nr
	g.nCols = (n + g.columnBlock - 1) / g.columnBlock
}

func (g *gemm) do(worker, item int) {
	switch g.phase {
	case packing:
		nr := kernels.tileColumns
		j := g.from + item*nr
		columns, panel := min(nr, g.to-j), g.strip[item*nr*g.k:]
		if g.transB {
			packTransposed(panel, g.b[j*g.k:], g.k, columns, g.k)
		} else {
			packRows(panel, g.b[j:], g.n, columns, g.k)
		}
	case multiplying:
		blocks := g.nRows * g.nCols
		chunk, block := item/blocks, item%blocks
		i0, j0 := block%g.nRows*g.rowBlock, g.from+block/g.nRows*g.columnBlock
		if chunk == 0 {
			g.block(worker, g.c, g.accumulate, i0, j0, 0)
		} else {
			g.block(worker, g.partial[(chunk-1)*g.m*g.n:], false, i0, j0, chunk*g.chunk)
		}
	case adding:
		size := g.m * g.n
		lo, hi := item*splitSize, min(size, (item+1)*splitSize)
		for i := range g.nChunks - 1 {
			vector.add(g.c[lo:hi], g.c[lo:hi], g.partial[i*size+lo:i*size+hi])
		}
	}
}

// block computes a block of c from row i0 and column j0 on, and for the chunk
// of k from q0 on.
func (g *gemm) block(worker int, c []float32, accumulate bool, i0, j0, q0 int) {
	m, n, end := min(g.rowBlock, g.m-i0), min(g.columnBlock, g.to-j0), min(g.k, q0+g.chunk)
	nr := kernels.tileColumns
	// With few rows the whole depth of a panel is read in one go, as memory
	// likes it; with many a slab of it serves all rows.
	few := m <= directRows && !g.transA
	rows, depth := min(m, blockRows), g.slab
	if few {
		depth = end - q0
	}
	l := g.left(n, rows, depth)
	edgeSize, lastSize := kernels.tileRows*nr, 0
	if g.direct() && n%nr != 0 {
		lastSize = nr * depth
	}
	memory := cutter{g.team.scratch(worker, align(edgeSize)+align(lastSize)+align(l.size))}
	edge, last := memory.take(edgeSize), memory.take(lastSize)
	l.memory = memory.take(l.size)
	p := &g.team.products[worker]
	*p = product{cRow: g.n, edge: edge, bfloat16: g.weights.bfloat16(), accumulate: accumulate}
	if !few {
		for q := q0; q < end; q += g.slab {
			p.k = min(g.slab, end-q)
			for i := 0; i < m; i += rows {
				g.place(p, &l, i0+i, min(rows, m-i), q)
				g.right(p, j0, q)
				p.c = c[(i0+i)*g.n+j0:]
				p.run(min(rows, m-i), n)
			}
			p.accumulate = true
		}
		return
	}
	p.k = depth
	g.place(p, &l, i0, m, q0)
	a := p.a
	for j := j0; j < j0+n; j += nr {
		columns := min(nr, j0+n-j)
		if columns < nr && lastSize > 0 {
			packRows(last, g.b[q0*g.n+j:], g.n, columns, depth)
		}
		p.c, p.accumulate = c[i0*g.n+j:], accumulate
		for q := q0; q < end; q += g.slab {
			p.k = min(g.slab, end-q)
			p.a = a[l.offset(q-q0):]
			if columns < nr && lastSize > 0 {
				p.b, p.bStep = last[(q-q0)*nr:], nr
			} else {
				g.right(p, j, q)
			}
			p.run(m, columns)
			p.accumulate = true
		}
	}
}

// right points a product to the panels of b from column j and step q on.
func (g *gemm) right(p *product, j, q int) {
	nr := kernels.tileColumns
	switch {
	case g.weights != nil:
		p.bStep, p.bPanel = nr, nr*g.weights.steps()
		p.b = g.weights.values[j*g.weights.steps()+g.weights.step(q)*nr:]
	case g.direct():
		p.b, p.bStep, p.bPanel = g.b[q*g.n+j:], g.n, nr
	default:
		p.b, p.bStep, p.bPanel = g.strip[(j-g.from)*g.k+q*nr:], nr, nr*g.k
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
