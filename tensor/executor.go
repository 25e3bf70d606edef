package tensor

import (
	"errors"
	"fmt"
	"time"
)

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

// Carrier is implemented by executors that copy data to a device and back.
type Carrier interface {
	// Carried is the time that copies took so far, and their bytes.
	Carried() (time.Duration, int)
}

// Coarse is implemented by executors that take seconds to compile: their
// callers ask for few shapes.
type Coarse interface {
	// RoundUp is the number of rows to compile for when n are needed.
	RoundUp(n int) int
}

// RoundUp is the number of rows to compile for when n are needed: n, or more
// for an executor that is [Coarse].
func RoundUp(executor Executor, n int) int {
	if c, ok := executor.(Coarse); ok {
		return c.RoundUp(n)
	}
	return n
}

// Program is a compiled graph. It is not safe for concurrent use, and nor are
// two programs of one executor.
type Program interface {
	// Run computes the outputs, in the order given to Compile. feeds holds,
	// by name, a []float32 (or *Array) for each input and parameter and an
	// []int32 for each Ints that the outputs depend on; other entries are
	// ignored. Feeds are read only. Slices are read in each run; of an array the
	// executor may keep a copy until [Array.Changed]. The results belong to the program and are
	// valid until its next Run.
	Run(feeds map[string]any) ([][]float32, error)
	// RunInto is Run with the results written to the caller's memory: one
	// slice for each output, of its length. It lets many programs share one
	// set of gradients.
	RunInto(feeds map[string]any, outputs [][]float32) error
}

// checkOutputs reports the mistakes of a graph and outputs that are none of its
// float nodes.
func checkOutputs(g *Graph, outputs []*Node) error {
	if g == nil {
		return fmt.Errorf("tensor: compile of a nil graph: %w", ErrShape)
	}
	if g.err != nil {
		return g.err
	}
	for i, n := range outputs {
		if n == nil || n.graph != g || n.broken || n.kind != Float {
			return fmt.Errorf("tensor: output %d, %s, is no float node of the graph: %w", i, n, ErrShape)
		}
	}
	return nil
}

// checkMemory reports outputs of other sizes than their memory.
func checkMemory(sizes []int, memory [][]float32) error {
	if len(memory) != len(sizes) {
		return fmt.Errorf("tensor: memory for %d outputs of %d: %w", len(memory), len(sizes), ErrFeed)
	}
	for i, out := range memory {
		if len(out) != sizes[i] {
			return fmt.Errorf("tensor: output %d has %d elements, its memory %d: %w", i, sizes[i], len(out), ErrFeed)
		}
	}
	return nil
}
