package play

import (
	"context"
	"fmt"
	"image"
	"sync"

	"pix2act/gui"
)

// stage is a world of fake environments that share a plan, so that a test can
// say what goes wrong where, and count.
type stage struct {
	// fail, if set, is asked before every reset (step 0) and step (from 1)
	// of the given try of a seed and may wait or give an error.
	fail func(ctx context.Context, seed int64, try, step int) error
	// length is the number of steps to success; 0 means seed%3+1, negative
	// means no end.
	length int

	mu             sync.Mutex
	tries          map[int64]int
	opened, closed int
}

func (s *stage) open(context.Context) (gui.Env, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.opened++
	return &fakeEnv{stage: s}, nil
}

// options plays on the stage with agents that answer "click STEP".
func (s *stage) options(parallel int) Options {
	return Options{
		Parallel: parallel,
		NewEnv:   s.open,
		NewAgent: func(context.Context, gui.Env, gui.Episode) (gui.Agent, error) { return &counter{}, nil },
	}
}

// balance reports how many environments are still open.
func (s *stage) balance() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.opened - s.closed
}

// fakeEnv shows a picture as wide as the seed and as high as the step.
type fakeEnv struct {
	stage     *stage
	ep        gui.Episode
	try, step int
}

func (e *fakeEnv) observe() gui.Observation {
	return gui.Observation{Image: image.NewRGBA(image.Rect(0, 0, int(e.ep.Seed)+1, e.step+1)), Scale: 1}
}

func (e *fakeEnv) Reset(ctx context.Context, ep gui.Episode) (gui.Step, error) {
	e.stage.mu.Lock()
	if e.stage.tries == nil {
		e.stage.tries = make(map[int64]int)
	}
	e.stage.tries[ep.Seed]++
	e.try = e.stage.tries[ep.Seed]
	e.stage.mu.Unlock()
	e.ep, e.step = ep, 0
	if e.stage.fail != nil {
		if err := e.stage.fail(ctx, ep.Seed, e.try, 0); err != nil {
			return gui.Step{}, err
		}
	}
	return gui.Step{Observation: e.observe(), Score: 0.5}, nil
}

func (e *fakeEnv) Step(ctx context.Context, action string) (gui.Step, error) {
	if e.stage.fail != nil {
		if err := e.stage.fail(ctx, e.ep.Seed, e.try, e.step+1); err != nil {
			return gui.Step{}, err
		}
	}
	if want := fmt.Sprint("click ", e.step); action != want {
		return gui.Step{}, fmt.Errorf("action %q, want %q: the agent is not new", action, want)
	}
	e.step++
	length := e.stage.length
	if length == 0 {
		length = int(e.ep.Seed%3) + 1
	}
	step := gui.Step{Observation: e.observe(), Score: 0.5}
	if e.step == length {
		step.Raw, step.Score, step.Success, step.Done, step.Reason = 1, 1, true, true, "pressed"
	}
	return step, nil
}

func (e *fakeEnv) Close() error {
	e.stage.mu.Lock()
	defer e.stage.mu.Unlock()
	e.stage.closed++
	return nil
}

// counter answers with the number of its call.
type counter struct{ calls int }

func (c *counter) Next(context.Context, gui.Observation) (gui.Decision, error) {
	action := fmt.Sprint("click ", c.calls)
	c.calls++
	return gui.Decision{Action: action}, nil
}

// agentFunc makes an agent of a function.
type agentFunc func(context.Context, gui.Observation) (gui.Decision, error)

func (f agentFunc) Next(ctx context.Context, o gui.Observation) (gui.Decision, error) {
	return f(ctx, o)
}

// greedy takes the best action of a policy.
func greedy(p gui.Policy) gui.Agent {
	return agentFunc(func(ctx context.Context, o gui.Observation) (gui.Decision, error) {
		beams, err := p.Propose(ctx, []gui.Observation{o})
		if err != nil {
			return gui.Decision{}, err
		}
		if len(beams[0]) == 0 {
			return gui.Decision{Stop: true}, nil
		}
		return gui.Decision{Action: beams[0][0].Action, Beam: beams[0]}, nil
	})
}

// episodes gives one episode for each seed from 0 to n−1.
func episodes(n int) []gui.Episode {
	eps := make([]gui.Episode, n)
	for i := range eps {
		eps[i] = gui.Episode{Suite: "fake", Task: "count", Seed: int64(i), Mode: gui.ModeTrain}
	}
	return eps
}
