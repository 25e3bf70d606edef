package agent

import (
	"context"
	"fmt"

	"pix2act/gui"
)

// greedy remembers what was tried on each picture of its episode.
type greedy struct {
	policy gui.Policy
	tried  map[string]map[string]bool // picture hash → actions tried on it
}

// Greedy returns the agent that takes the policy's best action not yet tried on
// this very picture. Pixels alone decide, so without that rule an action
// without effect would repeat for ever. When every action of the beam was tried,
// or the beam is empty, it stops. One per episode; not safe for concurrent use.
func Greedy(policy gui.Policy) gui.Agent {
	return &greedy{policy: policy, tried: map[string]map[string]bool{}}
}

func (a *greedy) Next(ctx context.Context, observation gui.Observation) (gui.Decision, error) {
	beams, err := a.policy.Propose(ctx, []gui.Observation{observation})
	if err != nil {
		return gui.Decision{}, fmt.Errorf("greedy agent: %w", err)
	}
	if len(beams) != 1 {
		return gui.Decision{}, fmt.Errorf("greedy agent: the policy gave %d beams for one observation", len(beams))
	}
	picture := observation.SHA256()
	tried := a.tried[picture]
	if tried == nil {
		tried = map[string]bool{}
		a.tried[picture] = tried
	}
	for _, proposal := range beams[0] {
		if !tried[proposal.Action] {
			tried[proposal.Action] = true
			return gui.Decision{Action: proposal.Action, Beam: beams[0]}, nil
		}
	}
	return gui.Decision{Beam: beams[0], Stop: true}, nil
}
