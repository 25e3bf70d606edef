//go:build !xla

package xla

import "pix2act/tensor"

// Device is an opened plugin; this build opens none.
type Device struct{}

// Open returns [ErrNotBuilt].
func Open(string, Options) (*Device, error) { return nil, ErrNotBuilt }

// Executor returns an executor of the device.
func (*Device) Executor() tensor.Executor { panic(ErrNotBuilt) }

// String describes the device.
func (*Device) String() string { return ErrNotBuilt.Error() }
