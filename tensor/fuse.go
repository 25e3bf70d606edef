package tensor

// fusion finds sums a + b·c of a value and a matrix product that are computed
// in one step, by letting the product add to the memory of a. Derivatives are
// full of them: the input of three projections gets the sum of three products.
type fusion struct {
	// product[id] is the product that is computed with the sum id, and target[id]
	// the value that it is added to.
	product, target []*Node
	absorbed        []bool // the products that are no steps of their own
}

// inputs are the nodes that the step of n reads.
func (f *fusion) inputs(n *Node) []*Node {
	if p := f.product[n.id]; p != nil {
		return []*Node{p.inputs[0], p.inputs[1], f.target[n.id]}
	}
	return n.inputs
}

// fuse looks through a program's nodes. last is the position of the last step
// that reads the memory of a node; it is brought up to date, since operands of
// an absorbed product are read later. kept are the nodes whose memory is
// settled: the outputs.
func fuse(nodes int, list []*Node, last []int, kept []bool) *fusion {
	f := &fusion{product: make([]*Node, nodes), target: make([]*Node, nodes), absorbed: make([]bool, nodes)}
	users := make([]int, nodes)
	for _, n := range list {
		for _, in := range n.inputs {
			users[in.id]++
		}
	}
	overwritten := make([]bool, nodes)
	for at, n := range list {
		if op, ok := n.op.(addOp); !ok || op.how != same || kept[n.id] {
			continue
		}
		for i := range 2 {
			product, target := n.inputs[1-i], n.inputs[i]
			if _, ok := product.op.(matMulOp); !ok || users[product.id] != 1 || kept[product.id] {
				continue
			}
			root, offset := origin(target)
			if offset != 0 || root.Len() != n.Len() || last[root.id] != at || kept[root.id] || isLeaf(root) {
				continue
			}
			a, _ := origin(product.inputs[0])
			b, _ := origin(product.inputs[1])
			if a == root || b == root || overwritten[a.id] || overwritten[b.id] {
				continue
			}
			f.product[n.id], f.target[n.id] = product, target
			f.absorbed[product.id] = true
			overwritten[root.id] = true
			last[a.id], last[b.id] = max(last[a.id], at), max(last[b.id], at)
			break
		}
	}
	return f
}

// sumKernel is the kernel of a sum with an absorbed product: its result lies
// where the target was.
func sumKernel(product *Node) kernel {
	k := product.op.kernel(product).(*matMulKernel)
	k.gemm.accumulate = true
	return k
}
