package play

import (
	"context"
	"errors"
	"time"

	"pix2act/gui"
)

// Options says how All plays.
type Options struct {
	// Parallel is the number of environments; below 1 it is 1.
	Parallel int
	// Retries is how often an episode is played again after a fault.
	Retries int
	// Deadline bounds each reset, decision and step, so that nothing hangs;
	// 0 is DefaultDeadline.
	Deadline time.Duration
	// NewEnv opens an environment. Each is used by one goroutine, for many
	// episodes, and closed by All. A fault is retried as part of the
	// episode; any other error ends All.
	NewEnv func(ctx context.Context) (gui.Env, error)
	// NewAgent makes the agent of one episode, once env is reset to it. An
	// error ends All: whoever cannot make one agent can make none.
	NewAgent func(ctx context.Context, env gui.Env, ep gui.Episode) (gui.Agent, error)
}

var (
	errNoEnv   = errors.New("play: Options.NewEnv is not set")
	errNoAgent = errors.New("play: Options.NewAgent is not set")
)

func (o Options) withDefaults() (Options, error) {
	if o.NewEnv == nil {
		return o, errNoEnv
	}
	if o.NewAgent == nil {
		return o, errNoAgent
	}
	o.Parallel = max(o.Parallel, 1)
	o.Retries = max(o.Retries, 0)
	if o.Deadline <= 0 {
		o.Deadline = DefaultDeadline
	}
	return o, nil
}
