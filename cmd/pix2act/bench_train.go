package main

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"pix2act/agent"
	"pix2act/pix2struct"
	"pix2act/tensor"
	"pix2act/train"
)

// BenchTrainOptions are the flags of bench train.
type BenchTrainOptions struct {
	Computing
	Size    string
	Batch   int
	Steps   int
	Threads int

	MicroBatch int
	Recompute  bool
	Patches    int
}

type benchTrainResult struct {
	Size    string `json:"size"`
	Kernel  string `json:"kernel"`
	Backend string `json:"backend"`
	train.Speed
	Recompute   bool  `json:"recompute"`
	MaxRSSBytes int64 `json:"max_rss_bytes"` // physical memory of the process at its most; 0 where the system does not tell
	Interrupted bool  `json:"interrupted,omitempty"`
}

func newBenchTrainCommand(g *globalOptions) *cobra.Command {
	var o BenchTrainOptions
	c := &cobra.Command{
		Use:   "train",
		Short: "Time training steps on synthetic pictures without blank patches",
		Long: `Time forward, loss, backward and optimizer in float32 on pictures of 160×210 without a blank patch and 16 target tokens.
benchmark/time_torch_train.py times the same architecture in PyTorch.
` + exitStatus,
		Args: exactArgs(0, "no arguments"),
		RunE: func(c *cobra.Command, _ []string) error { return runBenchTrain(c.Context(), o, g) },
	}
	o.backendFlag(c.Flags())
	c.Flags().StringVar(&o.Size, "size", "small", "size of the model: "+pix2struct.SizeHelp)
	c.Flags().IntVar(&o.Batch, "batch", 32, "examples a step")
	c.Flags().IntVar(&o.Steps, "steps", 10, "measured steps at most")
	c.Flags().IntVar(&o.Threads, "threads", runtime.NumCPU(), "threads")
	c.Flags().IntVar(&o.MicroBatch, "micro-batch", 0, "examples computed at once (0: the whole batch)")
	c.Flags().BoolVar(&o.Recompute, "recompute", false, "compute the inside of the layers again in the backward pass")
	c.Flags().IntVar(&o.Patches, "patches", 0, "most patches of a picture, for sizes that resize it (0: the size's own)")
	return c
}

func runBenchTrain(ctx context.Context, o BenchTrainOptions, g *globalOptions) error {
	if o.MicroBatch < 0 || o.Patches < 0 {
		return usagef("--micro-batch and --patches take 0 or a positive number")
	}
	if o.Batch < 1 || o.Steps < 1 {
		return usagef("--batch %d and --steps %d: both take positive numbers", o.Batch, o.Steps)
	}
	if err := checkThreads(o.Threads); err != nil {
		return err
	}
	computes, err := o.open()
	if err != nil {
		return err
	}
	_, config, err := agentModel(o.Size)
	if err != nil {
		return err
	}
	if o.Patches > 0 {
		config.MaxPatches = o.Patches
	}
	speed, err := train.Throughput(ctx, train.SpeedOptions{
		Config: config, Batch: o.Batch, MicroBatch: o.MicroBatch, Recompute: o.Recompute, Steps: o.Steps, Threads: o.Threads,
		Executor: computes.executor(o.Threads),
	})
	stopped := interrupted(ctx, err)
	if err != nil && (!stopped || !g.JSON) {
		return err
	}
	_, most := resident()
	if g.JSON {
		return errors.Join(err, g.print(benchTrainResult{Size: o.Size, Kernel: tensor.Kernel(), Backend: computes.String(), Speed: speed, Recompute: o.Recompute, MaxRSSBytes: most, Interrupted: stopped}))
	}
	fmt.Fprintf(g.stdout, `%s, %d parameters, batch %d, %d patches, %d tokens, %s, %d threads: %.1f examples/s (best %.1f), %.0f GFLOP/s
  memory %.0f MB of weights, %.0f of gradients, %.0f of intermediate results; %.0f resident at most
  of a step  %.1f ms are the optimizer's and %.1f ms copies to a device and back
`,
		o.Size, speed.Parameters, speed.Batch, speed.Patches, speed.Tokens, computes, o.Threads,
		speed.ExamplesPerSecond, speed.Best, speed.GFLOPS,
		float64(speed.WeightBytes)/1e6, float64(speed.GradientBytes)/1e6, float64(speed.ArenaBytes)/1e6, float64(most)/1e6,
		1e3*speed.UpdateSeconds, 1e3*speed.TransferSeconds)
	return nil
}

// agentModel is the architecture of that size with the action vocabulary; base and large keep their own number of pieces.
func agentModel(size string) (pix2struct.Vocabulary, pix2struct.Config, error) {
	spm, err := agent.ActionVocabulary()
	if err != nil {
		return nil, pix2struct.Config{}, err
	}
	vocabulary, err := pix2struct.LoadVocabulary(spm)
	if err != nil {
		return nil, pix2struct.Config{}, err
	}
	pieces := vocabulary.Len()
	if name, _, _ := strings.Cut(size, ":"); name == "base" || name == "large" {
		pieces = 0
	}
	config, err := pix2struct.Size(size, pieces)
	if err != nil {
		return nil, config, usageError{err}
	}
	return vocabulary, config, nil
}
