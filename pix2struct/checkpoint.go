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
	// Step is the number of steps that the weights were trained, where the
	// folder tells it (T5X), else 0.
	Step int

	folder *Folder // where it was read from; nil for one made in memory
}

// Card describes a checkpoint; it is stored as card.json beside the weights.
type Card struct {
	Format    string          `json:"format"`               // set by Save
	Config    Config          `json:"config"`               // set by Save from the model
	Bins      *Bins           `json:"bins,omitempty"`       // how answers count coordinates
	Answers   string          `json:"answers,omitempty"`    // what the model answers with, where that is not actions: AnswersValues
	Preset    string          `json:"preset,omitempty"`     // of a released checkpoint: how it is used (see package agent)
	Suite     string          `json:"suite,omitempty"`      // what the model was trained on
	SuiteHash string          `json:"suite_hash,omitempty"` //
	Training  json.RawMessage `json:"training,omitempty"`   // record of the training, as the trainer wrote it
	Created   time.Time       `json:"created,omitzero"`
	Storage   string          `json:"storage"` // "float32" or "bfloat16"; set by Save
	// SHA256 is that of model.safetensors, set by Save. Of a checkpoint in
	// another format it is empty; [Checkpoint.Hash] computes it.
	SHA256 string `json:"weights_sha256"`
	// HeaderSHA256 is that of the file's header, which holds a check sum of
	// every array; with it the file can be told to be the right one without
	// hashing all of it. Set by Save.
	HeaderSHA256 string `json:"header_sha256,omitempty"`
}

// AnswersValues is Card.Answers of a value function, which answers with whole
// numbers.
const AnswersValues = "values"

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

// ErrNoCheckpoint is matched, and ErrCheckpoint too, by the error about a path
// where no checkpoint is: nothing is there, or a file, or a folder without any
// file that tells a format. A checkpoint that is there and damaged does not
// match.
var ErrNoCheckpoint error = absent{}

// ErrNoVocabulary is matched, and ErrCheckpoint too, by the error about a
// folder in which all is there but the vocabulary.
var ErrNoVocabulary = fmt.Errorf("%w: there is no vocabulary", ErrCheckpoint)

type absent struct{}

func (absent) Error() string        { return "no checkpoint" }
func (absent) Is(target error) bool { return target == ErrCheckpoint }

// Hash is the SHA-256 of the weights as they are stored, in hexadecimal: of
// model.safetensors, or where there are several files of the list of their
// hashes (see [Folder.Hash]). For other formats than ours the files are read
// when it is asked for the first time. A checkpoint that was made in memory and
// never saved has the hash "". Not safe for concurrent use.
func (c *Checkpoint) Hash() (string, error) {
	if c.Card.SHA256 == "" && c.folder != nil {
		sum, err := c.folder.Hash()
		if err != nil {
			return "", err
		}
		c.Card.SHA256 = sum
	}
	return c.Card.SHA256, nil
}

// Close releases the memory of weights that were not copied when the
// checkpoint was loaded. The model must not be used from then on. A checkpoint
// that is never closed keeps its file mapped until the program ends.
func (c *Checkpoint) Close() error {
	if c.folder == nil {
		return nil
	}
	return c.folder.Close()
}

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
	return checkVocabulary(c.Vocabulary, c.Model.Config)
}

func checkVocabulary(v Vocabulary, c Config) error {
	if v.Len() > c.Vocabulary {
		return fmt.Errorf("%w: the vocabulary has %d pieces, the model writes ids below %d", ErrCheckpoint, v.Len(), c.Vocabulary)
	}
	return nil
}
