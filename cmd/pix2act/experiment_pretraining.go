package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"pix2act/agent"
	"pix2act/episode"
	"pix2act/internal/folder"
	"pix2act/pix2struct"
	"pix2act/train"
)

// ExperimentPretrainingOptions are the flags of experiment pretraining.
type ExperimentPretrainingOptions struct {
	PretrainOptions // Out is the experiment's folder, Steps those of the pre-training
	Demos           []string
	TrainSteps      int
	TrainingSeeds   int
	Suite           string
	Tasks           string
	Seeds           string
}

// arm is one training, from the first step to the evaluation.
type arm struct {
	Pretrained    bool    `json:"pretrained"`
	Seed          uint64  `json:"seed"` // of the training
	PretrainSteps int     `json:"pretrain_steps"`
	TrainSteps    int     `json:"train_steps"`
	Seconds       float64 `json:"seconds"` // in training steps, pre-training included
	Success       float64 `json:"success"` // share, in [0, 1]
	MeanScore     float64 `json:"mean_score"`
	Episodes      int     `json:"episodes"`
	Report        string  `json:"report"`
}

type experimentPretrainingResult struct {
	Suite string `json:"suite"`
	Tasks string `json:"tasks"`
	Seeds string `json:"seeds"`
	Arms  []arm  `json:"arms"`
	// Difference is the mean over the training seeds of success with pre-training
	// less success without; Spread is its standard deviation over them.
	Difference float64 `json:"difference"`
	Spread     float64 `json:"spread"`
	// Interrupted tells that trainings are missing.
	Interrupted bool `json:"interrupted,omitempty"`
}

func newExperimentPretrainingCommand(g *globalOptions) *cobra.Command {
	var o ExperimentPretrainingOptions
	c := &cobra.Command{
		Use:   "pretraining",
		Short: "Train with and without screenshot parsing, in equal time, and play both",
		Long: `For each training seed, train two models of one size on the same demonstrations: one after pretrain, one from nothing
and for as many steps more as take the time of the pre-training (drawing its examples is not counted). Play both on
development seeds and print a table. What is finished in --out is not done again, so an interrupted experiment goes on
with the same command.
` + exitStatus,
		Args: exactArgs(0, "no arguments"),
		RunE: func(c *cobra.Command, _ []string) error { return runExperimentPretraining(c.Context(), o, g) },
	}
	o.addFlags(c)
	f := c.Flags()
	f.StringVar(&o.Out, "out", "", "folder of the experiment")
	f.StringSliceVar(&o.Demos, "demos", nil, "folders of demonstrations, each with an optional weight: DIR[=WEIGHT]")
	f.StringVar(&o.Size, "size", "small", "size of the models: "+pix2struct.SizeHelp)
	f.IntVar(&o.Steps, "pretrain-steps", 10000, "steps of the pre-training")
	f.IntVar(&o.TrainSteps, "train-steps", 10000, "steps on the demonstrations after it")
	f.IntVar(&o.TrainingSeeds, "training-seeds", 3, "trainings of each kind, with the seeds from --seed on")
	f.IntVar(&o.Batch, "batch", 32, "examples a step")
	f.IntVar(&o.Threads, "threads", 0, "threads of the training (0: one per core)")
	o.Computing.backendFlag(f)
	f.IntVar(&o.ProbeEvery, "probe-every", 1000, "steps between looks at the probe")
	f.StringVar(&o.Suite, "suite", "miniwob", suiteHelp)
	f.StringVar(&o.Tasks, "tasks", "paper59", "comma-separated task names or a named list, to be played")
	f.StringVar(&o.Seeds, "seeds", episode.DevelopmentSeeds.String(), "A..B, both ends included, to be played")
	requireFlags(c, "out", "demos")
	return c
}

func runExperimentPretraining(ctx context.Context, o ExperimentPretrainingOptions, g *globalOptions) error {
	if o.TrainingSeeds < 1 || o.TrainSteps < 1 {
		return usagef("--training-seeds %d and --train-steps %d: both take at least 1", o.TrainingSeeds, o.TrainSteps)
	}
	demos, err := parseFolders(o.Demos)
	if err != nil {
		return err
	}
	suite, err := openSuite(o.Suite)
	if err != nil {
		return err
	}
	if _, err := taskNames(suite, o.Tasks); err != nil {
		return err
	}
	if seeds, err := parseSeeds(o.Seeds); err != nil {
		return err
	} else if seeds.Overlaps(episode.TestSeeds) {
		return usagef("--seeds %s: the test seeds %v choose nothing; use development seeds", o.Seeds, episode.TestSeeds)
	}
	for _, demonstrations := range demos {
		if _, err := os.Stat(demonstrations.Dir); errors.Is(err, fs.ErrNotExist) {
			return usagef("--demos %s: there is no such folder", demonstrations.Dir)
		}
	}
	computes, err := o.Computing.open()
	if err != nil {
		return err
	}
	claim, err := folder.Take(o.Out)
	if err != nil {
		return folderError(err, "--out")
	}
	defer claim.Release()
	result := experimentPretrainingResult{Suite: o.Suite, Tasks: o.Tasks, Seeds: o.Seeds, Arms: []arm{}}
	for i := range o.TrainingSeeds {
		e := experimentRun{o, g, demos, computes, o.Seed + uint64(i)}
		pair, err := e.pair(ctx)
		if interrupted(ctx, err) && g.JSON {
			result.compare()
			result.Interrupted = true
			return errors.Join(err, g.print(result))
		}
		if err != nil {
			return err
		}
		result.Arms = append(result.Arms, pair...)
	}
	result.compare()
	if err := writeFile(filepath.Join(o.Out, "table.txt"), result.write); err != nil {
		return err
	}
	if g.JSON {
		return g.print(result)
	}
	return result.write(g.stdout)
}

