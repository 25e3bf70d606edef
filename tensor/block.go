package tensor

// block is a block of a result while one worker computes it.
type block struct {
	g          *gemm
	p          *product
	c          []float32
	accumulate bool
	i0, j0     int // of the result
	m, n       int // rows and columns
	q0, end    int // of k
}

// bySlab lets a slab of all panels meet all rows before the next slab. It
// suits many rows: the slab is read from a cache again and again.
func (b *block) bySlab(worker int) {
	p, g, mr, nr := b.p, b.g, kernels.tileRows, kernels.tileColumns
	rows, packedSize := min(b.m, blockRows), 0
	if g.weights == nil {
		packedSize = roundUp(b.n, nr) * g.slab
	}
	a := g.left(b.n, rows, g.slab)
	memory := cutter{g.team.scratch(worker, align(mr*nr)+align(packedSize)+align(a.size))}
	p.edge = memory.take(mr * nr)
	packed := memory.take(packedSize)
	a.memory = memory.take(a.size)
	for q := b.q0; q < b.end; q += g.slab {
		p.k = min(g.slab, b.end-q)
		switch {
		case g.weights != nil:
			g.weights.place(p, b.j0, q)
		case g.transB:
			packTransposed(packed, g.b[b.j0*g.k+q:], g.k, b.n, p.k)
			p.b, p.bStep, p.bPanel = packed, nr, nr*p.k
		default:
			packRows(packed, g.b[q*g.n+b.j0:], g.n, b.n, p.k)
			p.b, p.bStep, p.bPanel = packed, nr, nr*p.k
		}
		for i := 0; i < b.m; i += rows {
			g.place(p, &a, b.i0+i, min(rows, b.m-i), q)
			p.c = b.c[(b.i0+i)*g.n+b.j0:]
			p.run(min(rows, b.m-i), b.n)
		}
		p.accumulate = true
	}
}

// byPanel reads the whole depth of a panel before the next panel. It suits
// few rows, which wait for memory: b comes from there in one go.
func (b *block) byPanel(worker int) {
	p, g, mr, nr := b.p, b.g, kernels.tileRows, kernels.tileColumns
	depth, lastSize := b.end-b.q0, 0
	if g.weights == nil && b.n%nr != 0 {
		lastSize = nr * depth
	}
	a := g.left(b.n, b.m, depth)
	memory := cutter{g.team.scratch(worker, align(mr*nr)+align(lastSize)+align(a.size))}
	p.edge = memory.take(mr * nr)
	last := memory.take(lastSize)
	a.memory = memory.take(a.size)
	p.k = depth
	g.place(p, &a, b.i0, b.m, b.q0)
	rows := p.a
	for j := b.j0; j < b.j0+b.n; j += nr {
		columns := min(nr, b.j0+b.n-j)
		packs := columns < nr && lastSize > 0
		if packs {
			packRows(last, g.b[b.q0*g.n+j:], g.n, columns, depth)
		}
		p.c, p.accumulate = b.c[b.i0*g.n+j:], b.accumulate
		for q := b.q0; q < b.end; q += g.slab {
			p.k = min(g.slab, b.end-q)
			p.a = rows[a.offset(q-b.q0):]
			switch {
			case g.weights != nil:
				g.weights.place(p, j, q)
			case packs:
				p.b, p.bStep = last[(q-b.q0)*nr:], nr
			default:
				p.b, p.bStep = g.b[q*g.n+j:], g.n
			}
			p.run(b.m, columns)
			p.accumulate = true
		}
	}
}
