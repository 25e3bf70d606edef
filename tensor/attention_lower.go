package tensor

import "pix2act/tensor/stablehlo"

// Compilers want fixed shapes, segments are ragged. So the rows of each segment
// are gathered into a block as long as the longest segment, [S, length, H, d],
// all blocks are computed at once with what is too much masked, and the results
// are gathered back to where the rows stood. Both ways are look-ups, not
// additions to scattered places, so that results have one order of summing.

// spans are what the text of an attention depends on besides its shapes: the
// longest segments of a run, rounded up, and whether segments share keys.
type spans struct {
	queries, keys int
	shared        bool
}

// widen makes spans hold segments too, which k has checked.
func (s *spans) widen(segments []int32, k *attentionKernel) {
	for i := 0; i < len(segments); i += 4 {
		if segments[i] < segments[i+1] {
			s.queries = max(s.queries, blockLength(int(segments[i+1]-segments[i])))
			s.keys = max(s.keys, blockLength(int(segments[i+3]-segments[i+2])))
		}
	}
	s.shared = s.shared || k.sharedKeys
}

// blockLength rounds a length up so that few texts are needed, since each takes
// seconds to compile: to 16, and from 256 on to an eighth of the power of two
// below.
func blockLength(n int) int {
	step := 16
	for step*16 <= n {
		step *= 2
	}
	if n <= 1 {
		return n
	}
	return roundUp(n, step)
}

// blocks are the segments of an attention as blocks of equal length.
type blocks struct {
	*lowering
	op                                 attentionOp
	count, length, keyLength           int             // S, and the rows of a block
	queryAt, keyAt                     stablehlo.Value // [S, length]: the row of the array
	queryIn, keyIn                     stablehlo.Value // [S, length]: whether the segment has it
	queryFrom, queryTo, keyFrom, keyTo stablehlo.Value // [S]
	distance                           stablehlo.Value // [S, length, keyLength]
	sees                               stablehlo.Value // [S, H, length, keyLength]
	head                               int
}

func (l *lowering) blocks(op attentionOp, n *Node, segments stablehlo.Value) *blocks {
	s := l.spans[n.inputs[3]]
	b := &blocks{lowering: l, op: op, count: segments.Shape[0],
		length: max(1, min(s.queries, n.inputs[0].shape[0])), keyLength: max(1, min(s.keys, n.inputs[1].shape[0])), head: n.inputs[0].shape[1] / op.Heads}
	column := func(i int) stablehlo.Value { return l.Reshape(l.Slice(segments, 1, i, i+1), b.count) }
	b.queryFrom, b.queryTo, b.keyFrom, b.keyTo = column(0), column(1), column(2), column(3)
	rows := func(length int, from, to stablehlo.Value) (at, in stablehlo.Value) {
		shape := []int{b.count, length}
		at = l.Add(l.Iota(1, shape...), l.Broadcast(from, shape, 0))
		return at, l.Compare("LT", at, l.Broadcast(to, shape, 0))
	}
	b.queryAt, b.queryIn = rows(b.length, b.queryFrom, b.queryTo)
	b.keyAt, b.keyIn = rows(b.keyLength, b.keyFrom, b.keyTo)
	// The distance aligns the last query with the last key: i - j + keys - queries.
	shape := []int{b.count, b.length, b.keyLength}
	shift := l.Sub(l.Sub(b.keyTo, b.keyFrom), l.Sub(b.queryTo, b.queryFrom))
	b.distance = l.Add(l.Sub(l.Iota(1, shape...), l.Iota(2, shape...)), l.Broadcast(shift, shape, 0))
	sees := l.Binary("and", l.Broadcast(b.queryIn, shape, 0, 1), l.Broadcast(b.keyIn, shape, 0, 2))
	if op.Causal {
		sees = l.Binary("and", sees, l.Compare("GE", b.distance, l.Int(0)))
	}
	b.sees = b.perHead(sees)
	return b
}

// perHead repeats [S, length, keyLength] for each head.
func (b *blocks) perHead(v stablehlo.Value) stablehlo.Value {
	return b.Broadcast(v, []int{b.count, b.op.Heads, b.length, b.keyLength}, 0, 2, 3)
}

// perKey repeats one value for each query, [S, H, length], over its keys.
func (b *blocks) perKey(v stablehlo.Value) stablehlo.Value {
	return b.Broadcast(v, []int{b.count, b.op.Heads, b.length, b.keyLength}, 0, 1, 2)
}

// take gathers rows [N, H·d] into blocks [S, H, length, d] with zeros where a
// segment has no row.
func (b *blocks) take(rows, at, in stablehlo.Value) stablehlo.Value {
	block := b.Gather(rows, 0, at, 0)
	block = b.Select(b.Broadcast(in, block.Shape, 0, 1), block, b.Float(0))
	return b.Transpose(b.Reshape(block, b.count, at.Shape[1], b.op.Heads, b.head), 0, 2, 1, 3)
}

// flatten lays blocks [S, H, length, d] out as rows [S·length, H·d].
func (b *blocks) flatten(block stablehlo.Value) stablehlo.Value {
	return b.Reshape(b.Transpose(block, 0, 2, 1, 3), b.count*block.Shape[2], b.op.Heads*b.head)
}

