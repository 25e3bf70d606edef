package play

import (
	"context"
	"errors"
	"time"

	"pix2act/gui"
)

// worker plays episodes one after the other on an environment it keeps for
// as long as that works.
type worker struct {
	Options
	player player
	env    gui.Env
}

// play gives the record of ep, after as many retries as it takes. An error
// means that no episode can be played this way, or that ctx was cancelled;
// the record is worth nothing then.
func (w *worker) play(ctx context.Context, ep gui.Episode) (Record, error) {
	start := time.Now()
	var faults []string
	for try := 0; ; try++ {
		record, err := w.attempt(ctx, ep)
		if ctx.Err() != nil && err != nil {
			w.discard()
			return record, context.Cause(ctx)
		}
		if err == nil {
			record.Faults = append(faults, record.Faults...)
			return record, nil
		}
		w.discard()
		if !errors.Is(err, gui.ErrFault) && hopeless(err) {
			return record, err
		}
		faults = append(faults, err.Error())
		if try >= w.Retries {
			record.Faults = faults
			if record.Duration == 0 {
				record.Duration = time.Since(start)
			}
			return record, nil
		}
	}
}

func (w *worker) attempt(ctx context.Context, ep gui.Episode) (Record, error) {
	if w.env == nil {
		err := w.player.within(ctx, "new environment", func(ctx context.Context) (err error) {
			w.env, err = w.NewEnv(ctx)
			return err
		})
		if err != nil {
			w.env = nil
			err = &envError{err}
			return Record{Episode: ep, Final: gui.Step{}.Ended(reasonFault + err.Error())}, err
		}
	}
	return w.player.episode(ctx, w.env, func(ctx context.Context) (gui.Agent, error) {
		return w.NewAgent(ctx, w.env, ep)
	}, ep)
}

// discard closes the environment, which a fault may have left in any state.
func (w *worker) discard() {
	if w.env != nil {
		_ = w.env.Close() // the fault that led here says more than this error
		w.env = nil
	}
}

// envError marks failures to open an environment.
type envError struct{ err error }

func (e *envError) Error() string { return "open an environment: " + e.err.Error() }
func (e *envError) Unwrap() error { return e.err }

// hopeless reports whether err, no fault of the machine, would meet every
// other episode or try as well: what was asked for is wrong. Any other error
// of a step is treated like a fault, so that one bad page does not end a
// long run.
func hopeless(err error) bool {
	var agent *agentError
	var reset *resetError
	var env *envError
	return errors.Is(err, gui.ErrUnavailable) || errors.As(err, &agent) || errors.As(err, &reset) || errors.As(err, &env)
}
