package pix2struct

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
)

// Files of a Hugging Face folder.
const (
	configFile        = "config.json"
	preprocessorFile  = "preprocessor_config.json"
	shardsFile        = "model.safetensors.index.json"
	tokenizerFileName = "tokenizer.json"
	tokenizerConfig   = "tokenizer_config.json"
	specialFile       = "special_tokens_map.json"
	generationFile    = "generation_config.json"
)

const (
	huggingFaceModel      = "pix2struct"
	huggingFaceActivation = "gelu_new"
)

// huggingFaceConfig is config.json, as far as this package reads it.
type huggingFaceConfig struct {
	ModelType string            `json:"model_type"`
	Text      huggingFaceText   `json:"text_config"`
	Vision    huggingFaceVision `json:"vision_config"`
	// Ours is what this program knows of a checkpoint beyond that; other
	// programs pass over it.
	Ours *Card `json:"pix2act"`
}

type huggingFaceText struct {
	Vocabulary  int    `json:"vocab_size"`
	Hidden      int    `json:"hidden_size"`
	HeadDim     int    `json:"d_kv"`
	FeedForward int    `json:"d_ff"`
	Layers      int    `json:"num_layers"`
	Heads       int    `json:"num_heads"`
	Buckets     int    `json:"relative_attention_num_buckets"`
	Distance    int    `json:"relative_attention_max_distance"`
	Activation  string `json:"dense_act_fn"`
}

type huggingFaceVision struct {
	Hidden      int    `json:"hidden_size"`
	HeadDim     int    `json:"d_kv"`
	FeedForward int    `json:"d_ff"`
	Layers      int    `json:"num_hidden_layers"`
	Heads       int    `json:"num_attention_heads"`
	Positions   int    `json:"seq_len"`
	Patch       int    `json:"patch_size"`
	Activation  string `json:"dense_act_fn"`
}

// openHuggingFace opens a Hugging Face folder: config.json,
// preprocessor_config.json if it is there, and the weights in one safetensors
// file or several.
func (f *Folder) openHuggingFace() error {
	f.Format = FormatHuggingFace
	var err error
	if f.Card, err = readHuggingFaceConfig(f.files); err != nil {
		return err
	}
	w := &tensorFiles{foreign: true}
	f.weights = w
	if _, err := fs.Stat(f.files, weightsFile); err == nil {
		if _, err := w.open(f.files, weightsFile, ""); err != nil {
			return err
		}
	} else if err := w.openShards(f.files); err != nil {
		return err
	}
	name, _ := huggingFaceName(tokenEmbedding)
	if file := w.arrays[name]; file != nil {
		info, _ := file.Info(name)
		f.Storage = storageName(info.DType)
	}
	return nil
}

// openShards opens the files that an index names.
func (w *tensorFiles) openShards(files fs.FS) error {
	var index struct {
		Files map[string]string `json:"weight_map"`
	}
	if _, err := fs.Stat(files, shardsFile); err != nil {
		return noSafetensors(files)
	}
	if err := readJSON(files, shardsFile, &index); err != nil {
		return err
	}
	var names []string
	for array, name := range index.Files {
		if path.Base(name) != name || !fs.ValidPath(name) || path.Ext(name) != ".safetensors" {
			return fmt.Errorf("%w: %s: array %q is said to be in %q, which is no safetensors file of the folder", ErrCheckpoint, shardsFile, array, name)
		}
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		file, err := w.open(files, name, "")
		if err != nil {
			return err
		}
		for _, array := range file.Names() {
			if index.Files[array] != name {
				return fmt.Errorf("%w: %s: array %q is in %s, the index says %q", ErrCheckpoint, shardsFile, array, name, index.Files[array])
			}
		}
	}
	for _, array := range slices.Sorted(maps.Keys(index.Files)) {
		if w.arrays[array] == nil {
			return fmt.Errorf("%w: %s: array %q is not in %s", ErrCheckpoint, shardsFile, array, index.Files[array])
		}
	}
	return nil
}

