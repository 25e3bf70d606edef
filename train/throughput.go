package train

import (
	"context"
	"fmt"
	"image"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"time"

	"pix2act/pix2struct"
	"pix2act/tensor"
)

// SpeedOptions of Throughput; zero values are the defaults.
type SpeedOptions struct {
	Config     pix2struct.Config // of the model; no default
	Batch      int               // examples a step, 32
	MicroBatch int               // examples computed at once, all of the batch
	Recompute  bool              // the inside of the layers in the backward pass, to save memory
	Tokens     int               // target tokens an example, 16
	Width      int               // of the pictures, 160 px
	Height     int               // of the pictures, 210 px
	Threads    int               // GOMAXPROCS
	Steps      int               // measured steps at most, 6; two more warm up
	Duration   time.Duration     // stop after the step that passes it, 20 s
	Executor   tensor.Executor   // instead of tensor.CPU(Threads)
}

// Speed is how fast a model trains.
type Speed struct {
	ExamplesPerSecond float64 `json:"examples_per_s"` // by the median step
	GFLOPS            float64 `json:"gflops"`         // of matrix products, forward and backward; what is recomputed does not count
	Parameters        int     `json:"parameters"`
	Best              float64 `json:"best_examples_per_s"`
	Batch             int     `json:"batch"`
	Patches           int     `json:"patches"` // an example
	Tokens            int     `json:"tokens"`  // an example
	Steps             int     `json:"steps"`   // measured
	SecondsPerStep    float64 `json:"seconds_per_step"`
	MicroBatch        int     `json:"micro_batch"`    // examples computed at once
	WeightBytes       int     `json:"weight_bytes"`   //
	GradientBytes     int     `json:"gradient_bytes"` // twice the weights' where a batch has several parts
	ArenaBytes        int     `json:"arena_bytes"`    // of intermediate results, where the executor tells
	// Of a step, on average: the optimizer on the processor, and copies to a
	// device and back, with their bytes.
	UpdateSeconds   float64 `json:"update_seconds"`
	TransferSeconds float64 `json:"transfer_seconds,omitempty"`
	TransferBytes   int     `json:"transfer_bytes,omitempty"`
}

// Throughput trains a fresh model on a synthetic batch, the same in every step:
// pictures of noise, so that no patch is blank, and targets of full length. It
// measures forward, loss, backward and update, not the making of batches.
//
// When ctx is cancelled it returns at once, with its error and what was measured
// by then. A step in progress comes to its end behind the caller's back, so the
// executor must not be used any more.
func Throughput(ctx context.Context, o SpeedOptions) (Speed, error) {
	defaults := func(value *int, standard int) {
		if *value <= 0 {
			*value = standard
		}
	}
	defaults(&o.Batch, 32)
	defaults(&o.MicroBatch, o.Batch)
	defaults(&o.Tokens, 16)
	defaults(&o.Width, 160)
	defaults(&o.Height, 210)
	defaults(&o.Threads, runtime.GOMAXPROCS(0))
	defaults(&o.Steps, 6)
	if o.Duration <= 0 {
		o.Duration = 20 * time.Second
	}
	if o.Executor == nil {
		o.Executor = tensor.CPU(o.Threads)
	}
	var lock sync.Mutex
	newest := Speed{Parameters: o.Config.Parameters(), Batch: o.Batch, MicroBatch: min(o.MicroBatch, o.Batch), Tokens: o.Tokens}
	ended := make(chan error, 1)
	go func() {
		ended <- measure(ctx, o, func(s Speed) {
			lock.Lock()
			defer lock.Unlock()
			newest = s
		})
	}()
	var err error
	select {
	case err = <-ended:
	case <-ctx.Done():
		err = ctx.Err()
	}
	lock.Lock()
	defer lock.Unlock()
	return newest, err
}

