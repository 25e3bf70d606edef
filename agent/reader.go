package agent

import (
	"context"
	"fmt"
	"runtime"

	"golang.org/x/sync/errgroup"

	"pix2act/gui"
	"pix2act/pix2struct"
	"pix2act/tensor"
)

// reader asks the model of a checkpoint about pictures.
type reader struct {
	config    pix2struct.Config
	predictor *pix2struct.Predictor
	spelling  Spelling
}

func newReader(checkpoint *pix2struct.Checkpoint, executor tensor.Executor, beam int) (reader, error) {
	predictor, err := pix2struct.NewPredictor(checkpoint.Model, checkpoint.Vocabulary, executor, pix2struct.BeamOptions{Width: beam})
	if err != nil {
		return reader{}, err
	}
	return reader{
		config:    checkpoint.Model.Config,
		predictor: predictor,
		spelling:  SpellingOf(checkpoint.Vocabulary),
	}, nil
}

// answer gives the answers for each picture of a batch, best first.
func (r *reader) answer(ctx context.Context, batch []gui.Observation) ([][]pix2struct.Hypothesis, error) {
	pictures := make([]pix2struct.Patches, len(batch))
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i, observation := range batch {
		group.Go(func() error {
			if observation.Image == nil {
				return fmt.Errorf("observation %d of %d has no picture", i+1, len(batch))
			}
			patches, err := r.config.Patches(observation.Image)
			if err != nil {
				return fmt.Errorf("observation %d of %d: %w", i+1, len(batch), err)
			}
			pictures[i] = patches
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	return r.predictor.Predict(ctx, pictures)
}
