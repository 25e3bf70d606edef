package tensor

import "fmt"

// AttentionOptions are the fixed settings of [Attention].
type AttentionOptions struct {
	Heads  int
	Causal bool // a query sees only keys at distance ≥ 0
}

type attentionOp struct {
	AttentionOptions
	bias bool // whether there is a bias operand
}

func (op attentionOp) String() string {
	if op.Causal {
		return fmt.Sprintf("causal attention(%d heads)", op.Heads)
	}
	return fmt.Sprintf("attention(%d heads)", op.Heads)
}

// Attention is multi-head attention over ragged segments, without a 1/√d.
//
// q is [Nq, H·d], k and v are [Nk, H·d]: the rows of all sequences, packed.
// segments is an Ints [S, 4] of rows (qStart, qEnd, kStart, kEnd), ends
// exclusive: the queries of a segment see its keys and no others. Segments
// must not share queries, but may share keys; an empty segment is allowed
// (qStart = qEnd). Queries of no segment, or of one without keys, get zeros.
//
// bias is nil, or [H, D]: bias[h, x] is added to the logit of query i and key
// j, where x is the distance (i-qStart) + (kLen-qLen) - (j-kStart) held within
// [0, D-1]. The distance aligns the last query with the last key, which suits
// both whole sequences and a few new queries over a cache of keys. With
// Causal, keys at a negative distance are not seen.
func Attention(q, k, v, segments, bias *Node, options AttentionOptions) *Node {
	operands := []*Node{q, k, v, segments}
	if bias != nil {
		operands = append(operands, bias)
	}
	g, bad := check("attention", operands...)
	if bad != nil {
		return bad
	}
	switch {
	case len(q.shape) != 2 || len(k.shape) != 2 || !sameShape(k.shape, v.shape) || q.shape[1] != k.shape[1] ||
		q.kind != Float || k.kind != Float || v.kind != Float:
		return g.fail(q.shape, "attention: q %v, k %v, v %v; want [Nq, H·d] and twice [Nk, H·d]", q.shape, k.shape, v.shape)
	case options.Heads <= 0 || q.shape[1]%options.Heads != 0:
		return g.fail(q.shape, "attention: %d heads for a width of %d", options.Heads, q.shape[1])
	case len(segments.shape) != 2 || segments.shape[1] != 4 || segments.kind != Int:
		return g.fail(q.shape, "attention: segments %s; want int32 [S, 4]", segments)
	case bias != nil && (len(bias.shape) != 2 || bias.shape[0] != options.Heads || bias.kind != Float):
		return g.fail(q.shape, "attention: bias %s for %d heads; want [H, D]", bias, options.Heads)
	}
	return g.add(attentionOp{options, bias != nil}, Float, q.shape, operands...)
}

func (op attentionOp) gradient(n, dy *Node, need []bool) []*Node {
	q, k := n.inputs[0], n.inputs[1]
	size := q.Len() + 2*k.Len()
	inputs := append(append([]*Node{}, n.inputs[:4]...), dy)
	if op.bias {
		inputs = append(inputs, n.inputs[4])
		size += n.inputs[4].Len()
	}
	all := n.graph.add(attentionGradientOp{attentionOp: op}, Float, []int{size}, inputs...)
	parts := make([]*Node, len(n.inputs))
	at := 0
	for i, in := range n.inputs {
		if in.kind == Float {
			parts[i] = Reshape(Slice(all, 0, at, at+in.Len()), in.shape...)
			at += in.Len()
		}
	}
	return parts
}

// attentionGradientOp takes q, k, v, segments, dy and perhaps bias, and gives
// dq, dk, dv and dbias, one after the other.
type attentionGradientOp struct {
	attentionOp
}

func (op attentionGradientOp) String() string { return op.attentionOp.String() + " gradient" }

func (attentionGradientOp) gradient(n, _ *Node, _ []bool) []*Node {
	return noGradient{}.gradient(n, nil, nil)
}
