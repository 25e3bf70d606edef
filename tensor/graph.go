package tensor

import (
	"errors"
	"fmt"
	"strings"

	"pix2act/tensor/stablehlo"
)

// ErrShape is matched by every error about nodes that do not fit together.
var ErrShape = errors.New("shapes do not fit")

// Kind is the type of the elements of a node.
type Kind uint8

const (
	Float Kind = iota // float32
	Int               // int32
)

func (k Kind) String() string {
	if k == Int {
		return "int32"
	}
	return "float32"
}

// Graph is a computation under construction. It is not safe for concurrent
// use; what is added to it later does not change a compiled [Program].
type Graph struct {
	nodes []*Node
	names map[string]*Node
	err   error
}

// NewGraph returns an empty graph.
func NewGraph() *Graph { return &Graph{names: map[string]*Node{}} }

// Err is the first mistake made in building the graph, or nil.
func (g *Graph) Err() error { return g.err }

// Node is one value of a graph: an input, or the result of an operation.
type Node struct {
	graph  *Graph
	id     int
	op     operation
	inputs []*Node
	shape  []int
	kind   Kind
	name   string
	broken bool
}

// Shape is the node's shape; a scalar has an empty one. After a mistake in
// building it is only a guess. The caller must not change it.
func (n *Node) Shape() []int { return n.shape }

// Len is the number of elements.
func (n *Node) Len() int { return count(n.shape) }

// Kind is the type of the elements.
func (n *Node) Kind() Kind { return n.kind }

// Name is the name of an input or parameter, and empty for other nodes.
func (n *Node) Name() string { return n.name }

// Graph is the graph that the node belongs to.
func (n *Node) Graph() *Graph { return n.graph }

// String describes the node for error messages.
func (n *Node) String() string {
	if n == nil {
		return "nil"
	}
	if n.name != "" {
		return fmt.Sprintf("%s %q %v", n.op, n.name, n.shape)
	}
	return fmt.Sprintf("%s %v", n.op, n.shape)
}

// Parameters are the parameters declared so far, in order of declaration.
func (g *Graph) Parameters() []*Node {
	var all []*Node
	for _, n := range g.nodes {
		if leaf, ok := n.op.(leafOp); ok && leaf.parameter {
			all = append(all, n)
		}
	}
	return all
}

// String lists the graph, one node a line.
func (g *Graph) String() string {
	var b strings.Builder
	for _, n := range g.nodes {
		fmt.Fprintf(&b, "%%%d = %s", n.id, n)
		for _, in := range n.inputs {
			fmt.Fprintf(&b, " %%%d", in.id)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// operation is what a node does: its name for messages, the rule that turns
// the derivative of its result into those of its inputs, its CPU kernel, and
// its text for a compiler.
type operation interface {
	fmt.Stringer
	// gradient returns, for each input i with need[i], a node of the input's
	// shape (nil stands for zero). dy has the shape of n.
	gradient(n, dy *Node, need []bool) []*Node
	// kernel returns the CPU form of node n with its working memory.
	kernel(n *Node) kernel
	// lower writes node n as StableHLO; in are the values of its inputs.
	lower(l *lowering, n *Node, in []stablehlo.Value) stablehlo.Value
}

// add appends a node. Nodes are in topological order by construction.
func (g *Graph) add(op operation, kind Kind, shape []int, inputs ...*Node) *Node {
	n := &Node{graph: g, id: len(g.nodes), op: op, inputs: inputs, shape: shape, kind: kind}
	g.nodes = append(g.nodes, n)
	return n
}

// fail remembers a mistake and returns a stand-in, so that building can go on.
func (g *Graph) fail(shape []int, format string, args ...any) *Node {
	if g.err == nil {
		g.err = fmt.Errorf("tensor: %w: %s", ErrShape, fmt.Sprintf(format, args...))
	}
	return &Node{graph: g, id: -1, op: brokenOp{}, shape: shape, broken: true}
}

// check looks at the operands of an operation before its shape rule runs. It
// returns the graph and nil, or a stand-in to return at once.
func check(name string, operands ...*Node) (*Graph, *Node) {
	var g *Graph
	for _, n := range operands {
		if n != nil {
			g = n.graph
			break
		}
	}
	if g == nil {
		g = NewGraph()
	}
	for i, n := range operands {
		switch {
		case n == nil:
			return g, g.fail(nil, "%s: operand %d is nil", name, i)
		case n.broken:
			return g, g.fail(n.shape, "%s: operand %d is the result of an earlier mistake", name, i)
		case n.graph != g:
			return g, g.fail(n.shape, "%s: operand %d belongs to another graph", name, i)
		}
	}
	return g, nil
}

// brokenOp is the operation of stand-ins.
type brokenOp struct{}

func (brokenOp) String() string                        { return "broken" }
func (brokenOp) gradient(_, _ *Node, _ []bool) []*Node { return nil }
func (brokenOp) kernel(*Node) kernel                   { return nil }
func (brokenOp) lower(*lowering, *Node, []stablehlo.Value) stablehlo.Value {
	return stablehlo.Value{}
}

// noGradient is embedded by operations that only occur in derivatives.
type noGradient struct{}

func (noGradient) gradient(n, _ *Node, _ []bool) []*Node {
	n.graph.fail(nil, "%s has no derivative", n.op)
	return nil
}
