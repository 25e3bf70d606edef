package main

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/spf13/cobra"
)

func newBenchCommand(g *globalOptions) *cobra.Command {
	c := &cobra.Command{
		Use:   "bench",
		Short: "Measure the environment, the matrix product, the model, its server, its weights and training",
		Long:  "Measure this machine. Compare ratios made in one run: machines are noisy.\n" + exitStatus,
		Args: func(c *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usagef("unknown benchmark %q: use env, gemm, model, serve, train or weights", args[0])
			}
			return nil
		},
		RunE: func(c *cobra.Command, _ []string) error {
			return usagef("name a benchmark: env, gemm, model, serve, train or weights")
		},
	}
	c.AddCommand(newBenchEnvCommand(g), newBenchGemmCommand(g), newBenchModelCommand(g), newBenchTrainCommand(g), newBenchServeCommand(g), newBenchWeightsCommand(g))
	return c
}

// promptly works, but comes back at once when it is interrupted. What the work does then comes to its end with the program:
// nothing that it writes may be read any more.
func promptly(ctx context.Context, work func() error) error {
	ended := make(chan error, 1)
	go func() { ended <- work() }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// mostThreads is more than any machine of today has cores.
const mostThreads = 1024

func checkThreads(threads int) error {
	if threads < 1 || threads > mostThreads {
		return usagef("--threads %d: it takes 1 to %d", threads, mostThreads)
	}
	return nil
}

// percentiles are p50 and p90 of a set of durations, in milliseconds.
type percentiles struct {
	P50 float64 `json:"p50"`
	P90 float64 `json:"p90"`
}

func percentilesOf(all []time.Duration) percentiles {
	if len(all) == 0 {
		return percentiles{}
	}
	sorted := slices.Clone(all)
	slices.Sort(sorted)
	at := func(share float64) float64 {
		return milliseconds(sorted[min(len(sorted)-1, int(share*float64(len(sorted))))])
	}
	return percentiles{P50: at(0.5), P90: at(0.9)}
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

func (p percentiles) String() string { return fmt.Sprintf("%.1f ms median, %.1f ms p90", p.P50, p.P90) }
