package gui

import "fmt"

// DefaultBudgetMS is the virtual time in milliseconds that one action takes
// when the settings name none.
const DefaultBudgetMS = 100

// Bounds of settings.
const (
	MaxBins     = 10000
	MaxBudgetMS = 60000
)

// Settings are the knobs that change what an action does to a page or how it is
// written. They are part of the identity of an episode.
type Settings struct {
	// Bins is the grid that coordinates are written in; the zero value means
	// DefaultBins.
	Bins Bins `json:"bins"`
	// BudgetMS is the virtual time in milliseconds by which a page ages with
	// every action; 0 means DefaultBudgetMS.
	BudgetMS int `json:"budget_ms"`
	// MaxSteps ends an episode after so many actions; 0 means the task's own
	// limit from its catalogue.
	MaxSteps int `json:"max_steps"`
	// ReferenceScroll makes "scroll" move the page's main scroller by script
	// instead of turning the wheel at the pointer.
	ReferenceScroll bool `json:"reference_scroll,omitempty"`
	// ReferenceKeys makes "keys NAME" press the key of that name when the text is
	// nothing but the name of a key.
	ReferenceKeys bool `json:"reference_keys,omitempty"`
}

// WithDefaults returns s with its zero values replaced by the defaults. MaxSteps
// stays as it is, since its default belongs to the task.
func (s Settings) WithDefaults() Settings {
	if s.Bins == (Bins{}) {
		s.Bins = DefaultBins
	}
	if s.BudgetMS == 0 {
		s.BudgetMS = DefaultBudgetMS
	}
	return s
}

// Data modes of an episode.
const (
	ModeTrain = "train"
	ModeTest  = "test"
)

// Episode names one run of a task from its first state. Together with the
// actions so far it fixes every pixel and reward.
type Episode struct {
	Suite     string   `json:"suite"`
	SuiteHash string   `json:"suite_hash,omitempty"`
	Task      string   `json:"task"`
	Seed      int64    `json:"seed"`
	Mode      string   `json:"mode"`
	Settings  Settings `json:"settings"`
}

// Task is one line of a suite's catalogue.
type Task struct {
	Name  string   `json:"task"`
	Lists []string `json:"lists"`
	// LimitS is the page's own time limit in seconds of its clock.
	LimitS float64 `json:"limit_s"`
	// Actions are the kinds of input that the task needs.
	Actions []string `json:"actions"`
	// SuccessThreshold is the raw reward from which an episode is a success.
	SuccessThreshold float64 `json:"success_threshold"`
	// MaxSteps is the step limit where the settings name none.
	MaxSteps int `json:"max_steps"`
	// Width and Height are the size in pixels of the part of the page that the
	// agent sees, cropped at the page's origin.
	Width  int `json:"width"`
	Height int `json:"height"`
	// ViewportWidth and ViewportHeight are the size in pixels that the page is
	// laid out in.
	ViewportWidth  int `json:"viewport_width"`
	ViewportHeight int `json:"viewport_height"`
	// Animated tells that pixels change without input, so that every episode
	// needs a clock that stands still between actions.
	Animated bool `json:"animated,omitempty"`
}

// Validate tells what is out of range in settings whose defaults are filled in.
func (s Settings) Validate() error {
	switch {
	case s.Bins.X < 1 || s.Bins.Y < 1 || s.Bins.X > MaxBins || s.Bins.Y > MaxBins:
		return fmt.Errorf("settings: %dx%d bins, outside 1x1 to %dx%d", s.Bins.X, s.Bins.Y, MaxBins, MaxBins)
	case s.BudgetMS < 1 || s.BudgetMS > MaxBudgetMS:
		return fmt.Errorf("settings: a budget of %d ms per action, outside 1 to %d", s.BudgetMS, MaxBudgetMS)
	case s.MaxSteps < 0:
		return fmt.Errorf("settings: a step limit of %d, below 0", s.MaxSteps)
	}
	return nil
}
