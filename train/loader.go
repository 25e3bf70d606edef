package train

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/png"
	"sync"

	"pix2act/episode"
	"pix2act/pix2struct"
)

// encoder turns examples into what the model reads and writes. Safe for
// concurrent use.
type encoder struct {
	config     pix2struct.Config
	vocabulary pix2struct.Vocabulary
	spell      func(action string) (string, error) // action → vocabulary text
}

// encode gives patches and target ids of one example.
func (e *encoder) encode(example episode.Example) (pix2struct.Patches, []int32, error) {
	text, err := e.spell(example.Parse)
	if err != nil {
		return pix2struct.Patches{}, nil, err
	}
	patches, err := e.patches(example)
	if err != nil {
		return pix2struct.Patches{}, nil, err
	}
	return patches, pix2struct.Target(e.vocabulary, text, e.config.TargetLength), nil
}

// patches cuts the picture of an example.
func (e *encoder) patches(example episode.Example) (pix2struct.Patches, error) {
	picture, err := decodePicture(example.Image)
	if err != nil {
		return pix2struct.Patches{}, err
	}
	return e.config.Patches(picture)
}

func decodePicture(data []byte) (image.Image, error) {
	picture, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("picture: %w", err)
	}
	return picture, nil
}

// batch is what one step trains on, in parts that are computed one after the
// other.
type batch struct {
	parts    []part
	examples int   // in the batch
	rows     int   // real patches
	skipped  int   // broken examples left out
	problem  error // the first of them
	first    int64 // number of the first draw
	err      error // the batch could not be made
}

// part is some examples of a batch, packed.
type part struct {
	feeds   pix2struct.Feeds
	targets [][]int32
}

// loader makes batches ahead of their use, several at a time, and hands them
// out in order.
type loader struct {
	cancel context.CancelFunc
	queue  chan chan *batch // promises, in order
	done   sync.WaitGroup
}

// job is a batch to be made.
type job struct {
	refs    []ref
	first   int64
	promise chan *batch
}

// newLoader starts workers that make batches of size examples, in parts of at
// most micro of them (0: in one), until close. ahead is the number of batches
// that may wait.
func newLoader(ctx context.Context, c *corpus, s *sampler, e *encoder, size, micro, workers, ahead int) *loader {
	ctx, cancel := context.WithCancel(ctx)
	l := &loader{cancel: cancel, queue: make(chan chan *batch, ahead)}
	jobs := make(chan job)
	l.done.Go(func() {
		defer close(jobs)
		defer close(l.queue)
		for {
			j := job{first: s.drawn, promise: make(chan *batch, 1)}
			for range size {
				j.refs = append(j.refs, s.draw())
			}
			select {
			case l.queue <- j.promise:
			case <-ctx.Done():
				return
			}
			select {
			case jobs <- j:
			case <-ctx.Done():
				return
			}
		}
	})
	for range max(workers, 1) {
		l.done.Go(func() {
			for j := range jobs {
				j.promise <- makeBatch(c, e, j, micro)
			}
		})
	}
	return l
}

// makeBatch reads and packs the examples of a job. A broken example is left out
// and counted; a batch with none left is an error, and so is one broken example
// more than its source may have.
func makeBatch(c *corpus, e *encoder, j job, micro int) *batch {
	b := &batch{first: j.first}
	var pictures []pix2struct.Patches
	var targets [][]int32
	for _, r := range j.refs {
		patches, target, err := loadExample(c, e, r)
		if err != nil {
			if errors.Is(err, episode.ErrTooManyBroken) {
				b.err = err
				return b
			}
			b.skipped++
			if b.problem == nil {
				b.problem = err
			}
			continue
		}
		pictures = append(pictures, patches)
		targets = append(targets, target)
		b.rows += patches.N
	}
	b.examples = len(pictures)
	if b.examples == 0 {
		b.err = fmt.Errorf("no example of a whole batch can be used: %w", b.problem)
		return b
	}
	b.parts, b.err = packParts(e.config, pictures, targets, micro)
	return b
}

// packParts packs examples in parts of at most micro of them, 0 for one part.
func packParts(config pix2struct.Config, pictures []pix2struct.Patches, targets [][]int32, micro int) ([]part, error) {
	if micro <= 0 {
		micro = len(pictures)
	}
	var parts []part
	for at := 0; at < len(pictures); at += micro {
		end := min(at+micro, len(pictures))
		feeds, err := pix2struct.Pack(config, pictures[at:end], targets[at:end])
		if err != nil {
			return nil, err
		}
		parts = append(parts, part{feeds, targets[at:end]})
	}
	return parts, nil
}

func loadExample(c *corpus, e *encoder, r ref) (pix2struct.Patches, []int32, error) {
	source := c.sources[r.source]
	example, err := source.Examples.Example(int(r.index))
	if err != nil {
		return pix2struct.Patches{}, nil, fmt.Errorf("data %s: example %d: %w", source.Name, r.index, err)
	}
	patches, target, err := e.encode(example)
	if err != nil {
		if set, ok := source.Examples.(rejecter); ok {
			return pix2struct.Patches{}, nil, set.Reject(int(r.index), err)
		}
		return pix2struct.Patches{}, nil, fmt.Errorf("data %s: example %s: %w", source.Name, example.ID, err)
	}
	return patches, target, nil
}

// next waits for the next batch.
func (l *loader) next(ctx context.Context) (*batch, error) {
	select {
	case promise, ok := <-l.queue:
		if !ok {
			return nil, context.Canceled
		}
		select {
		case b := <-promise:
			return b, b.err
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// close ends the workers and waits for them.
func (l *loader) close() {
	l.cancel()
	l.done.Wait()
}
