package play

import (
	"context"
	"errors"
	"strings"
	"testing"

	"pix2act/gui"
)

func TestEpisode(t *testing.T) {
	s := &stage{}
	env, _ := s.open(t.Context())
	record, err := Episode(t.Context(), env, &counter{}, episodes(3)[2])
	if err != nil {
		t.Fatal(err)
	}
	if len(record.Steps) != 3 {
		t.Fatalf("%d steps, want 3", len(record.Steps))
	}
	for i, step := range record.Steps {
		if step.Action != step.Decision.Action {
			t.Errorf("step %d: action %q, decision %q", i, step.Action, step.Decision.Action)
		}
		if h := step.Before.Image.Bounds().Dy(); h != i+1 {
			t.Errorf("step %d was decided on the observation of step %d", i, h-1)
		}
		if h := step.After.Observation.Image.Bounds().Dy(); h != i+2 {
			t.Errorf("step %d led to the observation of step %d", i, h-1)
		}
	}
	if !record.Final.Done || record.Final.Raw != 1 || !record.Final.Success {
		t.Errorf("final step %+v", record.Final)
	}
	if record.Duration <= 0 {
		t.Error("no duration")
	}
}

// TestEpisodeEnds checks that whatever ends an episode but its page gives raw
// −1 and says why.
func TestEpisodeEnds(t *testing.T) {
	broken := errors.New("no such button")
	tests := []struct {
		name   string
		stage  *stage
		agent  gui.Agent
		reason string
		fault  bool // an error that matches gui.ErrFault comes with the record
		err    bool // some other error comes with the record
		faults int
	}{
		{name: "agent stops", stage: &stage{}, reason: gui.ReasonStopped,
			agent: agentFunc(func(context.Context, gui.Observation) (gui.Decision, error) {
				return gui.Decision{Stop: true}, nil
			})},
		{name: "agent fails", stage: &stage{}, reason: "agent failed: no such button", faults: 1,
			agent: agentFunc(func(context.Context, gui.Observation) (gui.Decision, error) {
				return gui.Decision{}, broken
			})},
		{name: "agent meets a fault", stage: &stage{}, reason: "fault: ", fault: true,
			agent: agentFunc(func(context.Context, gui.Observation) (gui.Decision, error) {
				return gui.Decision{}, &gui.FaultError{Doing: "read", Err: broken}
			})},
		{name: "no end", stage: &stage{length: -1}, agent: &counter{}, reason: gui.ReasonStepLimit},
		{name: "reset fails", stage: &stage{fail: func(context.Context, int64, int, int) error { return broken }},
			agent: &counter{}, reason: "fault: ", err: true},
		{name: "step meets a fault", agent: &counter{}, reason: "fault: ", fault: true,
			stage: &stage{fail: func(_ context.Context, _ int64, _, step int) error {
				if step == 2 {
					return &gui.FaultError{Doing: "click", Err: broken}
				}
				return nil
			}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			env, _ := test.stage.open(t.Context())
			record, err := Episode(t.Context(), env, test.agent, episodes(3)[2])
			if (err != nil) != (test.fault || test.err) || errors.Is(err, gui.ErrFault) != test.fault {
				t.Errorf("error %v", err)
			}
			final := record.Final
			if !final.Done || final.Raw != -1 || final.Score != 0 || final.Success {
				t.Errorf("final step %+v", final)
			}
			if !strings.HasPrefix(final.Reason, test.reason) {
				t.Errorf("reason %q, want %q", final.Reason, test.reason)
			}
			if len(record.Faults) != test.faults {
				t.Errorf("faults %q", record.Faults)
			}
		})
	}
}

func TestEpisodeCancelled(t *testing.T) {
	s := &stage{length: -1}
	env, _ := s.open(t.Context())
	ctx, cancel := context.WithCancel(t.Context())
	count := &counter{}
	agent := agentFunc(func(ctx context.Context, o gui.Observation) (gui.Decision, error) {
		if count.calls == 4 {
			cancel()
		}
		return count.Next(ctx, o)
	})
	record, err := Episode(ctx, env, agent, episodes(1)[0])
	if !errors.Is(err, context.Canceled) || errors.Is(err, gui.ErrFault) {
		t.Errorf("error %v, want cancelled", err)
	}
	if len(record.Steps) != 4 {
		t.Errorf("%d steps, want the 4 before the cancellation", len(record.Steps))
	}
}

// TestEpisodeMemory plays the environment in memory by its pixels.
func TestEpisodeMemory(t *testing.T) {
	env := gui.NewMemEnv()
	ep := gui.Episode{Suite: "memory", Task: "click-target", Seed: 3, Mode: gui.ModeTrain}
	record, err := Episode(t.Context(), env, greedy(Batch(gui.MemPolicy{}, 4)), ep)
	if err != nil {
		t.Fatal(err)
	}
	if !record.Final.Success || len(record.Steps) == 0 {
		t.Errorf("final step %+v after %d steps", record.Final, len(record.Steps))
	}
}
