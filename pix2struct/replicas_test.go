package pix2struct

import (
	"testing"

	"pix2act/tensor"
	"pix2act/tensor/xla/xlatest"
)

// TestReplicas gives each of two devices half of a batch: loss and gradients,
// added up over the devices, are those of the whole batch on the processor.
func TestReplicas(t *testing.T) {
	device := xlatest.Device(t, 2)
	p, pictures := littleModel(t)
	m := p.model
	targets := [][]int32{{4, 5, EndID}, {6, EndID}, {7, 8, 9, EndID}, {4, EndID}}
	whole, err := Pack(m.Config, pictures[:4], targets)
	if err != nil {
		t.Fatal(err)
	}
	var halves []map[string]any
	for i := 0; i < 4; i += 2 {
		half, err := Pack(m.Config, pictures[i:i+2], targets[i:i+2])
		if err != nil {
			t.Fatal(err)
		}
		halves = append(halves, withParameters(m, half.Grown(whole.Rows, whole.Tokens).Values))
	}
	build := func(batch int) (*tensor.Graph, []*tensor.Node) {
		g := tensor.NewGraph()
		nodes := m.Config.Loss(g, whole.Rows, batch, whole.Tokens)
		gradients, err := tensor.Gradient(nodes.Loss, nodes.Parameters)
		if err != nil {
			t.Fatal(err)
		}
		outputs := []*tensor.Node{tensor.AllReduce(nodes.Loss)}
		for _, n := range gradients {
			outputs = append(outputs, tensor.AllReduce(n))
		}
		return g, outputs
	}
	g, outputs := build(4)
	want := run(t, tensor.CPU(2), g, withParameters(m, whole.Values), outputs...)
	g, outputs = build(2)
	replicas, err := device.CompileReplicas(g, outputs, 2)
	if err != nil {
		t.Fatal(err)
	}
	got := make([][]float32, len(outputs))
	for i, n := range outputs {
		got[i] = make([]float32, n.Len())
	}
	for range 2 { // the second run has the parameters on the devices
		if err := replicas.RunInto(halves, got); err != nil {
			t.Fatal(err)
		}
		for i := range want {
			top := 0.0
			for _, v := range want[i] {
				top = max(top, float64(v), -float64(v))
			}
			if d := worst(t, got[i], want[i]); !(d <= 1e-4*top) {
				t.Errorf("%s differs by %g, the largest entry is %g", outputs[i], d, top)
			}
		}
	}
	if err := replicas.RunInto(halves[:1], got); err == nil {
		t.Error("one half ran on two devices")
	}
	if _, err := device.CompileReplicas(g, outputs, 3); err == nil {
		t.Error("three replicas on two devices")
	}
}
