package tensor

import "pix2act/tensor/stablehlo"

// view is an operation whose result is part of the memory of its first input,
// from element offset on. Executors need not copy.
type view interface{ offset(n *Node) int }

type reshapeOp struct{}

func (reshapeOp) String() string      { return "reshape" }
func (reshapeOp) offset(*Node) int    { return 0 }
func (reshapeOp) kernel(*Node) kernel { return nil }

func (reshapeOp) gradient(n, dy *Node, _ []bool) []*Node {
	return []*Node{Reshape(dy, n.inputs[0].shape...)}
}

func (reshapeOp) lower(l *lowering, n *Node, in []stablehlo.Value) stablehlo.Value {
	return l.Reshape(in[0], n.shape...)
}

// Reshape gives the elements of x, in order, another shape. One axis may be
// -1: it takes what the others leave.
func Reshape(x *Node, shape ...int) *Node {
	g, bad := check("reshape", x)
	if bad != nil {
		return bad
	}
	shape = append([]int{}, shape...)
	known, free := 1, -1
	for i, d := range shape {
		switch {
		case d > 0:
			known *= d
		case d == -1 && free < 0:
			free = i
		default:
			return g.fail(x.shape, "reshape: %v is no shape", shape)
		}
	}
	if free >= 0 {
		shape[free] = x.Len() / known
		known *= shape[free]
	}
	if known != x.Len() {
		return g.fail(x.shape, "reshape: %v to %v", x.shape, shape)
	}
	if sameShape(shape, x.shape) {
		return x
	}
	return g.add(reshapeOp{}, x.kind, shape, x)
}
