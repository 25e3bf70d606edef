package pix2struct

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"strings"
)

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

// readHuggingFaceConfig reads config.json and, if it is there,
// preprocessor_config.json. The target length is in neither: it is that of
// the size "base".
func readHuggingFaceConfig(files fs.FS) (Config, error) {
	var document struct {
		ModelType string `json:"model_type"`
		Text      struct {
			Vocabulary  int    `json:"vocab_size"`
			Hidden      int    `json:"hidden_size"`
			HeadDim     int    `json:"d_kv"`
			FeedForward int    `json:"d_ff"`
			Layers      int    `json:"num_layers"`
			Heads       int    `json:"num_heads"`
			Buckets     int    `json:"relative_attention_num_buckets"`
			Distance    int    `json:"relative_attention_max_distance"`
			Activation  string `json:"dense_act_fn"`
		} `json:"text_config"`
		Vision struct {
			Hidden      int    `json:"hidden_size"`
			HeadDim     int    `json:"d_kv"`
			FeedForward int    `json:"d_ff"`
			Layers      int    `json:"num_hidden_layers"`
			Heads       int    `json:"num_attention_heads"`
			Positions   int    `json:"seq_len"`
			Patch       int    `json:"patch_size"`
			Activation  string `json:"dense_act_fn"`
		} `json:"vision_config"`
	}
	t, v := &document.Text, &document.Vision
	t.Activation, v.Activation = "gelu_new", "gelu_new" // where older files name another field
	t.Buckets, t.Distance, v.Patch, v.Positions = buckets, bucketsDistance, 16, 4096
	if err := readJSON(files, "config.json", &document); err != nil {
		return Config{}, err
	}
	switch {
	case document.ModelType != "pix2struct":
		return Config{}, fmt.Errorf("config.json: model_type is %q, must be \"pix2struct\"", document.ModelType)
	case t.Hidden != v.Hidden || t.Heads != v.Heads || t.HeadDim != v.HeadDim || t.FeedForward != v.FeedForward:
		return Config{}, fmt.Errorf("config.json: encoder and decoder have different sizes, which is not supported")
	case t.Buckets != buckets || t.Distance != bucketsDistance:
		return Config{}, fmt.Errorf("config.json: %d relative position buckets to distance %d are not supported", t.Buckets, t.Distance)
	case t.Activation != "gelu_new" || v.Activation != "gelu_new":
		return Config{}, fmt.Errorf("config.json: activations %q and %q are not supported", v.Activation, t.Activation)
	}
	preprocessor := struct {
		MaxPatches int `json:"max_patches"`
	}{MaxPatches: 2048}
	if _, err := fs.Stat(files, "preprocessor_config.json"); err == nil {
		if err := readJSON(files, "preprocessor_config.json", &preprocessor); err != nil {
			return Config{}, err
		}
	}
	c, err := Size("base", t.Vocabulary)
	if err != nil {
		return Config{}, fmt.Errorf("config.json: %w", err)
	}
	c.Hidden, c.Heads, c.HeadDim, c.FeedForward = t.Hidden, t.Heads, t.HeadDim, t.FeedForward
	c.EncoderLayers, c.DecoderLayers = v.Layers, t.Layers
	c.PatchHeight, c.PatchWidth, c.MaxPatches = v.Patch, v.Patch, preprocessor.MaxPatches
	c.MaxRows, c.MaxColumns = v.Positions, v.Positions
	if err := c.Validate(); err != nil {
		return Config{}, fmt.Errorf("config.json: %w", err)
	}
	return c, nil
}

func readJSON(files fs.FS, name string, v any) error {
	data, err := fs.ReadFile(files, name)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(data, v); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// transpose turns [rows, columns] into [columns, rows].
func transpose(values []float32, rows, columns int) []float32 {
	out := make([]float32, len(values))
	const block = 32 // both sides of a block stay in the cache
	for r0 := 0; r0 < rows; r0 += block {
		for c0 := 0; c0 < columns; c0 += block {
			for r := r0; r < min(r0+block, rows); r++ {
				for c := c0; c < min(c0+block, columns); c++ {
					out[c*rows+r] = values[r*columns+c]
				}
			}
		}
	}
	return out
}
