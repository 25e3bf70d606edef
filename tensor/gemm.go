package tensor

import (
	"fmt"
	"sync"
)

// gemm is one matrix product c = op(a)·op(b), or c += with accumulate, of
// contiguous row-major matrices; b may also be weights packed beforehand.
//
// The result is cut into blocks, which are the work items; where k is much
// longer than the result is large, as in the derivatives of weights, k is cut
// into chunks first, whose products are added at the end. Within a block, k is
// cut into slabs. The micro kernels read b in panels as wide as their tiles: a
// block packs its slab of b, unless b comes packed, or has so few rows of a to
// meet that it is read where it lies. Each element of c is the sum over k in
// one fixed order, so that the cutting does not show in the result.
type gemm struct {
	c, a, b        []float32
	weights        *panels // in place of b
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
	// slabDepth bounds k within a slab. The deeper, the less often c is read and
	// written again; a panel of a slab comes from the second-level cache, which
	// tiles as tall as these can wait for.
	slabDepth = 768
	// blockRows is how many rows of a meet one slab before the next, so that
	// they stay in the second-level cache too.
	blockRows = 96
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
	g.cut()
	g.partial, g.adding = t.shared((g.nChunks-1)*g.m*g.n), false
	t.run(g, g.nRows*g.nCols*g.nChunks)
	if g.nChunks > 1 {
		g.adding = true
		t.run(g, (g.m*g.n+splitSize-1)/splitSize)
	}
}

// direct says whether b is read where it lies, which pays for few rows.
func (g *gemm) direct() bool {
	return g.weights == nil && !g.transA && !g.transB && g.m <= directRows
}

// cut chooses the blocks: about two for each thread, and so that little is
// read twice. The slabs depend on k only, and so do the chunks but for
// derivatives of weights: a row of a·b is the same whatever rows stand beside
// it, to the last bit.
func (g *gemm) cut() {
	g.chunk, g.nChunks = g.k, 1
	if g.transA && g.m*g.n <= chunkedResult && g.k >= 2*chunkDepth && g.k >= 4*min(g.m, g.n) {
		g.chunk = roundUp((g.k+g.k/chunkDepth-1)/(g.k/chunkDepth), 8)
		g.nChunks = (g.k + g.chunk - 1) / g.chunk
	}
	slabs := (g.chunk + slabDepth - 1) / slabDepth
	g.slab = roundUp((g.chunk+slabs-1)/slabs, 8)

	mr, nr := kernels.tileRows, kernels.tileColumns
	rowTiles, panels := (g.m+mr-1)/mr, (g.n+nr-1)/nr
	wanted := (2*g.team.threads + g.nChunks - 1) / g.nChunks
	if g.team.threads == 1 || g.m*g.n*g.k <= smallProduct {
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
	b := block{g: g, p: &g.team.products[worker], c: c, accumulate: accumulate, i0: i0, j0: j0, q0: q0,
		m: min(g.rowBlock, g.m-i0), n: min(g.columnBlock, g.n-j0), end: min(g.k, q0+g.chunk)}
	*b.p = product{cRow: g.n, bfloat16: g.weights.bfloat16(), accumulate: accumulate}
	if b.m <= directRows && (g.weights != nil || g.direct()) {
		b.byPanel(worker)
	} else {
		b.bySlab(worker)
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