// put is the way back from blocks [S, H, length, d] to n rows, of which no two
// segments share one: each row looks for its segment. Rows of none are zeros.
func (b *blocks) put(block stablehlo.Value, n int, from, to stablehlo.Value) stablehlo.Value {
	shape := []int{n, b.count}
	row, start := b.Iota(0, shape...), b.Broadcast(from, shape, 1)
	own := b.Binary("and", b.Compare("GE", row, start), b.Compare("LT", row, b.Broadcast(to, shape, 1)))
	place := b.Add(b.Mul(b.Iota(1, shape...), b.Int(block.Shape[2])), b.Sub(row, start))
	// One more than the place, so that 0 stands for none.
	place = b.Sum(b.Select(own, b.Add(place, b.Int(1)), b.Int(0)), 1)
	rows := b.Gather(b.flatten(block), 0, b.Sub(place, b.Int(1)), 0)
	return b.Select(b.Broadcast(b.Compare("GT", place, b.Int(0)), rows.Shape, 0), rows, b.Float(0))
}

// putKeys is put for keys, which segments may share; then their rows add up.
func (b *blocks) putKeys(block stablehlo.Value, n int, shared bool) stablehlo.Value {
	if !shared {
		// A segment without queries owns no keys: others may have them.
		owned := b.Select(b.Compare("LT", b.queryFrom, b.queryTo), b.keyTo, b.keyFrom)
		return b.put(block, n, b.keyFrom, owned)
	}
	at := b.Select(b.keyIn, b.keyAt, b.Int(-1))
	return b.ScatterAdd(n, b.Reshape(at, at.Len()), b.flatten(block))
}

// probabilities are softmax(q·kᵀ + bias) over the keys that a query sees.
func (b *blocks) probabilities(q, k stablehlo.Value, bias *stablehlo.Value) stablehlo.Value {
	logits := b.batched(q, k, 3, 3)
	if bias != nil {
		logits = b.Add(logits, b.Transpose(b.Gather(*bias, 1, b.biasAt(bias.Shape[1]), 1), 1, 0, 2, 3))
	}
	// A query that sees nothing must not divide by nothing.
	top := b.Max(b.Select(b.sees, logits, b.Float(leastLogit)), 3)
	e := b.Select(b.sees, b.Unary("exponential", b.Sub(logits, b.perKey(top))), b.Float(0))
	sum := b.Binary("maximum", b.Sum(e, 3), b.Float(leastSum))
	return b.Div(e, b.perKey(sum))
}

const (
	leastLogit = -1e30
	leastSum   = 1e-30 // the sum of a query that sees a key is at least 1
)

// batched is the product of blocks for each segment and head.
func (b *blocks) batched(x, y stablehlo.Value, contractX, contractY int) stablehlo.Value {
	return b.Dot(x, y, 2, contractX, contractY)
}

func (op attentionOp) lower(l *lowering, n *Node, in []stablehlo.Value) stablehlo.Value {
	b := l.blocks(op, n, in[3])
	var bias *stablehlo.Value
	if op.bias {
		bias = &in[4]
	}
	q, k, v := b.take(in[0], b.queryAt, b.queryIn), b.take(in[1], b.keyAt, b.keyIn), b.take(in[2], b.keyAt, b.keyIn)
	found := b.batched(b.probabilities(q, k, bias), v, 3, 2)
	return b.put(found, n.shape[0], b.queryFrom, b.queryTo)
}

func (op attentionGradientOp) lower(l *lowering, n *Node, in []stablehlo.Value) stablehlo.Value {
	b := l.blocks(op.attentionOp, n, in[3])
	var bias *stablehlo.Value
	if op.bias {
		bias = &in[5]
	}
	q, k, v := b.take(in[0], b.queryAt, b.queryIn), b.take(in[1], b.keyAt, b.keyIn), b.take(in[2], b.keyAt, b.keyIn)
	dy := b.take(in[4], b.queryAt, b.queryIn)
	p := b.probabilities(q, k, bias)
	dp := b.batched(dy, v, 3, 3)
	inner := b.Sum(b.Mul(p, dp), 3)
	slope := b.Mul(p, b.Sub(dp, b.perKey(inner)))
	queries, keys, shared := n.inputs[0].shape[0], n.inputs[1].shape[0], l.spans[n.inputs[3]].shared
	parts := []stablehlo.Value{
		b.put(b.batched(slope, k, 3, 2), queries, b.queryFrom, b.queryTo),
		b.putKeys(b.batched(slope, q, 2, 2), keys, shared),
		b.putKeys(b.batched(p, dy, 2, 2), keys, shared),
	}
	if bias != nil {
		parts = append(parts, b.biasGradient(slope, bias.Shape[1]))
	}
	return l.flat(parts...)
}

// biasAt is the column of the bias for each query and key.
func (b *blocks) biasAt(distances int) stablehlo.Value {
	return b.Binary("minimum", b.Binary("maximum", b.distance, b.Int(0)), b.Int(distances-1))
}

// biasGradient sums the derivatives of the logits by distance.
func (b *blocks) biasGradient(slope stablehlo.Value, distances int) stablehlo.Value {
	shape := append([]int{distances}, slope.Shape...)
	hit := b.Compare("EQ", b.Iota(0, shape...), b.Broadcast(b.perHead(b.biasAt(distances)), shape, 1, 2, 3, 4))
	sums := b.Sum(b.Select(hit, b.Broadcast(slope, shape, 1, 2, 3, 4), b.Float(0)), 1, 3, 4)
	return b.Transpose(sums, 1, 0)
}
