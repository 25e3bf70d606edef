package tensor

import "pix2act/tensor/stablehlo"

type logSumExpOp struct{}

func (logSumExpOp) String() string { return "log sum exp" }

// LogSumExp is log Σ exp(x) of each row of x, seen as [rows, last axis]; the
// result is [rows].
func LogSumExp(x *Node) *Node {
	n := rowwise("log sum exp", logSumExpOp{}, x)
	if !n.broken {
		rows, _ := rowsOf(x.shape)
		n.shape = []int{rows}
	}
	return n
}

func (logSumExpOp) gradient(n, dy *Node, _ []bool) []*Node {
	x := n.inputs[0]
	return []*Node{n.graph.add(logSumExpGradientOp{}, Float, x.shape, x, n, dy)}
}

func (logSumExpOp) kernel(n *Node) kernel {
	rows, width := rowsOf(n.inputs[0].shape)
	return items(rows, func(x *frame, worker, row int) {
		x.out[row] = logSumExp(x.team.scratch(worker, width), x.in[0][row*width:(row+1)*width])
	})
}

func (logSumExpOp) lower(l *lowering, _ *Node, in []stablehlo.Value) stablehlo.Value {
	return l.logSumExp(l.matrix(in[0]))
}

// logSumExp is log Σ exp(x) of each row of a matrix.
func (l *lowering) logSumExp(x stablehlo.Value) stablehlo.Value {
	e, top := l.exponentials(x)
	return l.Add(top, l.Unary("log", l.Sum(e, 1)))
}

// logSumExpGradientOp takes x, y and dy and gives dx = exp(x - y)·dy.
type logSumExpGradientOp struct{ noGradient }

func (logSumExpGradientOp) String() string { return "log sum exp gradient" }

func (logSumExpGradientOp) kernel(n *Node) kernel {
	_, width := rowsOf(n.shape)
	return splitRows(n.shape, width, func(x *frame, row []float32, at int) {
		vector.expSub(row, x.in[0][at:at+width], x.in[1][at/width])
		vector.scale(row, row, x.in[2][at/width])
	})
}

func (logSumExpGradientOp) lower(l *lowering, n *Node, in []stablehlo.Value) stablehlo.Value {
	x := l.matrix(in[0])
	e := l.Unary("exponential", l.Sub(x, l.columns(in[1], x)))
	return l.Reshape(l.Mul(e, l.columns(in[2], x)), n.shape...)
}
