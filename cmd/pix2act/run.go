package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"unicode"

	"github.com/spf13/cobra"

	"pix2act/gui"
	"pix2act/play"
	"pix2act/score"
	"pix2act/web"
)

// RunOptions are the flags of run.
type RunOptions struct {
	Computing
	Suite    string
	Seed     int64
	Mode     string
	Agent    string
	Preset   string
	HTML     string
	Beam     int
	MaxSteps int
}

type runStep struct {
	Action            string `json:"action"`
	ObservationSHA256 string `json:"observation_sha256"`
	Invalid           string `json:"invalid"`
}

type runResult struct {
	Suite   string    `json:"suite"`
	Task    string    `json:"task"`
	Seed    int64     `json:"seed"`
	Agent   string    `json:"agent"`
	Raw     float64   `json:"raw"`
	Score   float64   `json:"score"`
	Success bool      `json:"success"`
	Reason  string    `json:"reason,omitempty"`
	Steps   []runStep `json:"steps"`
	HTML    string    `json:"html,omitempty"`
	Grammar string    `json:"grammar,omitempty"` // of actions, if one was illegal
	Faults  []string  `json:"faults,omitempty"`

	Interrupted bool `json:"interrupted,omitempty"` // before the end of the episode, which then counts as no page ended it
}

func newRunCommand(g *globalOptions) *cobra.Command {
	var o RunOptions
	c := &cobra.Command{
		Use:   "run TASK",
		Short: "Play one episode and show what happened",
		Long: `Play one episode of a task and print every action with the reward it led to.
observation_sha256 in --json is the hash of the picture the action was chosen on.
` + exitStatus,
		Args: exactArgs(1, "the name of one task"),
		RunE: func(c *cobra.Command, args []string) error { return runRun(c.Context(), o, g, args[0]) },
	}
	f := c.Flags()
	f.StringVar(&o.Suite, "suite", "miniwob", suiteHelp)
	f.Int64Var(&o.Seed, "seed", 0, "seed of the episode")
	f.StringVar(&o.Mode, "mode", "train", "data mode of the page: train or test")
	f.StringVar(&o.Agent, "agent", "bundled", agentHelp)
	f.StringVar(&o.HTML, "html", "", "write the episode as a page to this file")
	f.StringVar(&o.Preset, "preset", "", presetHelp)
	f.IntVar(&o.Beam, "beam", 0, "actions the policy ranks at each step (0: 8, or the preset's)")
	o.flags(f)
	f.IntVar(&o.MaxSteps, "max-steps", 0, "end the episode after this many actions (0: the task's own limit)")
	return c
}

func runRun(ctx context.Context, o RunOptions, g *globalOptions, task string) error {
	setup, err := newSetup(ctx, setupOptions{
		Suite: o.Suite, Tasks: task, Seeds: fmt.Sprint(o.Seed), Mode: o.Mode, Agent: o.Agent,
		Preset: o.Preset, Computing: o.Computing, Beam: o.Beam, Parallel: 1, MaxSteps: o.MaxSteps,
	})
	unplayed := runResult{Suite: o.Suite, Task: task, Seed: o.Seed, Agent: o.Agent, Raw: -1, Reason: "interrupted", Steps: []runStep{}, Interrupted: true}
	if err != nil {
		return g.stopped(ctx, err, unplayed)
	}
	defer setup.Close()
	unplayed.Suite = setup.World.suite.Name()
	if len(setup.Episodes) != 1 {
		return usagef("run plays one task, and %q names %d; use eval for lists", task, len(setup.Episodes))
	}
	if err := checkFile(o.HTML); err != nil {
		return err
	}
	var record play.Record
	if err := setup.play(ctx, func(r play.Record) error { record = r; return nil }); err != nil {
		return g.stopped(ctx, err, unplayed)
	}
	var errs []error
	if score.End(record.Final) == gui.ReasonFault || score.End(record.Final) == score.EndAgent {
		errs = append(errs, fmt.Errorf("the episode was lost: %s", record.Final.Reason))
	}
	if o.HTML != "" {
		if err := writeEpisode(o, setup, record); err != nil {
			errs, o.HTML = append(errs, err), ""
		}
	}
	result := runResult{
		Suite: setup.World.suite.Name(), Task: record.Episode.Task, Seed: o.Seed, Agent: o.Agent,
		Raw: record.Final.Raw, Score: record.Final.Score, Success: record.Final.Success,
		Reason: record.Final.Reason, HTML: o.HTML, Faults: record.Faults, Steps: []runStep{},
	}
	for _, s := range record.Steps {
		step := runStep{Action: s.Action, ObservationSHA256: s.Before.SHA256()}
		if s.After.Invalid != nil {
			step.Invalid, result.Grammar = s.After.Invalid.Reason, gui.Grammar
		}
		result.Steps = append(result.Steps, step)
	}
	if g.JSON {
		errs = append(errs, g.print(result))
	} else {
		printEpisode(g.stdout, result, record)
	}
	return errors.Join(errs...)
}

// writeEpisode writes the page of --html, with the protocol of an evaluation of that one episode.
func writeEpisode(o RunOptions, s *setup, record play.Record) error {
	meta, err := s.meta(EvalOptions{Tasks: record.Episode.Task, Mode: o.Mode})
	if err != nil {
		return err
	}
	records := []play.Record{record}
	report := score.Summarise(meta, records)
	return writeFile(o.HTML, func(w io.Writer) error {
		return web.EpisodesPage(w, "Episode of the agent "+o.Agent, &report, records)
	})
}

func printEpisode(w io.Writer, result runResult, record play.Record) {
	fmt.Fprintf(w, "%s/%s seed %d, agent %s\n", result.Suite, result.Task, result.Seed, result.Agent)
	for i, s := range record.Steps {
		fmt.Fprintf(w, "%3d  %-24s", i+1, printable(s.Action))
		if len(s.Decision.Beam) > 0 {
			fmt.Fprintf(w, "  %5.1f %%", 100*probability(s.Decision))
		}
		if s.After.Invalid != nil {
			fmt.Fprintf(w, "  illegal: %s", s.After.Invalid.Reason)
		}
		fmt.Fprintln(w)
	}
	if result.Grammar != "" {
		fmt.Fprintln(w, "the grammar is:", result.Grammar)
	}
	outcome := "no success"
	if result.Success {
		outcome = "success"
	}
	if result.Reason != "" {
		outcome += " (" + result.Reason + ")"
	}
	fmt.Fprintf(w, "raw reward %g, score %g: %s\n", result.Raw, result.Score, outcome)
	if result.HTML != "" {
		fmt.Fprintln(w, "page:", result.HTML)
	}
}

// probability is the one the policy gave the chosen action.
func probability(d gui.Decision) float64 {
	for _, p := range d.Beam {
		if p.Action == d.Action {
			return math.Exp(p.LogProb)
		}
	}
	return 0
}

// printable is the text of an action as a terminal can show it: quoted, if it is none that the grammar could know.
func printable(action string) string {
	if action == "" || strings.ContainsFunc(action, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return strconv.Quote(action)
	}
	return action
}
