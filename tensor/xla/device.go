//go:build xla

package xla

import (
	"crypto/sha256"
	"debug/elf"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/gomlx/go-xla/pkg/pjrt"

	"pix2act/tensor"
)

// Device is an opened plugin with its devices. Its executors may be used at the
// same time.
type Device struct {
	client  *pjrt.Client
	plugin  *pjrt.Plugin
	devices []*pjrt.Device

	mutex    sync.Mutex
	compiled map[[sha256.Size]byte]*pjrt.LoadedExecutable // by the text's hash
}

// Open loads the plugin at a path and starts its client, for as long as the
// program runs. Opening a path again gives another client; those of plugins for
// cards each take most of the card's memory, so one is enough. Errors match
// [ErrPlugin].
func Open(plugin string, o Options) (*Device, error) {
	path, err := filepath.Abs(plugin)
	if err != nil {
		return nil, fmt.Errorf("%w %s: %w", ErrPlugin, plugin, err)
	}
	if err := checkLibrary(path); err != nil {
		return nil, fmt.Errorf("%w %s: %w", ErrPlugin, plugin, err)
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
	return &Device{client: client, plugin: loaded, devices: devices, compiled: map[[sha256.Size]byte]*pjrt.LoadedExecutable{}}, nil
}

// checkLibrary refuses files that are no plugins, which the library would
// report in its log.
func checkLibrary(path string) error {
	if info, err := os.Stat(path); err != nil || info.IsDir() {
		return errors.New("no such file")
	}
	if runtime.GOOS != "linux" {
		return nil
	}
	file, err := elf.Open(path)
	if err != nil {
		return errors.New("is no shared library")
	}
	defer file.Close()
	symbols, err := file.DynamicSymbols()
	if err != nil || !slices.ContainsFunc(symbols, func(s elf.Symbol) bool { return s.Name == pjrt.GetPJRTApiFunctionName }) {
		return fmt.Errorf("is a shared library without %s, so no plugin", pjrt.GetPJRTApiFunctionName)
	}
	return nil
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

// compile gives what the plugin makes of a text for as many devices, which all
// executors of the device share.
func (d *Device) compile(text string, devices int) (*pjrt.LoadedExecutable, error) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	key := sha256.Sum256([]byte(text))
	if c := d.compiled[key]; c != nil {
		return c, nil
	}
	config := d.client.Compile().WithStableHLO([]byte(text))
	if devices > 1 {
		config = config.WithSPMD(devices)
	}
	c, err := config.Done()
	if err != nil {
		return nil, fmt.Errorf("xla: compile: %w", oneLine(err))
	}
	d.compiled[key] = c
	return c, nil
}

func pluginError(name string, err error) error {
	return fmt.Errorf("%w %s: %w", ErrPlugin, name, oneLine(err))
}

// oneLine is the first line of what the library may say in many.
func oneLine(err error) error {
	text, _, _ := strings.Cut(err.Error(), "\n")
	return errors.New(text)
}
