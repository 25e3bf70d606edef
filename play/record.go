package play

import (
	"time"

	"pix2act/gui"
)

// Recorded is one step of a played episode.
type Recorded struct {
	// Action is the text given to the environment, legal or not.
	Action string
	// Decision is what the agent answered, with its beam.
	Decision gui.Decision
	// Before is the observation the action was decided on.
	Before gui.Observation
	// After is what the environment answered.
	After gui.Step
}

// Record is one played episode, complete: Final is always done.
type Record struct {
	Episode gui.Episode
	Steps   []Recorded
	// Final is the last step of the episode. Where anything but the page
	// ended it, Raw is −1, Score 0, Success false, and Reason says what did.
	Final gui.Step
	// Faults names every failure met on the way, also those that a retry
	// mended, in order.
	Faults []string
	// Duration is the wall time of the attempt that Steps shows.
	Duration time.Duration
}

// Reasons of episodes that their page did not end are those of gui. An agent
// that failed, and a fault, are followed by the error.
const reasonAgent = "agent failed: "
const reasonFault = gui.ReasonFault + ": "
