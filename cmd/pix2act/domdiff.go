package main

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync/atomic"

	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"

	"pix2act/gui"
	"pix2act/miniwob/domdiff"
)

// DomdiffOptions are the flags of domdiff.
type DomdiffOptions struct {
	Suite    string
	Seed     int64
	Seeds    string
	Parallel int
	Promised bool
}

type domdiffResult struct {
	Suite       string               `json:"suite"`
	Seeds       string               `json:"seeds"`
	Pages       int                  `json:"pages"` // that were compared
	Choices     map[string]int       `json:"choices"`
	Differences []domdiff.Difference `json:"differences"`
	Interrupted bool                 `json:"interrupted,omitempty"`
}

func newDomdiffCommand(g *globalOptions) *cobra.Command {
	var o DomdiffOptions
	c := &cobra.Command{
		Use:   "domdiff TASK",
		Short: "Compare our runtime of the pages with the published one",
		Long: `Load a public page twice, once with its own core.js and once with ours in its place, and print what differs in
the trees of getDOMInfo, the flat ones, the effects of elementClick and the pictures of visualizeAttention. TASK is a
task, or tasks and lists separated by commas.

Ours is asked to behave as the published code (core.referenceAPI); with --promised it behaves as the published document
says, as it does by default, and what docs/miniwob.md documents about that is counted by its name:
  ` + strings.Join(domdiff.Choices, "\n  ") + `

EXIT STATUS
  0    no difference but those
  1    differences, or a fault of the machine
  2    usage: what was asked is malformed or does not exist
  130  interrupted`,
		Args: exactArgs(1, "the name of a task"),
		RunE: func(c *cobra.Command, args []string) error {
			if o.Seeds == "" {
				o.Seeds = fmt.Sprintf("%d..%d", o.Seed, o.Seed)
			}
			return runDomdiff(c.Context(), o, g, args[0])
		},
	}
	f := c.Flags()
	f.StringVar(&o.Suite, "suite", "", `the public pages, "farama:PATH"`)
	f.Int64Var(&o.Seed, "seed", 0, "seed of the episode")
	f.StringVar(&o.Seeds, "seeds", "", "A..B, both ends included, in place of --seed")
	f.IntVar(&o.Parallel, "parallel", 0, "browsers (0: one per core)")
	f.BoolVar(&o.Promised, "promised", false, "ours as by default, and the documented differences by name")
	requireFlags(c, "suite")
	return c
}

func runDomdiff(ctx context.Context, o DomdiffOptions, g *globalOptions, list string) error {
	seeds, err := parseSeeds(o.Seeds)
	if err != nil {
		return err
	}
	if o.Parallel < 0 {
		return usagef("--parallel %d: give 0 for one per core, or a positive number", o.Parallel)
	}
	if !strings.HasPrefix(o.Suite, "farama:") {
		return usagef("--suite %q: domdiff compares on the public pages, farama:PATH", o.Suite)
	}
	suite, err := openSuite(o.Suite)
	if err != nil {
		return err
	}
	tasks, err := taskNames(suite, list)
	if err != nil {
		return err
	}
	all := episodes(suite, tasks, seeds, gui.ModeTrain, gui.Settings{})
	parallel := o.Parallel
	if parallel == 0 {
		parallel = runtime.NumCPU()
	}
	parallel = min(parallel, len(all))
	w, err := newWorld(suite, parallel)
	if err != nil {
		return err
	}
	defer w.Close()
	found := make([][]domdiff.Difference, len(all))
	var done atomic.Int64
	bar := newProgress(g, len(all), "pages")
	group, together := errgroup.WithContext(ctx)
	group.SetLimit(parallel)
	for i, ep := range all {
		group.Go(func() error {
			defer bar.Add(1)
			of, err := domdiff.Compare(together, domdiff.Options{Public: suite, Pool: w.pool, Promised: o.Promised}, ep.Task, ep.Seed)
			if err != nil {
				return err
			}
			found[i] = of
			done.Add(1)
			return nil
		})
	}
	err = group.Wait()
	bar.Close()
	result := domdiffResult{
		Suite: suite.Name(), Seeds: seeds.String(), Pages: int(done.Load()), Choices: map[string]int{}, Differences: []domdiff.Difference{},
		Interrupted: interrupted(ctx, err),
	}
	for _, of := range found {
		for _, d := range of {
			if d.Choice != "" {
				result.Choices[d.Choice]++
			} else {
				result.Differences = append(result.Differences, d)
			}
		}
	}
	if err != nil {
		return g.stopped(ctx, err, result)
	}
	return printDomdiff(g, result)
}

func printDomdiff(g *globalOptions, result domdiffResult) error {
	if g.JSON {
		if err := g.print(result); err != nil {
			return err
		}
	} else {
		for _, d := range result.Differences {
			fmt.Fprintf(g.stdout, "%s seed %d: %s\n  theirs  %s\n  ours    %s\n", d.Task, d.Seed, d.Where, d.Theirs, d.Ours)
		}
		for _, choice := range domdiff.Choices {
			if n := result.Choices[choice]; n > 0 {
				fmt.Fprintf(g.stdout, "documented, %s: %s\n", plural(n, "time"), choice)
			}
		}
		fmt.Fprintf(g.stdout, "%s on %s\n", plural(len(result.Differences), "difference"), plural(result.Pages, "page"))
	}
	if len(result.Differences) > 0 {
		return errors.New("our runtime differs from the published one")
	}
	return nil
}
