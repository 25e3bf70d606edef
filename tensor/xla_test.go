//go:build xla

package tensor_test

import (
	"testing"

	"pix2act/tensor"
	"pix2act/tensor/xla/xlatest"
)

func init() {
	tensor.Executors = append(tensor.Executors, tensor.TestedExecutor{Name: "xla", New: func(t testing.TB) tensor.Executor {
		return xlatest.Device(t, 1).Executor()
	}})
}
