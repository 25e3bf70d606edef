package gui

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Timing tells where the wall-clock time of one step went.
type Timing struct {
	Input   time.Duration `json:"input"`   // trusted input until acknowledged
	Advance time.Duration `json:"advance"` // running the page's clock
	State   time.Duration `json:"state"`   // reading reward and end
	Capture time.Duration `json:"capture"` // taking the screenshot
	Draw    time.Duration `json:"draw"`    // drawing cursor, marker, instruction
}

// Reasons for an end that the page did not give.
const (
	ReasonStepLimit = "step limit"
	ReasonLeftPage  = "left the page"
	ReasonStopped   = "agent stopped"
	ReasonFault     = "fault"
)

// Step is an environment's answer to a reset or an action.
//
// Before the end Raw is 0. An episode that ended by anything but its page (step
// limit, the page was left) has Raw −1, Score 0 and no Success. Score is
// Raw/2+0.5. Reason is the page's own word or one of the Reason constants.
type Step struct {
	Observation Observation
	Raw         float64 // reward in [-1, 1] as the page gave it
	Score       float64 // in [0, 1]
	Success     bool    // raw reward reached the task's threshold
	Done        bool
	Reason      string
	// Invalid is set when the action was illegal. Nothing was done to the page,
	// and the step counts towards the limit.
	Invalid *ActionError
	Timing  Timing
}

// ScoreOf maps a raw reward in [-1, 1] to a score in [0, 1].
func ScoreOf(raw float64) float64 { return raw/2 + 0.5 }

// Ended returns s as it looks when something other than the page ended it.
func (s Step) Ended(reason string) Step {
	s.Done, s.Raw, s.Score, s.Success, s.Reason = true, -1, 0, false, reason
	return s
}

// Env plays one episode at a time on a page.
//
// Determinism: the same episode and actions give the same steps, byte for byte
// in their pictures, whatever was played before and however long the caller
// thinks between calls. Step takes text, so that an illegal action is an outcome
// of the step (Step.Invalid) and never an error. Step after the end returns the
// last step again and touches nothing; Step before the first Reset is
// ErrNotReset. Errors that match ErrFault tell that the page, not the caller, is
// at fault: Reset starts afresh and may be tried again. One goroutine at a time.
type Env interface {
	Reset(ctx context.Context, episode Episode) (Step, error)
	Step(ctx context.Context, action string) (Step, error)
	Close() error
}

// Restorer is an Env that can go to any state. It may put off the work: the
// returned step is that of the state, as stepping would have given it.
type Restorer interface {
	Restore(ctx context.Context, episode Episode, actions []string) (Step, error)
}

// Errors of an environment that callers branch on.
var (
	// ErrFault matches errors of the machinery below the page: a crashed tab, a
	// dead browser, a missed deadline. The episode may be played again from its
	// seed.
	ErrFault = errors.New("the page was lost")
	// ErrNotReset is returned by Step before the first Reset and after a fault.
	ErrNotReset = errors.New("no episode is running: call Reset first")
	// ErrClosed is returned by every call after Close.
	ErrClosed = errors.New("the environment is closed")
)

// FaultError is an error that matches ErrFault and keeps its cause.
type FaultError struct {
	Doing string // what was tried, such as "reset click-test"
	Err   error
}

func (e *FaultError) Error() string { return fmt.Sprintf("%s: %v: %v", e.Doing, ErrFault, e.Err) }

// Unwrap returns the cause.
func (e *FaultError) Unwrap() error { return e.Err }

// Is makes errors.Is(e, ErrFault) true.
func (e *FaultError) Is(target error) bool { return target == ErrFault }
