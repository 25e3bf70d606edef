package train

import (
	"context"
	"fmt"
	"math"
	"strconv"

	"pix2act/episode"
	"pix2act/pix2struct"
)

// Value trains a value function: a model that answers with a whole number 0 to
// episode.ValueScale, the surrogate reward that is still to come. It is a run
// like that of Policy in every respect but what is learnt, and what chooses the
// best checkpoint: the least mean distance from the right values.
//
// Data folders must hold whole episodes, with those that went wrong if the
// function is to know them; examples of Options.Sources have the number as their
// target.
func Value(ctx context.Context, options Options, surrogate episode.Surrogate) error {
	options.surrogate = &surrogate
	options.Card.Answers = pix2struct.AnswersValues
	return Policy(ctx, options)
}

// opening says how the data folders are read.
func (o Options) opening() episode.OpenOptions {
	opening := episode.DefaultOpenOptions
	opening.MaxBroken = orNone(o.MaxBroken, opening.MaxBroken)
	if o.surrogate != nil {
		opening.MinRaw, opening.Target = -1, o.surrogate.Target
	}
	return opening
}

// checkKind refuses to resume a policy as a value function, or the other way
// round, or with other values.
func (r *run) checkKind() error {
	was, is := r.state.Settings.Surrogate, r.options.surrogate
	if (was == nil) != (is == nil) {
		return fmt.Errorf("%w: the run in %s is of a policy or a value function, and the other was asked for", ErrOptions, r.options.Out)
	}
	if was != nil && *was != *is {
		return fmt.Errorf("%w: the run in %s learns the surrogate reward %+v, not %+v", ErrOptions, r.options.Out, *was, *is)
	}
	return nil
}

// valueDistance is how far an answer lies from a value that is wanted, at most
// ValueScale; infinite if the target is no value, but an action.
func valueDistance(answer, target string) float64 {
	wanted, err := strconv.Atoi(target)
	if err != nil {
		return math.Inf(1)
	}
	number, err := strconv.Atoi(answer)
	if err != nil || number < 0 || number > episode.ValueScale {
		return episode.ValueScale
	}
	return math.Abs(float64(number - wanted))
}

// valueErrors adds up the distances from the right values.
type valueErrors struct {
	sum    float64
	values int
}

func (e *valueErrors) add(answer, target string) {
	if d := valueDistance(answer, target); !math.IsInf(d, 1) {
		e.sum += d
		e.values++
	}
}

// mean is the mean distance in [0, 1], nil where nothing was a value.
func (e *valueErrors) mean() *float64 {
	if e.values == 0 {
		return nil
	}
	mean := e.sum / float64(e.values) / episode.ValueScale
	return &mean
}

// score is what chooses the best checkpoint, higher being better.
func (d *Development) score() float64 {
	if d.Error != nil {
		return 1 - *d.Error
	}
	return d.Exact
}
