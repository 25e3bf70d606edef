package tensor

import (
	"fmt"
	"strings"
)

// Lowered is a graph made ready for executors that compile StableHLO. It is not
// safe for concurrent use.
type Lowered struct {
	list, outputs []*Node
	leaves        []*Node // the arguments, in order
	feeds         map[*Node]*feed
	checks        []feedCheck
	attentions    []attentionCheck
}

// feedCheck looks at the data of a run for one node.
type feedCheck struct {
	node  *Node
	check func(x *frame) error
}

type attentionCheck struct {
	segments *Node
	kernel   *attentionKernel
}

// checker is an operation that refuses some data of a run. Operands that are
// computed, not fed, are nil in the frame.
type checker interface {
	check(n *Node) func(x *frame) error
}

// Argument is one operand of a text, in the order of its function's arguments:
// a feed with its shape. Either Floats or Ints holds the values.
type Argument struct {
	Name   string
	Shape  []int
	Floats []float32
	Ints   []int32
	// Array is what Floats belong to, if they were fed as an array. A device may
	// keep its copy of it until [Array.Version] changes.
	Array *Array
}

// Lower prepares a graph for [Lowered.Bind]. It returns the same mistakes as
// [Executor.Compile].
func Lower(g *Graph, outputs []*Node) (*Lowered, error) {
	if err := checkOutputs(g, outputs); err != nil {
		return nil, err
	}
	l := &Lowered{list: needed(g, outputs), outputs: append([]*Node(nil), outputs...), feeds: map[*Node]*feed{}}
	seen := map[string]bool{}
	for _, n := range l.list {
		switch op := n.op.(type) {
		case leafOp:
			l.leaves = append(l.leaves, n)
			l.feeds[n] = &feed{name: n.name, kind: n.kind, shape: n.shape, size: n.Len()}
		case attentionOp:
			l.watch(op, n, seen)
		case attentionGradientOp:
			l.watch(op.attentionOp, n, seen)
		case checker:
			l.checks = append(l.checks, feedCheck{n, op.check(n)})
		}
	}
	return l, nil
}

// watch lets the segments of an attention be looked at in each run, once for
// all that have the same.
func (l *Lowered) watch(op attentionOp, n *Node, seen map[string]bool) {
	key := fmt.Sprint(n.inputs[3].id, n.inputs[0].shape[0], n.inputs[1].shape[0])
	if !seen[key] {
		seen[key] = true
		k := newAttentionKernel(op, n, nil)
		l.attentions = append(l.attentions, attentionCheck{n.inputs[3], &k})
	}
}

// Outputs are the numbers of elements of the outputs.
func (l *Lowered) Outputs() []int {
	sizes := make([]int, len(l.outputs))
	for i, n := range l.outputs {
		sizes[i] = n.Len()
	}
	return sizes
}

// CheckOutputs returns an error unless there is memory for each output.
func (l *Lowered) CheckOutputs(memory [][]float32) error { return checkMemory(l.Outputs(), memory) }

// Call is a run of a graph on one or more devices with their data.
type Call struct {
	// Arguments are those of each device.
	Arguments [][]Argument
	// Key is equal for calls that have the same text.
	Key string

	lowered *Lowered
	spans   map[*Node]spans
}

// Bind takes the feeds of a run, one map for each device that runs together
// with the others. It returns what is wrong with them: the errors of
// [Program.Run].
func (l *Lowered) Bind(feeds ...map[string]any) (*Call, error) {
	c := &Call{lowered: l, spans: map[*Node]spans{}}
	for _, values := range feeds {
		arguments := make([]Argument, len(l.leaves))
		for i, n := range l.leaves {
			f := l.feeds[n]
			array, _ := values[n.name].(*Array)
			if array != nil && array.weights != nil {
				return nil, fmt.Errorf("tensor: feed %q is packed for the processor, which a device cannot read: %w", n.name, ErrFeed)
			}
			if err := f.take(values); err != nil {
				return nil, err
			}
			arguments[i] = Argument{n.name, n.shape, f.floats, f.ints, array}
		}
		c.Arguments = append(c.Arguments, arguments)
		for _, check := range l.checks {
			if err := check.check(l.frame(check.node)); err != nil {
				return nil, err
			}
		}
		for _, a := range l.attentions {
			segments := l.ints(a.segments)
			if err := a.kernel.check(segments); err != nil {
				return nil, err
			}
			s := c.spans[a.segments]
			s.widen(segments, a.kernel)
			c.spans[a.segments] = s
		}
	}
	var key strings.Builder
	fmt.Fprint(&key, len(feeds))
	for _, a := range l.attentions {
		fmt.Fprint(&key, " ", c.spans[a.segments])
	}
	c.Key = key.String()
	return c, nil
}

// Text is the module to compile, in StableHLO.
func (c *Call) Text() string {
	l := &lowering{replicas: len(c.Arguments), spans: c.spans}
	return l.text(c.lowered.list, c.lowered.outputs)
}

// frame is what is known of a node's operands before the run.
func (l *Lowered) frame(n *Node) *frame {
	x := &frame{in: make([][]float32, len(n.inputs)), ints: make([][]int32, len(n.inputs))}
	for i, in := range n.inputs {
		root, offset := origin(in)
		switch op := root.op.(type) {
		case leafOp:
			if in.kind == Int {
				x.ints[i] = l.ints(in)
			} else {
				x.in[i] = l.feeds[root].floats[offset : offset+in.Len()]
			}
		case constantOp:
			x.in[i] = op.values[offset : offset+in.Len()]
		}
	}
	return x
}

// ints are the values of integers, which are always fed.
func (l *Lowered) ints(n *Node) []int32 {
	root, offset := origin(n)
	return l.feeds[root].ints[offset : offset+n.Len()]
}
