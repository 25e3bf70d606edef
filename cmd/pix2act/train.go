package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"pix2act/episode"
	"pix2act/internal/folder"
	"pix2act/pix2struct"
	"pix2act/train"
)

// TrainPolicyOptions are the flags of train policy.
type TrainPolicyOptions struct {
	Computing
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

	MicroBatch  int
	Recompute   bool
	ZLoss       float64
	WeightDecay float64
	MaxBroken   float64
	Patience    int
	SaveEvery   int
	LogEvery    int
	Examined    int
	HeldOut     []string
	Play        TrainPlayOptions

	claim *folder.Claim // of Out, where the command has it already
}

type trainResult struct {
	Out         string `json:"out"`
	Steps       int    `json:"steps"`
	Step        int    `json:"step"`     // done and saved
	Evaluate    string `json:"evaluate"` // the command that does it, "" of an interrupted run
	Interrupted bool   `json:"interrupted,omitempty"`
}

func newTrainCommand(g *globalOptions) *cobra.Command {
	c := &cobra.Command{
		Use:   "train",
		Short: "Train a model from demonstrations",
		Long:  "Train a model from demonstrations.\n" + exitStatus,
		Args: func(c *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usagef("unknown kind of model %q: use policy or value", args[0])
			}
			return nil
		},
		RunE: func(*cobra.Command, []string) error { return usagef("name what to train: policy or value") },
	}
	c.AddCommand(newTrainPolicyCommand(g), newTrainValueCommand(g))
	return c
}

func newTrainPolicyCommand(g *globalOptions) *cobra.Command {
	var o TrainPolicyOptions
	c := &cobra.Command{
		Use:   "policy",
		Short: "Clone the behaviour of demonstrations",
		Long: `Train a policy on data sets of pix2act demos. The run's folder gets config.json (every option and the command), log.jsonl,
event files for TensorBoard, the latest state (from which --resume goes on exactly) and the best checkpoint by the development
examples, or by playing with --play-tasks; an interrupt saves and stops. With --resume the run keeps every option that is
not given; what cannot change (seed, batch, size), and fewer steps than are done, is refused.

The schedules, each published or our own, with highest rate and warm-up:
` + train.AboutPresets() + exitStatus,
		Args: exactArgs(0, "no arguments"),
		RunE: func(c *cobra.Command, _ []string) error {
			return runTrain(c.Context(), o, c.Flags().Changed, g, policyTrainer)
		},
	}
	trainRunFlags(c, &o)
	trainPlayFlags(c, &o.Play)
	requireFlags(c, "data", "out")
	return c
}

// trainRunFlags are the flags of a run without those of its playing.
func trainRunFlags(c *cobra.Command, o *TrainPolicyOptions) {
	f := c.Flags()
	f.StringSliceVar(&o.Data, "data", nil, "folders of data sets, each with an optional weight: DIR[=WEIGHT]")
	f.StringVar(&o.Size, "size", "small", "size of the model: "+pix2struct.SizeHelp+"; with --init that of the checkpoint")
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
	o.backendFlag(f)
	f.IntVar(&o.Threads, "threads", 0, "threads (0: one per core)")
	f.IntVar(&o.Eval, "eval-every", 0, "steps between looks at the development examples (0: 1000)")
	f.BoolVar(&o.Resume, "resume", false, "go on with the run in --out; with nothing there to resume, start")
	f.BoolVar(&o.Uneven, "uneven", false, "draw examples as they come, instead of every task equally often")
	f.IntVar(&o.MicroBatch, "micro-batch", 0, "examples computed at once, whose gradients are added up to those of the batch, to save memory (0: the whole batch)")
	f.BoolVar(&o.Recompute, "recompute", false, "compute the inside of the layers again in the backward pass, to save memory")
	f.Float64Var(&o.ZLoss, "z-loss", pix2struct.ZLoss, "weight of the squared logarithm of the softmax's sum in the loss")
	f.Float64Var(&o.WeightDecay, "weight-decay", train.WeightDecay, "share of the weights that every step takes away")
	f.Float64Var(&o.MaxBroken, "max-broken", episode.DefaultOpenOptions.MaxBroken, "share of a data set's records that may be broken and are passed over, 0 to 1")
	f.IntVar(&o.Patience, "patience", 0, "stop early after this many evaluations in a row without a better score (0: never)")
	f.IntVar(&o.SaveEvery, "save-every", 0, "steps between checkpoints (0: 500)")
	f.IntVar(&o.LogEvery, "log-every", 0, "steps between lines of the log (0: 20)")
	f.StringSliceVar(&o.HeldOut, "held-out", nil, "names of tasks whose examples are left out, to measure transfer")
	f.IntVar(&o.Examined, "eval-examples", 256, "development examples of an evaluation")
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
	if !changed("z-loss") {
		o.ZLoss = 0
	}
	if !changed("weight-decay") {
		o.WeightDecay = 0
	}
	return o
}

