//go:build !xla

package xla

import "pix2act/tensor"

// Device is an opened plugin; this build opens none.
type Device struct{}

// Open returns [ErrNotBuilt].
func Open(string, Options) (*Device, error) { return nil, ErrNotBuilt }

// Executor returns an executor of the device.
func (*Device) Executor() tensor.Executor { panic(ErrNotBuilt) }

// Replicas is a program that several devices run together.
type Replicas struct{}

// CompileReplicas returns [ErrNotBuilt].
func (*Device) CompileReplicas(*tensor.Graph, []*tensor.Node, int) (*Replicas, error) {
	return nil, ErrNotBuilt
}

// RunInto returns [ErrNotBuilt].
func (*Replicas) RunInto([]map[string]any, [][]float32) error { return ErrNotBuilt }

// String describes the device.
func (*Device) String() string { return ErrNotBuilt.Error() }
