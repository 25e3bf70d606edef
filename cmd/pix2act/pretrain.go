package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"pix2act/agent"
	"pix2act/internal/folder"
	"pix2act/parsing"
	"pix2act/pix2struct"
	"pix2act/tensor"
	"pix2act/train"
)

// PretrainOptions are the flags of pretrain.
type PretrainOptions struct {
	ParsingDataOptions
	Size       string
	Out        string
	Steps      int
	Batch      int
	Rate       float64
	Threads    int
	ProbeEvery int
	Resume     bool
	Computing  Computing

	trainingSeed uint64 // of weights and order
}

type pretrainResult struct {
	Out         string               `json:"out"`
	Steps       int                  `json:"steps"`
	Step        int                  `json:"step"` // done and saved
	Data        []levelData          `json:"data"`
	Probe       *parsing.ProbeResult `json:"probe,omitempty"` // of the last checkpoint
	Next        string               `json:"next"`            // the command that goes on from it
	Interrupted bool                 `json:"interrupted,omitempty"`
}

func newPretrainCommand(g *globalOptions) *cobra.Command {
	var o PretrainOptions
	c := &cobra.Command{
		Use:   "pretrain",
		Short: "Teach a new model to read and to point before it sees a task",
		Long: `Train a model on screenshot parsing: lines of text, then pages of a few words, then whole pages, with questions to
parse a boxed region into simplified HTML, to type the word at a place, to click on what is named, and to copy a text.
The examples are drawn first, into --data, where they are kept; the run's folder is one of train policy, whose flag --init
takes its checkpoints. The log has the answers to a probe, by kind of question and size of text. An interrupted run goes
on with the same command and --resume.
` + exitStatus,
		Args: func(c *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usagef("unknown argument %q: pretrain takes flags, or data or sheet; see %s --help", args[0], c.CommandPath())
			}
			return nil
		},
		RunE: func(c *cobra.Command, _ []string) error {
			o.trainingSeed = o.Seed
			return runPretrain(c.Context(), o, g)
		},
	}
	o.addFlags(c)
	f := c.Flags()
	f.StringVar(&o.Data, "data", "", "folder of the examples, made if they are not there (default: --out with -data behind)")
	f.StringVar(&o.Size, "size", "small", "size of the model: "+pix2struct.SizeHelp)
	f.StringVar(&o.Out, "out", "", "folder of the run")
	f.IntVar(&o.Steps, "steps", 10000, "length of the run in steps")
	f.IntVar(&o.Batch, "batch", 32, "examples a step")
	f.Float64Var(&o.Rate, "rate", 0, "highest learning rate (0: the schedule's own)")
	f.IntVar(&o.Threads, "threads", 0, "threads (0: one per core)")
	o.Computing.backendFlag(f)
	f.IntVar(&o.ProbeEvery, "probe-every", 1000, "steps between looks at the probe")
	f.BoolVar(&o.Resume, "resume", false, "go on with the run in --out; with nothing there to resume, start")
	requireFlags(c, "out")
	c.AddCommand(newPretrainDataCommand(g), newPretrainSheetCommand(g))
	return c
}

func runPretrain(ctx context.Context, o PretrainOptions, g *globalOptions) error {
	computes, err := o.Computing.open()
	if err != nil {
		return err
	}
	result, err := pretrain(ctx, o, computes, g)
	if g.JSON && result != nil {
		var saved error
		result.Interrupted = interrupted(ctx, err)
		result.Step, _, saved = train.Saved(o.Out)
		return errors.Join(err, saved, g.print(result))
	}
	if interrupted(ctx, err) {
		fmt.Fprintln(g.stdout, "interrupted; the same command with --resume goes on")
	}
	if err != nil {
		return err
	}
	if result.Probe != nil {
		fmt.Fprintf(g.stdout, "probe: %.3f\n", result.Probe.Score)
	}
	fmt.Fprintf(g.stdout, "trained; to go on to tasks:\n  %s\n", result.Next)
	return nil
}

