package pix2struct

import (
	"fmt"
	"math"
)

// Shape describes one parameter: its name in the T5X tree, its dimensions, and
// the spread of its values in a model that starts from nothing.
type Shape struct {
	Name       string
	Dimensions []int   // kernels [in, out]
	Deviation  float64 // standard deviation at the start; 0: all values are Start
	Start      float32
}

// Values is the number of values of the parameter.
func (s Shape) Values() int {
	n := 1
	for _, d := range s.Dimensions {
		n *= d
	}
	return n
}

// Shapes lists every parameter of the model in a fixed order: the encoder,
// then the decoder, each from its input to its output.
//
// The starting deviations keep every projection's output at unit size; because
// attention logits are not divided by sqrt(HeadDim), the query projection
// starts smaller by that factor.
func (c Config) Shapes() []Shape {
	fan := func(in int) float64 { return 1 / math.Sqrt(float64(in)) }
	var list []Shape
	add := func(name string, deviation float64, dimensions ...int) {
		list = append(list, Shape{Name: name, Dimensions: dimensions, Deviation: deviation})
	}
	norm := func(name string) {
		list = append(list, Shape{Name: name + "/scale", Dimensions: []int{c.Hidden}, Start: 1})
	}
	attention := func(name string) {
		d, inner := c.Hidden, c.inner()
		add(name+"/query/kernel", fan(d*c.HeadDim), d, inner)
		add(name+"/key/kernel", fan(d), d, inner)
		add(name+"/value/kernel", fan(d), d, inner)
		add(name+"/out/kernel", fan(inner), inner, d)
	}
	mlp := func(name string) {
		add(name+"/wi_0/kernel", fan(c.Hidden), c.Hidden, c.FeedForward)
		add(name+"/wi_1/kernel", fan(c.Hidden), c.Hidden, c.FeedForward)
		add(name+"/wo/kernel", fan(c.FeedForward), c.FeedForward, c.Hidden)
	}

	add(patchKernel, fan(c.PatchValues()), c.PatchValues(), c.Hidden)
	add(patchBias, 0, c.Hidden)
	add(rowPositions, 0.5, c.MaxRows, c.Hidden)
	add(columnPositions, 0.5, c.MaxColumns, c.Hidden)
	for i := range c.EncoderLayers {
		layer := encoderLayer(i)
		norm(layer + "/pre_attention_layer_norm")
		attention(layer + "/attention")
		norm(layer + "/pre_mlp_layer_norm")
		mlp(layer + "/mlp")
	}
	norm("encoder/encoder_norm")

	add(tokenEmbedding, 1, c.Vocabulary, c.Hidden)
	add(relativeBias, 0.1, c.Heads, buckets)
	for i := range c.DecoderLayers {
		layer := decoderLayer(i)
		norm(layer + "/pre_self_attention_layer_norm")
		attention(layer + "/self_attention")
		norm(layer + "/pre_cross_attention_layer_norm")
		attention(layer + "/encoder_decoder_attention")
		norm(layer + "/pre_mlp_layer_norm")
		mlp(layer + "/mlp")
	}
	norm("decoder/decoder_norm")
	add(logitsKernel, fan(c.Hidden), c.Hidden, c.Vocabulary)
	return list
}

// Parameters counts the values of all parameters.
func (c Config) Parameters() int {
	n := 0
	for _, s := range c.Shapes() {
		n += s.Values()
	}
	return n
}

const (
	patchKernel     = "encoder/token_embedder/patch_projection/kernel"
	patchBias       = "encoder/token_embedder/patch_projection/bias"
	rowPositions    = "encoder/token_embedder/embedders_0/pos_embedding"
	columnPositions = "encoder/token_embedder/embedders_1/pos_embedding"
	tokenEmbedding  = "decoder/token_embedder/embedding"
	relativeBias    = "decoder/relpos_bias/rel_embedding"
	logitsKernel    = "decoder/logits_dense/kernel"
)

func encoderLayer(i int) string { return fmt.Sprintf("encoder/layers_%d", i) }
func decoderLayer(i int) string { return fmt.Sprintf("decoder/layers_%d", i) }
