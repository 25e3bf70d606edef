package pix2struct

import "pix2act/tensor"

// LossNodes are the ends of the training graph.
type LossNodes struct {
	Loss       *tensor.Node   // scalar: sum over the tokens of the batch, z-loss included, not normalised
	PerToken   *tensor.Node   // [tokens]: the same per token; 0 where the weight is 0
	Logits     *tensor.Node   // [tokens, Vocabulary]
	Parameters []*tensor.Node // in the order of Config.Shapes, for tensor.Gradient
}
