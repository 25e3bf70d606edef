//go:build xla

package xla

import (
	"fmt"

	"pix2act/tensor"
)

// Replicas is a program that several devices run together, each on its own part
// of a batch. It is not safe for concurrent use.
type Replicas struct {
	program *program
	devices int
}

// CompileReplicas makes a program for the first count devices. Its outputs must
// be alike on all of them, which [tensor.AllReduce] makes of sums.
func (d *Device) CompileReplicas(g *tensor.Graph, outputs []*tensor.Node, count int) (*Replicas, error) {
	if count < 1 || count > len(d.devices) {
		return nil, fmt.Errorf("xla: %d replicas on %d devices", count, len(d.devices))
	}
	p, err := (&executor{device: d, held: map[heldKey]held{}}).Compile(g, outputs)
	if err != nil {
		return nil, err
	}
	return &Replicas{p.(*program), count}, nil
}

// RunInto is [tensor.Program.RunInto] with one map of feeds for each device.
// Arrays that are the same on all devices are held by each. The outputs are
// those of the first device.
func (r *Replicas) RunInto(feeds []map[string]any, outputs [][]float32) error {
	if len(feeds) != r.devices {
		return fmt.Errorf("xla: feeds for %d devices of %d: %w", len(feeds), r.devices, tensor.ErrFeed)
	}
	return r.program.run(feeds, outputs)
}
