package main

import (
	"context"
	"fmt"
	"image"
	"math"
	"os"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"pix2act/gui"
	"pix2act/serve"
)

// PredictOptions are the flags of predict.
type PredictOptions struct {
	Computing
	Agent, Preset, Header string
	Beam                  int
	Value                 bool
}

type predictResult struct {
	Agent    string             `json:"agent"`
	Pictures []predictedPicture `json:"pictures"`

	Interrupted bool `json:"interrupted,omitempty"` // before there was an answer
}

type predictedPicture struct {
	File              string          `json:"file"`
	ObservationSHA256 string          `json:"observation_sha256"`
	Beam              []predictedMove `json:"beam"`
}

type predictedMove struct {
	Action  string  `json:"action"`
	LogProb float64 `json:"log_prob"`
	Score   float64 `json:"score"`
}

func newPredictCommand(g *globalOptions) *cobra.Command {
	var o PredictOptions
	c := &cobra.Command{
		Use:   "predict IMAGE.png...",
		Short: "Print what an agent would do on a screenshot",
		Long: `Print the beam of an agent for each picture, the best action first, with its probability and its score: the log-probability,
divided by the length penalty of the beam search. A picture is taken as it is; --header draws an instruction above it, as
for pages that do not show theirs. With --value a checkpoint of train value says how near each picture is to success, 0 to 1.
` + exitStatus,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usagef("predict takes one picture or more, as PNG files")
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error { return runPredict(c.Context(), o, g, args) },
	}
	f := c.Flags()
	f.StringVar(&o.Agent, "agent", "bundled", policyHelp)
	o.flags(f)
	f.StringVar(&o.Preset, "preset", "", presetHelp)
	f.StringVar(&o.Header, "header", "", "instruction to draw above each picture")
	f.IntVar(&o.Beam, "beam", 0, "actions to rank (0: the agent's own, mostly 8)")
	f.BoolVar(&o.Value, "value", false, "print the values of a value function")
	return c
}

func runPredict(ctx context.Context, o PredictOptions, g *globalOptions, files []string) error {
	if err := checkBeam(o.Beam); err != nil {
		return err
	}
	if err := o.check(); err != nil {
		return err
	}
	observations := make([]gui.Observation, len(files))
	for i, file := range files {
		picture, err := readPicture(file)
		if err != nil {
			return err
		}
		observations[i] = gui.NewObservation(picture, image.Point{}, 1)
		if o.Header != "" {
			whole, origin, scale := gui.Compose(gui.RenderHeader(o.Header, gui.White), picture)
			observations[i] = gui.NewObservation(whole, origin, scale)
		}
	}
	if o.Value {
		return predictValues(ctx, o, g, files, observations)
	}
	stopped := predictResult{Agent: o.Agent, Pictures: []predictedPicture{}, Interrupted: true}
	policy, closePolicy, err := openPolicy(ctx, o.Agent, o.Preset, o.Computing, o.Beam)
	if err != nil {
		return g.stopped(ctx, err, stopped)
	}
	defer func() { _ = closePolicy() }()
	beams, err := policy.Propose(ctx, observations)
	if err != nil {
		return g.stopped(ctx, err, stopped)
	}
	result := predictResult{Agent: o.Agent}
	for i, beam := range beams {
		p := predictedPicture{File: files[i], ObservationSHA256: observations[i].SHA256(), Beam: []predictedMove{}}
		for _, proposal := range beam {
			p.Beam = append(p.Beam, predictedMove{proposal.Action, proposal.LogProb, proposal.Score})
		}
		result.Pictures = append(result.Pictures, p)
	}
	if g.JSON {
		return g.print(result)
	}
	table := tabwriter.NewWriter(g.stdout, 0, 0, 2, ' ', 0)
	for _, p := range result.Pictures {
		if len(files) > 1 {
			fmt.Fprintf(table, "%s\n", p.File)
		}
		for _, move := range p.Beam {
			fmt.Fprintf(table, "%5.1f %%\t%8.3f\t%s\n", 100*math.Exp(move.LogProb), move.Score, printable(move.Action))
		}
		if len(p.Beam) == 0 {
			fmt.Fprintln(table, "no answer")
		}
	}
	return table.Flush()
}

// readPicture reads a PNG file as the model server would.
func readPicture(file string) (*image.RGBA, error) {
	info, err := os.Stat(file)
	if err == nil && info.IsDir() {
		return nil, usagef("%s is a folder; give PNG files", file)
	}
	if err == nil && info.Size() > serve.MaxPictureBytes {
		return nil, usagef("%s: a file of %d bytes; at most %d are read", file, info.Size(), serve.MaxPictureBytes)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, named(fmt.Errorf("cannot read the picture %s: %w", file, bare(err)))
	}
	picture, err := serve.DecodePNG(data)
	if err != nil {
		return nil, fmt.Errorf("cannot read the picture %s: %w; give a screenshot as a PNG file", file, err)
	}
	return picture, nil
}
