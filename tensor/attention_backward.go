package tensor

// attentionBackward computes the parts again and then the derivatives. Where
// segments share keys, the segments of a head are done one after the other, so
// that the sums have one order.
type attentionBackward struct {
	attentionKernel
	dq, dk, dv  []float32
	partialBias []float32 // [segments, heads, distances]
}

func (op attentionGradientOp) kernel(n *Node) kernel {
	var bias *Node
	if op.bias {
		bias = n.inputs[5]
	}
	k := &attentionBackward{attentionKernel: newAttentionKernel(op.attentionOp, n, bias)}
	k.partialBias = make([]float32, k.segments*k.Heads*k.distances)
	return k
}

func (k *attentionBackward) run(x *frame) error {
	if err := k.check(x.ints[3]); err != nil {
		return err
	}
	k.x = x
	if k.distances > 0 {
		k.bias = x.in[5]
	}
	nq, nk := k.queries*k.width, k.keys*k.width
	k.dq, k.dk, k.dv = x.out[:nq], x.out[nq:nq+nk], x.out[nq+nk:nq+2*nk]
	clearUnmarked(k.dq, k.width, k.queryMarks)
	clear(k.partialBias)
	if k.sharedKeys {
		clear(k.dk)
		clear(k.dv)
		x.team.run(k, k.Heads)
	} else {
		clearUnmarked(k.dk, k.width, k.keyMarks)
		clearUnmarked(k.dv, k.width, k.keyMarks)
		x.team.run(k, k.segments*k.Heads)
	}
	if size := k.Heads * k.distances; size > 0 {
		dbias := x.out[nq+2*nk:]
		copy(dbias, k.partialBias[:size])
		for s := 1; s < k.segments; s++ {
			vector.add(dbias, dbias, k.partialBias[s*size:(s+1)*size])
		}
	}
	return nil
}

func (k *attentionBackward) do(worker, item int) {
	if !k.sharedKeys {
		k.segment(worker, item/k.Heads, item%k.Heads)
		return
	}
	for s := range k.segments {
		k.segment(worker, s, item)
	}
}

func (k *attentionBackward) segment(worker, segment, h int) {
	p := k.part(segment, h)
	w := k.width
	q, keys, v := k.x.in[0][p.q0*w+p.at:], k.x.in[1][p.k0*w+p.at:], k.x.in[2][p.k0*w+p.at:]
	dy, dq := k.x.in[4][p.q0*w+p.at:], k.dq[p.q0*w+p.at:]
	switch {
	case p.queries == 0:
		return
	case p.keys == 0:
		for i := range p.queries {
			clear(dq[i*w : i*w+k.head])
		}
		return
	}
	dk, dv := k.dk[p.k0*w+p.at:], k.dv[p.k0*w+p.at:]
	mr, nr := kernels.tileRows, kernels.tileColumns
	columns, block := roundUp(p.keys, nr), queryBlock(p.queries)
	packedSize := k.packedSize(max(p.keys, block))
	memory := cutter{k.x.team.scratch(worker, align(mr*nr)+2*align(columns*k.head)+align(packedSize)+2*align(block*columns))}
	edge, kt, vt := memory.take(mr*nr), memory.take(columns*k.head), memory.take(columns*k.head)
	packed, probabilities, slopes := memory.take(packedSize), memory.take(block*columns), memory.take(block*columns)
	packTransposed(kt, keys, w, p.keys, k.head)
	packTransposed(vt, v, w, p.keys, k.head)
	m := &k.x.team.products[worker]
	accumulate := k.sharedKeys
	for i0 := 0; i0 < p.queries; i0 += block {
		rows := min(block, p.queries-i0)
		// Logits = Q·Kᵀ and the derivatives of probabilities = dY·Vᵀ.
		*m = product{k: k.head, a: q[i0*w:], aRow: w, aStep: 1, aPanel: mr * w,
			b: kt, bStep: nr, bPanel: nr * k.head, c: probabilities, cRow: columns, edge: edge}
		m.run(rows, columns)
		m.a, m.b, m.c = dy[i0*w:], vt, slopes
		m.run(rows, columns)
		for i := range rows {
			row, slope := probabilities[i*columns:][:p.keys], slopes[i*columns:][:p.keys]
			sees := k.softmax(row, p, i0+i)
			clear(slope[sees:])
			row, slope = row[:sees], slope[:sees]
			vector.mulSub(slope, row, slope, vector.dot(row, slope))
			k.addBias(slope, p, segment, i0+i)
		}
		// dV += Pᵀ·dY, dK += dSᵀ·Q, dQ = dS·K.
		*m = product{k: rows, a: probabilities, aRow: 1, aStep: columns, aPanel: mr,
			c: dv, cRow: w, accumulate: accumulate, edge: edge}
		k.asB(m, dy[i0*w:], rows, packed)
		m.run(p.keys, k.head)
		m.a, m.c = slopes, dk
		k.asB(m, q[i0*w:], rows, packed)
		m.run(p.keys, k.head)
		*m = product{k: p.keys, a: slopes, aRow: columns, aStep: 1, aPanel: mr * columns,
			c: dq[i0*w:], cRow: w, edge: edge}
		k.asB(m, keys, p.keys, packed)
		m.run(rows, k.head)
		accumulate = true
	}
}

// addBias adds the derivatives of the logits of query i to those of the bias.
func (k *attentionBackward) addBias(slope []float32, p part, segment, i int) {
	if k.distances == 0 {
		return
	}
	partial := k.partialBias[(segment*k.Heads+p.h)*k.distances:][:k.distances]
	distance := i + p.keys - p.queries
	for j, s := range slope {
		partial[max(0, min(distance-j, k.distances-1))] += s
	}
}
