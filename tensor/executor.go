package tensor

import "errors"

// ErrFeed is matched by errors about data that is missing or has the wrong
// type or length.
var ErrFeed = errors.New("feed does not fit")

// Executor turns graphs into programs for one device.
type Executor interface {
	// Compile plans a program that computes outputs. It returns the mistakes
	// made in building the graph. Float outputs only.
	Compile(g *Graph, outputs []*Node) (Program, error)
}

// Meter is implemented by executors that can say what they hold.
type Meter interface {
	// MemoryBytes is the memory for intermediate results of all programs run so
	// far, besides feeds and outputs.
	MemoryBytes() int
}

// Program is a compiled graph. It is not safe for concurrent use, and nor are
// two programs of one executor.
type Program interface {
	// Run computes the outputs, in the order given to Compile. feeds holds,
	// by name, a []float32 (or *Array) for each input and parameter and an
	// []int32 for each Ints that the outputs depend on; other entries are
	// ignored. Feeds are read only. The results belong to the program and are
	// valid until its next Run.
	Run(feeds map[string]any) ([][]float32, error)
	// RunInto is Run with the results written to the caller's memory: one
	// slice for each output, of its length. It lets many programs share one
	// set of gradients.
	RunInto(feeds map[string]any, outputs [][]float32) error
}
