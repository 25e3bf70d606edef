package tensor

import (
	"fmt"
	"math"

	"pix2act/tensor/stablehlo"
)

type rmsNormOp struct{ eps float32 }

func (op rmsNormOp) String() string { return fmt.Sprintf("rms norm(%g)", op.eps) }

// RMSNorm scales each row of x [rows, width] by the inverse root of its mean
// square plus eps, and then elementwise by gain [width]; no mean is taken off
// and no bias added.
func RMSNorm(x, gain *Node, eps float32) *Node {
	g, bad := check("rms norm", x, gain)
	if bad != nil {
		return bad
	}
	_, width := rowsOf(x.shape)
	if x.kind != Float || len(gain.shape) != 1 || gain.shape[0] != width || gain.kind != Float {
		return g.fail(x.shape, "rms norm: %s with gain %s", x, gain)
	}
	return g.add(rmsNormOp{eps}, Float, x.shape, x, gain)
}

func (op rmsNormOp) gradient(n, dy *Node, _ []bool) []*Node {
	x, gain := n.inputs[0], n.inputs[1]
	all := n.graph.add(rmsNormGradientOp{eps: op.eps}, Float, []int{x.Len() + gain.Len()}, x, gain, dy)
	return []*Node{
		Reshape(Slice(all, 0, 0, x.Len()), x.shape...),
		Slice(all, 0, x.Len(), x.Len()+gain.Len()),
	}
}

func inverseRMS(x []float32, eps float32) float32 {
	return float32(1 / math.Sqrt(float64(vector.dot(x, x))/float64(len(x))+float64(eps)))
}

func (op rmsNormOp) kernel(n *Node) kernel {
	_, width := rowsOf(n.shape)
	return splitRows(n.shape, width, func(x *frame, row []float32, at int) {
		in := x.in[0][at : at+width]
		vector.mul(row, in, x.in[1], inverseRMS(in, op.eps))
	})
}

func (op rmsNormOp) lower(l *lowering, n *Node, in []stablehlo.Value) stablehlo.Value {
	x := l.matrix(in[0])
	y := l.Mul(l.Mul(x, l.columns(l.inverseRMS(x, op.eps), x)), l.Broadcast(in[1], x.Shape, 1))
	return l.Reshape(y, n.shape...)
}

// inverseRMS is that of each row of a matrix.
func (l *lowering) inverseRMS(x stablehlo.Value, eps float32) stablehlo.Value {
	mean := l.Mul(l.Sum(l.Mul(x, x), 1), l.Float(1/float32(x.Shape[1])))
	return l.Unary("rsqrt", l.Add(mean, l.Float(eps)))
}

// rmsNormGradientOp takes x, gain, dy and gives dx followed by dgain.
type rmsNormGradientOp struct {
	noGradient
	eps float32
}

func (rmsNormGradientOp) String() string { return "rms norm gradient" }

// With r the inverse root: y = r·x·g, so dgain = Σ r·x·dy over rows, and
// dx = r·g·dy - x·r³·mean(x·g·dy).
func (op rmsNormGradientOp) kernel(n *Node) kernel {
	rows, width := rowsOf(n.inputs[0].shape)
	return reduce(rows, reduceChunk, width, func(x *frame, gain []float32, lo, hi int) {
		clear(gain)
		for i := lo; i < hi; i++ {
			at := i * width
			in, dy := x.in[0][at:at+width], x.in[2][at:at+width]
			r := inverseRMS(in, op.eps)
			inner := vector.dot3(in, x.in[1], dy)
			vector.normGradient(x.out[at:at+width], gain, in, x.in[1], dy, r, r*r*r*inner/float32(width))
		}
	}, func(x *frame) []float32 { return x.out[rows*width:] })
}

func (op rmsNormGradientOp) lower(l *lowering, _ *Node, in []stablehlo.Value) stablehlo.Value {
	x, dy := l.matrix(in[0]), l.matrix(in[2])
	r := l.inverseRMS(x, op.eps)
	scaled := l.Mul(x, l.columns(r, x))
	slope := l.Mul(dy, l.Broadcast(in[1], x.Shape, 1))
	mean := l.Mul(l.Sum(l.Mul(scaled, slope), 1), l.Float(1/float32(x.Shape[1])))
	dx := l.Mul(l.Sub(slope, l.Mul(scaled, l.columns(mean, x))), l.columns(r, x))
	return l.flat(dx, l.Sum(l.Mul(scaled, dy), 0))
}
