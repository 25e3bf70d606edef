package main

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"pix2act/gui"
	"pix2act/webenv"
)

// BenchEnvOptions are the flags of bench env.
type BenchEnvOptions struct {
	Suite string
	Task  string
	Steps int
}

type benchEnvResult struct {
	Suite    string      `json:"suite"`
	Task     string      `json:"task"`
	Browser  string      `json:"browser"`
	StepMS   percentiles `json:"step_ms"`
	ResetMS  percentiles `json:"reset_ms"`
	Replay5  percentiles `json:"replay5_ms"`
	StepsPer float64     `json:"steps_per_s"`
	Steps    int         `json:"steps"`
}

func newBenchEnvCommand(g *globalOptions) *cobra.Command {
	var o BenchEnvOptions
	c := &cobra.Command{
		Use:   "env",
		Short: "Time a click step, a reset, and a return to a state five actions deep",
		Long: `Time one environment in one browser: a click step (act and observe), a reset with its first observation,
and Restore to a state five actions deep with one observation at its end.
` + exitStatus,
		Args: exactArgs(0, "no arguments"),
		RunE: func(c *cobra.Command, _ []string) error { return runBenchEnv(c.Context(), o, g) },
	}
	c.Flags().StringVar(&o.Suite, "suite", "miniwob", suiteHelp)
	c.Flags().StringVar(&o.Task, "task", "click-button", "task to time; the clicks fall on the instruction, so that no episode ends")
	c.Flags().IntVar(&o.Steps, "steps", 300, "click steps to time")
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
	if _, err := taskNames(suite, o.Task); err != nil {
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
	settings := gui.Settings{Bins: defaultBins, MaxSteps: 1 << 20}.WithDefaults()
	// Clicks wander over the instruction bar, which no task listens to.
	click := func(i int) string { return fmt.Sprintf("click %d %d", i%32, i/32%6) }
	var steps, resets, replays []time.Duration
	actions := []string{click(0), click(9), click(18), click(27), click(35)}
	const perEpisode = 10
	for seed := 0; len(steps) < o.Steps; seed++ {
		ep := gui.Episode{Suite: suite.Name(), SuiteHash: suite.Hash(), Task: o.Task, Seed: int64(seed), Mode: "train", Settings: settings}
		start := time.Now()
		if _, err := env.Reset(ctx, ep); err != nil {
			return err
		}
		resets = append(resets, time.Since(start))
		for i := 0; i < perEpisode && len(steps) < o.Steps; i++ {
			start = time.Now()
			step, err := env.Step(ctx, click(len(steps)))
			if err != nil {
				return err
			}
			if step.Done {
				return fmt.Errorf("%s ended after a click on its instruction (%s); time another task", o.Task, step.Reason)
			}
			steps = append(steps, time.Since(start))
		}
		start = time.Now()
		if _, err := env.Restore(ctx, ep, actions); err != nil {
			return err
		}
		if _, err := env.Step(ctx, "wait"); err != nil {
			return err
		}
		replays = append(replays, time.Since(start))
	}
	var total time.Duration
	for _, d := range steps {
		total += d
	}
	result := benchEnvResult{
		Suite: suite.Name(), Task: o.Task, Browser: w.browser.Version,
		StepMS: percentilesOf(steps), ResetMS: percentilesOf(resets[1:]), Replay5: percentilesOf(replays),
		StepsPer: float64(len(steps)) / total.Seconds(), Steps: len(steps),
	}
	if g.JSON {
		return g.print(result)
	}
	fmt.Fprintf(g.stdout, "%s/%s on %s, %d steps\n  click step   %v\n  reset        %v\n  5 actions    %v (reset, five actions, one more step)\n  steps/s      %.0f\n",
		result.Suite, result.Task, result.Browser, result.Steps, result.StepMS, result.ResetMS, result.Replay5, result.StepsPer)
	return nil
}
