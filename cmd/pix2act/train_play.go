package main

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"pix2act/agent"
	"pix2act/episode"
	"pix2act/gui"
	"pix2act/pix2struct"
	"pix2act/play"
	"pix2act/score"
	"pix2act/tensor"
	"pix2act/train"
)

// TrainPlayOptions are the flags that have a model in training play now and then.
type TrainPlayOptions struct {
	Suite    string `json:"suite"`
	Tasks    string `json:"tasks"`
	Seeds    string `json:"seeds"`
	Every    int    `json:"every"`
	Beam     int    `json:"beam"`
	Parallel int    `json:"parallel"`
}

func trainPlayFlags(c *cobra.Command, o *TrainPlayOptions) {
	f := c.Flags()
	f.StringVar(&o.Suite, "suite", "miniwob", suiteHelp)
	f.StringVar(&o.Tasks, "play-tasks", "", "play these tasks now and then, and choose the best checkpoint by the score: comma-separated names or a named list")
	f.StringVar(&o.Seeds, "play-seeds", episode.DevelopmentSeeds.String(), "development seeds to play, A..B")
	f.IntVar(&o.Every, "play-every", 0, "steps between evaluations by playing (0: as --eval-every)")
	f.IntVar(&o.Beam, "play-beam", 0, "actions the policy ranks at each step (0: 8)")
	f.IntVar(&o.Parallel, "play-parallel", 0, "browsers (0: one per core)")
}

// trainPlayer plays with a model in training.
type trainPlayer struct {
	world    *world
	tasks    []string
	seeds    episode.SeedRange
	beam     int
	parallel int
	executor tensor.Executor
}

// newTrainPlayer checks what was asked; it is nil where nothing was.
func newTrainPlayer(o TrainPlayOptions, changed func(string) bool, computes *backend) (*trainPlayer, error) {
	if o.Tasks == "" {
		for _, flag := range []string{"play-seeds", "play-every", "play-beam", "play-parallel"} {
			if changed(flag) {
				return nil, usagef("--%s without --play-tasks: name the tasks to play", flag)
			}
		}
		return nil, nil
	}
	seeds, err := parseSeeds(o.Seeds)
	if err != nil {
		return nil, err
	}
	if err := episode.CheckDevelopmentSeeds(seeds); err != nil {
		return nil, usageError{fmt.Errorf("--play-seeds: %w", err)}
	}
	if o.Every < 0 || o.Beam < 0 || o.Parallel < 0 {
		return nil, usagef("--play-every, --play-beam and --play-parallel take 0 or a positive number")
	}
	suite, err := openSuite(o.Suite)
	if err != nil {
		return nil, err
	}
	tasks, err := taskNames(suite, o.Tasks)
	if err != nil {
		return nil, err
	}
	parallel := o.Parallel
	if parallel == 0 {
		parallel = runtime.NumCPU()
	}
	parallel = min(parallel, len(tasks)*int(seeds.Len()))
	world, err := newWorld(suite, parallel)
	if err != nil {
		return nil, err
	}
	return &trainPlayer{world: world, tasks: tasks, seeds: seeds, beam: o.Beam, parallel: parallel, executor: computes.executor(0)}, nil
}

// evaluate plays every seed of every task. The score is the mean over every episode, faults included; the details are the
// table of the tasks.
func (p *trainPlayer) evaluate(ctx context.Context, checkpoint *pix2struct.Checkpoint) (train.Played, error) {
	policy, err := agent.NewPolicy(checkpoint, p.executor, p.beam)
	if err != nil {
		return train.Played{}, err
	}
	settings := defaultSettings
	if checkpoint.Card.Bins != nil {
		settings.Bins = gui.Bins(*checkpoint.Card.Bins)
	}
	together := play.Batch(policy, p.parallel)
	s := setup{
		World: p.world, Parallel: p.parallel,
		Player:   &player{New: func(context.Context, gui.Env, gui.Episode) (gui.Agent, error) { return agent.Greedy(together), nil }},
		Episodes: episodes(p.world.suite, p.tasks, p.seeds, gui.ModeTrain, settings.WithDefaults()),
	}
	summary := score.NewSummary(score.Meta{Suite: p.world.suite.Name(), Tasks: p.tasks, Expected: len(s.Episodes)})
	err = s.play(ctx, func(r play.Record) error {
		summary.Add(r)
		return nil
	})
	if err != nil {
		return train.Played{}, err
	}
	report := summary.Report()
	played := train.Played{Score: report.MeanScore / 100, Tasks: map[string]float64{}, Details: report.Tasks}
	for _, t := range report.Tasks {
		played.Tasks[t.Task] = t.Success
	}
	return played, nil
}

func (p *trainPlayer) Close() error { return p.world.Close() }

// evaluateCommand is the command that plays with what was trained: on the tasks that were played during the training, else on
// those of the data.
func evaluateCommand(o TrainPolicyOptions, trained []string) string {
	suite, tasks := o.Play.Suite, o.Play.Tasks
	if tasks == "" {
		suite, tasks = trainedTasks(o.Play.Suite, trained)
	}
	command := []string{"pix2act", "eval", "--tasks", tasks, "--seeds", episode.DevelopmentSeeds.String(), "--agent", o.Out + "/" + train.BestName}
	if suite != "miniwob" {
		command = append(command, "--suite", suite)
	}
	return shellLine(command)
}

// trainedTasks are the tasks of the data in the suite that --suite names, or else in the first suite of the data.
func trainedTasks(asked string, trained []string) (suite, tasks string) {
	bySuite := map[string][]string{}
	first := ""
	for _, name := range trained {
		s, task, found := strings.Cut(name, "/")
		if !found { // data of the reference, which has one suite
			s, task = "miniwob", name
		}
		if first == "" {
			first = s
		}
		bySuite[s] = append(bySuite[s], task)
	}
	kind, _, _ := strings.Cut(asked, ":")
	switch {
	case first == "":
		return asked, "TASKS"
	case bySuite[kind] != nil:
		return asked, strings.Join(slices.Compact(bySuite[kind]), ",")
	}
	suite = map[string]string{"miniwob": "miniwob", "farama": "farama:PATH"}[first]
	if suite == "" {
		suite = "dir:PATH"
	}
	return suite, strings.Join(bySuite[first], ",")
}
