package play

import (
	"context"
	"fmt"
	"sync"
	"time"

	"pix2act/gui"
)

// BatchOptions say how calls are joined.
type BatchOptions struct {
	// Limit is the most observations in one call of the policy; below 1 there is none.
	Limit int
	// Linger is how long a batch waits for the callers that were just answered, as
	// they are likely to ask again; 0 is not at all.
	Linger time.Duration
}

// Batch gives a policy that joins concurrent Propose calls into calls of p
// with at most limit observations each (below 1: no limit). It is safe for
// concurrent use even where p is not: p gets one call at a time.
//
// No call waits for a partner: the first is answered at once, and those that
// arrive meanwhile form the next batch. Since a policy is a pure function of
// each picture, who happens to share a batch changes no answer. A batch that
// fails is asked again call by call, so that an error reaches only the call
// it belongs to.
func Batch(p gui.Policy, limit int) gui.Policy {
	return BatchWith(p, BatchOptions{Limit: limit})
}

// BatchWith is Batch with more say. With Linger, the first call after a rest is
// still answered at once.
func BatchWith(p gui.Policy, options BatchOptions) gui.Policy {
	return &batcher{policy: p, limit: options.Limit, linger: options.Linger, arrived: make(chan struct{}, 1)}
}

type batcher struct {
	policy  gui.Policy
	limit   int
	linger  time.Duration
	arrived chan struct{} // holds a token when a call has come

	mu      sync.Mutex
	queue   []*proposal
	running bool
}

// proposal is one waiting call. done is closed once beams and err are set.
type proposal struct {
	ctx          context.Context
	observations []gui.Observation
	beams        []gui.Beam
	err          error
	done         chan struct{}
}

func (b *batcher) Propose(ctx context.Context, observations []gui.Observation) ([]gui.Beam, error) {
	if len(observations) == 0 {
		return nil, ctx.Err()
	}
	call := &proposal{ctx: ctx, observations: observations, done: make(chan struct{})}
	b.mu.Lock()
	b.queue = append(b.queue, call)
	if !b.running {
		b.running = true
		go b.run()
	}
	b.mu.Unlock()
	select {
	case b.arrived <- struct{}{}:
	default:
	}
	select {
	case <-call.done:
		return call.beams, call.err
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

// run answers batches until none is waiting.
func (b *batcher) run() {
	for {
		batch := b.take()
		if batch == nil {
			return
		}
		b.answer(batch)
		back := 0 // observations of callers that may ask again
		for _, call := range batch {
			back += len(call.observations)
			close(call.done)
		}
		if b.linger > 0 {
			b.await(b.waiting() + back)
		}
	}
}

// waiting counts the observations in the queue.
func (b *batcher) waiting() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	n := 0
	for _, call := range b.queue {
		n += len(call.observations)
	}
	return n
}

// await waits until so many observations are in the queue or a batch is full, but no longer
// than linger.
func (b *batcher) await(expected int) {
	if b.limit > 0 {
		expected = min(expected, b.limit)
	}
	timer := time.NewTimer(b.linger)
	defer timer.Stop()
	for b.waiting() < expected {
		select {
		case <-b.arrived:
		case <-timer.C:
			return
		}
	}
}

// take cuts the next batch off the queue, leaving out calls that nobody waits
// for any more. Calls are taken whole and in order.
func (b *batcher) take() []*proposal {
	b.mu.Lock()
	defer b.mu.Unlock()
	var batch []*proposal
	size := 0
	for len(b.queue) > 0 {
		call := b.queue[0]
		if call.ctx.Err() == nil {
			if len(batch) > 0 && b.limit > 0 && size+len(call.observations) > b.limit {
				break
			}
			batch = append(batch, call)
			size += len(call.observations)
		}
		b.queue[0] = nil
		b.queue = b.queue[1:]
	}
	b.running = batch != nil
	return batch
}

// answer fills in the answers of a batch.
func (b *batcher) answer(batch []*proposal) {
	if len(batch) > 1 {
		var joined []gui.Observation
		for _, call := range batch {
			joined = append(joined, call.observations...)
		}
		ctx, cancel := joinContexts(batch)
		beams, err := b.propose(ctx, joined)
		cancel()
		if err == nil {
			for _, call := range batch {
				n := len(call.observations)
				call.beams, beams = beams[:n:n], beams[n:]
			}
			return
		}
	}
	for _, call := range batch {
		call.beams, call.err = b.propose(call.ctx, call.observations)
	}
}

// propose asks the policy in pieces of at most limit observations.
func (b *batcher) propose(ctx context.Context, observations []gui.Observation) ([]gui.Beam, error) {
	limit := b.limit
	if limit < 1 {
		limit = len(observations)
	}
	beams := make([]gui.Beam, 0, len(observations))
	for len(observations) > 0 {
		n := min(limit, len(observations))
		part, err := b.policy.Propose(ctx, observations[:n:n])
		if err != nil {
			return nil, err
		}
		if len(part) != n {
			return nil, fmt.Errorf("play: policy answered %d observations with %d beams", n, len(part))
		}
		beams = append(beams, part...)
		observations = observations[n:]
	}
	return beams, nil
}

// joinContexts gives the context of a batch: it ends when every caller has
// gone away, since one of them must not end the work of the others.
func joinContexts(batch []*proposal) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(context.WithoutCancel(batch[0].ctx))
	var mu sync.Mutex
	left := len(batch)
	stops := make([]func() bool, len(batch))
	for i, call := range batch {
		stops[i] = context.AfterFunc(call.ctx, func() {
			mu.Lock()
			defer mu.Unlock()
			if left--; left == 0 {
				cancel()
			}
		})
	}
	return ctx, func() {
		for _, stop := range stops {
			stop()
		}
		cancel()
	}
}
