package main

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"pix2act/miniwob"
)

type taskRow struct {
	Task             string   `json:"task"`
	Lists            []string `json:"lists"`
	LimitS           float64  `json:"limit_s"`
	Actions          []string `json:"actions"`
	SuccessThreshold float64  `json:"success_threshold"`
	MaxSteps         int      `json:"max_steps"`
	Animated         bool     `json:"animated"`
	// Deterministic is that the seed and the actions fix every pixel. It is true of all tasks, those too that the
	// public package marks as not: chance and time are the environment's here.
	Deterministic bool `json:"deterministic"`
}

func newTasksCommand(g *globalOptions) *cobra.Command {
	var suiteName string
	c := &cobra.Command{
		Use:   "tasks",
		Short: "List the tasks of a suite",
		Long: `List the tasks of a suite with their lists, time limits, action kinds and success thresholds.
With --json each task also says whether pixels change without input (animated).

LISTS, for --tasks
` + miniwob.AboutLists() + exitStatus,
		Args: exactArgs(0, "no arguments"),
		RunE: func(*cobra.Command, []string) error { return runTasks(g, suiteName) },
	}
	c.AddCommand(newTasksCheckCommand(g))
	c.Flags().StringVar(&suiteName, "suite", "miniwob", suiteHelp)
	return c
}

func runTasks(g *globalOptions, suiteName string) error {
	suite, err := openSuite(suiteName)
	if err != nil {
		return err
	}
	rows := []taskRow{}
	for _, t := range suite.Tasks() {
		rows = append(rows, taskRow{
			Task: t.Name, Lists: t.Lists, LimitS: t.LimitS, Actions: t.Actions,
			SuccessThreshold: t.SuccessThreshold, MaxSteps: t.MaxSteps,
			Animated: t.Animated, Deterministic: true,
		})
	}
	if g.JSON {
		return g.print(rows)
	}
	w := tabwriter.NewWriter(g.stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "TASK\tLIMIT\tSTEPS\tSUCCESS AT\tACTIONS\tLISTS")
	for _, r := range rows {
		fmt.Fprintf(w, "%s\t%g s\t%d\t%g\t%s\t%s\n", r.Task, r.LimitS, r.MaxSteps, r.SuccessThreshold, strings.Join(r.Actions, ","), strings.Join(r.Lists, ","))
	}
	return w.Flush()
}
