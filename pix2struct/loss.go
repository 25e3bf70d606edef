package pix2struct

import "pix2act/tensor"

// LossNodes are the ends of the training graph.
type LossNodes struct {
	Loss       *tensor.Node   // scalar: sum over the tokens of the batch, z-loss included, not normalised
	PerToken   *tensor.Node   // [tokens]: the same per token; 0 where the weight is 0
	Logits     *tensor.Node   // [tokens, Vocabulary]
	Parameters []*tensor.Node // in the order of Config.Shapes, for tensor.Gradient
	Layers     []*tensor.Node // the ends of all layers, for tensor.GradientRecomputed
}

// Names of the inputs of the training graph, besides the parameters.
const (
	inputPatches  = "patches"          // float32 [rows, PatchValues]
	inputRows     = "rows"             // int32 [rows]: row ids, -1 for padding
	inputColumns  = "columns"          // int32 [rows]: column ids, -1 for padding
	inputEncoder  = "encoder_segments" // int32 [batch, 4]
	inputPrevious = "previous"         // int32 [tokens]: targets shifted right, -1 for padding
	inputDecoder  = "decoder_segments" // int32 [batch, 4]
	inputCross    = "cross_segments"   // int32 [batch, 4]
	inputTargets  = "targets"          // int32 [tokens]
	inputWeights  = "weights"          // float32 [tokens]: 1 for targets, 0 for padding
)

// Loss adds the teacher-forced loss over a packed batch to a graph: rows of
// patches and tokens of targets of batch examples, as [Pack] lays them out and
// names them. The loss of a token with target y is
//
//	logsumexp(z) - z[y] + 1e-4 logsumexp(z)²
//
// and the batch's loss is the sum, divided by nothing. rows and tokens may
// exceed what the examples need; the rest belongs to no segment.
func (c Config) Loss(g *tensor.Graph, rows, batch, tokens int) LossNodes {
	return c.LossWithZ(g, rows, batch, tokens, ZLoss)
}

// LossWithZ is [Config.Loss] with another weight of logsumexp² than [ZLoss].
func (c Config) LossWithZ(g *tensor.Graph, rows, batch, tokens int, zLoss float64) LossNodes {
	b := builder{c, g}
	var parameters []*tensor.Node
	for _, s := range c.Shapes() {
		parameters = append(parameters, g.Parameter(s.Name, s.Dimensions...))
	}
	var layers []*tensor.Node
	keep := func(end *tensor.Node) { layers = append(layers, end) }
	read := b.encoder(g.Input(inputPatches, rows, c.PatchValues()), g.Ints(inputRows, rows), g.Ints(inputColumns, rows),
		g.Ints(inputEncoder, batch, 4), keep)
	keep(read)
	logits := b.decoder(read, g.Ints(inputPrevious, tokens), g.Ints(inputDecoder, batch, 4), g.Ints(inputCross, batch, 4), keep)
	perToken := tensor.CrossEntropyPerToken(logits, g.Ints(inputTargets, tokens), g.Input(inputWeights, tokens), float32(zLoss))
	return LossNodes{Loss: tensor.Sum(perToken), PerToken: perToken, Logits: logits, Parameters: parameters, Layers: layers}
}

// decoder gives the logits of whole packed sequences. trace, if not nil, sees
// the residual stream before each layer and after the last.
func (b builder) decoder(read, previous, self, cross *tensor.Node, trace func(*tensor.Node)) *tensor.Node {
	x := b.embed(previous)
	bias := b.bias(b.TargetLength)
	for i := range b.DecoderLayers {
		if trace != nil {
			trace(x)
		}
		layer := decoderLayer(i)
		y := b.norm(x, layer+"/pre_self_attention_layer_norm")
		k, v := b.keyValue(y, layer+"/self_attention")
		x = b.attend(x, b.query(y, layer+"/self_attention"), k, v, self, bias, true, layer+"/self_attention")
		y = b.norm(x, layer+"/pre_cross_attention_layer_norm")
		k, v = b.keyValue(read, layer+"/encoder_decoder_attention")
		x = b.attend(x, b.query(y, layer+"/encoder_decoder_attention"), k, v, cross, nil, false, layer+"/encoder_decoder_attention")
		x = b.mlp(x, layer)
	}
	if trace != nil {
		trace(x)
	}
	return b.logits(x)
}