// noneBelowZero turns a number given by a flag into the form of train.Options, where 0 is the default and none is below it.
func noneBelowZero(value float64, given bool) float64 {
	if given && value == 0 {
		return -1
	}
	return value
}

// trainer trains one kind of model and names the command that shows what came of it.
type trainer struct {
	train    func(ctx context.Context, options train.Options) error
	evaluate func(o TrainPolicyOptions, trained []string) string
}

var policyTrainer = trainer{train.Policy, evaluateCommand}

func runTrain(ctx context.Context, o TrainPolicyOptions, changed func(string) bool, g *globalOptions, kind trainer) error {
	config, err := trainModel(ctx, o, changed, g, kind)
	stopped := interrupted(ctx, err)
	if err != nil && (!stopped || !g.JSON) {
		return err
	}
	result := trainResult{Out: o.Out, Steps: config.Steps, Interrupted: stopped}
	if !stopped {
		result.Evaluate = kind.evaluate(o, config.Tasks)
	}
	if g.JSON {
		var saved error
		result.Step, _, saved = train.Saved(o.Out)
		return errors.Join(err, saved, g.print(result))
	}
	if o.Until > 0 && o.Until < config.Steps {
		fmt.Fprintf(g.stdout, "stopped as asked; the same command with --resume and without --until goes on\n")
		return nil
	}
	fmt.Fprintf(g.stdout, "trained; to evaluate it:\n  %s\n", result.Evaluate)
	return nil
}

// trainModel trains and gives back what the run was made of, of an interrupted run too, as far as that is known.
func trainModel(ctx context.Context, o TrainPolicyOptions, changed func(string) bool, g *globalOptions, kind trainer) (train.RunConfig, error) {
	var none train.RunConfig
	if err := o.check(changed); err != nil {
		return none, err
	}
	folders, err := parseFolders(o.Data)
	if err != nil {
		return none, err
	}
	if o.Resume && train.HoldsRun(o.Out) {
		o = o.only(changed)
	} else if o.Init != "" && !changed("size") {
		o.Size = "" // that of the checkpoint
	}
	computes, err := o.open()
	if err != nil {
		return none, err
	}
	options := train.Options{
		Data: folders, Balanced: !o.Uneven, HeldOut: o.HeldOut, Size: o.Size, Init: o.Init, RestoreOptimizer: o.Restore, Out: o.Out, Resume: o.Resume,
		Steps: o.Steps, Until: o.Until, Batch: o.Batch, Preset: o.Preset, Peak: o.Rate, WarmUp: o.WarmUp, Seed: o.Seed,
		MicroBatch: o.MicroBatch, Recompute: o.Recompute, Patience: o.Patience,
		ZLoss:       noneBelowZero(o.ZLoss, changed("z-loss")),
		WeightDecay: noneBelowZero(o.WeightDecay, changed("weight-decay")),
		MaxBroken:   noneBelowZero(o.MaxBroken, changed("max-broken")),
		Threads:     o.Threads, Executor: computes.executor(o.Threads), SaveEvery: o.SaveEvery, LogEvery: o.LogEvery,
		EvalEvery: o.Eval, EvalExamples: int(noneBelowZero(float64(o.Examined), changed("eval-examples"))),
		Progress: g.stderr, Command: commandLine(),
	}
	player, err := newTrainPlayer(o.Play, changed, computes)
	if err != nil {
		return none, err
	}
	if player != nil {
		defer player.Close()
		options.Evaluate, options.PlayEvery, options.Playing = player.evaluate, o.Play.Every, o.Play
	}
	options.Claim = o.claim
	if err := kind.train(ctx, options); interrupted(ctx, err) {
		config, _ := train.ReadConfig(o.Out) // it may have stopped before there was one
		return config, err
	} else if err != nil {
		return none, trainError(err)
	}
	return train.ReadConfig(o.Out)
}

// check refuses numbers that a flag takes and that make no sense.
func (o TrainPolicyOptions) check(changed func(string) bool) error {
	err := checkLeast([]number{
		{"steps", float64(o.Steps), 1}, {"batch", float64(o.Batch), 1}, {"until", float64(o.Until), 0},
		{"micro-batch", float64(o.MicroBatch), 0}, {"rate", o.Rate, 0}, {"warm-up", float64(o.WarmUp), 0}, {"threads", float64(o.Threads), 0},
		{"eval-every", float64(o.Eval), 0}, {"eval-examples", float64(o.Examined), 0}, {"patience", float64(o.Patience), 0},
		{"save-every", float64(o.SaveEvery), 0}, {"log-every", float64(o.LogEvery), 0},
		{"z-loss", o.ZLoss, 0}, {"weight-decay", o.WeightDecay, 0}, {"max-broken", o.MaxBroken, 0},
	}...)
	if err != nil {
		return err
	}
	if o.Until > o.Steps && (changed("steps") || !o.Resume) {
		return usagef("--until %d lies beyond the %d steps of the run", o.Until, o.Steps)
	}
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
