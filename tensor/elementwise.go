package tensor

import (
	"fmt"

	"pix2act/tensor/stablehlo"
)

// broadcast says how the second operand of an elementwise operation is
// repeated over the first.
type broadcast uint8

const (
	same   broadcast = iota // equal shapes
	byRow                   // the second is one row, repeated for each row of the first
	scalar                  // the second has one element
)

// fitBroadcast finds how b spreads over a: equal shapes, b a vector as long as
// the last axis of a (or any suffix of its shape), or b of one element.
func fitBroadcast(a, b []int) (broadcast, bool) {
	switch {
	case sameShape(a, b):
		return same, true
	case count(b) == 1:
		return scalar, true
	case len(b) < len(a) && sameShape(a[len(a)-len(b):], b):
		return byRow, true
	}
	return 0, false
}

// repeat spreads a second operand over the shape of the first.
func (l *lowering) repeat(v stablehlo.Value, shape []int, how broadcast) stablehlo.Value {
	switch how {
	case byRow:
		axes := make([]int, len(v.Shape))
		for i := range axes {
			axes[i] = len(shape) - len(axes) + i
		}
		return l.Broadcast(v, shape, axes...)
	case scalar:
		return l.Broadcast(l.Reshape(v), shape)
	}
	return v
}

// reduceTo sums a derivative back to the shape that was spread over it.
func reduceTo(dy *Node, shape []int) *Node {
	how, _ := fitBroadcast(dy.shape, shape)
	switch how {
	case byRow:
		return Reshape(SumRows(Reshape(dy, -1, count(shape))), shape...)
	case scalar:
		return Reshape(Sum(dy), shape...)
	}
	return dy
}

func binary(name string, make func(broadcast) operation, a, b *Node) *Node {
	g, bad := check(name, a, b)
	if bad != nil {
		return bad
	}
	if a.kind != Float || b.kind != Float {
		return g.fail(a.shape, "%s: operands %s and %s must be float", name, a, b)
	}
	if a.Len() < b.Len() {
		a, b = b, a
	}
	how, ok := fitBroadcast(a.shape, b.shape)
	if !ok {
		return g.fail(a.shape, "%s: %v and %v; the second must have the same shape, be one row of the first, or one element", name, a.shape, b.shape)
	}
	return g.add(make(how), Float, a.shape, a, b)
}

type addOp struct{ how broadcast }

func (addOp) String() string { return "add" }

// Add is a + b. One operand may be a single row or a single element, which is
// then repeated over the other.
func Add(a, b *Node) *Node {
	return binary("add", func(how broadcast) operation { return addOp{how} }, a, b)
}

// Sub is a - b, with the same repetition as [Add].
func Sub(a, b *Node) *Node { return Add(a, Scale(b, -1)) }

func (op addOp) gradient(n, dy *Node, need []bool) []*Node {
	parts := []*Node{dy, nil}
	if need[1] {
		parts[1] = reduceTo(dy, n.inputs[1].shape)
	}
	return parts
}

func (op addOp) kernel(n *Node) kernel {
	switch op.how {
	case byRow:
		return splitRows(n.shape, n.inputs[1].Len(), func(x *frame, row []float32, at int) {
			vector.add(row, x.in[0][at:at+len(row)], x.in[1])
		})
	case scalar:
		return split(n.Len(), func(x *frame, lo, hi int) {
			s, in := x.in[1][0], x.in[0][lo:hi]
			for i, v := range in {
				x.out[lo+i] = v + s
			}
		})
	}
	return split(n.Len(), func(x *frame, lo, hi int) {
		vector.add(x.out[lo:hi], x.in[0][lo:hi], x.in[1][lo:hi])
	})
}

func (op addOp) lower(l *lowering, n *Node, in []stablehlo.Value) stablehlo.Value {
	return l.Add(in[0], l.repeat(in[1], n.shape, op.how))
}

func (op addOp) inPlace(i int) bool { return i == 0 || op.how == same }

type mulOp struct{ how broadcast }

func (mulOp) String() string { return "mul" }

// Mul is the elementwise product a * b, with the same repetition as [Add].
func Mul(a, b *Node) *Node {
	return binary("mul", func(how broadcast) operation { return mulOp{how} }, a, b)
}

func (op mulOp) gradient(n, dy *Node, need []bool) []*Node {
	a, b := n.inputs[0], n.inputs[1]
	parts := []*Node{nil, nil}
	if need[0] {
		parts[0] = Mul(dy, b)
	}
	if need[1] {
		parts[1] = reduceTo(Mul(dy, a), b.shape)
	}
	return parts
}

func (op mulOp) kernel(n *Node) kernel {
	switch op.how {
	case byRow:
		return splitRows(n.shape, n.inputs[1].Len(), func(x *frame, row []float32, at int) {
			vector.mul(row, x.in[0][at:at+len(row)], x.in[1], 1)
		})
	case scalar:
		return split(n.Len(), func(x *frame, lo, hi int) {
			vector.scale(x.out[lo:hi], x.in[0][lo:hi], x.in[1][0])
		})
	}
	return split(n.Len(), func(x *frame, lo, hi int) {
		vector.mul(x.out[lo:hi], x.in[0][lo:hi], x.in[1][lo:hi], 1)
	})
}

func (op mulOp) lower(l *lowering, n *Node, in []stablehlo.Value) stablehlo.Value {
	return l.Mul(in[0], l.repeat(in[1], n.shape, op.how))
}

func (op mulOp) inPlace(i int) bool { return i == 0 || op.how == same }

type scaleOp struct{ factor float32 }

func (op scaleOp) String() string { return fmt.Sprintf("scale(%g)", op.factor) }

// Scale is x times a constant.
func Scale(x *Node, factor float32) *Node {
	g, bad := check("scale", x)
	if bad != nil {
		return bad
	}
	if x.kind != Float {
		return g.fail(x.shape, "scale: %s must be float", x)
	}
	return g.add(scaleOp{factor}, Float, x.shape, x)
}

func (op scaleOp) gradient(_, dy *Node, _ []bool) []*Node { return []*Node{Scale(dy, op.factor)} }

func (op scaleOp) kernel(n *Node) kernel {
	return split(n.Len(), func(x *frame, lo, hi int) {
		vector.scale(x.out[lo:hi], x.in[0][lo:hi], op.factor)
	})
}

func (op scaleOp) lower(l *lowering, _ *Node, in []stablehlo.Value) stablehlo.Value {
	return l.Mul(in[0], l.Float(op.factor))
}

func (scaleOp) inPlace(int) bool { return true }
