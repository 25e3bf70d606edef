package chrome

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"
)

func TestPool(t *testing.T) {
	t.Parallel()
	url := site(t) + "count.html"
	pool := NewPool(2, Options{})
	var group sync.WaitGroup
	var mu sync.Mutex
	seen := map[*Browser]bool{}
	for worker := range 4 {
		group.Go(func() {
			for round := range 3 {
				b, err := pool.Get(t.Context())
				if err != nil {
					t.Error(err)
					return
				}
				mu.Lock()
				seen[b] = true
				mu.Unlock()
				p, err := b.NewPage(t.Context(), PageOptions{})
				if err == nil {
					err = p.Open(t.Context(), url)
				}
				if err == nil {
					err = p.Act(t.Context(), append(Click(5, 5, 1), Advance{budget}, Frame{}))
				}
				var n int
				if err == nil {
					err = p.Evaluate(t.Context(), "clicks", &n)
				}
				if err != nil || n != 1 {
					t.Errorf("worker %d: %d clicks, %v", worker, n, err)
				}
				if p != nil {
					_ = p.Close()
				}
				pool.Put(b, worker != 0 || round != 0) // one is given back as broken
			}
		})
	}
	group.Wait()
	if len(seen) < 2 || len(seen) > 4 {
		t.Errorf("%d browsers were started, want 2 and a replacement", len(seen))
	}
	if err := pool.Close(); err != nil {
		t.Error(err)
	}
	for b := range seen {
		if b.Err() == nil {
			t.Error("a browser outlived its pool")
		}
	}
	if _, err := pool.Get(t.Context()); !errors.Is(err, ErrClosed) {
		t.Errorf("Get after Close: %v", err)
	}
}

func TestPoolLimits(t *testing.T) {
	t.Parallel()
	pool := NewPool(1, Options{})
	defer pool.Close()
	b, err := pool.Get(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := pool.Get(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a second browser of one: %v", err)
	}
	waiting := make(chan *Browser)
	go func() {
		other, err := pool.Get(t.Context())
		if err != nil {
			t.Error(err)
		}
		waiting <- other
	}()
	pool.Put(b, true)
	if other := <-waiting; other != b {
		t.Error("a healthy browser was not reused")
	}
	// One that dies while nobody looks is replaced.
	pool.Put(b, true)
	b.process.kill()
	<-b.process.exited
	waitFor(t, "the death to be noticed", func() bool { return b.Err() != nil })
	other, err := pool.Get(t.Context())
	if err != nil || other == b || other.Err() != nil {
		t.Errorf("got a dead browser: %v", err)
	}
	pool.Put(other, true)
}

func TestPoolReportsWhatCannotStart(t *testing.T) {
	t.Parallel()
	pool := NewPool(1, Options{Binary: "/nothing/headless-shell"})
	for range 3 { // a failed start does not use the pool up
		if _, err := pool.Get(t.Context()); err == nil {
			t.Fatal("started nothing")
		}
	}
	if err := pool.Close(); err != nil {
		t.Error(err)
	}
}
