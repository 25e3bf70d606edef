package main

import (
	"context"
	"fmt"
	"strings"

	"pix2act/agent"
	"pix2act/gui"
	"pix2act/miniwob/oracle"
)

// newAgent is how a player makes the agent of an episode.
type newAgent = func(ctx context.Context, env gui.Env, ep gui.Episode) (gui.Agent, error)

// checkVariation refuses variations that make no sense.
func (o DemosOptions) checkVariation() error {
	if !(o.Noise >= 0 && o.Noise < 1) {
		return usagef("--noise %g: a probability from 0 to below 1", o.Noise)
	}
	if (o.Jitter || o.Shuffle) && o.Agent != "oracle" {
		return usagef("--jitter and --shuffle are of the oracle; the agent %s chooses for itself", o.Agent)
	}
	return nil
}

// variation says in words how the demonstrations are varied, for the manifest.
func (o DemosOptions) variation() string {
	var words []string
	if o.Noise > 0 {
		words = append(words, fmt.Sprintf("noise %g", o.Noise))
	}
	if o.Jitter {
		words = append(words, "jitter")
	}
	if o.Shuffle {
		words = append(words, "shuffle")
	}
	return strings.Join(words, ", ")
}

// vary makes agents that do as asked. The seed of the episode fixes what varies, so that a data set can be made again.
func (o DemosOptions) vary(plain newAgent) newAgent {
	return func(ctx context.Context, env gui.Env, ep gui.Episode) (gui.Agent, error) {
		var demonstrator gui.Agent
		var err error
		if o.Jitter || o.Shuffle {
			demonstrator, err = newOracle(env, oracle.Variation{Seed: ep.Seed, Places: o.Jitter, Order: o.Shuffle})
		} else {
			demonstrator, err = plain(ctx, env, ep)
		}
		if err != nil || o.Noise == 0 {
			return demonstrator, err
		}
		return agent.Detours(demonstrator, agent.DetourOptions{Probability: o.Noise, Seed: ep.Seed, Bins: ep.Settings.Bins}), nil
	}
}
