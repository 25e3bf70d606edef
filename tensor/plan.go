package tensor

import "sort"

// place says where the memory of a node is.
type place struct {
	where  where
	index  int // of the feed, the output or the constant
	offset int // in elements: of the arena, or within the feed, output or constant
}

type where uint8

const (
	inArena where = iota
	inFeed
	inOutput
	inConstant
)

// needed lists the nodes that outputs depend on, in topological order.
func needed(g *Graph, outputs []*Node) []*Node {
	want := make([]bool, len(g.nodes))
	for _, n := range outputs {
		want[n.id] = true
	}
	list := []*Node{}
	for id := len(g.nodes) - 1; id >= 0; id-- {
		if want[id] {
			list = append(list, g.nodes[id])
			for _, in := range g.nodes[id].inputs {
				want[in.id] = true
			}
		}
	}
	for i, j := 0, len(list)-1; i < j; i, j = i+1, j-1 {
		list[i], list[j] = list[j], list[i]
	}
	return list
}

// origin follows views down to the node that owns the memory, and adds up
// where in it the view starts.
func origin(n *Node) (root *Node, offset int) {
	for {
		v, ok := n.op.(view)
		if !ok {
			return n, offset
		}
		offset += v.offset(n)
		n = n.inputs[0]
	}
}

// arenaPlan hands out ranges of the arena and takes them back.
type arenaPlan struct {
	free []span // by offset, never touching each other
	size int
}

type span struct{ from, to int }

// align rounds a size up to whole cache lines.
func align(n int) int { return (n + 15) &^ 15 }

// take finds the smallest free range that holds n elements, or extends the
// arena.
func (a *arenaPlan) take(n int) int {
	n = align(n)
	best := -1
	for i, s := range a.free {
		if s.to-s.from >= n && (best < 0 || s.to-s.from < a.free[best].to-a.free[best].from) {
			best = i
		}
	}
	if best < 0 {
		from := a.size
		if k := len(a.free) - 1; k >= 0 && a.free[k].to == a.size {
			from = a.free[k].from
			a.free = a.free[:k]
		}
		a.size = from + n
		return from
	}
	from := a.free[best].from
	a.free[best].from += n
	if a.free[best].from == a.free[best].to {
		a.free = append(a.free[:best], a.free[best+1:]...)
	}
	return from
}

func (a *arenaPlan) give(from, n int) {
	s := span{from, from + align(n)}
	i := sort.Search(len(a.free), func(i int) bool { return a.free[i].from >= s.to })
	if i < len(a.free) && a.free[i].from == s.to {
		s.to = a.free[i].to
		a.free = append(a.free[:i], a.free[i+1:]...)
	}
	if i > 0 && a.free[i-1].to == s.from {
		a.free[i-1].to = s.to
		return
	}
	a.free = append(a.free, span{})
	copy(a.free[i+1:], a.free[i:])
	a.free[i] = s
}

// packableFeeds finds the nodes that are read by nothing but matrix products
// as their second operand, neither transposed.
func packableFeeds(nodes int, list []*Node, kept []bool) []bool {
	can := make([]bool, nodes)
	for i := range can {
		can[i] = !kept[i]
	}
	for _, n := range list {
		op, product := n.op.(matMulOp)
		for i, in := range n.inputs {
			if !product || i != 1 || op != (matMulOp{}) {
				can[in.id] = false
			}
		}
	}
	return can
}
