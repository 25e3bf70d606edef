package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"pix2act/chrome"
	"pix2act/internal/folder"
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
With --out DIR the folder gets report.json, table.txt, table.md and episodes.html: what the agent saw, what it considered,
what it did. It may hold an earlier report, which is replaced, and nothing else. In JSON mean_score is on a scale of 0 to
100, as scores are published; success, its interval and the score of each task are on one of 0 to 1.
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
		none := score.Summarise(score.Meta{Suite: o.Suite, Agent: o.Agent, Seeds: o.Seeds}, nil)
		none.Interrupted = true
		return g.stopped(ctx, err, none)
	}
	defer s.Close()
	if o.Shown < 0 {
		return usagef("--html %d: give 0 for none, or a positive number of episodes", o.Shown)
	}
	var beside *score.Report
	if o.Beside != "" {
		if beside, err = readReport(o.Beside); err != nil {
			return fmt.Errorf("--beside: %w", err)
		}
	}
	if o.Out != "" {
		claim, err := takeReportFolder(o.Out)
		if err != nil {
			return err
		}
		defer claim.Release()
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
		bar.Add(1)
		bar.Describe(fmt.Sprintf("%s  %d of %d solved", r.Episode.Task, successes, played))
		if o.Out == "" || shown[r.Episode.Task] >= o.Shown {
			return nil
		}
		shown[r.Episode.Task]++
		return page.Add(r)
	})
	bar.Close()
	report := summary.Report()
	lostErr := allLost(report)
	if lostErr != nil { // zeros would pass for a measurement
		faults := report.Faults
		report = score.Summarise(meta, nil)
		report.Faults = faults
	}
	report.Interrupted = interrupted(ctx, playErr)
	if playErr != nil && !report.Interrupted {
		report.Faults = append(report.Faults, score.Fault{Errors: []string{oneLine(playErr.Error())}})
	}
	var writeErr error
	if o.Out != "" && report.Episodes > 0 {
		writeErr = writeReport(o.Out, report, beside, page)
	}
	err = errors.Join(playErr, writeErr, lostErr)
	if g.JSON {
		return errors.Join(g.print(report), err)
	}
	if report.Episodes == 0 {
		return err
	}
	if err := report.WriteTable(g.stdout, beside); err != nil {
		return err
	}
	if o.Out != "" && writeErr == nil {
		fmt.Fprintln(g.stdout, "\npage of the episodes:", filepath.Join(o.Out, "episodes.html"))
	}
	return err
}

// allLost is the error of an evaluation that says nothing of its agent, since no episode could be played to an end.
func allLost(report score.Report) error {
	if lost := report.Lost(); lost == 0 || lost < report.Episodes {
		return nil
	}
	for _, f := range report.Faults {
		if len(f.Errors) > 0 {
			return fmt.Errorf("no episode could be played to an end; the first: %s", f.Errors[len(f.Errors)-1])
		}
	}
	return errors.New("no episode could be played to an end")
}

// meta is what the report says of how it was made.
func (s *setup) meta(o EvalOptions) (score.Meta, error) {
	protocol := score.ProtocolOf(s.Episodes[0].Settings)
	protocol.SuiteHash = s.World.suite.Hash()
	protocol.TaskList = o.Tasks
	protocol.Mode = o.Mode
	protocol.Browser = s.World.browser.String()
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

// readReport reads the report.json of an evaluation.
func readReport(path string) (*score.Report, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, named(fmt.Errorf("cannot read the report %s: %w", path, bare(err)))
	}
	var report score.Report
	if err := json.Unmarshal(data, &report); err != nil {
		return nil, fmt.Errorf("%s is no report of eval: %w", path, err)
	}
	if report.Agent == "" || report.Suite == "" || len(report.Tasks) == 0 {
		return nil, usagef("%s is no report of eval: it names no agent, suite or task; give the report.json of a folder of eval --out", path)
	}
	return &report, nil
}

// reportFile is the report itself among the files of an evaluation.
const reportFile = "report.json"

// takeReportFolder claims the folder for the files of writeReport before the playing.
func takeReportFolder(dir string) (*folder.Claim, error) {
	claim, err := takeFolder(dir, reportFile, "table.txt", "table.md", "episodes.html")
	if err != nil {
		return nil, err
	}
	if _, err := readReport(filepath.Join(dir, reportFile)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		claim.Release()
		return nil, usagef("the folder %s holds something else: %w; choose an empty or a new folder with --out", dir, err)
	}
	return claim, nil
}

// writeReport fills the output folder.
func writeReport(dir string, report score.Report, beside *score.Report, page *web.Episodes) error {
	files := map[string]func(io.Writer) error{
		reportFile: func(w io.Writer) error {
			encoder := json.NewEncoder(w)
			encoder.SetIndent("", "  ")
			encoder.SetEscapeHTML(false)
			return encoder.Encode(report)
		},
		"table.txt":     func(w io.Writer) error { return report.WriteTable(w, beside) },
		"table.md":      func(w io.Writer) error { return report.WriteMarkdown(w, beside) },
		"episodes.html": func(w io.Writer) error { return page.Write(w, &report) },
	}
	var errs []error
	for name, write := range files {
		errs = append(errs, writeFile(filepath.Join(dir, name), write))
	}
	return errors.Join(errs...)
}
