package main

import "github.com/spf13/cobra"

func newExperimentCommand(g *globalOptions) *cobra.Command {
	c := &cobra.Command{
		Use:   "experiment",
		Short: "Measure what a part of the system is worth",
		Long:  "Measure what a part of the system is worth, by training with it and without it.\n" + exitStatus,
		Args: func(c *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usagef("unknown experiment %q: use pretraining", args[0])
			}
			return nil
		},
		RunE: func(*cobra.Command, []string) error { return usagef("name what to measure: pretraining") },
	}
	c.AddCommand(newExperimentPretrainingCommand(g))
	return c
}
