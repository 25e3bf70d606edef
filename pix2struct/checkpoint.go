package pix2struct

import (
	"encoding/json"
	"errors"
	"fmt"
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
	Format    string          `json:"format"`               // set by Save
	Config    Config          `json:"config"`               // set by Save from the model
	Bins      *Bins           `json:"bins,omitempty"`       // how answers count coordinates
	Suite     string          `json:"suite,omitempty"`      // what the model was trained on
	SuiteHash string          `json:"suite_hash,omitempty"` //
	Training  json.RawMessage `json:"training,omitempty"`   // record of the training, as the trainer wrote it
	Created   time.Time       `json:"created,omitzero"`
	Storage   string          `json:"storage"`        // "float32" or "bfloat16"; set by Save
	SHA256    string          `json:"weights_sha256"` // of model.safetensors; set by Save and Load
}

// Bins says how answers count coordinates; it converts to the type of the same
// shape in package gui.
type Bins struct {
	X       int  `json:"x"`
	Y       int  `json:"y"`
	Centred bool `json:"centred"`
}

// ErrCheckpoint is matched by every error about what a checkpoint folder
// holds, or lacks.
var ErrCheckpoint = errors.New("not a usable checkpoint")

// Files of a checkpoint folder.
const (
	weightsFile    = "model.safetensors"
	cardFile       = "card.json"
	vocabularyFile = "spiece.model"
	foreignConfig  = "config.json" // a Hugging Face folder has it in place of a card
	cardFormat     = "pix2act checkpoint 1"

	storageFloat32  = "float32"
	storageBFloat16 = "bfloat16"
)

func (c *Checkpoint) check() error {
	if c.Model == nil || c.Vocabulary == nil {
		return fmt.Errorf("%w: it needs a model and a vocabulary", ErrCheckpoint)
	}
	if err := c.Model.Check(); err != nil {
		return fmt.Errorf("%w: %w", ErrCheckpoint, err)
	}
	if c.Model.Packed() {
		return fmt.Errorf("%w: the model is packed for inference; load it again to save it", ErrCheckpoint)
	}
	if have, want := c.Vocabulary.Len(), c.Model.Config.Vocabulary; have > want {
		return fmt.Errorf("%w: the vocabulary has %d pieces, the model writes ids below %d", ErrCheckpoint, have, want)
	}
	return nil
}
