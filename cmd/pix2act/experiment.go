package main

import "github.com/spf13/cobra"

func newExperimentCommand(g *globalOptions) *cobra.Command {
	c := &cobra.Command{
		Use:   "experiment",
		Short: "Measure what a part of the system is worth",
		Long:  "Measure what a part of the system is worth, by training with it and without it, or on tasks that it never trained on.\n" + exitStatus,
		Args: func(c *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usagef("unknown experiment %q: use pretraining, transfer or ablations", args[0])
			}
			return nil
		},
		RunE: func(*cobra.Command, []string) error {
			return usagef("name what to measure: pretraining, transfer or ablations")
		},
	}
	c.AddCommand(newExperimentPretrainingCommand(g), newTransferCommand(g), newAblationsCommand(g))
	return c
}
