package pix2struct

import (
	"encoding/json"
	"io/fs"
	"time"
)

// Checkpoint is a model with what is needed to use it.
type Checkpoint struct {
	Model      *Model
	Vocabulary Vocabulary
	SPM        []byte // the vocabulary in SentencePiece format, as stored
	Card       Card
}

// Card describes a checkpoint; it is stored as card.json beside the weights.
type Card struct {
	Format    string          `json:"format"` // set by Save
	Config    Config          `json:"config"`
	Bins      *Bins           `json:"bins,omitempty"`       // how answers count coordinates
	Suite     string          `json:"suite,omitempty"`      // what the model was trained on
	SuiteHash string          `json:"suite_hash,omitempty"` //
	Training  json.RawMessage `json:"training,omitempty"`   // record of the training, as the trainer wrote it
	Created   time.Time       `json:"created,omitzero"`
	Storage   string          `json:"storage"`        // "float32" or "bfloat16"; set by Save
	SHA256    string          `json:"weights_sha256"` // of model.safetensors; set by Save, checked by Load
}

// Bins says how answers count coordinates; it converts to the type of the same
// shape in package gui.
type Bins struct {
	X       int  `json:"x"`
	Y       int  `json:"y"`
	Centred bool `json:"centred"`
}

// SaveOptions say how a checkpoint is stored.
type SaveOptions struct {
	BFloat16 bool // half the size; values are rounded to nearest even
}

// Save writes the checkpoint as a folder: model.safetensors, card.json and
// spiece.model. The folder is written beside its place and renamed, so that a
// checkpoint that stood there before is replaced whole or not at all.
func (c *Checkpoint) Save(dir string, o SaveOptions) error { return nil }

// Load reads a checkpoint folder: one of ours, or a Hugging Face Pix2Struct
// folder (config.json, preprocessor_config.json, model.safetensors,
// spiece.model).
func Load(dir string) (*Checkpoint, error) { return nil, nil }

// LoadFS is Load for a file tree, for instance an embedded one.
func LoadFS(files fs.FS) (*Checkpoint, error) { return nil, nil }
