package tensor

import "pix2act/tensor/stablehlo"

type gatedGELUOp struct{}

func (gatedGELUOp) String() string { return "gated gelu" }

// GatedGELU is gelu(a) * b elementwise, with the tanh form of gelu:
// gelu(u) = u/2·(1 + tanh(√(2/π)·(u + 0.044715·u³))).
func GatedGELU(a, b *Node) *Node {
	g, bad := check("gated gelu", a, b)
	if bad != nil {
		return bad
	}
	if !sameShape(a.shape, b.shape) || a.kind != Float || b.kind != Float {
		return g.fail(a.shape, "gated gelu: %s and %s", a, b)
	}
	return g.add(gatedGELUOp{}, Float, a.shape, a, b)
}

func (gatedGELUOp) gradient(n, dy *Node, _ []bool) []*Node {
	a, b := n.inputs[0], n.inputs[1]
	all := n.graph.add(gatedGELUGradientOp{}, Float, []int{2 * a.Len()}, a, b, dy)
	return []*Node{
		Reshape(Slice(all, 0, 0, a.Len()), a.shape...),
		Reshape(Slice(all, 0, a.Len(), 2*a.Len()), a.shape...),
	}
}

func (gatedGELUOp) kernel(n *Node) kernel {
	return split(n.Len(), func(x *frame, lo, hi int) {
		vector.gatedGELU(x.out[lo:hi], x.in[0][lo:hi], x.in[1][lo:hi])
	})
}

// geluGate is σ(2z) of [GatedGELU] in the form of vector_portable.go, with u².
func (l *lowering) geluGate(u stablehlo.Value) (gate, square stablehlo.Value) {
	square = l.Mul(u, u)
	inner := l.Add(l.Mul(square, l.Float(geluCubic)), l.Float(geluLinear))
	return l.Unary("logistic", l.Mul(u, inner)), square
}

func (gatedGELUOp) lower(l *lowering, _ *Node, in []stablehlo.Value) stablehlo.Value {
	gate, _ := l.geluGate(in[0])
	return l.Mul(l.Mul(in[0], gate), in[1])
}

func (gatedGELUOp) inPlace(int) bool { return true }

// gatedGELUGradientOp takes a, b, dy and gives da followed by db.
type gatedGELUGradientOp struct{ noGradient }

func (gatedGELUGradientOp) String() string { return "gated gelu gradient" }

func (gatedGELUGradientOp) kernel(n *Node) kernel {
	size := n.Len() / 2
	return split(size, func(x *frame, lo, hi int) {
		vector.gatedGELUGradient(x.out[lo:hi], x.out[size+lo:size+hi], x.in[0][lo:hi], x.in[1][lo:hi], x.in[2][lo:hi])
	})
}

// With s the gate: gelu' = s + u·s·(1 - s)·(2z)'.
func (gatedGELUGradientOp) lower(l *lowering, _ *Node, in []stablehlo.Value) stablehlo.Value {
	u, b, dy := in[0], in[1], in[2]
	gate, square := l.geluGate(u)
	value := l.Mul(u, gate)
	inner := l.Add(l.Mul(square, l.Float(3*geluCubic)), l.Float(geluLinear))
	slope := l.Add(gate, l.Mul(l.Mul(value, l.Sub(l.Float(1), gate)), inner))
	return l.flat(l.Mul(l.Mul(dy, b), slope), l.Mul(dy, value))
}

// GELU is gelu(a) in the tanh form of [GatedGELU].
func GELU(a *Node) *Node {
	g, bad := check("gelu", a)
	if bad != nil {
		return bad
	}
	return GatedGELU(a, g.Fill(1, a.shape...))
}
