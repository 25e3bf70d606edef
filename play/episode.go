package play

import (
	"context"
	"errors"
	"fmt"
	"time"

	"pix2act/gui"
)

// DefaultDeadline bounds a reset, a decision or a step where Options gives no
// deadline. It is long, since a large model may need most of it to decide.
const DefaultDeadline = 2 * time.Minute

// maxSteps ends an episode whose environment sets no step limit of its own,
// so that every episode ends.
const maxSteps = 10000

// Episode plays ep on env with agent, which must be new, to its end. Each
// reset, decision and step may take DefaultDeadline.
//
// An agent that fails or stops ends the episode: that is a complete record
// and no error. An error means that the environment could not go on (it matches
// gui.ErrFault where playing again on a fresh environment is worthwhile), that
// nobody answers the agent any more (gui.ErrUnavailable), or that ctx was
// cancelled; the record then holds the steps taken until there and a Final with
// the reason.
func Episode(ctx context.Context, env gui.Env, agent gui.Agent, ep gui.Episode) (Record, error) {
	return player{deadline: DefaultDeadline}.episode(ctx, env, func(context.Context) (gui.Agent, error) { return agent, nil }, ep)
}

// player plays one episode at a time under one deadline per call.
type player struct {
	deadline time.Duration
}

// agentError marks failures to make an agent, which no retry mends.
type agentError struct{ err error }

func (e *agentError) Error() string { return "make an agent: " + e.err.Error() }
func (e *agentError) Unwrap() error { return e.err }

// resetError marks failures to reset, which, unless they are faults, mean
// that the episode itself is wrong.
type resetError struct{ err error }

func (e *resetError) Error() string { return "reset: " + e.err.Error() }
func (e *resetError) Unwrap() error { return e.err }

func (p player) episode(ctx context.Context, env gui.Env, newAgent func(context.Context) (gui.Agent, error), ep gui.Episode) (Record, error) {
	start := time.Now()
	record := Record{Episode: ep}
	fail := func(last gui.Step, err error) (Record, error) {
		record.Final = last.Ended(reasonFault + err.Error())
		record.Duration = time.Since(start)
		return record, fmt.Errorf("play %s seed %d: %w", ep.Task, ep.Seed, err)
	}
	finish := func(final gui.Step) (Record, error) {
		record.Final = final
		record.Duration = time.Since(start)
		return record, nil
	}

	var last gui.Step
	err := p.within(ctx, "reset", func(ctx context.Context) (err error) {
		last, err = env.Reset(ctx, ep)
		return err
	})
	if err != nil {
		return fail(gui.Step{}, &resetError{err})
	}
	var agent gui.Agent
	if err := p.within(ctx, "new agent", func(ctx context.Context) (err error) {
		agent, err = newAgent(ctx)
		return err
	}); err != nil {
		return fail(last, &agentError{err})
	}

	for !last.Done {
		if len(record.Steps) >= maxSteps {
			return finish(last.Ended(gui.ReasonStepLimit))
		}
		var decision gui.Decision
		err := p.within(ctx, "decision", func(ctx context.Context) (err error) {
			decision, err = agent.Next(ctx, last.Observation)
			return err
		})
		switch {
		case err != nil && (ctx.Err() != nil || errors.Is(err, gui.ErrFault) || errors.Is(err, gui.ErrUnavailable)):
			return fail(last, err)
		case err != nil:
			record.Faults = append(record.Faults, reasonAgent+err.Error())
			return finish(last.Ended(reasonAgent + err.Error()))
		case decision.Stop:
			return finish(last.Ended(gui.ReasonStopped))
		}
		recorded := Recorded{Action: decision.Action, Decision: decision, Before: last.Observation}
		err = p.within(ctx, "step", func(ctx context.Context) (err error) {
			recorded.After, err = env.Step(ctx, decision.Action)
			return err
		})
		if err != nil {
			return fail(last, fmt.Errorf("step %d (%s): %w", len(record.Steps)+1, decision.Action, err))
		}
		record.Steps = append(record.Steps, recorded)
		last = recorded.After
	}
	return finish(last)
}

// within runs call under the deadline. A call that overruns it, while ctx
// itself still lives, is a fault: what hangs once may work on a fresh
// environment.
func (p player) within(ctx context.Context, what string, call func(context.Context) error) error {
	if err := ctx.Err(); err != nil {
		return context.Cause(ctx)
	}
	limited, cancel := context.WithTimeout(ctx, p.deadline)
	defer cancel()
	err := call(limited)
	if err != nil && ctx.Err() == nil && limited.Err() != nil && !errors.Is(err, gui.ErrFault) {
		return fmt.Errorf("%w: %s took longer than %v: %w", gui.ErrFault, what, p.deadline, err)
	}
	return err
}
