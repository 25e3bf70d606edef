package main

import (
	"context"
	"fmt"
	"runtime"
	"strings"

	"pix2act/agent"
	"pix2act/agent/bundled"
	"pix2act/gui"
	"pix2act/miniwob/oracle"
	"pix2act/pix2struct"
	"pix2act/play"
	"pix2act/tensor"
	"pix2act/webenv"
)

const agentHelp = "bundled, oracle, random, or the path of a checkpoint"

// player makes one agent per episode.
type player struct {
	Name string
	// Hash gives the hash of the weights; nil for agents without any. It may read
	// all of them.
	Hash func() (string, error)
	// Bins are the ones the agent speaks.
	Bins gui.Bins
	New  func(ctx context.Context, env gui.Env, ep gui.Episode) (gui.Agent, error)
}

// defaultBins are the reference's for MiniWoB.
var defaultBins = gui.Bins{X: 32, Y: 32, Centred: true}

// openPlayer opens what --agent names; parallel is how many episodes will ask at the same time.
func openPlayer(name, weights string, beam, parallel int) (*player, error) {
	switch name {
	case "oracle":
		return &player{Name: name, Bins: defaultBins, New: func(_ context.Context, env gui.Env, _ gui.Episode) (gui.Agent, error) {
			web, ok := env.(*webenv.Env)
			if !ok {
				return nil, fmt.Errorf("the oracle reads web pages; %T is none", env)
			}
			return oracle.New(web), nil
		}}, nil
	case "random":
		return &player{Name: name, Bins: defaultBins, New: func(_ context.Context, _ gui.Env, ep gui.Episode) (gui.Agent, error) {
			return agent.Random(ep.Seed, ep.Settings.Bins), nil
		}}, nil
	}
	var checkpoint *pix2struct.Checkpoint
	var err error
	if name == "bundled" {
		checkpoint, err = bundled.Checkpoint()
	} else {
		checkpoint, err = pix2struct.Load(name)
	}
	if err != nil {
		return nil, fmt.Errorf("agent %s: %w", name, err)
	}
	if err := checkpoint.Model.Pack(tensor.Storage(weights)); err != nil {
		return nil, fmt.Errorf("agent %s: %w", name, err)
	}
	return checkpointPlayer(name, checkpoint, beam, parallel)
}

// weightsHelp is the help of the flag --weights.
const weightsHelp = "how the model's weights are kept while it answers: float32, or bfloat16, which is faster and rounds them"

func checkWeights(weights string) error {
	if s := tensor.Storage(weights); s != tensor.Float32 && s != tensor.BFloat16 {
		return usagef("--weights %q: use %s or %s", weights, tensor.Float32, tensor.BFloat16)
	}
	return nil
}

// haveOracles refuses tasks that no oracle solves.
func haveOracles(tasks []string) error {
	for _, task := range tasks {
		if !oracle.Has(task) {
			return usagef("task %s has no oracle; those with one are %s", task, strings.Join(oracle.Tasks(), ", "))
		}
	}
	return nil
}

// checkpointPlayer plays a checkpoint greedily, its policy shared by all episodes.
func checkpointPlayer(name string, checkpoint *pix2struct.Checkpoint, beam, parallel int) (*player, error) {
	policy, err := agent.NewPolicy(checkpoint, tensor.CPU(runtime.GOMAXPROCS(0)), beam)
	if err != nil {
		return nil, fmt.Errorf("agent %s: %w", name, err)
	}
	policy = play.Batch(policy, parallel)
	return &player{
		Name: name, Hash: checkpoint.Hash, Bins: binsOf(checkpoint),
		New: func(context.Context, gui.Env, gui.Episode) (gui.Agent, error) { return agent.Greedy(policy), nil },
	}, nil
}

// binsOf are the bins a checkpoint was trained with.
func binsOf(checkpoint *pix2struct.Checkpoint) gui.Bins {
	if checkpoint.Card.Bins == nil {
		return defaultBins
	}
	return gui.Bins(*checkpoint.Card.Bins)
}
