package tensor

import (
	"fmt"

	"pix2act/tensor/stablehlo"
)

type crossEntropyOp struct{ zLoss float32 }

func (op crossEntropyOp) String() string { return fmt.Sprintf("cross entropy(z %g)", op.zLoss) }

// CrossEntropyPerToken is, for each row t of logits [T, vocabulary],
//
//	weights[t] · (lse - logits[t, targets[t]] + zLoss·lse²)
//
// with lse the log-sum-exp of the row; targets is an Ints [T], weights a float
// [T]; the result is [T]. A row of weight zero is not looked at, its target
// may be anything. No gradient flows to the weights.
func CrossEntropyPerToken(logits, targets, weights *Node, zLoss float32) *Node {
	g, bad := check("cross entropy", logits, targets, weights)
	if bad != nil {
		return bad
	}
	if len(logits.shape) != 2 || logits.kind != Float || targets.kind != Int || weights.kind != Float ||
		!sameShape(targets.shape, logits.shape[:1]) || !sameShape(weights.shape, logits.shape[:1]) {
		return g.fail([]int{1}, "cross entropy: logits %s, targets %s, weights %s; want [T, vocabulary], int32 [T], [T]", logits, targets, weights)
	}
	return g.add(crossEntropyOp{zLoss}, Float, []int{logits.shape[0]}, logits, targets, weights)
}

// CrossEntropy is the sum of [CrossEntropyPerToken], a scalar. It is not
// divided by the number of tokens.
func CrossEntropy(logits, targets, weights *Node, zLoss float32) *Node {
	return Sum(CrossEntropyPerToken(logits, targets, weights, zLoss))
}

func (op crossEntropyOp) gradient(n, dy *Node, need []bool) []*Node {
	logits, targets, weights := n.inputs[0], n.inputs[1], n.inputs[2]
	if need[2] {
		n.graph.fail(nil, "cross entropy has no derivative for its weights")
	}
	return []*Node{n.graph.add(crossEntropyGradientOp{zLoss: op.zLoss}, Float, logits.shape, logits, targets, weights, dy), nil, nil}
}

// checkTargets looks at the rows that have a weight; weights are nil where they
// are not known.
func checkTargets(targets []int32, weights []float32, vocabulary int) error {
	for t, y := range targets {
		if t < len(weights) && weights[t] != 0 && (y < 0 || int(y) >= vocabulary) {
			return fmt.Errorf("tensor: cross entropy: target %d of row %d is outside of the vocabulary of %d: %w", y, t, vocabulary, ErrFeed)
		}
	}
	return nil
}

// crossEntropyRows is how many rows of logits one work item takes.
const crossEntropyRows = 16

func (op crossEntropyOp) kernel(n *Node) kernel {
	rows, vocabulary := n.inputs[0].shape[0], n.inputs[0].shape[1]
	losses := items((rows+crossEntropyRows-1)/crossEntropyRows, func(x *frame, worker, item int) {
		scratch := x.team.scratch(worker, vocabulary)
		for t := item * crossEntropyRows; t < min(rows, (item+1)*crossEntropyRows); t++ {
			x.out[t] = 0
			if w := x.in[2][t]; w != 0 {
				z := x.in[0][t*vocabulary : (t+1)*vocabulary]
				lse := logSumExp(scratch, z)
				x.out[t] = w * (lse - z[x.ints[1][t]] + op.zLoss*lse*lse)
			}
		}
	})
	return checked(op.check(n), losses)
}

func (crossEntropyOp) check(n *Node) func(x *frame) error {
	vocabulary := n.inputs[0].shape[1]
	return func(x *frame) error { return checkTargets(x.ints[1], x.in[2], vocabulary) }
}

func (op crossEntropyOp) lower(l *lowering, _ *Node, in []stablehlo.Value) stablehlo.Value {
	z, weights, zero := in[0], in[2], l.Float(0)
	lse := l.logSumExp(z)
	target := l.Sum(l.Select(l.isTarget(in[1], z.Shape), z, zero), 1)
	loss := l.Add(l.Sub(lse, target), l.Mul(l.Mul(lse, lse), l.Float(op.zLoss)))
	return l.Select(l.Compare("NE", weights, zero), l.Mul(weights, loss), zero)
}

// isTarget says of each logit whether its column is the row's target.
func (l *lowering) isTarget(targets stablehlo.Value, shape []int) stablehlo.Value {
	return l.Compare("EQ", l.Iota(1, shape...), l.Broadcast(targets, shape, 0))
}

// crossEntropyGradientOp takes logits, targets, weights and the derivatives
// of the rows' losses, and gives those of the logits:
// dz = dy·w·((1 + 2·zLoss·lse)·softmax - onehot).
type crossEntropyGradientOp struct {
	noGradient
	zLoss float32
}

func (crossEntropyGradientOp) String() string { return "cross entropy gradient" }

func (op crossEntropyGradientOp) kernel(n *Node) kernel {
	rows, vocabulary := n.shape[0], n.shape[1]
	slopes := items((rows+crossEntropyRows-1)/crossEntropyRows, func(x *frame, _, item int) {
		for t := item * crossEntropyRows; t < min(rows, (item+1)*crossEntropyRows); t++ {
			row := x.out[t*vocabulary : (t+1)*vocabulary]
			w := x.in[2][t] * x.in[3][t]
			if x.in[2][t] == 0 {
				clear(row)
				continue
			}
			z := x.in[0][t*vocabulary : (t+1)*vocabulary]
			lse := logSumExp(row, z)
			sum := vector.sum(row)
			vector.scale(row, row, w*(1+2*op.zLoss*lse)/sum)
			row[x.ints[1][t]] -= w
		}
	})
	return checked(crossEntropyOp{}.check(n), slopes)
}

func (crossEntropyGradientOp) check(n *Node) func(x *frame) error { return crossEntropyOp{}.check(n) }

func (op crossEntropyGradientOp) lower(l *lowering, _ *Node, in []stablehlo.Value) stablehlo.Value {
	z, weights, zero := in[0], in[2], l.Float(0)
	lse := l.logSumExp(z)
	share := l.Unary("exponential", l.Sub(z, l.columns(lse, z)))
	share = l.Mul(share, l.columns(l.Add(l.Mul(lse, l.Float(2*op.zLoss)), l.Float(1)), z))
	hit := l.Select(l.isTarget(in[1], z.Shape), l.Float(1), zero)
	slope := l.Mul(l.Sub(share, hit), l.columns(l.Mul(weights, in[3]), z))
	return l.Select(l.Broadcast(l.Compare("NE", weights, zero), z.Shape, 0), slope, zero)
}
