package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"pix2act/gui"
	"pix2act/webenv"
)

// BenchEnvOptions are the flags of bench env.
type BenchEnvOptions struct {
	Suite string
	Tasks string
	Steps int
}

// benchEnvResult times one task, or tells the percentiles of the medians of several.
type benchEnvResult struct {
	Suite       string         `json:"suite"`
	Task        string         `json:"task"`
	Browser     string         `json:"browser"`
	StepMS      percentiles    `json:"step_ms"`
	ResetMS     percentiles    `json:"reset_ms"`
	Replay5     percentiles    `json:"replay5_ms"`
	Cached5     percentiles    `json:"cached5_ms"`
	StepsPer    float64        `json:"steps_per_s"`
	Steps       int            `json:"steps"`
	Tasks       []benchEnvTask `json:"tasks"`
	Faults      []string       `json:"faults"`                // of tasks that could not be measured
	Interrupted bool           `json:"interrupted,omitempty"` // before all was measured
}

// benchEnvTask holds the medians of one task.
type benchEnvTask struct {
	Task    string  `json:"task"`
	StepMS  float64 `json:"step_ms"`
	ResetMS float64 `json:"reset_ms"`
	Replay5 float64 `json:"replay5_ms"`
	Cached5 float64 `json:"cached5_ms"`
}

// envTimes are what was measured on one task.
type envTimes struct {
	steps, resets, replays, cached []time.Duration
}

func newBenchEnvCommand(g *globalOptions) *cobra.Command {
	var o BenchEnvOptions
	c := &cobra.Command{
		Use:   "env",
		Short: "Time a click step, a reset, and a return to a state five actions deep",
		Long: `Time one environment in one browser: a click step (act and observe), a reset with its first observation,
Restore to a state five actions deep by replay, with one observation at its end and one more step, and Restore to
the same state once it is known. Of several tasks the percentiles of their medians are given.
` + exitStatus,
		Args: exactArgs(0, "no arguments"),
		RunE: func(c *cobra.Command, _ []string) error { return runBenchEnv(c.Context(), o, g) },
	}
	c.Flags().StringVar(&o.Suite, "suite", "miniwob", suiteHelp)
	c.Flags().StringVar(&o.Tasks, "task", "click-button", "task to time, or several, or a list; the clicks fall on an edge of the page, so that no episode ends")
	c.Flags().IntVar(&o.Steps, "steps", 300, "click steps to time on each task")
	return c
}

func runBenchEnv(ctx context.Context, o BenchEnvOptions, g *globalOptions) error {
	if o.Steps < 1 {
		return usagef("--steps %d: it takes at least 1", o.Steps)
	}
	suite, err := openSuite(o.Suite)
	if err != nil {
		return err
	}
	names, err := taskNames(suite, o.Tasks)
	if err != nil {
		return err
	}
	w, err := newWorld(suite, 1)
	if err != nil {
		return err
	}
	defer w.Close()
	env, err := webenv.New(ctx, webenv.Options{Suite: suite, Pool: w.pool})
	if err != nil {
		return err
	}
	defer env.Close()
	result := benchEnvResult{Suite: suite.Name(), Task: o.Tasks, Browser: w.browser.Version, Tasks: []benchEnvTask{}, Faults: []string{}}
	var all envTimes
	var total time.Duration
	var stopped error
	bar := newProgress(g, len(names), "tasks")
	for _, name := range names {
		episode := gui.Episode{Suite: suite.Name(), SuiteHash: suite.Hash(), Task: name, Mode: "train"}
		times, err := timeTask(ctx, env, episode, o.Steps)
		if err != nil && !errors.Is(err, errEnded) && ctx.Err() == nil {
			times, err = timeTask(ctx, env, episode, o.Steps) // in another browser, if that was lost
		}
		if ctx.Err() != nil {
			stopped = errors.Join(err, ctx.Err())
			break
		}
		bar.Add(1)
		if err != nil {
			stopped = errors.Join(stopped, err)
			result.Faults = append(result.Faults, err.Error())
			continue
		}
		for _, d := range times.steps {
			total += d
		}
		result.Steps += len(times.steps)
		result.Tasks = append(result.Tasks, benchEnvTask{
			Task: name, StepMS: percentilesOf(times.steps).P50, ResetMS: percentilesOf(times.resets).P50,
			Replay5: percentilesOf(times.replays).P50, Cached5: percentilesOf(times.cached).P50,
		})
		all.add(times, len(names) > 1)
	}
	bar.Close()
	result.Interrupted = interrupted(ctx, stopped)
	if len(result.Tasks) == 0 && !g.JSON {
		return stopped
	}
	result.StepMS, result.ResetMS = percentilesOf(all.steps), percentilesOf(all.resets)
	result.Replay5, result.Cached5 = percentilesOf(all.replays), percentilesOf(all.cached)
	if total > 0 {
		result.StepsPer = float64(result.Steps) / total.Seconds()
	}
	if g.JSON {
		return errors.Join(g.print(result), stopped)
	}
	what := ""
	if len(names) > 1 {
		what = fmt.Sprintf(" of %d tasks (percentiles of their medians)", len(result.Tasks))
	}
	fmt.Fprintf(g.stdout, `%s/%s on %s, %d steps%s
  click step   %v
  reset        %v
  5 actions    %v (reset, five actions, one more step)
  known state  %.3f ms median
  steps/s      %.0f
`, result.Suite, result.Task, result.Browser, result.Steps, what, result.StepMS, result.ResetMS, result.Replay5, result.Cached5.P50, result.StepsPer)
	return stopped
}

