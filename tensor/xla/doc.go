// Package xla runs the graphs of package tensor on accelerators: it has them
// compiled from their StableHLO text by a PJRT plugin, a shared library that
// exists for CPUs, Nvidia cards and others (https://openxla.org/xla/pjrt).
//
// The calls into a plugin need cgo and a library, so they are behind the build
// tag xla; without it, [Open] returns [ErrNotBuilt].
//
// A text has fixed shapes and takes seconds to compile. A program is compiled
// at its first run, and again for segments of an attention that are much longer
// than those before; what was compiled is kept. Feeds that are arrays stay on
// the device until they change (see [tensor.Array.Changed]); everything else is
// copied to it in each run, and the outputs back.
package xla

import "errors"

// BuildCommand builds pix2act with this executor.
const BuildCommand = "CGO_ENABLED=1 go build -tags xla -o bin/pix2act ./cmd/pix2act"

// ErrNotBuilt is matched when this build cannot call plugins.
var ErrNotBuilt = errors.New("this build has no XLA executor; build one with: " + BuildCommand)

// ErrPlugin is matched when a plugin cannot be used.
var ErrPlugin = errors.New("PJRT plugin")

// Options for [Open].
type Options struct {
	// Devices is how many devices a CPU plugin makes of the processor, 1 when 0.
	// Other plugins have as many as there are.
	Devices int
}
