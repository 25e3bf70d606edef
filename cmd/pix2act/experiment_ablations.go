package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"pix2act/episode"
	"pix2act/pix2struct"
	"pix2act/train"
)

// AblationsOptions are the flags of experiment ablations.
type AblationsOptions struct {
	Data  []string
	Out   string
	Tasks string
	Suite string
	Init  string
	Size  string
	Steps int
}

// ablation is one training that differs from the baseline in one thing.
type ablation struct {
	Name     string `json:"name"`
	About    string `json:"about"`
	Train    string `json:"train"`
	Evaluate string `json:"evaluate"`
}

func newAblationsCommand(g *globalOptions) *cobra.Command {
	var o AblationsOptions
	c := &cobra.Command{
		Use:   "ablations",
		Short: "Print the commands of trainings that each differ from a baseline in one thing",
		Long: `Print the exact commands that train a baseline and models that each differ from it in one thing, and evaluate them on the
development seeds. Nothing is run: each training takes as long as the baseline.
` + exitStatus,
		Args: exactArgs(0, "no arguments"),
		RunE: func(*cobra.Command, []string) error { return runAblations(o, g) },
	}
	f := c.Flags()
	f.StringSliceVar(&o.Data, "data", nil, "folders of data sets, each with an optional weight: DIR[=WEIGHT]")
	f.StringVar(&o.Out, "out", "runs/ablations", "folder that gets a folder for each training")
	f.StringVar(&o.Tasks, "tasks", "first12", "tasks to evaluate on: comma-separated names or a named list")
	f.StringVar(&o.Suite, "suite", "miniwob", suiteHelp)
	f.StringVar(&o.Init, "init", "", "pre-trained checkpoint of the baseline; training without it is one ablation then")
	f.StringVar(&o.Size, "size", "small", "size of the model: "+pix2struct.SizeHelp)
	f.IntVar(&o.Steps, "steps", 10000, "length of each training in steps")
	requireFlags(c, "data")
	return c
}

func runAblations(o AblationsOptions, g *globalOptions) error {
	if o.Steps < 1 {
		return usagef("--steps %d: it takes at least 1", o.Steps)
	}
	if _, err := parseFolders(o.Data); err != nil {
		return err
	}
	if _, _, err := agentModel(o.Size); err != nil {
		return err
	}
	list := ablations(o)
	if g.JSON {
		return g.print(list)
	}
	for _, a := range list {
		fmt.Fprintf(g.stdout, "# %s: %s\n%s\n%s\n\n", a.Name, a.About, a.Train, a.Evaluate)
	}
	return nil
}

// ablations lists the baseline and what differs from it.
func ablations(o AblationsOptions) []ablation {
	pretrained := []string{"--init", o.Init}
	if o.Init == "" {
		pretrained = nil
	}
	list := []ablation{}
	add := func(name, about string, init []string, flags ...string) {
		out := o.Out + "/" + name
		train := []string{"pix2act", "train", "policy", "--data", strings.Join(o.Data, ","), "--out", out,
			"--size", o.Size, "--steps", fmt.Sprint(o.Steps)}
		evaluate := []string{"pix2act", "eval", "--tasks", o.Tasks, "--suite", o.Suite, "--seeds", episode.DevelopmentSeeds.String(),
			"--agent", out + "/best", "--out", out + "/eval"}
		list = append(list, ablation{name, about, shellLine(append(append(train, init...), flags...)), shellLine(evaluate)})
	}
	add("baseline", "what the others are compared with", pretrained)
	for _, seed := range []string{"2", "3"} {
		add("seed-"+seed, "another seed of weights and order: how far equal trainings are apart", pretrained, "--seed", seed)
	}
	if pretrained != nil {
		add("no-pretraining", "new weights instead of pre-trained ones", nil)
	}
	for _, preset := range train.Presets()[1:] {
		add("schedule-"+preset, "another learning-rate schedule", pretrained, "--schedule", preset)
	}
	add("uneven", "examples as they come, instead of every task equally often", pretrained, "--uneven")
	add("no-z-loss", "cross-entropy alone", pretrained, "--z-loss", "0")
	add("no-weight-decay", "weights are not pulled to zero", pretrained, "--weight-decay", "0")
	add("batch-512", "the published batch, in parts", pretrained, "--batch", "512", "--micro-batch", "32")
	return list
}
