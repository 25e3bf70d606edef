//go:build xla

package xla_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gomlx/go-xla/pkg/pjrt"

	"pix2act/tensor"
	"pix2act/tensor/xla"
	"pix2act/tensor/xla/xlatest"
)

// attention is self attention over rows rows in up to two segments.
func attention(t *testing.T, executor tensor.Executor, rows int) func(split int32) {
	t.Helper()
	g := tensor.NewGraph()
	q := tensor.MatMul(g.Input("x", rows, 4), g.Parameter("w", 4, 4), false, false)
	found := tensor.Attention(q, q, q, g.Ints("segments", 2, 4), nil, tensor.AttentionOptions{Heads: 2})
	program, err := executor.Compile(g, []*tensor.Node{found, tensor.Sum(found)})
	if err != nil {
		t.Fatal(err)
	}
	n, w := int32(rows), tensor.NewArray(4, 4)
	return func(split int32) {
		t.Helper()
		_, err := program.Run(map[string]any{"x": make([]float32, 4*rows), "w": w, "segments": []int32{0, split, 0, split, split, n, split, n}})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// Everything but the arrays that are held is given back after a run: the
// collector would do it too late.
func TestMemoryIsGivenBack(t *testing.T) {
	run := attention(t, xlatest.Device(t, 1).Executor(), 20)
	run(10)
	before := pjrt.BuffersAlive()
	for range 5 {
		run(10)
	}
	if after := pjrt.BuffersAlive(); after != before {
		t.Errorf("%d buffers on the device, and %d after more runs", before, after)
	}
}

// A text is compiled once, also for another executor, and again only when
// segments become much longer.
func TestCompiledOnce(t *testing.T) {
	device := xlatest.Device(t, 1)
	run := attention(t, device.Executor(), 100)
	run(50) // up to 64
	before := pjrt.LoadedExecutablesAlive()
	for _, split := range []int32{49, 51, 60, 40, 36} {
		run(split)
	}
	attention(t, device.Executor(), 100)(50)
	if after := pjrt.LoadedExecutablesAlive(); after != before {
		t.Errorf("%d texts compiled, and %d after runs of the same shape", before, after)
	}
	run(90)
	if after := pjrt.LoadedExecutablesAlive(); after != before+1 {
		t.Errorf("%d texts compiled, and %d after longer segments", before, after)
	}
}

func TestPackedArraysAreRefused(t *testing.T) {
	g := tensor.NewGraph()
	program, err := xlatest.Device(t, 1).Executor().Compile(g, []*tensor.Node{tensor.MatMul(g.Input("x", 1, 2), g.Parameter("w", 2, 2), false, false)})
	if err != nil {
		t.Fatal(err)
	}
	w := tensor.NewArray(2, 2)
	if err := w.Pack(tensor.Float32); err != nil {
		t.Fatal(err)
	}
	_, err = program.Run(map[string]any{"x": make([]float32, 2), "w": w})
	if !errors.Is(err, tensor.ErrFeed) || !strings.Contains(err.Error(), "packed") {
		t.Error(err)
	}
}

// The plugin reads every operation that package stablehlo writes.
func TestPluginReadsEveryOperation(t *testing.T) {
	xlatest.Device(t, 2) // skips
	text, err := os.ReadFile(filepath.Join("..", "stablehlo", "testdata", "module.mlir"))
	if err != nil {
		t.Fatal(err)
	}
	plugin, err := pjrt.GetPlugin(os.Getenv(xlatest.PluginVariable))
	if err != nil {
		t.Fatal(err)
	}
	client, err := plugin.NewClient(pjrt.NamedValuesMap{"cpu_device_count": int64(2)})
	if err != nil {
		t.Fatal(err)
	}
	defer client.Destroy()
	program, err := client.Compile().WithStableHLO(text).WithSPMD(2).Done()
	if err != nil {
		t.Fatal(err)
	}
	defer program.Destroy()
	if program.NumOutputs != 5 {
		t.Errorf("%d outputs", program.NumOutputs)
	}
}

func TestOpenRefuses(t *testing.T) {
	library := filepath.Join(t.TempDir(), "plugin.so")
	if err := os.WriteFile(library, []byte("text"), 0o600); err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{library: "no shared library", library + ".none": "no such file", filepath.Dir(library): "no such file", self: "GetPjrtApi"} {
		if _, err := xla.Open(path, xla.Options{}); !errors.Is(err, xla.ErrPlugin) || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: %v, want %q", path, err, want)
		}
	}
}
