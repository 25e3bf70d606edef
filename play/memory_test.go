package play

import (
	"context"
	"testing"

	"pix2act/gui"
)

// TestAllIsDeterministic plays the environment in memory with one and with
// several environments that share a batched policy: every picture, action and
// reward is the same.
func TestAllIsDeterministic(t *testing.T) {
	trace := func(parallel int) []string {
		policy := Batch(gui.MemPolicy{}, 3)
		o := Options{
			Parallel: parallel,
			NewEnv:   func(context.Context) (gui.Env, error) { return gui.NewMemEnv(), nil },
			NewAgent: func(context.Context, gui.Env, gui.Episode) (gui.Agent, error) { return greedy(policy), nil },
		}
		var lines []string
		err := All(t.Context(), o, episodes(30), func(r Record) error {
			if !r.Final.Success {
				t.Errorf("seed %d: %s", r.Episode.Seed, r.Final.Reason)
			}
			for _, s := range r.Steps {
				lines = append(lines, s.Before.SHA256()+" "+s.Action+" "+s.After.Reason+" "+s.After.Observation.SHA256())
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		return lines
	}
	alone, together := trace(1), trace(4)
	if len(alone) < 30 || len(alone) != len(together) {
		t.Fatalf("%d steps alone, %d together", len(alone), len(together))
	}
	for i := range alone {
		if alone[i] != together[i] {
			t.Fatalf("step %d: %s alone, %s together", i, alone[i], together[i])
		}
	}
}

// crashing makes an environment fail at its second step, once.
type crashing struct {
	*gui.MemEnv
	steps *int
}

func (c crashing) Step(ctx context.Context, action string) (gui.Step, error) {
	if *c.steps++; *c.steps == 2 {
		c.Crash()
	}
	return c.MemEnv.Step(ctx, action)
}

// TestAllAfterCrash loses an environment in the middle of the run.
func TestAllAfterCrash(t *testing.T) {
	steps, opened := 0, 0
	o := Options{
		Retries: 1,
		NewEnv: func(context.Context) (gui.Env, error) {
			opened++
			return crashing{gui.NewMemEnv(), &steps}, nil
		},
		NewAgent: func(context.Context, gui.Env, gui.Episode) (gui.Agent, error) { return greedy(gui.MemPolicy{}), nil },
	}
	faults := 0
	err := All(t.Context(), o, episodes(5), func(r Record) error {
		faults += len(r.Faults)
		if !r.Final.Success {
			t.Errorf("seed %d: %+v", r.Episode.Seed, r.Final.Reason)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if faults != 1 || opened != 2 {
		t.Errorf("%d faults and %d environments, want 1 and 2", faults, opened)
	}
}
