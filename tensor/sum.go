package tensor

import "pix2act/tensor/stablehlo"

type sumOp struct{}

func (sumOp) String() string { return "sum" }

// Sum is the sum of all elements, a scalar.
func Sum(x *Node) *Node {
	g, bad := check("sum", x)
	if bad != nil {
		return bad
	}
	if x.kind != Float {
		return g.fail(nil, "sum: %s must be float", x)
	}
	return g.add(sumOp{}, Float, []int{}, x)
}

func (sumOp) gradient(n, dy *Node, _ []bool) []*Node {
	return []*Node{Mul(n.graph.Fill(1, n.inputs[0].shape...), dy)}
}

func (sumOp) kernel(n *Node) kernel {
	return reduce(n.inputs[0].Len(), reduceChunk*32, 1, func(x *frame, partial []float32, lo, hi int) {
		partial[0] = vector.sum(x.in[0][lo:hi])
	}, nil)
}

func (sumOp) lower(l *lowering, _ *Node, in []stablehlo.Value) stablehlo.Value {
	return l.Sum(l.Reshape(in[0], in[0].Len()), 0)
}

type sumRowsOp struct{}

func (sumRowsOp) String() string { return "sum of rows" }

// SumRows adds the rows of x, seen as [rows, last axis]; the result is a
// vector as long as the last axis.
func SumRows(x *Node) *Node {
	g, bad := check("sum of rows", x)
	if bad != nil {
		return bad
	}
	if len(x.shape) < 1 || x.kind != Float {
		return g.fail([]int{1}, "sum of rows: %s must be float with at least one axis", x)
	}
	_, width := rowsOf(x.shape)
	return g.add(sumRowsOp{}, Float, []int{width}, x)
}

func (sumRowsOp) gradient(n, dy *Node, _ []bool) []*Node {
	return []*Node{Add(n.graph.Fill(0, n.inputs[0].shape...), dy)}
}

func (sumRowsOp) kernel(n *Node) kernel {
	rows, width := rowsOf(n.inputs[0].shape)
	return reduce(rows, reduceChunk, width, func(x *frame, partial []float32, lo, hi int) {
		clear(partial)
		for r := lo; r < hi; r++ {
			vector.add(partial, partial, x.in[0][r*width:(r+1)*width])
		}
	}, nil)
}

func (sumRowsOp) lower(l *lowering, _ *Node, in []stablehlo.Value) stablehlo.Value {
	return l.Sum(l.matrix(in[0]), 0)
}
