package pix2struct

import (
	"math"

	"pix2act/tensor"
)

// builder adds the layers of a model to a graph. Rows of all examples stand
// packed; segments say which belong together.
type builder struct {
	Config
	g *tensor.Graph
}

// parameter declares a parameter of the model; shapes are those of Shapes.
func (b builder) parameter(name string, shape ...int) *tensor.Node {
	return b.g.Parameter(name, shape...)
}

// project is x times a kernel [in, out].
func (b builder) project(x *tensor.Node, name string, in, out int) *tensor.Node {
	return tensor.MatMul(x, b.parameter(name+"/kernel", in, out), false, false)
}

func (b builder) norm(x *tensor.Node, name string) *tensor.Node {
	return tensor.RMSNorm(x, b.parameter(name+"/scale", b.Hidden), normEpsilon)
}

// mlp is the gated feed-forward layer with its norm and residual.
func (b builder) mlp(x *tensor.Node, layer string) *tensor.Node {
	y := b.norm(x, layer+"/pre_mlp_layer_norm")
	gate := b.project(y, layer+"/mlp/wi_0", b.Hidden, b.FeedForward)
	value := b.project(y, layer+"/mlp/wi_1", b.Hidden, b.FeedForward)
	return tensor.Add(x, b.project(tensor.GatedGELU(gate, value), layer+"/mlp/wo", b.FeedForward, b.Hidden))
}

func (b builder) query(y *tensor.Node, name string) *tensor.Node {
	return b.project(y, name+"/query", b.Hidden, b.inner())
}

func (b builder) keyValue(y *tensor.Node, name string) (key, value *tensor.Node) {
	return b.project(y, name+"/key", b.Hidden, b.inner()), b.project(y, name+"/value", b.Hidden, b.inner())
}

// attend adds what the queries find to the residual stream.
func (b builder) attend(x, q, k, v, segments, bias *tensor.Node, causal bool, name string) *tensor.Node {
	found := tensor.Attention(q, k, v, segments, bias, tensor.AttentionOptions{Heads: b.Heads, Causal: causal})
	return tensor.Add(x, b.project(found, name+"/out", b.inner(), b.Hidden))
}

// encoder turns packed patch rows into packed encoder rows, the final norm
// included. trace, if not nil, sees the residual stream before each layer and
// after the last.
func (b builder) encoder(patches, rowIDs, columnIDs, segments *tensor.Node, trace func(*tensor.Node)) *tensor.Node {
	x := tensor.MatMul(patches, b.parameter(patchKernel, b.PatchValues(), b.Hidden), false, false)
	x = tensor.Add(x, b.parameter(patchBias, b.Hidden))
	x = tensor.Add(x, tensor.Rows(b.parameter(rowPositions, b.MaxRows, b.Hidden), rowIDs))
	x = tensor.Add(x, tensor.Rows(b.parameter(columnPositions, b.MaxColumns, b.Hidden), columnIDs))
	for i := range b.EncoderLayers {
		if trace != nil {
			trace(x)
		}
		layer := encoderLayer(i)
		y := b.norm(x, layer+"/pre_attention_layer_norm")
		k, v := b.keyValue(y, layer+"/attention")
		x = b.attend(x, b.query(y, layer+"/attention"), k, v, segments, nil, false, layer+"/attention")
		x = b.mlp(x, layer)
	}
	if trace != nil {
		trace(x)
	}
	return b.norm(x, "encoder/encoder_norm")
}

// embed looks up decoder inputs; id -1 gives a row of zeros.
func (b builder) embed(ids *tensor.Node) *tensor.Node {
	return tensor.Rows(b.parameter(tokenEmbedding, b.Vocabulary, b.Hidden), ids)
}

// logits is the output layer with the norm before it.
func (b builder) logits(x *tensor.Node) *tensor.Node {
	return tensor.MatMul(b.norm(x, "decoder/decoder_norm"), b.parameter(logitsKernel, b.Hidden, b.Vocabulary), false, false)
}

// bias is the relative position bias [Heads, D] by distance, for sequences of
// up to length tokens. Distances from bucketsDistance on share one bucket, so
// D need not exceed it.
func (b builder) bias(length int) *tensor.Node {
	distances := min(length, bucketsDistance)
	choose := make([]float32, buckets*distances) // one-hot columns
	for d := range distances {
		choose[bucket(d)*distances+d] = 1
	}
	table := b.parameter(relativeBias, b.Heads, buckets)
	return tensor.MatMul(table, b.g.Constant(choose, buckets, distances), false, false)
}

// bucket is the row of the relative position table for a distance into the
// past: small distances have their own, larger ones share on a logarithmic
// scale.
func bucket(distance int) int {
	if distance < bucketsExact {
		return max(distance, 0)
	}
	scale := math.Log(float64(distance)/bucketsExact) / math.Log(float64(bucketsDistance)/bucketsExact)
	return min(buckets-1, bucketsExact+int(scale*(buckets-bucketsExact)))
}
