package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"pix2act/episode"
	"pix2act/train"
)

// TrainPolicyOptions are the flags of train policy.
type TrainPolicyOptions struct {
	Data    []string
	Size    string
	Init    string
	Restore bool
	Out     string
	Steps   int
	Until   int
	Batch   int
	Rate    float64
	Preset  string
	WarmUp  int
	Seed    uint64
	Threads int
	Eval    int
	Resume  bool
	Uneven  bool
}

type trainResult struct {
	Out      string `json:"out"`
	Steps    int    `json:"steps"`
	Evaluate string `json:"evaluate"` // the command that does it
}

func newTrainCommand(g *globalOptions) *cobra.Command {
	c := &cobra.Command{
		Use:   "train",
		Short: "Train a model from demonstrations",
		Long:  "Train a model from demonstrations.\n" + exitStatus,
		Args: func(c *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usagef("unknown kind of model %q: use policy", args[0])
			}
			return nil
		},
		RunE: func(*cobra.Command, []string) error { return usagef("name what to train: policy") },
	}
	c.AddCommand(newTrainPolicyCommand(g))
	return c
}

func newTrainPolicyCommand(g *globalOptions) *cobra.Command {
	var o TrainPolicyOptions
	c := &cobra.Command{
		Use:   "policy",
		Short: "Clone the behaviour of demonstrations",
		Long: `Train a policy on data sets of pix2act demos. The run's folder gets log.jsonl, the latest state (from which
--resume goes on exactly) and the best checkpoint by the development examples; an interrupt saves and stops.
` + exitStatus,
		Args: exactArgs(0, "no arguments"),
		RunE: func(c *cobra.Command, _ []string) error { return runTrainPolicy(c.Context(), o, c.Flags().Changed, g) },
	}
	f := c.Flags()
	f.StringSliceVar(&o.Data, "data", nil, "folders of data sets, each with an optional weight: DIR[=WEIGHT]")
	f.StringVar(&o.Size, "size", "small", "size of the model: tiny, small, base or large")
	f.StringVar(&o.Init, "init", "", "checkpoint to start from instead of a new model")
	f.BoolVar(&o.Restore, "restore-optimizer", false, "take over the optimizer's state and absolute step of --init, a T5X folder")
	f.StringVar(&o.Out, "out", "", "folder of the run")
	f.IntVar(&o.Steps, "steps", 10000, "length of the run in steps")
	f.IntVar(&o.Until, "until", 0, "stop after this step and save, to go on with --resume, perhaps with other data (0: at the end)")
	f.IntVar(&o.Batch, "batch", 32, "examples a step")
	f.Float64Var(&o.Rate, "rate", 0, "highest learning rate (0: the schedule's own)")
	f.StringVar(&o.Preset, "schedule", "", "learning-rate schedule: "+strings.Join(train.Presets(), ", "))
	f.IntVar(&o.WarmUp, "warm-up", 0, "steps of rising rate (0: the schedule's own, at most 5 % of the steps)")
	f.Uint64Var(&o.Seed, "seed", 1, "seed of the weights and of the order of the examples")
	f.IntVar(&o.Threads, "threads", 0, "threads (0: one per core)")
	f.IntVar(&o.Eval, "eval-every", 0, "steps between looks at the development examples (0: 1000)")
	f.BoolVar(&o.Resume, "resume", false, "go on with the run in --out")
	f.BoolVar(&o.Uneven, "uneven", false, "draw examples as they come, instead of every task equally often")
	requireFlags(c, "data", "out")
	return c
}

// only forgets the defaults of flags that were not given, so that a resumed run keeps its own.
func (o TrainPolicyOptions) only(changed func(flag string) bool) TrainPolicyOptions {
	if !changed("steps") {
		o.Steps = 0
	}
	if !changed("batch") {
		o.Batch = 0
	}
	if !changed("size") {
		o.Size = ""
	}
	if !changed("seed") {
		o.Seed = 0
	}
	return o
}

func runTrainPolicy(ctx context.Context, o TrainPolicyOptions, changed func(string) bool, g *globalOptions) error {
	if o.Steps < 1 {
		return usagef("--steps %d: it takes at least 1", o.Steps)
	}
	folders, err := parseFolders(o.Data)
	if err != nil {
		return err
	}
	if o.Resume {
		o = o.only(changed)
	}
	options := train.Options{
		Data: folders, Balanced: !o.Uneven, Size: o.Size, Init: o.Init, RestoreOptimizer: o.Restore, Out: o.Out, Resume: o.Resume,
		Steps: o.Steps, Until: o.Until, Batch: o.Batch, Preset: o.Preset, Peak: o.Rate, WarmUp: o.WarmUp, Seed: o.Seed,
		Threads: o.Threads, EvalEvery: o.Eval, Progress: g.stderr, Command: commandLine(),
	}
	err = train.Policy(ctx, options)
	switch {
	case errors.Is(err, train.ErrOptions), errors.Is(err, train.ErrRunExists), errors.Is(err, train.ErrForeign), errors.Is(err, train.ErrUnknownPreset):
		return usageError{err}
	case err != nil:
		return err
	}
	evaluate := fmt.Sprintf("pix2act eval --tasks first12 --seeds %v --agent %s/best", episode.DevelopmentSeeds, o.Out)
	if g.JSON {
		return g.print(trainResult{Out: o.Out, Steps: o.Steps, Evaluate: evaluate})
	}
	if o.Until > 0 && (o.Steps == 0 || o.Until < o.Steps) {
		fmt.Fprintf(g.stdout, "stopped as asked; the same command with --resume and without --until goes on\n")
		return nil
	}
	fmt.Fprintf(g.stdout, "trained; to evaluate it:\n  %s\n", evaluate)
	return nil
}

// parseFolders reads each DIR[=WEIGHT].
func parseFolders(texts []string) ([]train.Folder, error) {
	var folders []train.Folder
	for _, text := range texts {
		folder, err := train.ParseFolder(text)
		if err != nil {
			return nil, usageError{err}
		}
		folders = append(folders, folder)
	}
	return folders, nil
}
