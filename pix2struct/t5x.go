package pix2struct

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"path"
	"strings"

	"pix2act/internal/t5x"
)

// Parts of the tree of a T5X checkpoint.
const (
	t5xParameters = "target/"
	t5xOptimizer  = "state/param_states/"
)

// openT5X opens a T5X folder. Its sizes are read off the shapes of the
// parameters; what they do not tell (patches, target length) is that of the
// size "base".
func (f *Folder) openT5X() error {
	f.Format = FormatT5X
	c, err := t5x.Open(f.files)
	if err != nil {
		return err
	}
	w := &t5xWeights{checkpoint: c, files: f.files}
	f.weights = w
	if f.Card.Config, err = w.config(); err != nil {
		return err
	}
	f.Storage = storageName(c.DType(t5xParameters + tokenEmbedding))
	f.Step, err = c.Step()
	return err
}

type t5xWeights struct {
	checkpoint *t5x.Checkpoint
	files      fs.FS
}

// config derives the configuration from the shapes.
func (w *t5xWeights) config() (Config, error) {
	c, err := Size("base", 0)
	if err != nil {
		return c, err
	}
	axis := func(name string, rank, axis int) int {
		shape, ok := w.checkpoint.Shape(t5xParameters + name)
		switch {
		case err != nil:
		case !ok:
			err = fmt.Errorf("%w: parameter %q is missing", ErrCheckpoint, t5xParameters+name)
		case len(shape) != rank:
			err = fmt.Errorf("%w: parameter %q has shape %v", ErrCheckpoint, t5xParameters+name, shape)
		default:
			return shape[axis]
		}
		return 0
	}
	layers := func(layer func(int) string) int {
		n := 0
		for ; n < maxDimension; n++ {
			if _, ok := w.checkpoint.Shape(t5xParameters + layer(n) + "/mlp/wo/kernel"); !ok {
				break
			}
		}
		return n
	}
	c.Hidden = axis("decoder/decoder_norm/scale", 1, 0)
	c.Vocabulary = axis(tokenEmbedding, 2, 0)
	c.Heads = axis(relativeBias, 2, 0)
	c.FeedForward = axis(encoderLayer(0)+"/mlp/wi_0/kernel", 2, 1)
	c.MaxRows, c.MaxColumns = axis(rowPositions, 2, 0), axis(columnPositions, 2, 0)
	inner := axis(encoderLayer(0)+"/attention/query/kernel", 2, 1)
	values := axis(patchKernel, 2, 0)
	if err != nil {
		return c, err
	}
	c.EncoderLayers, c.DecoderLayers = layers(encoderLayer), layers(decoderLayer)
	side := int(math.Sqrt(float64(values / channels)))
	if c.Heads < 1 || inner%c.Heads != 0 || side*side*channels != values {
		return c, fmt.Errorf("%w: %d heads of %d values in all, patches of %d values", ErrCheckpoint, c.Heads, inner, values)
	}
	c.HeadDim, c.PatchHeight, c.PatchWidth = inner/c.Heads, side, side
	if err := c.Validate(); err != nil {
		return c, fmt.Errorf("%w: %w", ErrCheckpoint, err)
	}
	return c, nil
}

func (w *t5xWeights) stored(s Shape) (string, []int) { return t5xParameters + s.Name, s.Dimensions }

func (w *t5xWeights) place() string { return t5x.IndexFile }

func (w *t5xWeights) names() []string {
	var list []string
	for _, name := range w.checkpoint.Names() {
		if strings.HasPrefix(name, t5xParameters) {
			list = append(list, name)
		}
	}
	return list
}

func (w *t5xWeights) shape(name string) ([]int, bool) { return w.checkpoint.Shape(name) }

func (w *t5xWeights) read(s Shape) ([]float32, error) {
	return w.checkpoint.Float32s(t5xParameters+s.Name, s.Dimensions)
}

func (w *t5xWeights) hashed() ([]string, error) {
	list := []string{t5x.IndexFile}
	for _, folder := range w.checkpoint.Folders() {
		entries, err := fs.ReadDir(w.files, folder)
		if err != nil {
			return nil, err
		}
		for _, e := range entries {
			list = append(list, path.Join(folder, e.Name()))
		}
	}
	return list, nil
}

func (w *t5xWeights) settle() error { return nil }
func (w *t5xWeights) close() error  { return nil }

// OptimizerState is what Adafactor had gathered when a checkpoint was written.
type OptimizerState struct {
	Step       int // absolute: steps taken so far
	checkpoint *t5x.Checkpoint
}

// ErrNoOptimizer is returned for folders without the state of an optimizer.
var ErrNoOptimizer = errors.New("the checkpoint has no optimizer state")

// Optimizer gives the state of the optimizer of a T5X folder. Other folders,
// and T5X ones that were saved without it, give [ErrNoOptimizer].
func (f *Folder) Optimizer() (*OptimizerState, error) {
	w, ok := f.weights.(*t5xWeights)
	if !ok {
		return nil, ErrNoOptimizer
	}
	for _, name := range w.checkpoint.Names() {
		if strings.HasPrefix(name, t5xOptimizer) {
			return &OptimizerState{Step: f.Step, checkpoint: w.checkpoint}, nil
		}
	}
	return nil, ErrNoOptimizer
}

// Float32s gives an accumulator: PARAMETER/v of a parameter whose second moment
// is kept whole, PARAMETER/v_row (of the shorter side; rows on a tie) and
// PARAMETER/v_col of one whose is factored. It must have the shape; nil
// accepts any. What T5X keeps in place of an accumulator that it does not use
// has shape [1].
func (o *OptimizerState) Float32s(name string, shape []int) ([]float32, error) {
	return o.checkpoint.Float32s(t5xOptimizer+name, shape)
}
