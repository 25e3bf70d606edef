package episode

import (
	"math"
	"strconv"
)

// ValueScale is the whole number that stands for the value 1: a value function
// answers with numbers 0 to ValueScale, as text. It is also the step limit of the
// reference, so that a step costs one.
const ValueScale = 30

// Surrogate is the reward that value functions learn to foresee: the score of an
// episode that ends well, less a penalty for every step until then. It tells
// states on a short way to success from those on a long one, which the page's
// own reward does not.
type Surrogate struct {
	MinRaw      float64 `json:"min_raw"`      // the raw reward below which an episode counts as 0
	StepPenalty float64 `json:"step_penalty"` // for each action still to be taken, the last one too
}

// DefaultSurrogate has the numbers of the Pix2Act paper: threshold 0.8, penalty
// 1/30.
var DefaultSurrogate = Surrogate{MinRaw: 0.8, StepPenalty: 1.0 / ValueScale}

// Reward is the surrogate reward in [0, 1] of a state with so many actions to go
// in an episode of that raw reward. The reference lets it fall below 0, which no
// answer can say; it has no episodes without success in its data.
func (s Surrogate) Reward(raw float64, stepsToGo int) float64 {
	if raw < s.MinRaw {
		return 0
	}
	return min(max(raw/2+0.5-s.StepPenalty*float64(stepsToGo), 0), 1)
}

// Target is what a value function is to answer before a step (0 for the first) of
// an episode: the surrogate reward times ValueScale, rounded, halves to even.
// It fits [OpenOptions].Target.
func (s Surrogate) Target(r Record, step int) string {
	reward := s.Reward(r.Raw, len(r.Steps)-step)
	return strconv.Itoa(int(math.RoundToEven(reward * ValueScale)))
}