// pretrain draws what is missing and trains stage by stage. When it is interrupted the result is what there is by then.
func pretrain(ctx context.Context, o PretrainOptions, computes *backend, g *globalOptions) (*pretrainResult, error) {
	if o.Data == "" {
		o.Data = filepath.Clean(o.Out) + "-data"
	}
	if o.Steps < 1 || o.ProbeEvery < 1 {
		return nil, usagef("--steps %d and --probe-every %d: both take at least 1", o.Steps, o.ProbeEvery)
	}
	if o.Batch < 1 || o.Threads < 0 || !(o.Rate >= 0) {
		return nil, usagef("--batch %d, --threads %d and --rate %g: a batch takes at least 1, and none is below 0", o.Batch, o.Threads, o.Rate)
	}
	d, err := o.check()
	if err != nil {
		return nil, err
	}
	claim, err := folder.Take(o.Out)
	if err != nil {
		return nil, folderError(err, "--out")
	}
	defer claim.Release()
	config, err := pix2struct.Size(o.Size, agent.VocabularySize)
	if err != nil {
		return nil, usageError{err}
	}
	config.TargetLength = o.TargetLength
	done, _, err := train.Saved(o.Out)
	if err != nil {
		return nil, err
	}
	if done > 0 && !o.Resume {
		return nil, usagef("%s holds a training run: go on with --resume or choose another folder with --out", o.Out)
	}
	result := &pretrainResult{Out: o.Out, Steps: o.Steps, Next: shellLine([]string{"pix2act", "train", "policy", "--init", filepath.Join(o.Out, train.BestName), "--data", "DIR", "--out", "DIR"})}
	if result.Data, err = d.make(ctx, g); interrupted(ctx, err) {
		return result, err
	} else if err != nil {
		return nil, err
	}
	const most = 64 // questions of each task of the probe
	probe, err := parsing.OpenProbe(filepath.Join(o.Data, probeFolder), most)
	if err != nil {
		return nil, err
	}
	options := train.Options{
		Size: o.Size, Config: &config, Out: o.Out, Claim: claim, Steps: o.Steps, Batch: o.Batch, Peak: o.Rate, Seed: o.trainingSeed, Threads: o.Threads,
		EvalEvery: o.ProbeEvery, Progress: g.stderr, Command: commandLine(),
		Evaluate: func(ctx context.Context, checkpoint *pix2struct.Checkpoint) (train.Played, error) {
			answers, err := askProbe(ctx, probe, checkpoint, computes.executor(o.Threads))
			result.Probe = answers
			if err != nil {
				return train.Played{}, err
			}
			return train.Played{Score: answers.Score, Details: answers}, nil
		},
	}
	begin := 0
	for i, end := range d.stages.Ends(o.Steps) {
		// A stage that is done must not be opened again: its data would start the order of the examples anew.
		if end > begin && (done < end || end == o.Steps) {
			options.Data = nil
			for _, part := range d.stages[i].Mix {
				options.Data = append(options.Data, train.Folder{Dir: filepath.Join(o.Data, string(part.Level)), Weight: part.Weight})
			}
			options.Until, options.Resume = end, o.Resume || begin > 0
			options.Executor = computes.executor(o.Threads) // each stage has a model of its own
			if err := train.Policy(ctx, options); interrupted(ctx, err) {
				return result, err
			} else if err != nil {
				return nil, trainError(err)
			}
		}
		begin = end
	}
	return result, nil
}

func askProbe(ctx context.Context, probe *parsing.Probe, checkpoint *pix2struct.Checkpoint, executor tensor.Executor) (*parsing.ProbeResult, error) {
	policy, err := agent.NewPolicy(checkpoint, executor, 1)
	if err != nil {
		return nil, err
	}
	result, err := probe.Ask(ctx, policy)
	return &result, err
}
