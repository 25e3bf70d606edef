package play

import (
	"context"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"pix2act/gui"
)

// slowPolicy takes its time for a batch, and counts them.
type slowPolicy struct{ batches int }

func (p *slowPolicy) Propose(_ context.Context, batch []gui.Observation) ([]gui.Beam, error) {
	p.batches++
	time.Sleep(10 * time.Millisecond) // of the test's own clock
	return make([]gui.Beam, len(batch)), nil
}

// TestLinger has callers ask again as soon as they are answered: with a linger they come to share
// full batches, and nobody waits for callers who do not come back.
func TestLinger(t *testing.T) {
	const callers, rounds, linger = 4, 5, 5 * time.Millisecond
	synctest.Test(t, func(t *testing.T) {
		slow := &slowPolicy{}
		policy := BatchWith(slow, BatchOptions{Limit: callers, Linger: linger})
		var group sync.WaitGroup
		for range callers {
			group.Go(func() {
				for range rounds {
					if _, err := policy.Propose(t.Context(), make([]gui.Observation, 1)); err != nil {
						t.Error(err)
					}
				}
			})
		}
		group.Wait()
		// The first caller may be answered alone, and then the last round is short of it.
		if slow.batches > rounds+1 {
			t.Errorf("%d batches for %d rounds of %d callers", slow.batches, rounds, callers)
		}
		synctest.Wait()
		time.Sleep(2 * linger)
		start := time.Now()
		if _, err := policy.Propose(t.Context(), make([]gui.Observation, 1)); err != nil {
			t.Error(err)
		}
		if took := time.Since(start); took != 10*time.Millisecond {
			t.Errorf("a call after a rest took %v, more than the policy", took)
		}
		time.Sleep(2 * linger) // until the runner has given up waiting
	})
}
