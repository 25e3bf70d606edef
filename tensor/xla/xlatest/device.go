// Package xlatest opens the plugin that tests of package xla run on.
package xlatest

import (
	"errors"
	"os"
	"sync"
	"testing"

	"pix2act/tensor"
	"pix2act/tensor/xla"
)

// PluginVariable names the environment variable with the path of the plugin.
const PluginVariable = "PIX2ACT_XLA_TEST_PLUGIN"

var opened struct {
	sync.Mutex
	devices map[int]*xla.Device
}

// Device opens the plugin with count devices of the processor, once for all
// tests of a program. Without a plugin, or the build tag, it skips the test.
func Device(t testing.TB, count int) *xla.Device {
	t.Helper()
	path := os.Getenv(PluginVariable)
	if path == "" {
		t.Skipf("SKIPPED: nothing ran on XLA: %s names no plugin; make xla fetches one", PluginVariable)
	}
	opened.Lock()
	defer opened.Unlock()
	if d := opened.devices[count]; d != nil {
		return d
	}
	d, err := xla.Open(path, xla.Options{Devices: count})
	if errors.Is(err, xla.ErrNotBuilt) {
		t.Skipf("SKIPPED: nothing ran on XLA: %v", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	if opened.devices == nil {
		opened.devices = map[int]*xla.Device{}
	}
	opened.devices[count] = d
	return d
}

// Every runs a test with the processor's executor, and with that of the plugin.
func Every(t *testing.T, test func(t *testing.T, executor tensor.Executor)) {
	t.Helper()
	t.Run("cpu", func(t *testing.T) { test(t, tensor.CPU(2)) })
	t.Run("xla", func(t *testing.T) { test(t, Device(t, 1).Executor()) })
}
