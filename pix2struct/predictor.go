package pix2struct

import (
	"context"
	"pix2act/tensor"
)

// Hypothesis is one answer to a picture.
type Hypothesis struct {
	Text  string
	IDs   []int32 // without the start, with the end token if it was written
	Score float64 // log-probability / length penalty; not divided when Finished is false
	// Finished is false when no answer at all reached its end token within the
	// target length; then all hypotheses of the picture are the unfinished ones.
	Finished bool
}

// Predictor answers pictures with a model. It is safe for use by several
// goroutines, but answers one call after another: batch instead.
type Predictor struct{}

// NewPredictor prepares a model for answering. The model's parameters must not
// change while Predict runs. It returns an error if the vocabulary does not
// fit the model.
func NewPredictor(m *Model, v Vocabulary, ex tensor.Executor, o BeamOptions) (*Predictor, error) {
	return nil, nil
}

// Predict returns for every picture the hypotheses of its beam, best first.
// The answer to a picture does not depend on the others in the call.
func (p *Predictor) Predict(ctx context.Context, pictures []Patches) ([][]Hypothesis, error) {
	return nil, nil
}
