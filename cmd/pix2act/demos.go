package main

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"pix2act/episode"
	"pix2act/gui"
	"pix2act/play"
	"pix2act/score"
)

// DemosOptions are the flags of demos.
type DemosOptions struct {
	Computing
	Suite     string
	Tasks     string
	Seeds     string
	Mode      string
	Agent     string
	MaxSteps  int
	Out       string
	Parallel  int
	Episodes  bool
	Failures  bool
	Overwrite bool
	Noise     float64
	Jitter    bool
	Shuffle   bool
}

type demosResult struct {
	Out      string                    `json:"out"`
	Episodes int                       `json:"episodes"`
	Examples int                       `json:"examples"`
	Dropped  int                       `json:"dropped"`
	Failures int                       `json:"failures"`
	PerTask  map[string]episode.Counts `json:"per_task"`
	// Left is the episodes asked for that are neither kept nor dropped: lost to faults, or not played yet.
	Left        int  `json:"left"`
	Interrupted bool `json:"interrupted,omitempty"`
}

func newDemosCommand(g *globalOptions) *cobra.Command {
	var o DemosOptions
	c := &cobra.Command{
		Use:   "demos",
		Short: "Write demonstrations of the oracles as training data",
		Long: `Let the oracle of each task, or the agent named, play the seeds and write every successful episode as training
examples (TFRecord files of tf.train.Example and, with --episodes, of Episode records), with a manifest.
With --failures the other episodes are kept as Episode records, for train value to learn from.
The seeds must be training seeds (1000000..899999999). An interrupted run is continued by the same command.
` + exitStatus,
		Args: exactArgs(0, "no arguments"),
		RunE: func(c *cobra.Command, _ []string) error { return runDemos(c.Context(), o, g) },
	}
	c.AddCommand(newDemosConvertCommand(g))
	f := c.Flags()
	f.StringVar(&o.Suite, "suite", "miniwob", suiteHelp)
	f.StringVar(&o.Tasks, "tasks", "", "comma-separated task names or a named list")
	f.StringVar(&o.Seeds, "seeds", "", "A..B, both ends included")
	f.StringVar(&o.Mode, "mode", "train", "data mode of the pages: train or test")
	f.StringVar(&o.Agent, "agent", "oracle", agentHelp)
	o.backendFlag(f)
	f.IntVar(&o.MaxSteps, "max-steps", 0, "end an episode after this many actions (0: the task's own limit)")
	f.StringVar(&o.Out, "out", "", "folder of the data set")
	f.IntVar(&o.Parallel, "parallel", 0, "browsers (0: one per core)")
	f.BoolVar(&o.Episodes, "episodes", false, "write whole-episode records too, which train value needs")
	f.BoolVar(&o.Failures, "failures", false, "keep episodes without success among the whole-episode records")
	f.Float64Var(&o.Noise, "noise", 0, "probability of a wrong action before each right one; the wrong ones are no examples")
	f.BoolVar(&o.Jitter, "jitter", false, "let the oracle point anywhere within its targets")
	f.BoolVar(&o.Shuffle, "shuffle", false, "let the oracle do what may be done in any order in another one than from the top")
	f.BoolVar(&o.Overwrite, "overwrite", false, "replace a data set that stands in the folder")
	requireFlags(c, "tasks", "seeds", "out")
	return c
}

