package agent

import (
	"context"
	"fmt"
	"math"

	"pix2act/gui"
	"pix2act/pix2struct"
	"pix2act/tensor"
)

// ValueOptions say how the answers of a value function are read. The zero value
// reads what pix2act trains; [ReferenceValue] reads as the reference does.
type ValueOptions struct {
	Beam int // answers that the search keeps; below 1 DefaultBeam
	Best int // of them that count, the best ones; below 1 three
	Max  int // the largest number that is an answer; below 1 MaxValue
}

// ReferenceValue reads 0 to 29 only, as the reference does: its training data has
// no state without an action to go.
var ReferenceValue = ValueOptions{Max: MaxValue - 1}

// value reads numbers from the answers of a model.
type value struct {
	reader
	best, max int
}

// NewValue returns the value function of a checkpoint that answers with whole
// numbers, MaxValue standing for the value 1. The estimate is the mean of the
// best answers, each weighted by the exponential of its score, as in the
// reference; answers among them that are no number do not count. A picture whose
// best answers are all none has the value 0. It is safe for concurrent use, but
// one call is answered after the other.
func NewValue(checkpoint *pix2struct.Checkpoint, executor tensor.Executor, options ValueOptions) (gui.Value, error) {
	standard := func(given, standard int) int {
		if given < 1 {
			return standard
		}
		return given
	}
	r, err := newReader(checkpoint, executor, standard(options.Beam, DefaultBeam))
	if err != nil {
		return nil, fmt.Errorf("value function: %w", err)
	}
	return &value{r, standard(options.Best, 3), min(standard(options.Max, MaxValue), MaxValue)}, nil
}

func (v *value) Estimate(ctx context.Context, batch []gui.Observation) ([]float64, error) {
	answers, err := v.answer(ctx, batch)
	if err != nil {
		return nil, fmt.Errorf("value function: %w", err)
	}
	values := make([]float64, len(answers))
	for i, hypotheses := range answers {
		values[i] = v.mean(hypotheses)
	}
	return values, nil
}

// mean is the weighted mean of the best answers, in [0, 1].
func (v *value) mean(hypotheses []pix2struct.Hypothesis) float64 {
	sum, weights := 0.0, 0.0
	for _, h := range hypotheses[:min(v.best, len(hypotheses))] {
		text, err := v.spelling.Parse(h.Text)
		if err != nil {
			continue
		}
		number, ok := canonicalNumber(text, v.max)
		if !ok {
			continue
		}
		// Relative to the best score, so that small ones do not vanish.
		weight := math.Exp(h.Score - hypotheses[0].Score)
		sum += weight * float64(number)
		weights += weight
	}
	if weights == 0 {
		return 0
	}
	return sum / weights / MaxValue
}
