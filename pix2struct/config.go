package pix2struct

import (
	"errors"
	"fmt"
)

// How a picture is fitted to the patch grid.
const (
	// FitResize stretches the picture so that about MaxPatches patches cover
	// it; every model of the reference works this way.
	FitResize = "resize"
	// FitNative keeps the pixels: rows = height/PatchHeight and columns =
	// width/PatchWidth, rounded down; what is left at the bottom and on the
	// right is cut off. A picture with too many patches, or smaller than one
	// patch, is resized instead.
	FitNative = "native"
)

// Fixed by the model family.
const (
	buckets         = 32   // rows of the decoder's relative position table
	bucketsExact    = 16   // distances with a bucket of their own
	bucketsDistance = 128  // distances from here on share the last bucket
	normEpsilon     = 1e-6 // of every RMS norm
	channels        = 3
)

// ZLoss is the weight of logsumexp² in the loss, as the reference trains.
const ZLoss = 1e-4

// The ids that every vocabulary of this family shares.
const (
	PadID     = 0 // pads, and stands before the first token
	EndID     = 1 // ends an answer
	UnknownID = 2
)

// Config holds what fixes a model's shape and how pictures reach it. It is
// stored in the checkpoint's card. The zero value is not valid; start from
// [Size].
type Config struct {
	Hidden        int `json:"hidden"`         // width of the residual stream
	Heads         int `json:"heads"`          // attention heads
	HeadDim       int `json:"head_dim"`       // width of a head
	FeedForward   int `json:"feed_forward"`   // width inside the gated MLP
	EncoderLayers int `json:"encoder_layers"` //
	DecoderLayers int `json:"decoder_layers"` //
	Vocabulary    int `json:"vocabulary"`     // ids 0..Vocabulary-1

	PatchHeight int `json:"patch_height"` // pixels
	PatchWidth  int `json:"patch_width"`  // pixels
	MaxPatches  int `json:"max_patches"`  // most patches of one picture
	MaxRows     int `json:"max_rows"`     // rows of the row position table; row ids stay below it
	MaxColumns  int `json:"max_columns"`  // rows of the column position table

	TargetLength int `json:"target_length"` // most tokens of an answer, the end token included

	Fit string `json:"fit"` // FitResize or FitNative
	// DropBlank leaves out patches of one colour that is the colour of one of
	// the picture's corners. For models of ours; never for reference weights.
	DropBlank bool `json:"drop_blank"`
}

// ErrUnknownSize is returned by [Size] for a name that it does not know.
var ErrUnknownSize = errors.New("unknown model size")

// sizes in the order in which they are named to users.
var sizes = []struct {
	name   string
	config Config
}{
	{"tiny", Config{
		Hidden: 64, Heads: 2, HeadDim: 32, FeedForward: 128, EncoderLayers: 1, DecoderLayers: 1,
		PatchHeight: 16, PatchWidth: 16, MaxPatches: 256, MaxRows: 32, MaxColumns: 32,
		TargetLength: 20, Fit: FitNative, DropBlank: true,
	}},
	{"small", Config{
		Hidden: 192, Heads: 3, HeadDim: 64, FeedForward: 512, EncoderLayers: 4, DecoderLayers: 2,
		PatchHeight: 16, PatchWidth: 16, MaxPatches: 256, MaxRows: 32, MaxColumns: 32,
		TargetLength: 20, Fit: FitNative, DropBlank: true,
	}},
	{"base", Config{
		Hidden: 768, Heads: 12, HeadDim: 64, FeedForward: 2048, EncoderLayers: 12, DecoderLayers: 12,
		Vocabulary: 50244, PatchHeight: 16, PatchWidth: 16, MaxPatches: 512, MaxRows: 4096, MaxColumns: 4096,
		TargetLength: 16, Fit: FitResize,
	}},
	{"large", Config{
		Hidden: 1536, Heads: 24, HeadDim: 64, FeedForward: 3968, EncoderLayers: 18, DecoderLayers: 18,
		Vocabulary: 50244, PatchHeight: 16, PatchWidth: 16, MaxPatches: 512, MaxRows: 4096, MaxColumns: 4096,
		TargetLength: 16, Fit: FitResize,
	}},
}

// maxDimension bounds every size, so that a corrupt card cannot ask for an
// absurd amount of memory.
const maxDimension = 1 << 20

// Validate reports the first field that cannot be.
func (c Config) Validate() error {
	for _, f := range []struct {
		name  string
		value int
		least int
	}{
		{"hidden", c.Hidden, 1}, {"heads", c.Heads, 1}, {"head_dim", c.HeadDim, 1},
		{"feed_forward", c.FeedForward, 1}, {"encoder_layers", c.EncoderLayers, 1},
		{"decoder_layers", c.DecoderLayers, 1}, {"vocabulary", c.Vocabulary, 3},
		{"patch_height", c.PatchHeight, 1}, {"patch_width", c.PatchWidth, 1},
		{"max_patches", c.MaxPatches, 1}, {"max_rows", c.MaxRows, 2}, {"max_columns", c.MaxColumns, 2},
		{"target_length", c.TargetLength, 1},
	} {
		if f.value < f.least || f.value > maxDimension {
			return fmt.Errorf("model configuration: %s is %d, must be %d to %d", f.name, f.value, f.least, maxDimension)
		}
	}
	if c.Fit != FitResize && c.Fit != FitNative {
		return fmt.Errorf("model configuration: fit is %q, must be %q or %q", c.Fit, FitResize, FitNative)
	}
	return nil
}

// PatchValues is the number of pixel values of a patch, all channels.
func (c Config) PatchValues() int { return c.PatchHeight * c.PatchWidth * channels }

// inner is the width of all heads together.
func (c Config) inner() int { return c.Heads * c.HeadDim }
