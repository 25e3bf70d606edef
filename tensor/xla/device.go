//go:build xla

package xla

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/gomlx/go-xla/pkg/pjrt"

	"pix2act/tensor"
)

// Device is an opened plugin with its devices. Its executors may be used at the
// same time.
type Device struct {
	client  *pjrt.Client
	plugin  *pjrt.Plugin
	devices []*pjrt.Device
}

// Open loads the plugin at a path and starts its client. A plugin can be loaded
// once only: opening a path again gives another client of the same plugin, and
// clients of plugins for cards share the memory badly, so open one a process.
// Errors match [ErrPlugin].
func Open(plugin string, o Options) (*Device, error) {
	path, err := filepath.Abs(plugin)
	if err != nil {
		return nil, fmt.Errorf("%w %s: %w", ErrPlugin, plugin, err)
	}
	if info, err := os.Stat(path); err != nil || info.IsDir() {
		return nil, fmt.Errorf("%w %s: no such file", ErrPlugin, plugin)
	}
	loaded, err := pjrt.GetPlugin(path)
	if err != nil {
		return nil, pluginError(plugin, err)
	}
	// Only the plugins for CPUs know this option. Others refuse it before they
	// take hold of a card.
	client, err := loaded.NewClient(pjrt.NamedValuesMap{"cpu_device_count": int64(max(1, o.Devices))})
	if err != nil {
		client, err = loaded.NewClient(nil)
	}
	if err != nil {
		return nil, pluginError(plugin, err)
	}
	devices := client.AddressableDevices()
	if len(devices) < max(1, o.Devices) {
		return nil, errors.Join(fmt.Errorf("%w %s: has %d devices, not %d", ErrPlugin, plugin, len(devices), max(1, o.Devices)), client.Destroy())
	}
	return &Device{client, loaded, devices}, nil
}

// String is the platform, the version of the plugin's interface and the number
// of devices.
func (d *Device) String() string {
	major, minor := d.plugin.Version()
	return fmt.Sprintf("%s, %d devices, PJRT %d.%d", d.client.Platform(), len(d.devices), major, minor)
}

// Executor returns an executor of the first device, with memory of its own on
// it. Its programs must be run by one goroutine at a time.
func (d *Device) Executor() tensor.Executor { return &executor{device: d, held: map[heldKey]held{}} }

// Close gives the devices back. No executor of it may be in use.
func (d *Device) Close() error { return d.client.Destroy() }

// pluginError is one line of what the library says in many.
func pluginError(name string, err error) error {
	text, _, _ := strings.Cut(err.Error(), "\n")
	return fmt.Errorf("%w %s: %s", ErrPlugin, name, text)
}
