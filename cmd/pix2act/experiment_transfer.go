package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"pix2act/episode"
	"pix2act/internal/folder"
	"pix2act/play"
	"pix2act/score"
	"pix2act/train"
)

// TransferOptions are the flags of experiment transfer, besides those of train policy.
type TransferOptions struct {
	Train   TrainPolicyOptions
	HoldOut string
	Seeds   string
}

// transferResult is transfer.json and what --json prints.
type transferResult struct {
	HeldOutTasks []string     `json:"held_out_tasks"`
	Trained      score.Report `json:"trained"`  // on the tasks of the training
	HeldOut      score.Report `json:"held_out"` // on those it never saw
	// Interrupted tells that the reports have not all episodes, or none.
	Interrupted bool `json:"interrupted,omitempty"`
}

const transferName = "transfer.json"

func newTransferCommand(g *globalOptions) *cobra.Command {
	var o TransferOptions
	c := &cobra.Command{
		Use:   "transfer",
		Short: "Train without some tasks and measure both the others and these",
		Long: `Train a policy on all tasks of the data but those held out, then play both groups with the best checkpoint. The run's folder
gets transfer.json with both reports. With --resume a training goes on, or a finished one is measured again.
` + exitStatus,
		Args: exactArgs(0, "no arguments"),
		RunE: func(c *cobra.Command, _ []string) error { return runTransfer(c.Context(), o, c.Flags().Changed, g) },
	}
	trainRunFlags(c, &o.Train)
	trainPlayFlags(c, &o.Train.Play)
	c.Flags().StringVar(&o.HoldOut, "hold-out", "heldout", "tasks that are left out of the training: comma-separated names or a named list")
	c.Flags().StringVar(&o.Seeds, "seeds", episode.DevelopmentSeeds.String(), "seeds of both measurements, A..B")
	if err := c.Flags().MarkHidden("held-out"); err != nil {
		panic(err) // a name without a flag is a fault of this program
	}
	requireFlags(c, "data", "out")
	return c
}

func runTransfer(ctx context.Context, o TransferOptions, changed func(string) bool, g *globalOptions) error {
	if changed("held-out") || changed("until") {
		return usagef("experiment transfer takes --hold-out, and trains to the end: leave --held-out and --until away")
	}
	if _, err := parseSeeds(o.Seeds); err != nil {
		return err
	}
	suite, err := openSuite(o.Train.Play.Suite)
	if err != nil {
		return err
	}
	heldOut, err := taskNames(suite, o.HoldOut)
	if err != nil {
		return err
	}
	if o.Train.Play.Tasks != "" {
		played, err := taskNames(suite, o.Train.Play.Tasks)
		if err != nil {
			return err
		}
		for _, task := range played {
			if slices.Contains(heldOut, task) {
				return usagef("--play-tasks has %s, which is held out: the best checkpoint would be chosen by it", task)
			}
		}
	}
	if err := checkDataSuite(o.Train.Data, suite.Name()); err != nil {
		return err
	}
	claim, err := folder.Take(o.Train.Out)
	if err != nil {
		return folderError(err, "--out")
	}
	defer claim.Release()
	o.Train.HeldOut, o.Train.claim = heldOut, claim
	result := transferResult{HeldOutTasks: heldOut}
	err = result.fill(ctx, o, changed, g)
	if interrupted(ctx, err) && g.JSON {
		result.Interrupted = true
		return errors.Join(err, g.print(result))
	}
	if err != nil {
		return err
	}
	path := filepath.Join(o.Train.Out, transferName)
	err = writeFile(path, func(w io.Writer) error {
		encoder := json.NewEncoder(w)
		encoder.SetIndent("", "  ")
		return encoder.Encode(result)
	})
	if err != nil {
		return err
	}
	if g.JSON {
		return g.print(result)
	}
	for _, part := range []struct {
		what   string
		report score.Report
	}{{"tasks of the training", result.Trained}, {"held-out tasks", result.HeldOut}} {
		fmt.Fprintf(g.stdout, "%s: %.1f mean score, %.1f %% success over %d episodes\n", part.what, part.report.MeanScore, 100*part.report.Success, part.report.Episodes)
		if err := part.report.WriteTable(g.stdout, nil); err != nil {
			return err
		}
		fmt.Fprintln(g.stdout)
	}
	fmt.Fprintln(g.stdout, "both reports:", path)
	return nil
}

// fill trains and measures.
func (r *transferResult) fill(ctx context.Context, o TransferOptions, changed func(string) bool, g *globalOptions) error {
	config, err := trainModel(ctx, o.Train, changed, g, policyTrainer)
	if err != nil {
		return err
	}
	_, trained := trainedTasks(o.Train.Play.Suite, config.Tasks)
	if r.Trained, err = measure(ctx, o, trained, "trained tasks", g); err != nil {
		return err
	}
	r.HeldOut, err = measure(ctx, o, strings.Join(r.HeldOutTasks, ","), "held-out tasks", g)
	return err
}

// checkDataSuite refuses data of another suite than the one that is played. Data without a manifest are taken as they are.
func checkDataSuite(data []string, suite string) error {
	folders, err := parseFolders(data)
	if err != nil {
		return err
	}
	for _, folder := range folders {
		manifest, err := episode.ReadManifest(folder.Dir)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return err
		}
		if manifest.Suite != suite {
			return usagef("--data %s is of the suite %s, not %s: name its pages with --suite", folder.Dir, manifest.Suite, suite)
		}
	}
	return nil
}

// measure plays tasks with the best checkpoint of the run.
func measure(ctx context.Context, o TransferOptions, tasks, what string, g *globalOptions) (score.Report, error) {
	e := EvalOptions{
		Suite: o.Train.Play.Suite, Tasks: tasks, Seeds: o.Seeds, Mode: "train", Agent: filepath.Join(o.Train.Out, train.BestName),
		Computing: o.Train.Computing, Beam: o.Train.Play.Beam, Parallel: o.Train.Play.Parallel,
	}
	s, err := newSetup(ctx, setupOptions{
		Suite: e.Suite, Tasks: e.Tasks, Seeds: e.Seeds, Mode: e.Mode, Agent: e.Agent, Computing: e.Computing, Beam: e.Beam, Parallel: e.Parallel,
	})
	if err != nil {
		return score.Report{}, err
	}
	defer s.Close()
	meta, err := s.meta(e)
	if err != nil {
		return score.Report{}, err
	}
	summary := score.NewSummary(meta)
	bar := newProgress(g, len(s.Episodes), what)
	err = s.play(ctx, func(r play.Record) error {
		summary.Add(r)
		bar.Add(1)
		return nil
	})
	bar.Close()
	return summary.Report(), err
}
