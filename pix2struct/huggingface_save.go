package pix2struct

import (
	"fmt"
	"io"
	"path/filepath"

	"pix2act/internal/safetensors"
)

// ErrNotHuggingFace is matched when a checkpoint has sizes that the Hugging
// Face model cannot have.
var ErrNotHuggingFace = fmt.Errorf("%w for Hugging Face", ErrCheckpoint)

// SaveHuggingFace writes the checkpoint as a folder that the Hugging Face
// library loads: model.safetensors under its names, its configuration files,
// spiece.model and tokenizer.json. What they cannot say (bins, target length, how pictures are
// fitted) stands in config.json under "pix2act", where [Open] finds it. The
// folder is replaced as by [Checkpoint.Save]. The card is not changed.
//
// Their model has square patches and as many row as column positions; anything
// else matches [ErrNotHuggingFace].
func (c *Checkpoint) SaveHuggingFace(dir string, o SaveOptions) error {
	if err := c.check(); err != nil {
		return err
	}
	config := c.Model.Config
	switch {
	case config.PatchHeight != config.PatchWidth:
		return fmt.Errorf("%w: patches of %d×%d pixels are not square", ErrNotHuggingFace, config.PatchHeight, config.PatchWidth)
	case config.MaxRows != config.MaxColumns:
		return fmt.Errorf("%w: %d row and %d column positions must be as many", ErrNotHuggingFace, config.MaxRows, config.MaxColumns)
	}
	return replaceFolder(dir, huggingFaceParts, func(dir string) error { return c.writeHuggingFace(dir, o) })
}

func (c *Checkpoint) writeHuggingFace(dir string, o SaveOptions) error {
	var arrays []safetensors.Array
	for _, s := range c.Model.Config.Shapes() {
		name, transposed := huggingFaceName(s.Name)
		shape := s.Dimensions
		if transposed {
			shape = []int{shape[1], shape[0]}
		}
		arrays = append(arrays, safetensors.Array{
			Name: name, Shape: shape, Floats: c.Model.Parameters[s.Name].Data, DType: o.dtype(), Transpose: transposed,
		})
	}
	err := writeFile(filepath.Join(dir, weightsFile), func(w io.Writer) error {
		return safetensors.Write(w, arrays, map[string]string{"format": "pt"}) // their library insists on it
	})
	if err != nil {
		return err
	}
	if err := writeBytes(filepath.Join(dir, vocabularyFile), c.SPM); err != nil {
		return err
	}
	pieces, err := ParseSentencePiece(c.SPM)
	if err != nil {
		return err
	}
	tokenizer, err := pieces.TokenizerJSON()
	if err != nil {
		return err
	}
	if err := writeBytes(filepath.Join(dir, tokenizerFileName), tokenizer); err != nil {
		return err
	}
	for name, document := range c.huggingFaceFiles(o) {
		if err := writeJSON(filepath.Join(dir, name), document); err != nil {
			return err
		}
	}
	return nil
}

// huggingFaceFiles are the configuration files of a folder.
func (c *Checkpoint) huggingFaceFiles(o SaveOptions) map[string]any {
	m := c.Model.Config
	card := c.Card
	card.Config = m
	card.Format, card.Storage, card.SHA256, card.HeaderSHA256 = "", "", "", ""
	files := map[string]any{
		configFile: object{
			"architectures":          []string{"Pix2StructForConditionalGeneration"},
			"model_type":             huggingFaceModel,
			"is_encoder_decoder":     true,
			"is_vqa":                 false,
			"tie_word_embeddings":    false,
			"decoder_start_token_id": PadID,
			"pad_token_id":           PadID,
			"eos_token_id":           EndID,
			"dtype":                  o.storage(),
			"text_config": object{
				"model_type": "pix2struct_text_model", "vocab_size": m.Vocabulary, "hidden_size": m.Hidden,
				"encoder_hidden_size": m.Hidden, "d_kv": m.HeadDim, "d_ff": m.FeedForward, "num_layers": m.DecoderLayers,
				"num_heads": m.Heads, "relative_attention_num_buckets": buckets, "relative_attention_max_distance": bucketsDistance,
				"layer_norm_epsilon": normEpsilon, "dense_act_fn": huggingFaceActivation, "dropout_rate": 0.0,
				"is_decoder": true, "use_cache": true, "tie_word_embeddings": false,
				"decoder_start_token_id": PadID, "pad_token_id": PadID, "eos_token_id": EndID,
			},
			"vision_config": object{
				"model_type": "pix2struct_vision_model", "hidden_size": m.Hidden, "patch_embed_hidden_size": m.PatchValues(),
				"d_kv": m.HeadDim, "d_ff": m.FeedForward, "num_hidden_layers": m.EncoderLayers, "num_attention_heads": m.Heads,
				"seq_len": m.MaxRows, "patch_size": m.PatchHeight, "layer_norm_eps": normEpsilon,
				"dense_act_fn": huggingFaceActivation, "dropout_rate": 0.0, "attention_dropout": 0.0,
			},
			"pix2act": card,
		},
		preprocessorFile: object{
			"image_processor_type": "Pix2StructImageProcessor", "processor_class": "Pix2StructProcessor",
			"do_convert_rgb": true, "do_normalize": true, "is_vqa": false, "max_patches": m.MaxPatches,
			"patch_size": object{"height": m.PatchHeight, "width": m.PatchWidth},
		},
		generationFile: object{
			"decoder_start_token_id": PadID, "pad_token_id": PadID, "eos_token_id": EndID, "max_length": m.TargetLength + 1,
		},
	}
	tokens := map[string]string{}
	for key, id := range map[string]int32{"pad_token": PadID, "eos_token": EndID, "unk_token": UnknownID} {
		tokens[key] = c.Vocabulary.Piece(id)
	}
	files[specialFile] = tokens
	files[tokenizerConfig] = object{
		"tokenizer_class": "PreTrainedTokenizerFast", "processor_class": "Pix2StructProcessor",
		"pad_token": tokens["pad_token"], "eos_token": tokens["eos_token"], "unk_token": tokens["unk_token"],
	}
	return files
}
