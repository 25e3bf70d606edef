package gui

import (
	"context"
	"errors"
	"fmt"
)

// Proposal is one action that a policy ranks.
type Proposal struct {
	Action string `json:"action"`
	// LogProb is the natural logarithm of the policy's probability of exactly this
	// answer, so that those of a beam add up to at most 1. Where a policy tells no more
	// than its scores, it is the score.
	LogProb float64 `json:"log_prob"`
	// Score is what a beam is ranked by, which the reference's tree search takes for a
	// log-probability: that of a beam search is divided by a penalty for length.
	Score float64 `json:"score"`
}

// ErrUnavailable is matched by errors of a policy that nobody can ask any more, such as one
// whose servers are gone: no other observation and no other episode would be answered.
var ErrUnavailable = errors.New("the policy does not answer")

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
