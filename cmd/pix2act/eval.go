package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"pix2act/chrome"
	"pix2act/play"
	"pix2act/score"
	"pix2act/web"
)

// EvalOptions are the flags of eval.
type EvalOptions struct {
	Computing
	Suite    string
	Tasks    string
	Seeds    string
	Mode     string
	Agent    string
	Preset   string
	Parallel int
	MaxSteps int
	Beam     int
	Out      string
	Shown    int
	Beside   string
}

func newEvalCommand(g *globalOptions) *cobra.Command {
	var o EvalOptions
	c := &cobra.Command{
		Use:   "eval",
		Short: "Play many episodes and report success and score",
		Long: `Play every seed of every task and report success and score with 95 % intervals; means are over every episode.
With --out DIR the folder gets report.json, table.txt, table.md and episodes.html: what the agent saw, what it considered, what it did.
` + exitStatus,
		Args: exactArgs(0, "no arguments"),
		RunE: func(c *cobra.Command, _ []string) error { return runEval(c.Context(), o, g) },
	}
	f := c.Flags()
	f.StringVar(&o.Suite, "suite", "miniwob", suiteHelp)
	f.StringVar(&o.Tasks, "tasks", "", "comma-separated task names or a named list")
	f.StringVar(&o.Seeds, "seeds", "", "A..B, both ends included")
	f.StringVar(&o.Mode, "mode", "train", "data mode of the pages: train or test")
	f.StringVar(&o.Agent, "agent", "bundled", agentHelp)
	f.IntVar(&o.Parallel, "parallel", 0, "browsers (0: one per core)")
	f.IntVar(&o.MaxSteps, "max-steps", 0, "end an episode after this many actions (0: the task's own limit)")
	f.StringVar(&o.Preset, "preset", "", presetHelp)
	f.IntVar(&o.Beam, "beam", 0, "actions the policy ranks at each step (0: 8, or the preset's)")
	o.flags(f)
	f.StringVar(&o.Out, "out", "", "folder for the report and the page of the episodes")
	f.IntVar(&o.Shown, "html", 5, "episodes of each task shown in the page")
	f.StringVar(&o.Beside, "beside", "", "report.json of another evaluation to show beside this one")
	requireFlags(c, "tasks", "seeds")
	return c
}

func runEval(ctx context.Context, o EvalOptions, g *globalOptions) error {
	s, err := newSetup(ctx, setupOptions{
		Suite: o.Suite, Tasks: o.Tasks, Seeds: o.Seeds, Mode: o.Mode, Agent: o.Agent,
		Preset: o.Preset, Computing: o.Computing, Beam: o.Beam, Parallel: o.Parallel, MaxSteps: o.MaxSteps,
	})
	if err != nil {
		return err
	}
	defer s.Close()
	beside, err := readReport(o.Beside)
	if err != nil {
		return err
	}
	if o.Out != "" {
		if err := os.MkdirAll(o.Out, 0o777); err != nil {
			return fmt.Errorf("cannot make the folder %s: %w; choose another with --out", o.Out, err)
		}
	}
	meta, err := s.meta(o)
	if err != nil {
		return err
	}
	summary := score.NewSummary(meta)
	page := web.NewEpisodes("Episodes of the agent " + o.Agent)
	shown := map[string]int{}
	successes, played := 0, 0
	bar := newProgress(g, len(s.Episodes), "episodes")
	playErr := s.play(ctx, func(r play.Record) error {
		summary.Add(r)
		played++
		if r.Final.Success {
			successes++
		}
		bar.Describe(fmt.Sprintf("%s  %d of %d solved", r.Episode.Task, successes, played))
		bar.Add(1)
		if o.Out == "" || shown[r.Episode.Task] >= o.Shown {
			return nil
		}
		shown[r.Episode.Task]++
		return page.Add(r)
	})
	bar.Close()
	if playErr != nil && played == 0 {
		return playErr
	}
	report := summary.Report()
	if o.Out != "" {
		if err := writeReport(o.Out, report, beside, page); err != nil {
			return errors.Join(playErr, err)
		}
	}
	if g.JSON {
		return errors.Join(playErr, g.print(report))
	}
	if err := report.WriteTable(g.stdout, beside); err != nil {
		return err
	}
	if o.Out != "" {
		fmt.Fprintln(g.stdout, "\npage of the episodes:", filepath.Join(o.Out, "episodes.html"))
	}
	return playErr
}

// meta is what the report says of how it was made.
func (s *setup) meta(o EvalOptions) (score.Meta, error) {
	protocol := score.ProtocolOf(s.Episodes[0].Settings)
	protocol.SuiteHash = s.World.suite.Hash()
	protocol.TaskList = o.Tasks
	protocol.Mode = o.Mode
	protocol.Browser = s.World.browser.Version
	protocol.Fonts = fontsHash()
	protocol.InjectedStyles = chrome.InjectedStyles()
	if s.Player.Hash != nil {
		var err error
		if protocol.CheckpointHash, err = s.Player.Hash(); err != nil {
			return score.Meta{}, err
		}
	}
	protocol.Version = version()
	protocol.Command = commandLine()
	return score.Meta{
		Suite: s.World.suite.Name(), Agent: s.Player.Name, Seeds: s.Seeds, Tasks: s.Tasks,
		Expected: len(s.Episodes), Protocol: protocol,
	}, nil
}

func readReport(path string) (*score.Report, error) {
	if path == "" {
		return nil, nil
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("--beside: %w", err)
	}
	var report score.Report
	if err := json.Unmarshal(data, &report); err != nil {
		return nil, usagef("--beside %s is no report of eval: %v", path, err)
	}
	return &report, nil
}

// writeReport fills the output folder.
func writeReport(dir string, report score.Report, beside *score.Report, page *web.Episodes) error {
	files := map[string]func(io.Writer) error{
		"report.json": func(w io.Writer) error {
			encoder := json.NewEncoder(w)
			encoder.SetIndent("", "  ")
			encoder.SetEscapeHTML(false)
			return encoder.Encode(report)
		},
		"table.txt":     func(w io.Writer) error { return report.WriteTable(w, beside) },
		"table.md":      func(w io.Writer) error { return report.WriteMarkdown(w, beside) },
		"episodes.html": func(w io.Writer) error { return page.Write(w, &report) },
	}
	for name, write := range files {
		if err := writeFile(filepath.Join(dir, name), write); err != nil {
			return err
		}
	}
	return nil
}
