package tensor

import (
	"fmt"

	"pix2act/tensor/stablehlo"
)

// leafOp is a value that is fed from outside at each run.
type leafOp struct{ parameter bool }

func (op leafOp) String() string {
	if op.parameter {
		return "parameter"
	}
	return "input"
}
func (leafOp) gradient(_, _ *Node, _ []bool) []*Node { return nil }
func (leafOp) kernel(*Node) kernel                   { return nil }

func (leafOp) lower(l *lowering, n *Node, _ []stablehlo.Value) stablehlo.Value {
	t := stablehlo.F32
	if n.kind == Int {
		t = stablehlo.I32
	}
	return l.Argument(t, n.shape...)
}

// Input declares float32 data of a fixed shape, fed by name at each run.
// Declaring a name again with the same shape returns the same node.
func (g *Graph) Input(name string, shape ...int) *Node {
	return g.declare(name, leafOp{}, Float, shape)
}

// Ints declares int32 data of a fixed shape, fed by name at each run.
func (g *Graph) Ints(name string, shape ...int) *Node {
	return g.declare(name, leafOp{}, Int, shape)
}

// Parameter declares a trained array, fed by name like an input. It differs
// from an input only in that [Graph.Parameters] lists it.
func (g *Graph) Parameter(name string, shape ...int) *Node {
	return g.declare(name, leafOp{parameter: true}, Float, shape)
}

func (g *Graph) declare(name string, op leafOp, kind Kind, shape []int) *Node {
	shape = append([]int{}, shape...)
	if name == "" {
		return g.fail(shape, "%s without a name", op)
	}
	if err := checkShape(shape); err != nil {
		return g.fail(shape, "%s %q: %v", op, name, err)
	}
	if old := g.names[name]; old != nil {
		if old.op == operation(op) && old.kind == kind && sameShape(old.shape, shape) {
			return old
		}
		return g.fail(shape, "%q is declared as %s %v and again as %s %v", name, old.kind, old.shape, kind, shape)
	}
	n := g.add(op, kind, shape)
	n.name = name
	g.names[name] = n
	return n
}

func checkShape(shape []int) error {
	total := 1
	for _, d := range shape {
		if d <= 0 {
			return fmt.Errorf("shape %v has an empty or negative axis", shape)
		}
		if total > maxElements/d {
			return fmt.Errorf("shape %v is too large", shape)
		}
		total *= d
	}
	return nil
}

// maxElements bounds one array to 4 GiB.
const maxElements = 1 << 30

// constantOp holds fixed values.
type constantOp struct{ values []float32 }

func (constantOp) String() string                        { return "constant" }
func (constantOp) gradient(_, _ *Node, _ []bool) []*Node { return nil }
func (constantOp) kernel(*Node) kernel                   { return nil }

func (op constantOp) lower(l *lowering, n *Node, _ []stablehlo.Value) stablehlo.Value {
	return l.Floats(op.values, n.shape...)
}

// Constant is a node with fixed values, which are copied.
func (g *Graph) Constant(values []float32, shape ...int) *Node {
	shape = append([]int{}, shape...)
	if err := checkShape(shape); err != nil {
		return g.fail(shape, "constant: %v", err)
	}
	if len(values) != count(shape) {
		return g.fail(shape, "constant: %d values for shape %v", len(values), shape)
	}
	return g.add(constantOp{append([]float32(nil), values...)}, Float, shape)
}

// fillOp is an array of one repeated value.
type fillOp struct{ value float32 }

func (op fillOp) String() string                     { return fmt.Sprintf("fill(%g)", op.value) }
func (fillOp) gradient(_, _ *Node, _ []bool) []*Node { return nil }

func (op fillOp) kernel(n *Node) kernel {
	return split(n.Len(), func(x *frame, lo, hi int) {
		out := x.out[lo:hi]
		for i := range out {
			out[i] = op.value
		}
	})
}

func (op fillOp) lower(l *lowering, n *Node, _ []stablehlo.Value) stablehlo.Value {
	return l.Broadcast(l.Float(op.value), n.shape)
}

// Fill is a node of one repeated value.
func (g *Graph) Fill(value float32, shape ...int) *Node {
	shape = append([]int{}, shape...)
	if err := checkShape(shape); err != nil {
		return g.fail(shape, "fill: %v", err)
	}
	return g.add(fillOp{value}, Float, shape)
}