// noSafetensors says what the folder has instead. A pickle is a program that
// runs when it is read, so it never is.
func noSafetensors(files fs.FS) error {
	for _, pattern := range []string{"pytorch_model*.bin", "*.pt", "*.pth", "*.ckpt", "*.pkl"} {
		if found, _ := fs.Glob(files, pattern); len(found) > 0 {
			return fmt.Errorf("%w: %s is a pickle, which can run any code when it is read, so it is refused; write %s beside it with: "+
				`python3 -c "import transformers as t; t.Pix2StructForConditionalGeneration.from_pretrained('FOLDER').save_pretrained('FOLDER')"`,
				ErrCheckpoint, found[0], weightsFile)
		}
	}
	return fmt.Errorf("%w: neither %s nor %s is there", ErrCheckpoint, weightsFile, shardsFile)
}

// readHuggingFaceConfig reads config.json and, if it is there,
// preprocessor_config.json. The target length is in neither, unless this
// program wrote them: it is that of the size "base".
func readHuggingFaceConfig(files fs.FS) (Card, error) {
	document := huggingFaceConfig{
		// Older files name the activation in another field.
		Text:   huggingFaceText{Activation: huggingFaceActivation, Buckets: buckets, Distance: bucketsDistance},
		Vision: huggingFaceVision{Activation: huggingFaceActivation, Patch: 16, Positions: 4096},
	}
	if err := readJSON(files, configFile, &document); err != nil {
		return Card{}, err
	}
	t, v := &document.Text, &document.Vision
	switch {
	case document.ModelType != huggingFaceModel:
		return Card{}, fmt.Errorf("%s: model_type is %q, must be %q", configFile, document.ModelType, huggingFaceModel)
	case t.Hidden != v.Hidden || t.Heads != v.Heads || t.HeadDim != v.HeadDim || t.FeedForward != v.FeedForward:
		return Card{}, fmt.Errorf("%s: encoder and decoder have different sizes, which is not supported", configFile)
	case t.Buckets != buckets || t.Distance != bucketsDistance:
		return Card{}, fmt.Errorf("%s: %d relative position buckets to distance %d are not supported", configFile, t.Buckets, t.Distance)
	case t.Activation != huggingFaceActivation || v.Activation != huggingFaceActivation:
		return Card{}, fmt.Errorf("%s: activations %q and %q are not supported", configFile, v.Activation, t.Activation)
	}
	preprocessor := struct {
		MaxPatches int `json:"max_patches"`
	}{MaxPatches: 2048}
	if _, err := fs.Stat(files, preprocessorFile); err == nil {
		if err := readJSON(files, preprocessorFile, &preprocessor); err != nil {
			return Card{}, err
		}
	}
	c, err := Size("base", t.Vocabulary)
	if err != nil {
		return Card{}, fmt.Errorf("%s: %w", configFile, err)
	}
	c.Hidden, c.Heads, c.HeadDim, c.FeedForward = t.Hidden, t.Heads, t.HeadDim, t.FeedForward
	c.EncoderLayers, c.DecoderLayers = v.Layers, t.Layers
	c.PatchHeight, c.PatchWidth, c.MaxPatches = v.Patch, v.Patch, preprocessor.MaxPatches
	c.MaxRows, c.MaxColumns = v.Positions, v.Positions
	var card Card
	if document.Ours != nil {
		card = *document.Ours
		c.TargetLength, c.Fit, c.DropBlank = card.Config.TargetLength, card.Config.Fit, card.Config.DropBlank
		card.Format, card.Storage, card.SHA256, card.HeaderSHA256 = "", "", "", ""
	}
	card.Config = c
	if err := c.Validate(); err != nil {
		return Card{}, fmt.Errorf("%s: %w", configFile, err)
	}
	return card, nil
}

// maxJSON bounds the small files of a folder.
const maxJSON = 64 << 20

func readJSON(files fs.FS, name string, v any) error {
	data, err := readLimited(files, name, maxJSON)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(data, v); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}
