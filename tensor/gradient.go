package tensor

import "fmt"

// Gradient adds to the graph the nodes that compute the derivative of loss, a
// node of one element, with respect to each node of wrt. The results have the
// shapes of wrt; a node on which the loss does not depend has a gradient of
// zeros.
func Gradient(loss *Node, wrt []*Node) ([]*Node, error) {
	return gradient(loss, wrt, func(n *Node) *Node { return n })
}

// gradient builds the derivatives. reader gives, for a forward node, the node
// whose operands and value its derivative reads.
func gradient(loss *Node, wrt []*Node, reader func(*Node) *Node) ([]*Node, error) {
	if loss == nil {
		return nil, fmt.Errorf("tensor: gradient of nil: %w", ErrShape)
	}
	g := loss.graph
	if g.err != nil {
		return nil, g.err
	}
	if loss.Len() != 1 || loss.kind != Float {
		return nil, fmt.Errorf("tensor: gradient of %s, which is not one float: %w", loss, ErrShape)
	}
	// depends[i]: node i is, or is computed from, a node of wrt.
	depends := make([]bool, loss.id+1)
	for _, n := range wrt {
		if n == nil || n.graph != g || n.kind != Float {
			return nil, fmt.Errorf("tensor: gradient with respect to %s, which is no float of this graph: %w", n, ErrShape)
		}
		if n.id <= loss.id {
			depends[n.id] = true
		}
	}
	for _, n := range g.nodes[:loss.id+1] {
		for _, in := range n.inputs {
			if in.kind == Float && depends[in.id] {
				depends[n.id] = true
			}
		}
	}
	// Contributions to each derivative are added in the order in which they
	// arise, walking from the loss towards the inputs.
	derivative := make([]*Node, loss.id+1)
	derivative[loss.id] = g.Fill(1, loss.shape...)
	for id := loss.id; id >= 0; id-- {
		n, dy := g.nodes[id], derivative[id]
		if dy == nil || !depends[id] || len(n.inputs) == 0 {
			continue
		}
		need := make([]bool, len(n.inputs))
		some := false
		for i, in := range n.inputs {
			need[i] = in.kind == Float && depends[in.id]
			some = some || need[i]
		}
		if !some {
			continue
		}
		parts := n.op.gradient(reader(n), dy, need)
		if g.err != nil {
			return nil, g.err
		}
		for i, part := range parts {
			if part == nil || !need[i] {
				continue
			}
			in := n.inputs[i]
			if !sameShape(part.shape, in.shape) {
				return nil, fmt.Errorf("tensor: gradient of %s for operand %d has shape %v: %w", n, i, part.shape, ErrShape)
			}
			if derivative[in.id] == nil {
				derivative[in.id] = part
			} else {
				derivative[in.id] = Add(derivative[in.id], part)
			}
		}
	}
	out := make([]*Node, len(wrt))
	for i, n := range wrt {
		if n.id <= loss.id && derivative[n.id] != nil {
			out[i] = derivative[n.id]
		} else {
			out[i] = g.Fill(0, n.shape...)
		}
	}
	return out, g.err
}
