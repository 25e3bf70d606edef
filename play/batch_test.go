package play

import (
	"context"
	"errors"
	"fmt"
	"image"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"pix2act/gui"
)

// sizes is a policy that answers with the width of each picture and notes the
// sizes of its batches.
type sizes struct {
	gate    chan struct{} // received from at each call, if set
	busy    atomic.Int32
	mu      sync.Mutex
	batches []int
}

var errWide = errors.New("too wide")

func (p *sizes) Propose(ctx context.Context, observations []gui.Observation) ([]gui.Beam, error) {
	if p.busy.Add(1) != 1 {
		return nil, errors.New("two calls at once")
	}
	defer p.busy.Add(-1)
	p.mu.Lock()
	p.batches = append(p.batches, len(observations))
	p.mu.Unlock()
	if p.gate != nil {
		select {
		case <-p.gate:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	beams := make([]gui.Beam, len(observations))
	for i, o := range observations {
		width := o.Image.Bounds().Dx()
		if width >= 1000 {
			return nil, errWide
		}
		beams[i] = gui.Beam{{Action: fmt.Sprint("click ", width)}}
	}
	return beams, nil
}

// wide gives observations of the given widths.
func wide(widths ...int) []gui.Observation {
	observations := make([]gui.Observation, len(widths))
	for i, w := range widths {
		observations[i] = gui.Observation{Image: image.NewRGBA(image.Rect(0, 0, w, 1))}
	}
	return observations
}

func checkBeams(t *testing.T, beams []gui.Beam, widths ...int) {
	t.Helper()
	if len(beams) != len(widths) {
		t.Errorf("%d beams for %d observations", len(beams), len(widths))
		return
	}
	for i, w := range widths {
		if want := fmt.Sprint("click ", w); len(beams[i]) != 1 || beams[i][0].Action != want {
			t.Errorf("beam %d is %v, want %s", i, beams[i], want)
		}
	}
}

// TestBatchJoins lets one call run while others come, which then share the
// next batches, whole and in order.
func TestBatchJoins(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := &sizes{gate: make(chan struct{})}
		b := Batch(p, 4)
		var calls sync.WaitGroup
		ask := func(widths ...int) {
			calls.Add(1)
			go func() {
				defer calls.Done()
				beams, err := b.Propose(t.Context(), wide(widths...))
				if err != nil {
					t.Error(err)
				}
				checkBeams(t, beams, widths...)
			}()
			synctest.Wait()
		}
		ask(1)
		ask(2)
		ask(3, 4)
		ask(5, 6)
		ask(7)
		ask(10, 11, 12, 13, 14, 15)
		close(p.gate)
		calls.Wait()
		want := []int{1, 3, 3, 4, 2}
		if fmt.Sprint(p.batches) != fmt.Sprint(want) {
			t.Errorf("batches %v, want %v", p.batches, want)
		}
	})
}

func TestBatchSharesNoErrors(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := &sizes{gate: make(chan struct{})}
		b := Batch(p, 8)
		var calls sync.WaitGroup
		for _, width := range []int{1, 2, 1000, 3} {
			calls.Add(1)
			go func() {
				defer calls.Done()
				beams, err := b.Propose(t.Context(), wide(width))
				if width == 1000 {
					if !errors.Is(err, errWide) {
						t.Errorf("error %v, want %v", err, errWide)
					}
					return
				}
				if err != nil {
					t.Error(err)
				}
				checkBeams(t, beams, width)
			}()
			synctest.Wait()
		}
		close(p.gate)
		calls.Wait()
	})
}

// TestBatchCancelled cancels a running call and a waiting one: both return at
// once, and the others in their batches are answered.
func TestBatchCancelled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := &sizes{gate: make(chan struct{})}
		b := Batch(p, 8)
		ctx, cancel := context.WithCancel(t.Context())
		var calls sync.WaitGroup
		ask := func(ctx context.Context, width int, want error) {
			calls.Add(1)
			go func() {
				defer calls.Done()
				beams, err := b.Propose(ctx, wide(width))
				if !errors.Is(err, want) {
					t.Errorf("call %d: error %v, want %v", width, err, want)
				}
				if want == nil {
					checkBeams(t, beams, width)
				}
			}()
			synctest.Wait()
		}
		ask(t.Context(), 1, nil)
		ask(ctx, 2, context.Canceled)
		ask(t.Context(), 3, nil)
		p.gate <- struct{}{} // 1 is answered, 2 and 3 are running
		synctest.Wait()
		ask(ctx, 4, context.Canceled)
		ask(t.Context(), 5, nil)
		cancel()
		synctest.Wait()
		close(p.gate)
		calls.Wait()
		if want := []int{1, 2, 1}; fmt.Sprint(p.batches) != fmt.Sprint(want) {
			t.Errorf("batches %v, want %v", p.batches, want)
		}
	})
}

// TestBatchAbandoned cancels every call of a batch: the policy is told.
func TestBatchAbandoned(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := &sizes{gate: make(chan struct{})}
		b := Batch(p, 8)
		ctx, cancel := context.WithCancel(t.Context())
		var calls sync.WaitGroup
		for width := range 3 {
			calls.Add(1)
			go func() {
				defer calls.Done()
				if _, err := b.Propose(ctx, wide(width+1)); !errors.Is(err, context.Canceled) {
					t.Errorf("error %v", err)
				}
			}()
			synctest.Wait()
		}
		cancel()
		calls.Wait()
		synctest.Wait() // ends only if the policy was released
		p.gate = nil
		beams, err := b.Propose(t.Context(), wide(9))
		if err != nil {
			t.Fatal(err)
		}
		checkBeams(t, beams, 9)
	})
}

func TestBatchNoObservations(t *testing.T) {
	beams, err := Batch(&sizes{}, 2).Propose(t.Context(), nil)
	if err != nil || len(beams) != 0 {
		t.Errorf("beams %v, error %v", beams, err)
	}
}

func TestBatchWrongNumberOfBeams(t *testing.T) {
	_, err := Batch(short{}, 0).Propose(t.Context(), wide(1, 2))
	if err == nil {
		t.Error("no error for a policy that answers too little")
	}
}

type short struct{}

func (short) Propose(context.Context, []gui.Observation) ([]gui.Beam, error) {
	return make([]gui.Beam, 1), nil
}

// TestBatchUnderLoad plays many episodes that share one policy.
func TestBatchUnderLoad(t *testing.T) {
	p := &sizes{}
	b := Batch(p, 3)
	var calls sync.WaitGroup
	for width := range 60 {
		calls.Add(1)
		go func() {
			defer calls.Done()
			beams, err := b.Propose(t.Context(), wide(width+1, width+2))
			if err != nil {
				t.Error(err)
			}
			checkBeams(t, beams, width+1, width+2)
		}()
	}
	calls.Wait()
}
