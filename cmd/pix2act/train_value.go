package main

import (
	"context"

	"github.com/spf13/cobra"

	"pix2act/episode"
	"pix2act/train"
)

func newTrainValueCommand(g *globalOptions) *cobra.Command {
	var o TrainPolicyOptions
	surrogate := episode.DefaultSurrogate
	c := &cobra.Command{
		Use:   "value",
		Short: "Learn how near a screen is to success",
		Long: `Train a value function on whole episodes: data sets of pix2act demos with --episodes, and with --failures, so that it has seen
both ends. It answers with a whole number 0 to 30: the surrogate reward that is still to come, in thirtieths; that is the
score of an episode that reaches --min-raw, else 0, less 1/30 for each action to go.
The run is as that of train policy, and goes on with --resume in the same way; the best checkpoint is the one nearest to
the values of the development examples.
` + exitStatus,
		Args: exactArgs(0, "no arguments"),
		RunE: func(c *cobra.Command, _ []string) error {
			if !(surrogate.MinRaw >= -1 && surrogate.MinRaw <= 1) {
				return usagef("--min-raw %g: raw rewards lie in -1..1", surrogate.MinRaw)
			}
			return runTrain(c.Context(), o, c.Flags().Changed, g, valueTrainer(surrogate))
		},
	}
	trainRunFlags(c, &o)
	c.Flags().Float64Var(&surrogate.MinRaw, "min-raw", surrogate.MinRaw, "raw reward below which an episode counts as failed")
	requireFlags(c, "data", "out")
	return c
}

func valueTrainer(surrogate episode.Surrogate) trainer {
	return trainer{
		train: func(ctx context.Context, options train.Options) error { return train.Value(ctx, options, surrogate) },
		evaluate: func(o TrainPolicyOptions, _ []string) string {
			return shellLine([]string{"pix2act", "predict", "--value", "--agent", o.Out + "/" + train.BestName, "SCREENSHOT.png"})
		},
	}
}
