package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"

	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"

	"pix2act/miniwob"
	"pix2act/miniwob/pagetest"
)

// CheckOptions are the flags of tasks check.
type CheckOptions struct {
	Seeds    string
	Tasks    string
	Parallel int
}

type checkResult struct {
	Suite    string             `json:"suite"`
	Seeds    string             `json:"seeds"`
	Pages    int                `json:"pages"` // that were checked
	Failing  int                `json:"failing"`
	Findings []pagetest.Finding `json:"findings"`

	Interrupted bool `json:"interrupted,omitempty"`
}

func newTasksCheckCommand(g *globalOptions) *cobra.Command {
	var o CheckOptions
	var about strings.Builder
	for _, c := range pagetest.Checks {
		fmt.Fprintf(&about, "  %-12s %s\n", c.Name, c.About)
	}
	c := &cobra.Command{
		Use:   "check PATH",
		Short: "Check task pages of your own",
		Long: `Play the pages of a folder in fresh and in used documents and say what is wrong with each. PATH is a folder as
for --suite dir:PATH, one of its pages, or a suite as for --suite. docs/writing-tasks.md has a page to begin with.

CHECKS
` + about.String() + `
EXIT STATUS
  0    every page is all right
  1    a page fails, or a fault of the machine
  2    usage: what was asked is malformed or does not exist
  130  interrupted`,
		Args: exactArgs(1, "the path of a folder or page"),
		RunE: func(c *cobra.Command, args []string) error { return runTasksCheck(c.Context(), o, g, args[0]) },
	}
	f := c.Flags()
	f.StringVar(&o.Seeds, "seeds", "0..2", "A..B, both ends included")
	f.StringVar(&o.Tasks, "tasks", "all", "comma-separated task names or a named list")
	f.IntVar(&o.Parallel, "parallel", 0, "browsers (0: one per core)")
	return c
}

// openChecked opens what tasks check is given, with the tasks to check.
func openChecked(place, tasks string) (*miniwob.Suite, []string, error) {
	if place == "miniwob" || strings.HasPrefix(place, "farama:") || strings.HasPrefix(place, "dir:") {
		suite, err := openSuite(place)
		if err != nil {
			return nil, nil, err
		}
		names, err := taskNames(suite, tasks)
		return suite, names, err
	}
	if page := filepath.Base(place); strings.HasSuffix(page, ".html") {
		name := strings.TrimSuffix(page, ".html")
		// A page is looked for as its folder would be given.
		place, tasks = filepath.Dir(place), name
		if above := filepath.Base(place); above == "tasks" || above == "miniwob" {
			place = filepath.Dir(place)
		}
	}
	suite, err := openSuite("dir:" + place)
	if err != nil {
		return nil, nil, err
	}
	names, err := taskNames(suite, tasks)
	return suite, names, err
}

func runTasksCheck(ctx context.Context, o CheckOptions, g *globalOptions, place string) error {
	seeds, err := parseSeeds(o.Seeds)
	if err != nil {
		return err
	}
	if o.Parallel < 0 {
		return usagef("--parallel %d: give 0 for one per core, or a positive number", o.Parallel)
	}
	suite, tasks, err := openChecked(place, o.Tasks)
	if err != nil {
		return err
	}
	parallel := o.Parallel
	if parallel == 0 {
		parallel = runtime.NumCPU()
	}
	w, err := newWorld(suite, min(parallel, len(tasks)))
	if err != nil {
		return err
	}
	defer w.Close()
	found := make([][]pagetest.Finding, len(tasks))
	var done atomic.Int64
	bar := newProgress(g, len(tasks), "pages")
	group, together := errgroup.WithContext(ctx)
	group.SetLimit(min(parallel, len(tasks)))
	for i, task := range tasks {
		group.Go(func() error {
			defer bar.Add(1)
			of, err := pagetest.Check(together, pagetest.Options{Suite: suite, Pool: w.pool, First: seeds.First, Last: seeds.Last}, task)
			if err != nil {
				return fmt.Errorf("checking %s: %w", task, err)
			}
			found[i] = of
			done.Add(1)
			return nil
		})
	}
	err = group.Wait()
	bar.Close()
	result := checkResult{
		Suite: suite.Name(), Seeds: seeds.String(), Pages: int(done.Load()), Findings: []pagetest.Finding{}, Interrupted: interrupted(ctx, err),
	}
	if err == nil && o.Tasks == "all" && len(tasks) == len(suite.Tasks()) {
		for _, page := range suite.Others() {
			if page == "index.html" {
				continue
			}
			result.Pages++
			found = append(found, []pagetest.Finding{{
				Task: strings.TrimSuffix(page, ".html"), Check: "loads", Seed: seeds.First,
				Text: "it does not load ../core/core.js, so it is no task; what tasks load belongs into a folder beside them",
			}})
		}
	}
	for _, of := range found {
		result.Findings = append(result.Findings, of...)
		if len(of) > 0 {
			result.Failing++
		}
	}
	if err != nil {
		return g.stopped(ctx, err, result)
	}
	return printChecked(g, result, found)
}

func printChecked(g *globalOptions, result checkResult, found [][]pagetest.Finding) error {
	if g.JSON {
		if err := g.print(result); err != nil {
			return err
		}
	} else {
		for _, of := range found {
			if len(of) == 0 {
				continue
			}
			fmt.Fprintln(g.stdout, of[0].Task)
			for _, f := range of {
				fmt.Fprintf(g.stdout, "  %-12s %s (seed %d)\n", f.Check, f.Text, f.Seed)
			}
		}
		fmt.Fprintf(g.stdout, "all right: %d of %s\n", result.Pages-result.Failing, plural(result.Pages, "page"))
	}
	switch result.Failing {
	case 0:
		return nil
	case 1:
		return errors.New("one page fails")
	}
	return fmt.Errorf("%d pages fail", result.Failing)
}
