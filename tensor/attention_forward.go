package tensor

// attentionForward computes the parts, each a segment and head, independently.
// Where there are fewer parts than workers could do, each is cut into groups of
// blocks of queries, which all pack the keys of their part for themselves.
type attentionForward struct {
	attentionKernel
	groups int
}

func (op attentionOp) kernel(n *Node) kernel {
	var bias *Node
	if op.bias {
		bias = n.inputs[4]
	}
	return &attentionForward{attentionKernel: newAttentionKernel(op, n, bias)}
}

func (k *attentionForward) run(x *frame) error {
	if err := k.check(x.ints[3]); err != nil {
		return err
	}
	k.x = x
	if k.distances > 0 {
		k.bias = x.in[4]
	}
	clearUnmarked(x.out, k.width, k.queryMarks)
	parts := k.segments * k.Heads
	k.groups = (2*x.team.threads + parts - 1) / parts
	if x.team.threads == 1 {
		k.groups = 1
	}
	x.team.run(k, parts*k.groups)
	return nil
}

func (k *attentionForward) do(worker, item int) {
	group, item := item%k.groups, item/k.groups
	p := k.part(item/k.Heads, item%k.Heads)
	q, keys, v := k.x.in[0][p.q0*k.width+p.at:], k.x.in[1][p.k0*k.width+p.at:], k.x.in[2][p.k0*k.width+p.at:]
	out := k.x.out[p.q0*k.width+p.at:]
	block := queryBlock(max(1, p.queries))
	blocks := (p.queries + block - 1) / block
	from, to := group*blocks/k.groups*block, min(p.queries, (group+1)*blocks/k.groups*block)
	switch {
	case from >= to:
		return
	case p.keys == 0:
		for i := from; i < to; i++ {
			clear(out[i*k.width : i*k.width+k.head])
		}
		return
	}
	mr, nr := kernels.tileRows, kernels.tileColumns
	columns := roundUp(p.keys, nr)
	few := p.queries <= fewQueries
	packedKeys := columns * k.head
	if few {
		packedKeys = 0
	}
	memory := cutter{k.x.team.scratch(worker, align(mr*nr)+align(packedKeys)+align(k.packedSize(p.keys))+align(block*columns))}
	edge, kt, packed, logits := memory.take(mr*nr), memory.take(packedKeys), memory.take(k.packedSize(p.keys)), memory.take(block*columns)
	m := &k.x.team.products[worker]
	if !few {
		packTransposed(kt, keys, k.width, p.keys, k.head)
	}
	*m = product{edge: edge}
	k.asB(m, v, p.keys, packed)
	values := *m
	for i0 := from; i0 < to; i0 += block {
		rows := min(block, to-i0)
		if few {
			for i := range rows {
				for j := range p.keys {
					logits[i*columns+j] = vector.dot(q[(i0+i)*k.width:][:k.head], keys[j*k.width:][:k.head])
				}
			}
		} else {
			*m = product{k: k.head, a: q[i0*k.width:], aRow: k.width, aStep: 1, aPanel: mr * k.width,
				b: kt, bStep: nr, bPanel: nr * k.head, c: logits, cRow: columns, edge: edge}
			m.run(rows, columns)
		}
		for i := range rows {
			k.softmax(logits[i*columns:], p, i0+i)
		}
		*m = product{k: p.keys, a: logits, aRow: columns, aStep: 1, aPanel: mr * columns,
			b: values.b, bStep: values.bStep, bPanel: values.bPanel, c: out[i0*k.width:], cRow: k.width, edge: edge}
		m.run(rows, k.head)
	}
}

// fewQueries is up to how many queries of a segment packing its keys does not
// pay.
const fewQueries = 3