// experimentRun is the two trainings of one seed.
type experimentRun struct {
	ExperimentPretrainingOptions
	g        *globalOptions
	demos    []train.Folder
	computes *backend // of the trainings; what was trained plays on the processor
	seed     uint64
}

func (e experimentRun) dir(name string) string {
	return filepath.Join(e.Out, fmt.Sprintf("%s-%d", name, e.seed))
}

// pair trains and plays with pre-training, then without it for as long.
func (e experimentRun) pair(ctx context.Context) ([]arm, error) {
	o := e.PretrainOptions
	o.Out, o.trainingSeed = e.dir("pretrain"), e.seed
	o.Resume = train.HoldsRun(o.Out)
	o.Data = filepath.Join(e.Out, "examples") // the screens are the same for all seeds of the training
	if _, err := pretrain(ctx, o, e.computes, e.g); err != nil {
		return nil, err
	}
	_, before, err := train.Saved(o.Out)
	if err != nil {
		return nil, err
	}
	with := arm{Pretrained: true, Seed: e.seed, PretrainSteps: o.Steps, TrainSteps: e.TrainSteps}
	seconds, err := e.train(ctx, "with", e.TrainSteps, filepath.Join(o.Out, train.BestName))
	if err != nil {
		return nil, err
	}
	with.Seconds = before + seconds
	more := int(math.Round(float64(e.TrainSteps) * before / seconds))
	without := arm{Seed: e.seed, TrainSteps: e.TrainSteps + more}
	if without.Seconds, err = e.train(ctx, "without", without.TrainSteps, ""); err != nil {
		return nil, err
	}
	if err := e.play(ctx, "with", &with); err != nil {
		return nil, err
	}
	return []arm{with, without}, e.play(ctx, "without", &without)
}

// train clones the demonstrations and gives the seconds that it took.
func (e experimentRun) train(ctx context.Context, name string, steps int, from string) (float64, error) {
	config, err := pix2struct.Size(e.Size, agent.VocabularySize)
	if err != nil {
		return 0, usageError{err}
	}
	config.TargetLength = e.TargetLength // both models answer alike
	out := e.dir(name)
	if done, seconds, err := train.Saved(out); err != nil || done >= steps {
		return seconds, err
	}
	err = train.Policy(ctx, train.Options{
		Data: e.demos, Balanced: true, Size: e.Size, Config: &config, Init: from, Out: out, Resume: train.HoldsRun(out), Steps: steps,
		Batch: e.Batch, Seed: e.seed, Threads: e.Threads, Executor: e.computes.executor(e.Threads), Progress: e.g.stderr, Command: commandLine(),
	})
	if interrupted(ctx, err) {
		return 0, err
	} else if err != nil {
		return 0, trainError(err)
	}
	_, seconds, err := train.Saved(out)
	return seconds, err
}

// play evaluates the last checkpoint: both kinds of training end with a rate of zero, and none is chosen by what it is
// measured on.
func (e experimentRun) play(ctx context.Context, name string, a *arm) error {
	dir := filepath.Join(e.dir(name), "eval")
	a.Report = filepath.Join(dir, "report.json")
	if _, err := os.Stat(a.Report); errors.Is(err, fs.ErrNotExist) {
		quiet := &globalOptions{JSON: true, stdout: io.Discard, stderr: e.g.stderr}
		err := runEval(ctx, EvalOptions{
			Suite: e.Suite, Tasks: e.Tasks, Seeds: e.Seeds, Mode: "train", Agent: filepath.Join(e.dir(name), train.LatestName),
			Parallel: e.Parallel, Out: dir, Shown: 1,
		}, quiet)
		if err != nil {
			return errors.Join(err, os.RemoveAll(a.Report)) // of an interrupted evaluation, if it is there
		}
	}
	report, err := readReport(a.Report)
	if err != nil {
		return err
	}
	a.Success, a.MeanScore, a.Episodes = report.Success, report.MeanScore, report.Episodes
	return nil
}

// compare computes the difference; arms come in pairs. Without any it is 0.
func (r *experimentPretrainingResult) compare() {
	if len(r.Arms) == 0 {
		return
	}
	pairs := float64(len(r.Arms) / 2)
	sum, squares := 0.0, 0.0
	for i := 0; i < len(r.Arms); i += 2 {
		difference := r.Arms[i].Success - r.Arms[i+1].Success
		sum += difference
		squares += difference * difference
	}
	r.Difference = sum / pairs
	if pairs > 1 {
		r.Spread = math.Sqrt(max(0, squares-sum*sum/pairs) / (pairs - 1))
	}
}

// write writes the table.
func (r *experimentPretrainingResult) write(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(w, "suite %s, tasks %s, seeds %s\n\n", r.Suite, r.Tasks, r.Seeds)
	fmt.Fprintln(t, "training\tseed\tpre-training steps\tsteps\tseconds\tepisodes\tsuccess\tmean score\t")
	for _, a := range r.Arms {
		name := "from nothing"
		if a.Pretrained {
			name = "pre-trained"
		}
		fmt.Fprintf(t, "%s\t%d\t%d\t%d\t%.0f\t%d\t%.1f %%\t%.1f\t\n", name, a.Seed, a.PretrainSteps, a.TrainSteps, a.Seconds, a.Episodes, 100*a.Success, a.MeanScore)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "\npre-training gives %+.1f points of success (standard deviation over %d training seeds: %.1f)\n",
		100*r.Difference, len(r.Arms)/2, 100*r.Spread)
	return err
}
