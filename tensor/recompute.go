package tensor

import "pix2act/tensor/stablehlo"

// GradientRecomputed is [Gradient] for graphs whose intermediate values do not
// fit into memory: only the values of keep stay from the forward pass, and what
// the backward pass reads of the values between two of them is computed again
// right before it is read (Chen et al. 2016, "Training Deep Nets with Sublinear
// Memory Cost"). With the values between the layers kept, a step needs the
// memory of all layers' ends and of one layer's inside, for about one more
// forward pass.
//
// What comes after the last node of keep is not computed again, since its
// backward pass follows at once. The derivatives are those of Gradient, up to
// the rounding of sums that an executor orders differently.
func GradientRecomputed(loss *Node, wrt, keep []*Node) ([]*Node, error) {
	r := recomputation{kept: map[*Node]bool{}, again: map[*Node]*Node{}, apart: map[*Node]*Node{}}
	for _, n := range keep {
		if n != nil {
			r.kept[n] = true
			r.until = max(r.until, n.id)
		}
	}
	return gradient(loss, wrt, r.reader)
}

// recomputation appends second copies of forward nodes to a graph.
type recomputation struct {
	kept  map[*Node]bool
	until int             // nodes after this one keep their value
	again map[*Node]*Node // copies
	apart map[*Node]*Node // kept nodes, behind a barrier
}

// barrierOp is its operand, told apart from it: a compiler that merges equal
// operations on equal operands would undo what is computed again.
type barrierOp struct{ noGradient }

func (barrierOp) String() string      { return "barrier" }
func (barrierOp) offset(*Node) int    { return 0 }
func (barrierOp) kernel(*Node) kernel { return nil }

func (barrierOp) lower(l *lowering, _ *Node, in []stablehlo.Value) stablehlo.Value {
	return l.Barrier(in[0])
}

// reader stands in for n where its derivative is built: the same operation on
// operands that were kept or computed again. A copy whose own value nobody
// reads is left out of the program.
func (r *recomputation) reader(n *Node) *Node {
	if n.id > r.until {
		return n
	}
	if copied := r.again[n]; copied != nil {
		return copied
	}
	inputs := make([]*Node, len(n.inputs))
	for i, in := range n.inputs {
		inputs[i] = r.value(in)
	}
	copied := n.graph.add(n.op, n.kind, n.shape, inputs...)
	r.again[n] = copied
	return copied
}

// value is a node with the value of n that need not be remembered from the
// forward pass.
func (r *recomputation) value(n *Node) *Node {
	switch {
	case len(n.inputs) == 0:
		return n
	case !r.kept[n]:
		return r.reader(n)
	}
	if r.apart[n] == nil {
		r.apart[n] = n.graph.add(barrierOp{}, n.kind, n.shape, n)
	}
	return r.apart[n]
}
