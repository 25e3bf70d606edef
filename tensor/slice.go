package tensor

import (
	"fmt"

	"pix2act/tensor/stablehlo"
)

// sliceRowsOp takes a range of the first axis; its result is contiguous.
type sliceRowsOp struct{ from int }

func (op sliceRowsOp) String() string { return fmt.Sprintf("slice from %d", op.from) }

func (op sliceRowsOp) offset(n *Node) int { return op.from * count(n.inputs[0].shape[1:]) }
func (sliceRowsOp) kernel(*Node) kernel   { return nil }

func (op sliceRowsOp) gradient(n, dy *Node, _ []bool) []*Node {
	return []*Node{padAxis(dy, 0, op.from, n.inputs[0].shape)}
}

func (op sliceRowsOp) lower(l *lowering, n *Node, in []stablehlo.Value) stablehlo.Value {
	return l.Slice(in[0], 0, op.from, op.from+n.shape[0])
}

// sliceColumnsOp takes a range of the last axis.
type sliceColumnsOp struct{ from int }

func (op sliceColumnsOp) String() string { return fmt.Sprintf("slice columns from %d", op.from) }

func (op sliceColumnsOp) gradient(n, dy *Node, _ []bool) []*Node {
	return []*Node{padAxis(dy, len(n.shape)-1, op.from, n.inputs[0].shape)}
}

func (op sliceColumnsOp) kernel(n *Node) kernel {
	_, stride := rowsOf(n.inputs[0].shape)
	_, width := rowsOf(n.shape)
	return splitRows(n.shape, width, func(x *frame, row []float32, at int) {
		from := at/width*stride + op.from
		copy(row, x.in[0][from:from+width])
	})
}

func (op sliceColumnsOp) lower(l *lowering, n *Node, in []stablehlo.Value) stablehlo.Value {
	last := len(n.shape) - 1
	return l.Slice(in[0], last, op.from, op.from+n.shape[last])
}

// Slice is the part [from, to) of x along an axis, which is the first or the
// last.
func Slice(x *Node, axis, from, to int) *Node {
	g, bad := check("slice", x)
	if bad != nil {
		return bad
	}
	if len(x.shape) == 0 || axis != 0 && axis != len(x.shape)-1 {
		return g.fail(x.shape, "slice: axis %d of %v is neither first nor last", axis, x.shape)
	}
	if from < 0 || to <= from || to > x.shape[axis] {
		return g.fail(x.shape, "slice: [%d, %d) of axis %d of %v", from, to, axis, x.shape)
	}
	if from == 0 && to == x.shape[axis] {
		return x
	}
	shape := append([]int{}, x.shape...)
	shape[axis] = to - from
	if axis == 0 {
		return g.add(sliceRowsOp{from}, x.kind, shape, x)
	}
	if x.kind != Float {
		return g.fail(shape, "slice: the last axis of integers cannot be cut")
	}
	return g.add(sliceColumnsOp{from}, Float, shape, x)
}

// padAxis puts dy back to where a slice was taken from, with zeros around.
func padAxis(dy *Node, axis, from int, shape []int) *Node {
	parts := []*Node{}
	fill := func(width int) {
		if width > 0 {
			s := append([]int{}, shape...)
			s[axis] = width
			parts = append(parts, dy.graph.Fill(0, s...))
		}
	}
	fill(from)
	parts = append(parts, dy)
	fill(shape[axis] - from - dy.shape[axis])
	return Concat(axis, parts...)
}

// concatOp joins along the first or the last axis.
type concatOp struct{ axis int }

func (op concatOp) String() string { return fmt.Sprintf("concat axis %d", op.axis) }

// Concat joins nodes along an axis, which is the first or the last; their
// other axes are equal.
func Concat(axis int, xs ...*Node) *Node {
	g, bad := check("concat", xs...)
	if bad != nil {
		return bad
	}
	if len(xs) == 0 {
		return g.fail(nil, "concat: of nothing")
	}
	if len(xs) == 1 {
		return xs[0]
	}
	shape := append([]int{}, xs[0].shape...)
	if len(shape) == 0 || axis != 0 && axis != len(shape)-1 {
		return g.fail(shape, "concat: axis %d of %v is neither first nor last", axis, shape)
	}
	shape[axis] = 0
	for _, x := range xs {
		if len(x.shape) != len(shape) || x.kind != Float {
			return g.fail(x.shape, "concat: %s among nodes like %s", x, xs[0])
		}
		for i, d := range x.shape {
			if i != axis && d != shape[i] {
				return g.fail(x.shape, "concat on axis %d: %v and %v", axis, xs[0].shape, x.shape)
			}
		}
		shape[axis] += x.shape[axis]
	}
	return g.add(concatOp{axis}, Float, shape, append([]*Node{}, xs...)...)
}

func (op concatOp) gradient(n, dy *Node, need []bool) []*Node {
	parts := make([]*Node, len(n.inputs))
	from := 0
	for i, in := range n.inputs {
		to := from + in.shape[op.axis]
		if need[i] {
			parts[i] = Slice(dy, op.axis, from, to)
		}
		from = to
	}
	return parts
}

func (op concatOp) kernel(n *Node) kernel {
	outer := 1
	if op.axis > 0 {
		outer = count(n.shape[:op.axis])
	}
	stride := n.Len() / outer
	widths := make([]int, len(n.inputs))
	for i, in := range n.inputs {
		widths[i] = in.Len() / outer
	}
	return splitRows([]int{outer, stride}, stride, func(x *frame, row []float32, at int) {
		r := at / stride
		for i, w := range widths {
			copy(row[:w], x.in[i][r*w:(r+1)*w])
			row = row[w:]
		}
	})
}

func (op concatOp) lower(l *lowering, _ *Node, in []stablehlo.Value) stablehlo.Value {
	return l.Concat(op.axis, in...)
}
