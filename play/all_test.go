package play

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"pix2act/gui"
)

// collect plays and gives the records with their seeds.
func collect(ctx context.Context, o Options, eps []gui.Episode) (records []Record, seeds []int64, err error) {
	err = All(ctx, o, eps, func(r Record) error {
		records = append(records, r)
		seeds = append(seeds, r.Episode.Seed)
		return nil
	})
	return records, seeds, err
}

// checkOrder checks that all n seeds came, in order.
func checkOrder(t *testing.T, seeds []int64, n int) {
	t.Helper()
	if len(seeds) != n {
		t.Fatalf("%d records, want %d", len(seeds), n)
	}
	for i, seed := range seeds {
		if seed != int64(i) {
			t.Fatalf("record %d is of seed %d", i, seed)
		}
	}
}

func TestAllDeliversInOrder(t *testing.T) {
	for _, parallel := range []int{0, 1, 3, 50} {
		s := &stage{}
		var delivering atomic.Int32
		var seeds []int64
		err := All(t.Context(), s.options(parallel), episodes(40), func(r Record) error {
			if delivering.Add(1) != 1 {
				t.Error("two deliveries at once")
			}
			defer delivering.Add(-1)
			seeds = append(seeds, r.Episode.Seed)
			if !r.Final.Success || len(r.Steps) != int(r.Episode.Seed%3)+1 {
				t.Errorf("seed %d: %d steps, %+v", r.Episode.Seed, len(r.Steps), r.Final)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		checkOrder(t, seeds, 40)
		if s.opened > max(parallel, 1) || s.balance() != 0 {
			t.Errorf("parallel %d: %d environments opened, %d left open", parallel, s.opened, s.balance())
		}
	}
}

func TestAllOfNothing(t *testing.T) {
	s := &stage{}
	if _, _, err := collect(t.Context(), s.options(2), nil); err != nil || s.opened != 0 {
		t.Errorf("error %v, %d environments opened", err, s.opened)
	}
}

// TestAllWaitsForTheSlowest holds the first episode back: the others go on,
// but only as far as the window of undelivered records allows.
func TestAllWaitsForTheSlowest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		gate := make(chan struct{})
		s := &stage{fail: func(_ context.Context, seed int64, _, step int) error {
			if seed == 0 && step == 1 {
				<-gate
			}
			return nil
		}}
		var delivered atomic.Int32
		done := make(chan error)
		go func() {
			done <- All(t.Context(), s.options(2), episodes(100), func(Record) error {
				delivered.Add(1)
				return nil
			})
		}()
		synctest.Wait()
		s.mu.Lock()
		begun := len(s.tries)
		s.mu.Unlock()
		if begun != 2*ahead || delivered.Load() != 0 {
			t.Errorf("%d episodes begun and %d delivered behind the slow one; want %d and 0", begun, delivered.Load(), 2*ahead)
		}
		close(gate)
		if err := <-done; err != nil || delivered.Load() != 100 {
			t.Errorf("error %v after %d records", err, delivered.Load())
		}
	})
}

func TestAllRetriesFaults(t *testing.T) {
	s := &stage{fail: func(_ context.Context, seed int64, try, step int) error {
		switch {
		case seed == 4 && try == 1 && step == 2:
			return &gui.FaultError{Doing: "click", Err: errors.New("tab crashed")}
		case seed == 5 && try <= 2 && step == 0:
			return &gui.FaultError{Doing: "reset", Err: errors.New("browser died")}
		case seed == 7:
			return &gui.FaultError{Doing: "reset", Err: errors.New("always broken")}
		case seed == 8 && try == 1 && step == 1:
			return errors.New("the page threw") // no fault of the machine, yet worth another try
		}
		return nil
	}}
	o := s.options(2)
	o.Retries = 2
	records, seeds, err := collect(t.Context(), o, episodes(10))
	if err != nil {
		t.Fatal(err)
	}
	checkOrder(t, seeds, 10)
	for _, r := range records {
		want := map[int64]int{4: 1, 5: 2, 7: 3, 8: 1}[r.Episode.Seed]
		if len(r.Faults) != want {
			t.Errorf("seed %d: faults %q, want %d", r.Episode.Seed, r.Faults, want)
		}
		if lost := r.Episode.Seed == 7; r.Final.Success == lost {
			t.Errorf("seed %d: %+v", r.Episode.Seed, r.Final)
		}
	}
	if lost := records[7].Final; lost.Raw != -1 || lost.Score != 0 || !lost.Done || !strings.Contains(lost.Reason, "always broken") {
		t.Errorf("lost episode: %+v", lost)
	}
	if retried := records[4]; len(retried.Steps) != 2 {
		t.Errorf("retried episode has %d steps, want the 2 of its second try", len(retried.Steps))
	}
	if s.balance() != 0 {
		t.Errorf("%d environments left open", s.balance())
	}
}

func TestAllDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &stage{fail: func(ctx context.Context, seed int64, try, step int) error {
			if seed == 1 && try == 1 && step == 1 {
				<-ctx.Done() // hangs for as long as it is let
				return ctx.Err()
			}
			return nil
		}}
		o := s.options(2)
		o.Retries = 1
		o.Deadline = 3 * time.Second
		records, seeds, err := collect(t.Context(), o, episodes(3))
		if err != nil {
			t.Fatal(err)
		}
		checkOrder(t, seeds, 3)
		if r := records[1]; len(r.Faults) != 1 || !strings.Contains(r.Faults[0], "longer than 3s") || !r.Final.Success {
			t.Errorf("faults %q, final %+v", r.Faults, r.Final)
		}
	})
}

func TestAllCancelled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		s := &stage{fail: func(ctx context.Context, seed int64, _, step int) error {
			if seed == 2 && step == 1 {
				<-ctx.Done()
				return ctx.Err()
			}
			return nil
		}}
		go func() {
			synctest.Wait() // until everything waits for seed 2
			cancel()
		}()
		records, seeds, err := collect(ctx, s.options(2), episodes(100))
		if !errors.Is(err, context.Canceled) {
			t.Errorf("error %v, want cancelled", err)
		}
		// The window of 8 was free of seeds 0 and 1, so seeds up to 9 are
		// complete, and only seed 2 is missing.
		want := []int64{0, 1, 3, 4, 5, 6, 7, 8, 9}
		if len(seeds) != len(want) {
			t.Fatalf("delivered %v, want %v", seeds, want)
		}
		for i := range want {
			if seeds[i] != want[i] || !records[i].Final.Success {
				t.Fatalf("delivered %v, want %v", seeds, want)
			}
		}
		if s.balance() != 0 {
			t.Errorf("%d environments left open", s.balance())
		}
	})
}

func TestAllEndsByError(t *testing.T) {
	full := errors.New("disk full")
	tests := map[string]func(s *stage, o *Options) (deliver func(Record) error){
		"deliver": func(*stage, *Options) func(Record) error {
			return func(Record) error { return full }
		},
		"new environment": func(_ *stage, o *Options) func(Record) error {
			o.NewEnv = func(context.Context) (gui.Env, error) { return nil, full }
			return nil
		},
		"new agent": func(_ *stage, o *Options) func(Record) error {
			o.NewAgent = func(context.Context, gui.Env, gui.Episode) (gui.Agent, error) { return nil, full }
			return nil
		},
		"a policy nobody can ask any more": func(_ *stage, o *Options) func(Record) error {
			o.NewAgent = func(context.Context, gui.Env, gui.Episode) (gui.Agent, error) {
				return greedy(gui.PolicyFunc(func(context.Context, gui.Observation) (gui.Beam, error) {
					return nil, fmt.Errorf("%w: %w", gui.ErrUnavailable, full)
				})), nil
			}
			return nil
		},
		"reset": func(s *stage, _ *Options) func(Record) error {
			s.fail = func(context.Context, int64, int, int) error { return full }
			return nil
		},
	}
	for name, prepare := range tests {
		t.Run(name, func(t *testing.T) {
			s := &stage{}
			o := s.options(3)
			o.Retries = 5
			deliver := prepare(s, &o)
			if deliver == nil {
				deliver = func(Record) error { return nil }
			}
			if err := All(t.Context(), o, episodes(30), deliver); !errors.Is(err, full) {
				t.Errorf("error %v, want %v", err, full)
			}
			if s.balance() != 0 {
				t.Errorf("%d environments left open", s.balance())
			}
		})
	}
	if err := All(t.Context(), Options{}, nil, nil); !errors.Is(err, errNoEnv) {
		t.Errorf("error %v without NewEnv", err)
	}
}

func TestAllRetriesNewEnv(t *testing.T) {
	s := &stage{}
	o := s.options(1)
	o.Retries = 1
	tries := 0
	o.NewEnv = func(ctx context.Context) (gui.Env, error) {
		if tries++; tries == 1 {
			return nil, &gui.FaultError{Doing: "launch", Err: errors.New("no memory")}
		}
		return s.open(ctx)
	}
	records, seeds, err := collect(t.Context(), o, episodes(2))
	if err != nil {
		t.Fatal(err)
	}
	checkOrder(t, seeds, 2)
	if len(records[0].Faults) != 1 || !records[0].Final.Success {
		t.Errorf("faults %q, final %+v", records[0].Faults, records[0].Final)
	}
}
