package pix2struct

import "pix2act/tensor"

// Feeds are the inputs of a training graph for one batch.
type Feeds struct {
	Rows, Batch, Tokens int            // the shape to build Config.Loss with
	Values              map[string]any // []float32 and []int32 by input name, parameters not included
}

// Pack joins examples to a batch without padding between them...
func Pack(c Config, pictures []Patches, targets [][]int32) Feeds { return Feeds{} }

// Loss builds ...
func (c Config) Loss(g *tensor.Graph, rows, batch, tokens int) LossNodes { return LossNodes{} }