// add takes over another task's times, or only their medians.
func (t *envTimes) add(other envTimes, mediansOnly bool) {
	for _, pair := range []struct {
		all  *[]time.Duration
		more []time.Duration
	}{{&t.steps, other.steps}, {&t.resets, other.resets}, {&t.replays, other.replays}, {&t.cached, other.cached}} {
		more := pair.more
		if mediansOnly {
			slices.Sort(more)
			more = []time.Duration{more[len(more)/2]}
		}
		*pair.all = append(*pair.all, more...)
	}
}

// errEnded is matched by the error of a task that cannot be timed, since the clicks end its episodes.
var errEnded = errors.New("ended after a click on its edge")

// edges are clicks along the edges of the page, to which hardly any task listens.
var edges = []func(i int) string{
	func(i int) string { return fmt.Sprintf("click %d 0", i%32) },
	func(i int) string { return fmt.Sprintf("click 0 %d", i%32) },
	func(i int) string { return fmt.Sprintf("click %d 31", i%32) },
}

// timeTask times clicks along the first edge on which they end no episode.
func timeTask(ctx context.Context, env *webenv.Env, ep gui.Episode, steps int) (envTimes, error) {
	var err error
	for _, click := range edges {
		var t envTimes
		if t, err = timeClicks(ctx, env, ep, click, steps); !errors.Is(err, errEnded) {
			return t, err
		}
	}
	return envTimes{}, err
}

// timeClicks plays clicks until there are enough. An episode is left after ten, and the first two resets,
// which load the page, are not counted.
func timeClicks(ctx context.Context, env *webenv.Env, ep gui.Episode, click func(i int) string, steps int) (envTimes, error) {
	ep.Settings = gui.Settings{Bins: defaultSettings.Bins, MaxSteps: 1 << 20}.WithDefaults()
	actions := []string{click(0), click(9), click(18), click(27), click(35)}
	const perEpisode, warm = 10, 2
	var t envTimes
	for seed := int64(0); len(t.steps) < steps; seed++ {
		ep.Seed = seed
		start := time.Now()
		if _, err := env.Reset(ctx, ep); err != nil {
			return t, err
		}
		if seed >= warm {
			t.resets = append(t.resets, time.Since(start))
		}
		for i := 0; i < perEpisode && len(t.steps) < steps; i++ {
			start = time.Now()
			step, err := env.Step(ctx, click(len(t.steps)))
			if err != nil {
				return t, err
			}
			if step.Done {
				return t, fmt.Errorf("%s %w (%s); time another task", ep.Task, errEnded, step.Reason)
			}
			if seed >= warm {
				t.steps = append(t.steps, time.Since(start))
			}
		}
		start = time.Now()
		if _, err := env.Restore(ctx, ep, actions); err != nil {
			return t, err
		}
		if _, err := env.Step(ctx, "wait"); err != nil {
			return t, err
		}
		t.replays = append(t.replays, time.Since(start))
		start = time.Now()
		if _, err := env.Restore(ctx, ep, actions); err != nil {
			return t, err
		}
		t.cached = append(t.cached, time.Since(start))
	}
	return t, nil
}
