package play

import (
	"context"
	"sync"

	"pix2act/gui"
)

// ahead is how many records per environment may wait for an earlier one that
// is slower. It bounds memory, since a record holds pictures.
const ahead = 4

// All plays every episode and calls deliver with each record, one at a time
// and in the order of episodes.
//
// A fault is retried from the episode's seed on a new environment and named
// in the record; an episode that still cannot be played is delivered with raw
// −1 and its reason. An error of deliver, or a policy that nobody can ask any
// more (gui.ErrUnavailable), ends the run. When ctx is cancelled
// or the run ends by an error, the records that are complete by then are
// still delivered, in order, without the episodes that are missing between
// them, and All returns the cause. All returns only after every environment
// is closed.
func All(ctx context.Context, options Options, episodes []gui.Episode, deliver func(Record) error) error {
	options, err := options.withDefaults()
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)

	// Each worker takes a place in the window before it takes an episode,
	// and delivery gives it back. The earliest episode not yet delivered
	// always has its place, so the window never blocks it.
	window := make(chan struct{}, options.Parallel*ahead)
	type played struct {
		index  int
		record Record
	}
	next := make(chan int)
	results := make(chan played, cap(window))
	go func() {
		defer close(next)
		for i := range episodes {
			select {
			case window <- struct{}{}:
			case <-ctx.Done():
				return
			}
			select {
			case next <- i:
			case <-ctx.Done():
				return
			}
		}
	}()

	var workers sync.WaitGroup
	for range min(options.Parallel, len(episodes)) {
		workers.Add(1)
		go func() {
			defer workers.Done()
			w := worker{Options: options, player: player{deadline: options.Deadline}}
			defer w.discard()
			for i := range next {
				record, err := w.play(ctx, episodes[i])
				if err != nil {
					cancel(err)
					return
				}
				results <- played{i, record} // never blocks: it has its place in the window
			}
		}()
	}
	go func() {
		workers.Wait()
		close(results)
	}()

	waiting := make(map[int]Record)
	due, handed := 0, 0
	var failed error
	hand := func(i int) {
		if failed == nil {
			if failed = deliver(waiting[i]); failed != nil {
				cancel(failed)
			}
		}
		delete(waiting, i)
		handed++
	}
	for result := range results {
		waiting[result.index] = result.record
		for {
			if _, ok := waiting[due]; !ok {
				break
			}
			hand(due)
			due++
			<-window
		}
	}
	for ; len(waiting) > 0; due++ {
		if _, ok := waiting[due]; ok {
			hand(due)
		}
	}
	if failed != nil {
		return failed
	}
	if handed < len(episodes) {
		return context.Cause(ctx)
	}
	return nil
}
