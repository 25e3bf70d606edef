package pix2struct

import (
	"context"
	"fmt"
	"testing"

	"pix2act/tensor"
)

// BenchmarkPredict answers pictures with random weights, so that searches run
// to their full length or near it.
func BenchmarkPredict(b *testing.B) {
	for _, size := range []string{"small", "base"} {
		vocabulary := 640
		if size == "base" {
			vocabulary = 0
		}
		for _, batch := range []int{1, 8} {
			if size == "base" && (batch > 1 || testing.Short()) {
				continue
			}
			b.Run(fmt.Sprintf("%s/%d", size, batch), func(b *testing.B) {
				c, err := Size(size, vocabulary)
				if err != nil {
					b.Fatal(err)
				}
				c.DropBlank = false
				m, err := New(c, 1)
				if err != nil {
					b.Fatal(err)
				}
				v, err := LoadVocabulary(sample().Marshal())
				if err != nil {
					b.Fatal(err)
				}
				p, err := NewPredictor(m, v, tensor.CPU(2), BeamOptions{})
				if err != nil {
					b.Fatal(err)
				}
				patches, err := c.Patches(screen())
				if err != nil {
					b.Fatal(err)
				}
				pictures := make([]Patches, batch)
				for i := range pictures {
					pictures[i] = patches
				}
				for b.Loop() {
					if _, err := p.Predict(context.Background(), pictures); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(b.Elapsed().Milliseconds())/float64(b.N*batch), "ms/picture")
			})
		}
	}
}

// BenchmarkGradients computes loss and gradients of a batch of 32 full
// pictures with 16 tokens each, as the training of the small size does.
func BenchmarkGradients(b *testing.B) {
	c := small(b)
	c.DropBlank, c.Vocabulary = false, 512
	m, err := New(c, 1)
	if err != nil {
		b.Fatal(err)
	}
	patches, err := c.Patches(screen())
	if err != nil {
		b.Fatal(err)
	}
	const batch = 32
	var pictures []Patches
	var targets [][]int32
	for i := range batch {
		ids := make([]int32, 16)
		for j := range ids {
			ids[j] = int32(3 + i*j)
		}
		pictures, targets = append(pictures, patches), append(targets, ids)
	}
	feeds, err := Pack(c, pictures, targets)
	if err != nil {
		b.Fatal(err)
	}
	g := tensor.NewGraph()
	nodes := c.Loss(g, feeds.Rows, feeds.Batch, feeds.Tokens)
	gradients, err := tensor.Gradient(nodes.Loss, nodes.Parameters)
	if err != nil {
		b.Fatal(err)
	}
	program, err := tensor.CPU(2).Compile(g, append([]*tensor.Node{nodes.Loss}, gradients...))
	if err != nil {
		b.Fatal(err)
	}
	all := withParameters(m, feeds.Values)
	for b.Loop() {
		if _, err := program.Run(all); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N*batch)/b.Elapsed().Seconds(), "examples/s")
}
