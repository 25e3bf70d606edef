package gui

import (
	"context"
	"fmt"
)

// Proposal is one action that a policy ranks, with the policy's own score of it
// as a log-probability (a beam search may divide by length).
type Proposal struct {
	Action  string  `json:"action"`
	LogProb float64 `json:"log_prob"`
}

// Beam is a policy's answer to one observation, best first. It may be empty.
type Beam []Proposal

// Policy ranks actions for each observation of a batch. It is a pure function of
// the pixels: one beam per observation, in order, the same whatever stands
// beside it in the batch. Safe for concurrent use unless an implementation says
// otherwise.
type Policy interface {
	Propose(ctx context.Context, batch []Observation) ([]Beam, error)
}

// Value estimates the expected reward of each observation of a batch, in
// [0, 1]. It is a pure function of the pixels, like Policy.
type Value interface {
	Estimate(ctx context.Context, batch []Observation) ([]float64, error)
}

// Decision is what an agent wants to do.
type Decision struct {
	Action string
	Beam   Beam // what was ranked, best first; nil for agents that rank nothing
	Stop   bool // the agent gives up; Action is empty
	// Astray tells that the action is wrong on purpose, so that the ones after it
	// show the way back, and that nobody should learn it.
	Astray bool
}

// Agent chooses the actions of one episode. It owns what it must remember, is
// made anew for every episode and serves one goroutine.
type Agent interface {
	Next(ctx context.Context, observation Observation) (Decision, error)
}

// PolicyFunc makes a Policy of a function of one observation.
type PolicyFunc func(ctx context.Context, observation Observation) (Beam, error)

// Propose calls f for every observation of the batch in order.
func (f PolicyFunc) Propose(ctx context.Context, batch []Observation) ([]Beam, error) {
	beams := make([]Beam, len(batch))
	for i, observation := range batch {
		beam, err := f(ctx, observation)
		if err != nil {
			return nil, fmt.Errorf("observation %d of %d: %w", i+1, len(batch), err)
		}
		beams[i] = beam
	}
	return beams, nil
}
