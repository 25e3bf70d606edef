package tensor

import (
	"math"

	"pix2act/tensor/stablehlo"
)

type softmaxOp struct{}

func (softmaxOp) String() string { return "softmax" }

// Softmax is the softmax of each row of x, seen as [rows, last axis].
func Softmax(x *Node) *Node { return rowwise("softmax", softmaxOp{}, x) }

func rowwise(name string, op operation, x *Node) *Node {
	g, bad := check(name, x)
	if bad != nil {
		return bad
	}
	if x.kind != Float || len(x.shape) == 0 {
		return g.fail(x.shape, "%s: %s must be float with at least one axis", name, x)
	}
	return g.add(op, Float, x.shape, x)
}

func (softmaxOp) gradient(n, dy *Node, _ []bool) []*Node {
	return []*Node{n.graph.add(softmaxGradientOp{}, Float, n.shape, n, dy)}
}

func (softmaxOp) kernel(n *Node) kernel {
	_, width := rowsOf(n.shape)
	return splitRows(n.shape, width, func(x *frame, row []float32, at int) {
		softmaxRow(row, x.in[0][at:at+width])
	})
}

func (softmaxOp) lower(l *lowering, n *Node, in []stablehlo.Value) stablehlo.Value {
	e, _ := l.exponentials(l.matrix(in[0]))
	return l.Reshape(l.Div(e, l.columns(l.Sum(e, 1), e)), n.shape...)
}

// exponentials are exp(x - max) of each row of a matrix, and the maxima.
func (l *lowering) exponentials(x stablehlo.Value) (e, top stablehlo.Value) {
	top = l.Max(x, 1)
	return l.Unary("exponential", l.Sub(x, l.columns(top, x))), top
}

// softmaxRow writes the softmax of x into out, which may be x.
func softmaxRow(out, x []float32) {
	sum := vector.expSub(out, x, vector.max(x))
	vector.scale(out, out, 1/sum)
}

// softmaxGradientOp takes y and dy and gives dx = y·(dy - Σ y·dy).
type softmaxGradientOp struct{ noGradient }

func (softmaxGradientOp) String() string { return "softmax gradient" }

func (softmaxGradientOp) kernel(n *Node) kernel {
	_, width := rowsOf(n.shape)
	return splitRows(n.shape, width, func(x *frame, row []float32, at int) {
		y, dy := x.in[0][at:at+width], x.in[1][at:at+width]
		vector.mulSub(row, y, dy, vector.dot(y, dy))
	})
}

func (softmaxGradientOp) lower(l *lowering, n *Node, in []stablehlo.Value) stablehlo.Value {
	y, dy := l.matrix(in[0]), l.matrix(in[1])
	inner := l.Sum(l.Mul(y, dy), 1)
	return l.Reshape(l.Mul(y, l.Sub(dy, l.columns(inner, y))), n.shape...)
}

type logSoftmaxOp struct{}

func (logSoftmaxOp) String() string { return "log softmax" }

// LogSoftmax is the logarithm of [Softmax].
func LogSoftmax(x *Node) *Node { return rowwise("log softmax", logSoftmaxOp{}, x) }

func (logSoftmaxOp) gradient(n, dy *Node, _ []bool) []*Node {
	return []*Node{n.graph.add(logSoftmaxGradientOp{}, Float, n.shape, n, dy)}
}

func (logSoftmaxOp) kernel(n *Node) kernel {
	_, width := rowsOf(n.shape)
	return splitRows(n.shape, width, func(x *frame, row []float32, at int) {
		in := x.in[0][at : at+width]
		lse := logSumExp(row, in)
		for i, v := range in {
			row[i] = v - lse
		}
	})
}

func (logSoftmaxOp) lower(l *lowering, n *Node, in []stablehlo.Value) stablehlo.Value {
	x := l.matrix(in[0])
	return l.Reshape(l.Sub(x, l.columns(l.logSumExp(x), x)), n.shape...)
}

// logSumExp is log Σ exp(x), with scratch as long as x. It leaves exp(x - max)
// in scratch.
func logSumExp(scratch, x []float32) float32 {
	top := vector.max(x)
	return top + float32(math.Log(float64(vector.expSub(scratch, x, top))))
}

// logSoftmaxGradientOp takes y and dy and gives dx = dy - exp(y)·Σ dy.
type logSoftmaxGradientOp struct{ noGradient }

func (logSoftmaxGradientOp) String() string { return "log softmax gradient" }

func (logSoftmaxGradientOp) kernel(n *Node) kernel {
	_, width := rowsOf(n.shape)
	return splitRows(n.shape, width, func(x *frame, row []float32, at int) {
		y, dy := x.in[0][at:at+width], x.in[1][at:at+width]
		total := vector.sum(dy)
		vector.expSub(row, y, 0)
		for i, d := range dy {
			row[i] = d - row[i]*total
		}
	})
}

func (logSoftmaxGradientOp) lower(l *lowering, n *Node, in []stablehlo.Value) stablehlo.Value {
	y, dy := l.matrix(in[0]), l.matrix(in[1])
	shares := l.Mul(l.Unary("exponential", y), l.columns(l.Sum(dy, 1), y))
	return l.Reshape(l.Sub(dy, shares), n.shape...)
}
