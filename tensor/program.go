package tensor

import "fmt"

// cpuProgram is a plan: the steps in order, and where each reads and writes.
type cpuProgram struct {
	executor  *cpuExecutor
	feeds     []feed
	constants [][]float32
	steps     []step
	copies    []copyOut
	sizes     []int // of the outputs
	arena     int   // elements of the arena in use

	own     [][]float32 // memory of the outputs for Run
	outputs [][]float32 // memory of the outputs in this run
}

// feed is a value that comes from outside, and its memory in this run.
type feed struct {
	name   string
	kind   Kind
	shape  []int
	size   int
	floats []float32
	ints   []int32
	// weights are the feed in packed form, which packable allows: all that read
	// it are matrix products, as second operand.
	weights  *panels
	packable bool
}

// step is one node to compute.
type step struct {
	node   string
	kernel kernel
	in     []operand
	out    operand
	frame  frame
}

type operand struct {
	place place
	size  int
	kind  Kind
}

// copyOut is an output that is not computed where the caller wants it: an
// input, a view, or a node that is asked for twice.
type copyOut struct {
	from operand
	to   int
}

// newProgram plans the memory and the steps of a graph.
func newProgram(e *cpuExecutor, g *Graph, outputs []*Node) *cpuProgram {
	p := &cpuProgram{executor: e}
	list := needed(g, outputs)

	places := make([]place, len(g.nodes))
	placed := make([]bool, len(g.nodes))
	for i, n := range outputs {
		p.sizes = append(p.sizes, n.Len())
		if root, _ := origin(n); root == n && !placed[n.id] && !isLeaf(n) {
			places[n.id], placed[n.id] = place{where: inOutput, index: i}, true
		}
	}
	// last[id] is the position in list of the last step that reads the memory
	// that node id owns.
	last := make([]int, len(g.nodes))
	for at, n := range list {
		for _, in := range n.inputs {
			root, _ := origin(in)
			last[root.id] = at
		}
	}
	kept := append([]bool(nil), placed...)
	for i, n := range outputs {
		root, _ := origin(n)
		kept[root.id] = true
		if places[root.id] != (place{where: inOutput, index: i}) || root != n {
			last[root.id] = len(list)
		}
	}
	fused := fuse(len(g.nodes), list, last, kept)
	find := func(n *Node) operand {
		root, offset := origin(n)
		at := places[root.id]
		at.offset += offset
		return operand{place: at, size: n.Len(), kind: n.kind}
	}

	packable := packableFeeds(len(g.nodes), list, kept)
	var plan arenaPlan
	for at, n := range list {
		switch op := n.op.(type) {
		case leafOp:
			places[n.id] = place{where: inFeed, index: len(p.feeds)}
			p.feeds = append(p.feeds, feed{name: n.name, kind: n.kind, shape: n.shape, size: n.Len(), packable: packable[n.id]})
			continue
		case constantOp:
			places[n.id] = place{where: inConstant, index: len(p.constants)}
			p.constants = append(p.constants, op.values)
			continue
		case view:
			continue
		}
		if fused.absorbed[n.id] {
			continue
		}
		s := step{node: n.String()}
		inputs := fused.inputs(n)
		for _, in := range inputs {
			s.in = append(s.in, find(in))
		}
		taken := -1
		if product := fused.product[n.id]; product != nil {
			s.kernel = sumKernel(product)
			root, _ := origin(fused.target[n.id])
			places[n.id], placed[n.id] = places[root.id], true
			taken = root.id
		} else {
			s.kernel = n.op.kernel(n)
		}
		if !placed[n.id] {
			taken = reuse(n, at, last, places)
			if taken >= 0 {
				places[n.id] = places[taken]
			} else {
				places[n.id] = place{where: inArena, offset: plan.take(n.Len())}
			}
		}
		s.out = find(n)
		s.frame.in = make([][]float32, len(s.in))
		s.frame.ints = make([][]int32, len(s.in))
		s.frame.team = e.team
		p.steps = append(p.steps, s)
		// Memory read for the last time is free for the following steps.
		for i, in := range inputs {
			root, _ := origin(in)
			if last[root.id] != at || root.id == taken || places[root.id].where != inArena || seenBefore(inputs, i, root) {
				continue
			}
			plan.give(places[root.id].offset, root.Len())
		}
	}
	for i, n := range outputs {
		if from := find(n); from.place != (place{where: inOutput, index: i}) {
			p.copies = append(p.copies, copyOut{from, i})
		}
	}
	p.arena = plan.size
	p.outputs = make([][]float32, len(outputs))
	return p
}

func isLeaf(n *Node) bool {
	switch n.op.(type) {
	case leafOp, constantOp:
		return true
	}
	return false
}