func runDemos(ctx context.Context, o DemosOptions, g *globalOptions) error {
	seeds, err := parseSeeds(o.Seeds)
	if err != nil {
		return err
	}
	if err := episode.CheckTrainingSeeds(seeds.First, seeds.Last); err != nil {
		return usageError{err}
	}
	if err := o.checkVariation(); err != nil {
		return err
	}
	s, err := newSetup(ctx, setupOptions{
		Suite: o.Suite, Tasks: o.Tasks, Seeds: o.Seeds, Mode: o.Mode, Agent: o.Agent, Computing: o.Computing, Parallel: o.Parallel,
		MaxSteps: o.MaxSteps,
	})
	if err != nil {
		return err
	}
	defer s.Close()
	s.Player.New = o.vary(s.Player.New)
	filter := "successful episodes"
	if o.Failures {
		filter += "; the others as whole episodes"
	}
	writer, err := episode.NewWriter(o.Out, episode.Options{
		Manifest: episode.Manifest{
			Suite: s.World.suite.Name(), SuiteHash: s.World.suite.Hash(), Mode: o.Mode, Settings: s.Episodes[0].Settings,
			Tasks: s.Tasks, Seeds: seeds, Agent: o.Agent, Filter: filter, Variation: o.variation(),
			Browser: s.World.browser.Version, Fonts: fontsHash(), Command: commandLine(),
		},
		Episodes: o.Episodes || o.Failures, Overwrite: o.Overwrite,
	})
	if err != nil {
		return dataSetError(err, "--out", "--overwrite")
	}
	all := len(s.Episodes)
	s.Episodes = slices.DeleteFunc(s.Episodes, func(ep gui.Episode) bool { return writer.Has(ep.Task, ep.Seed) })
	bar := newProgress(g, len(s.Episodes), "demonstrations")
	lost := "" // why the first episode was that no attempt could play to its end
	err = s.play(ctx, func(r play.Record) error {
		defer bar.Add(1)
		if score.End(r.Final) == gui.ReasonFault && lost == "" {
			lost = r.Faults[len(r.Faults)-1]
		}
		return keep(writer, r, o.Failures)
	})
	bar.Close()
	stopped := interrupted(ctx, err)
	if err != nil || lost != "" {
		// A failure to write is told once, though the writer tells it again.
		suspended := writer.Suspend()
		if suspended != nil && !errors.Is(err, suspended) {
			err = errors.Join(err, suspended)
		}
		if err != nil && !stopped || suspended != nil {
			return err
		}
	} else if _, err := writer.Close(); err != nil {
		return err
	}
	manifest := writer.Manifest()
	counts := manifest.Counts
	result := demosResult{
		Out: o.Out, Episodes: counts.Episodes, Examples: counts.Examples, Dropped: counts.Dropped, Failures: counts.Failures, PerTask: manifest.PerTask,
		Left: all - counts.Episodes - counts.Dropped - counts.Failures, Interrupted: stopped,
	}
	if lost != "" && !stopped {
		err = fmt.Errorf("%d episodes were lost to faults, and the same command plays them again; the first: %s", result.Left, lost)
	}
	if g.JSON {
		return errors.Join(err, g.print(result))
	}
	fmt.Fprintf(g.stdout, "%s: %d examples of %d episodes; %d episodes dropped (their reasons are in the manifest)\n",
		o.Out, counts.Examples, counts.Episodes, counts.Dropped)
	if o.Failures {
		fmt.Fprintf(g.stdout, "%d episodes without success kept as whole episodes\n", counts.Failures)
	}
	if stopped {
		fmt.Fprintf(g.stdout, "interrupted with %d of %d episodes left; the same command goes on\n", result.Left, all)
	}
	return err
}

// keep adds a successful episode to the data set, and another one as a whole episode if it is asked to, or notes why it
// is left out. An episode lost to a fault is neither: a resumed run plays it again. An illegal action is no target.
func keep(writer *episode.Writer, r play.Record, failures bool) error {
	detours := 0
	for _, step := range r.Steps {
		if step.Decision.Astray {
			detours++
		}
	}
	why := fmt.Sprintf("raw reward %g %s", r.Final.Raw, r.Final.Reason)
	if detours > 0 {
		why += fmt.Sprintf(", after %d wrong actions", detours)
	}
	end := score.End(r.Final)
	if end == gui.ReasonFault {
		return nil
	}
	if !r.Final.Success && (!failures || len(r.Steps) == 0 || end == score.EndAgent) {
		return writer.Drop(r.Episode, why)
	}
	record := episode.Record{
		Episode: r.Episode, Raw: r.Final.Raw, Score: r.Final.Score, Success: r.Final.Success, Complete: end == score.EndPage,
	}
	for _, step := range r.Steps {
		png, err := step.Before.PNG()
		if err != nil {
			return err
		}
		record.Steps = append(record.Steps, episode.Step{Image: png, Action: step.Action, Astray: step.After.Invalid != nil || step.Decision.Astray})
	}
	if r.Final.Success && len(record.Examples()) == 0 {
		return writer.Drop(r.Episode, "solved by wrong actions alone")
	}
	if !r.Final.Success {
		return writer.AddFailure(record)
	}
	return writer.Add(record)
}
