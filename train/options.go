package train

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"runtime"
	"time"

	"pix2act/episode"
	"pix2act/internal/folder"
	"pix2act/pix2struct"
	"pix2act/tensor"
)

// Played is the result of an evaluation by playing.
type Played struct {
	Score   float64            `json:"score"`             // higher is better; chooses the best checkpoint
	Tasks   map[string]float64 `json:"tasks,omitempty"`   // success by task, in [0, 1]
	Details any                `json:"details,omitempty"` // goes into the log as it is
}

// Options of a training run. The zero value of a field is its default, except
// for Out, Steps and the data.
type Options struct {
	Data    []Folder // data sets on disk
	Sources []Source // further examples, for instance in memory
	// Balanced gives every task of a folder the same share, however many
	// examples it has.
	Balanced bool
	// HeldOut names tasks whose examples are left out altogether, so that playing
	// them measures transfer. When resuming, nil keeps what was left out.
	HeldOut []string

	// Size is a size of package pix2struct; when empty it is that of Init, else
	// "small". Another size than that of Init is refused.
	Size   string
	Config *pix2struct.Config // instead of Size; its vocabulary size is set by the vocabulary
	Init   string             // a checkpoint folder to start from, instead of a new model
	// RestoreOptimizer takes over, with the weights of Init, what the optimizer
	// had gathered and its absolute step; Init is a T5X folder then. Without it
	// the optimizer starts at step 0, and so does its decay.
	RestoreOptimizer bool

	Out string // the run's folder
	// Claim is the caller's claim of Out; nil: the run takes one of its own.
	Claim *folder.Claim
	// Resume goes on with the run in Out. Without a checkpoint there, the run
	// starts, with what it was started with before if it left its settings.
	Resume bool
	Steps  int // length of the run
	Until  int // stop after this step, as an interruption would, for a later Resume; 0: at the end
	Batch  int // examples a step, 32
	// MicroBatch is how many examples are computed at once: the gradients of the
	// parts of a batch are added up, so that a batch of any size fits into the
	// memory of a part. 0: the whole batch.
	MicroBatch int
	// Recompute keeps only the ends of the layers for the backward pass and
	// computes their inside again, which saves memory and costs about one more
	// forward pass.
	Recompute bool

	Preset string  // see NewSchedule
	Peak   float64 // highest learning rate, instead of the preset's
	WarmUp int     // steps, instead of the preset's; never above 5 % of Steps
	Seed   uint64  // of weights and order
	// ZLoss is the weight of logsumexp² in the loss, WeightDecay the share of the
	// weights that a step takes away; 0 is pix2struct.ZLoss and WeightDecay, and
	// below 0 there is none.
	ZLoss       float64
	WeightDecay float64

	// MaxBroken is the share of records of a data folder that may be broken and
	// are passed over, in [0, 1]; one more ends the run with their names. 0 is
	// that of episode.DefaultOpenOptions, and below 0 none may be.
	MaxBroken float64

	Threads int // of the computation, GOMAXPROCS
	Workers int // that prepare batches, half of Threads
	// Executor computes, instead of tensor.CPU(Threads).
	Executor tensor.Executor

	LogEvery     int // steps, 20
	SaveEvery    int // steps, 500
	EvalEvery    int // steps between evaluations on development examples, 1000
	EvalExamples int // development examples of one evaluation, 256; below 0 none
	// Evaluate plays with a checkpoint every PlayEvery steps (EvalEvery when 0)
	// and at the end; it must not keep the checkpoint. When it is set, its
	// score chooses the best checkpoint instead of the development examples.
	Evaluate  func(ctx context.Context, checkpoint *pix2struct.Checkpoint) (Played, error)
	PlayEvery int
	Playing   any // how Evaluate plays, for config.json
	// Patience ends the run early when that many evaluations in a row, of the
	// kind that chooses the best checkpoint, brought no better one; 0: never.
	Patience int

	Progress io.Writer // a bar on a terminal, else lines; nil for silence
	Command  string    // recorded in the checkpoint's card
	// Card is the start of the cards that are written; Suite, SuiteHash and
	// Bins are taken from the data's manifests where it leaves them out.
	Card pix2struct.Card
	// Now is the clock, time.Now when nil.
	Now func() time.Time

	surrogate *episode.Surrogate // of value functions, see Value
}

// ErrOptions is matched by errors about options that make no sense.
var ErrOptions = errors.New("training options")

// ErrRunExists is matched when the run's folder already holds a run.
var ErrRunExists = errors.New("the folder holds a training run")

// ErrForeign is matched when the run's folder holds something that is no run.
var ErrForeign = errors.New("the folder holds something that is no training run")

// withDefaults fills in what was left out and refuses what makes no sense.
func (o Options) withDefaults() (Options, error) {
	defaults := func(value *int, standard int) {
		if *value == 0 {
			*value = standard
		}
	}
	defaults(&o.Threads, runtime.GOMAXPROCS(0))
	defaults(&o.Workers, max(o.Threads/2, 1))
	defaults(&o.LogEvery, 20)
	defaults(&o.SaveEvery, 500)
	defaults(&o.EvalEvery, 1000)
	defaults(&o.EvalExamples, 256)
	defaults(&o.PlayEvery, o.EvalEvery)
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Out == "" {
		return o, fmt.Errorf("%w: no output folder", ErrOptions)
	}
	for _, f := range []struct {
		name  string
		value int
	}{
		{"steps", o.Steps}, {"stop", o.Until}, {"batch", o.Batch}, {"warm-up", o.WarmUp}, {"threads", o.Threads}, {"workers", o.Workers},
		{"log interval", o.LogEvery}, {"save interval", o.SaveEvery}, {"evaluation interval", o.EvalEvery},
		{"play interval", o.PlayEvery}, {"micro-batch", o.MicroBatch}, {"patience", o.Patience},
	} {
		if f.value < 0 {
			return o, fmt.Errorf("%w: %s is %d, below 0", ErrOptions, f.name, f.value)
		}
	}
	if o.RestoreOptimizer && o.Init == "" {
		return o, fmt.Errorf("%w: the optimizer can only be restored from a checkpoint to start from", ErrOptions)
	}
	if o.MaxBroken > 1 || math.IsNaN(o.MaxBroken) {
		return o, fmt.Errorf("%w: %g of the records may be broken; want a share up to 1", ErrOptions, o.MaxBroken)
	}
	if o.WeightDecay >= 1 || math.IsNaN(o.WeightDecay) || math.IsNaN(o.ZLoss) {
		return o, fmt.Errorf("%w: weight decay %g with z-loss %g", ErrOptions, o.WeightDecay, o.ZLoss)
	}
	if o.Peak < 0 {
		return o, fmt.Errorf("%w: the learning rate %g is below 0", ErrOptions, o.Peak)
	}
	return o, nil
}

// orNone reads a number whose zero value stands for a default: below 0 it is 0.
func orNone(value, standard float64) float64 {
	switch {
	case value == 0:
		return standard
	case value < 0:
		return 0
	}
	return value
}