// reuse finds an input of n whose memory n may write over: it dies here, lies
// in the arena and has the size of n. It returns the id of the owner, or -1.
func reuse(n *Node, at int, last []int, places []place) int {
	op, ok := n.op.(inPlacer)
	if !ok {
		return -1
	}
	for i, in := range n.inputs {
		root, offset := origin(in)
		if op.inPlace(i) && offset == 0 && root.Len() == n.Len() && last[root.id] == at &&
			places[root.id].where == inArena && !isLeaf(root) && alone(n.inputs, in, root) {
			return root.id
		}
	}
	return -1
}

// alone says whether no other input reads a part of root's memory at other
// positions than in does, which writing in place would spoil.
func alone(inputs []*Node, in, root *Node) bool {
	for _, other := range inputs {
		if r, _ := origin(other); r == root && other.Len() != in.Len() {
			return false
		}
	}
	return true
}

// seenBefore says whether an earlier input of the same node has the same owner.
func seenBefore(inputs []*Node, i int, root *Node) bool {
	for _, in := range inputs[:i] {
		if r, _ := origin(in); r == root {
			return true
		}
	}
	return false
}

func (p *cpuProgram) Run(feeds map[string]any) ([][]float32, error) {
	if p.own == nil {
		p.own = make([][]float32, len(p.sizes))
		for i, n := range p.sizes {
			p.own[i] = alignedFloats(n)
		}
	}
	if err := p.RunInto(feeds, p.own); err != nil {
		return nil, err
	}
	return p.own, nil
}

func (p *cpuProgram) RunInto(feeds map[string]any, outputs [][]float32) error {
	if err := checkMemory(p.sizes, outputs); err != nil {
		return err
	}
	for i := range p.feeds {
		if err := p.feeds[i].take(feeds); err != nil {
			return err
		}
	}
	p.executor.reserve(p.arena)
	copy(p.outputs, outputs)
	for i := range p.steps {
		s := &p.steps[i]
		for j, in := range s.in {
			if in.kind == Int {
				f := &p.feeds[in.place.index]
				s.frame.ints[j] = f.ints[in.place.offset : in.place.offset+in.size]
			} else {
				s.frame.in[j] = p.floats(in)
			}
		}
		s.frame.out = p.floats(s.out)
		s.frame.weights = p.weightsOf(s)
		if err := s.kernel.run(&s.frame); err != nil {
			return err
		}
	}
	for _, c := range p.copies {
		copy(outputs[c.to], p.floats(c.from))
	}
	return nil
}

// weightsOf are the packed weights that a step multiplies by, or nil.
func (p *cpuProgram) weightsOf(s *step) *panels {
	if len(s.in) < 2 || s.in[1].place.where != inFeed {
		return nil
	}
	return p.feeds[s.in[1].place.index].weights
}

func (p *cpuProgram) floats(o operand) []float32 {
	from, to := o.place.offset, o.place.offset+o.size
	switch o.place.where {
	case inFeed:
		if p.feeds[o.place.index].weights != nil {
			return nil
		}
		return p.feeds[o.place.index].floats[from:to:to]
	case inOutput:
		return p.outputs[o.place.index][from:to:to]
	case inConstant:
		return p.constants[o.place.index][from:to:to]
	}
	return p.executor.arena[from:to:to]
}

func (f *feed) take(feeds map[string]any) error {
	value, ok := feeds[f.name]
	if !ok {
		return fmt.Errorf("tensor: no feed for %q, %s %v: %w", f.name, f.kind, f.shape, ErrFeed)
	}
	f.floats, f.ints, f.weights = nil, nil, nil
	size := 0
	switch v := value.(type) {
	case []float32:
		f.floats, size = v, len(v)
	case *Array:
		if v != nil {
			if !sameShape(v.Shape, f.shape) {
				return fmt.Errorf("tensor: feed %q has shape %v, want %v: %w", f.name, v.Shape, f.shape, ErrFeed)
			}
			f.floats, f.weights, size = v.Data, v.weights, len(v.Data)
		}
		if f.weights != nil {
			return f.checkWeights()
		}
	case []int32:
		f.ints, size = v, len(v)
	default:
		return fmt.Errorf("tensor: feed %q is a %T, want %s: %w", f.name, value, f.kind, ErrFeed)
	}
	if (f.kind == Int) != (f.ints != nil) {
		return fmt.Errorf("tensor: feed %q is a %T, want %s: %w", f.name, value, f.kind, ErrFeed)
	}
	if size != f.size {
		return fmt.Errorf("tensor: feed %q has %d elements, want %d for %v: %w", f.name, size, f.size, f.shape, ErrFeed)
	}
	return nil
}

func (f *feed) checkWeights() error {
	if !f.packable {
		return fmt.Errorf("tensor: feed %q is packed, but is not only the second operand of matrix products: %w", f.name, ErrFeed)
	}
	if f.weights.columns != kernels.tileColumns {
		return fmt.Errorf("tensor: feed %q was packed for another kernel set than %s: %w", f.name, kernels.name, ErrFeed)
	}
	return nil
}