// measure tells the speed of all measured steps so far after each of them.
func measure(ctx context.Context, o SpeedOptions, tell func(Speed)) error {
	model, err := pix2struct.New(o.Config, 1)
	if err != nil {
		return err
	}
	b, err := syntheticBatch(o)
	if err != nil {
		return fmt.Errorf("throughput: %w", err)
	}
	e := newEngine(model, o.Executor, o.Threads)
	e.recompute = o.Recompute
	const warmUp = 2
	var seconds []float64
	begin := time.Now()
	var updating, carrying time.Duration
	var carried int
	carrier, carries := o.Executor.(tensor.Carrier)
	for step := range warmUp + o.Steps {
		if step == warmUp {
			updating = e.updating
			if carries {
				carrying, carried = carrier.Carried()
			}
		}
		start := time.Now()
		if _, err := e.step(ctx, step, 1e-3, b); err != nil {
			return err
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if step < warmUp {
			continue
		}
		seconds = append(seconds, time.Since(start).Seconds())
		speed := speedOf(seconds, o, e, b)
		speed.UpdateSeconds = (e.updating - updating).Seconds() / float64(speed.Steps)
		if carries {
			took, bytes := carrier.Carried()
			speed.TransferSeconds, speed.TransferBytes = (took-carrying).Seconds()/float64(speed.Steps), (bytes-carried)/speed.Steps
		}
		tell(speed)
		if time.Since(begin) > o.Duration {
			break
		}
	}
	return nil
}

// speedOf is the speed of the steps that took so many seconds each.
func speedOf(seconds []float64, o SpeedOptions, e *engine, b *batch) Speed {
	sorted := slices.Sorted(slices.Values(seconds))
	speed := Speed{
		Parameters: o.Config.Parameters(), Batch: o.Batch, Patches: b.rows / o.Batch, Tokens: o.Tokens,
		MicroBatch: min(o.MicroBatch, o.Batch), WeightBytes: e.model.Bytes(), Steps: len(sorted),
		SecondsPerStep: sorted[len(sorted)/2], Best: float64(o.Batch) / sorted[0],
	}
	speed.ExamplesPerSecond = float64(o.Batch) / speed.SecondsPerStep
	for _, memory := range [][][]float32{e.gradients, e.partial} {
		for _, values := range memory {
			speed.GradientBytes += 4 * len(values)
		}
	}
	if m, ok := o.Executor.(tensor.Meter); ok {
		speed.ArenaBytes = m.MemoryBytes()
	}
	speed.GFLOPS = stepFLOPs(o.Config, speed.Patches, o.Tokens) * float64(o.Batch) / speed.SecondsPerStep / 1e9
	return speed
}

func syntheticBatch(o SpeedOptions) (*batch, error) {
	random := rand.New(rand.NewPCG(1, 1))
	picture := image.NewRGBA(image.Rect(0, 0, o.Width, o.Height))
	b := &batch{examples: o.Batch}
	var pictures []pix2struct.Patches
	var targets [][]int32
	for range o.Batch {
		for i := range picture.Pix {
			picture.Pix[i] = byte(random.Uint32())
		}
		patches, err := o.Config.Patches(picture)
		if err != nil {
			return nil, err
		}
		target := make([]int32, o.Tokens)
		for i := range target {
			target[i] = int32(3 + random.IntN(max(o.Config.Vocabulary-3, 1)))
		}
		pictures = append(pictures, patches)
		targets = append(targets, target)
		b.rows += patches.N
	}
	var err error
	b.parts, err = packParts(o.Config, pictures, targets, o.MicroBatch)
	return b, err
}

// stepFLOPs counts the floating point operations of the matrix products of one
// example: two for each multiply-add, forward once and backward twice, except
// that pictures need no gradient.
func stepFLOPs(c pix2struct.Config, patches, tokens int) float64 {
	n, t := float64(patches), float64(tokens)
	d, inner, ff := float64(c.Hidden), float64(c.Heads*c.HeadDim), float64(c.FeedForward)
	projections := 4 * d * inner // query, key, value, out
	mlp := 3 * d * ff
	encoder := n*(projections+mlp) + 2*n*n*inner
	decoder := t*(projections+2*d*inner+mlp) + n*2*d*inner + t*t*inner + 2*t*n*inner
	inside := float64(c.EncoderLayers)*encoder + float64(c.DecoderLayers)*decoder + t*d*float64(c.Vocabulary)
	return 2 * (3*inside + 2*n*float64(c.PatchValues())*d)
}
