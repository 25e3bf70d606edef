package pix2struct

import "strings"

// Hugging Face folders name the parameters differently and store kernels and
// the relative position table transposed.

// huggingFaceName gives the name of a parameter in Hugging Face folders and
// whether it is stored transposed there.
func huggingFaceName(name string) (other string, transposed bool) {
	if other, ok := huggingFaceNames[name]; ok {
		return other, strings.HasSuffix(name, "/kernel") || name == relativeBias
	}
	part := strings.Split(name, "/")
	side, layer := part[0], strings.TrimPrefix(part[1], "layers_")
	transposed = part[len(part)-1] == "kernel"
	middle := part[2:]
	if side == "encoder" {
		prefix := "encoder.encoder.layer." + layer + "."
		if !transposed { // a norm's scale
			return prefix + middle[0] + ".weight", false
		}
		return prefix + middle[0] + "." + huggingFaceKernel(middle[1]) + ".weight", true
	}
	prefix := "decoder.layer." + layer + "."
	switch {
	case !transposed:
		return prefix + huggingFaceNorms[middle[0]] + ".layer_norm.weight", false
	case middle[0] == "mlp":
		return prefix + "mlp.DenseReluDense." + middle[1] + ".weight", true
	}
	return prefix + middle[0] + ".attention." + huggingFaceKernel(middle[1]) + ".weight", true
}

func huggingFaceKernel(name string) string {
	if name == "out" {
		return "output"
	}
	return name
}

var huggingFaceNorms = map[string]string{
	"pre_self_attention_layer_norm":  "self_attention",
	"pre_cross_attention_layer_norm": "encoder_decoder_attention",
	"pre_mlp_layer_norm":             "mlp",
}

var huggingFaceNames = map[string]string{
	patchKernel:                  "encoder.embeddings.patch_projection.weight",
	patchBias:                    "encoder.embeddings.patch_projection.bias",
	rowPositions:                 "encoder.embeddings.row_embedder.weight",
	columnPositions:              "encoder.embeddings.column_embedder.weight",
	"encoder/encoder_norm/scale": "encoder.layernorm.weight",
	tokenEmbedding:               "decoder.embed_tokens.weight",
	relativeBias:                 "decoder.layer.0.self_attention.attention.relative_attention_bias.weight",
	"decoder/decoder_norm/scale": "decoder.final_layer_norm.weight",
	logitsKernel:                 "decoder.lm_head.weight",
}
