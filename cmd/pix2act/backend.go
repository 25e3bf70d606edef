package main

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"

	"github.com/spf13/pflag"

	"pix2act/pix2struct"
	"pix2act/tensor"
	"pix2act/tensor/xla"
)

// pluginVariable names the plugin that --backend auto takes.
const pluginVariable = "PIX2ACT_XLA_PLUGIN"

const (
	backendHelp = "what computes: cpu, xla:PLUGIN.so (a PJRT plugin), or auto: the plugin that " + pluginVariable + " names, else the processor"
	weightsHelp = "how the model's weights are kept while it answers: float32, or bfloat16, which is faster and rounds them"
)

// Computing are the flags that say how a model computes.
type Computing struct {
	Backend string // "" is cpu
	Weights string // "" is float32
}

// backendFlag adds --backend.
func (c *Computing) backendFlag(f *pflag.FlagSet) {
	f.StringVar(&c.Backend, "backend", "auto", backendHelp)
}

// flags adds --backend and --weights.
func (c *Computing) flags(f *pflag.FlagSet) {
	c.backendFlag(f)
	f.StringVar(&c.Weights, "weights", string(tensor.Float32), weightsHelp)
}

// check refuses what cannot be before anything is opened.
func (c *Computing) check() error {
	if c.Weights == "" {
		c.Weights = string(tensor.Float32)
	}
	if s := tensor.Storage(c.Weights); s != tensor.Float32 && s != tensor.BFloat16 {
		return usagef("--weights %q: use %s or %s", c.Weights, tensor.Float32, tensor.BFloat16)
	}
	if plugin, ok := strings.CutPrefix(c.Backend, xlaPrefix); c.Backend != "" && c.Backend != "auto" && c.Backend != "cpu" && (!ok || plugin == "") {
		return usagef("--backend %q: use auto, cpu, or xla: and the path of a PJRT plugin, such as xla:/opt/pjrt/plugin.so", c.Backend)
	}
	return nil
}

const xlaPrefix = "xla:"

// backend is what computes: the processor, or the device of a plugin.
type backend struct {
	Computing
	device *xla.Device // nil is the processor
}

// open checks the flags and opens what they name.
func (c Computing) open() (*backend, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	plugin, asked := strings.CutPrefix(c.Backend, xlaPrefix)
	if c.Backend == "auto" {
		plugin = os.Getenv(pluginVariable)
	}
	if plugin == "" || !asked && c.Backend != "auto" {
		return &backend{Computing: c}, nil
	}
	device, err := xla.Open(plugin, xla.Options{})
	switch {
	case errors.Is(err, xla.ErrNotBuilt) && !asked:
		return &backend{Computing: c}, nil
	case err != nil:
		return nil, usagef("--backend %s: %w", c.Backend, err)
	case tensor.Storage(c.Weights) == tensor.BFloat16:
		return nil, usagef("--weights %s: a plugin keeps them as %s; bfloat16 is for --backend cpu", c.Weights, tensor.Float32)
	}
	return &backend{c, device}, nil
}

// executor is one of its own for a model, with so many threads on the
// processor; none or less means one a core.
func (b *backend) executor(threads int) tensor.Executor {
	if b.device != nil {
		return b.device.Executor()
	}
	if threads <= 0 {
		threads = runtime.GOMAXPROCS(0)
	}
	return tensor.CPU(threads)
}

// pack brings a model's weights into the form that answers come fastest with.
func (b *backend) pack(m *pix2struct.Model) error {
	if b.device != nil {
		return nil
	}
	return m.Pack(tensor.Storage(b.Weights))
}

// String names the backend in results.
func (b *backend) String() string {
	if b.device != nil {
		return fmt.Sprintf("xla: %s", b.device)
	}
	return "cpu: " + tensor.Kernel()
}
