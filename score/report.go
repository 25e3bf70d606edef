package score

import "pix2act/gui"

// Report is the outcome of an evaluation. Its JSON form is what `eval --json`
// prints; fields are added to it and never renamed.
type Report struct {
	Suite string `json:"suite"`
	Agent string `json:"agent"`
	Seeds string `json:"seeds"` // "A..B"

	MeanScore   float64    `json:"mean_score"`   // mean score over every episode, in [0, 100]
	Success     float64    `json:"success"`      // share of successes over every episode, in [0, 1]
	SuccessCI95 [2]float64 `json:"success_ci95"` // Wilson interval of Success
	Episodes    int        `json:"episodes"`     // that were played
	Missing     int        `json:"missing"`      // that were asked for and not played, since the run ended early, or since none could be played to an end
	MeanSteps   float64    `json:"mean_steps"`   // actions an episode
	Tasks       []Task     `json:"tasks"`        // in the order asked for
	Interrupted bool       `json:"interrupted,omitempty"`

	Faults             []Fault  `json:"faults"`
	Grammar            string   `json:"grammar,omitempty"` // of actions, if an action was illegal
	Protocol           Protocol `json:"protocol"`
	ObservationsSHA256 string   `json:"observations_sha256"` // see Summary.Add
	Timing             Timing   `json:"timing"`
}

// Lost is the number of episodes that could not be played to an end: the
// machinery or the agent failed, and no retry mended it.
func (r Report) Lost() int {
	lost := 0
	for _, t := range r.Tasks {
		lost += t.Ends[gui.ReasonFault] + t.Ends[EndAgent]
	}
	return lost
}

// Task is the outcome of one task.
type Task struct {
	Task           string         `json:"task"`
	Episodes       int            `json:"episodes"`
	Success        float64        `json:"success"` // share, in [0, 1]
	Score          float64        `json:"score"`   // mean, in [0, 1]
	Raw            float64        `json:"raw"`     // mean, in [-1, 1]
	SuccessCI95    [2]float64     `json:"success_ci95"`
	MeanSteps      float64        `json:"mean_steps"`
	InvalidActions int            `json:"invalid_actions"` // actions outside the grammar or the grid
	Ends           map[string]int `json:"ends"`            // episodes by what ended them: "page", "step limit", "agent stopped", …
}

// Fault is an episode during which the machinery failed, or, without a task,
// what ended the evaluation before all was played.
type Fault struct {
	Task      string   `json:"task"`
	Seed      int64    `json:"seed"`
	Errors    []string `json:"errors"`    // in order
	Recovered bool     `json:"recovered"` // a retry played the whole episode; else it counts with raw -1
}

// Protocol is what a number depends on.
type Protocol struct {
	SuiteHash       string   `json:"suite_hash"`
	TaskList        string   `json:"task_list"` // as asked for, for example "first12"
	Mode            string   `json:"mode"`      // data mode, "train" or "test"
	Bins            gui.Bins `json:"bins"`
	BudgetMS        int      `json:"budget_ms"`  // virtual time an action takes
	StepLimit       int      `json:"step_limit"` // 0: each task's own, from the catalogue
	ReferenceScroll bool     `json:"reference_scroll"`
	ReferenceKeys   bool     `json:"reference_keys"`
	Browser         string   `json:"browser"` // name and version
	Fonts           string   `json:"fonts"`   // hash of the fonts that pages are drawn with
	CheckpointHash  string   `json:"checkpoint_hash"`
	InjectedStyles  []string `json:"injected_styles"` // style sheets added to the pages
	Version         string   `json:"version"`         // of this program
	Command         string   `json:"command"`
}

// ProtocolOf fills the part of a protocol that the settings of the episodes fix.
func ProtocolOf(s gui.Settings) Protocol {
	s = s.WithDefaults()
	return Protocol{Bins: s.Bins, BudgetMS: s.BudgetMS, StepLimit: s.MaxSteps, ReferenceScroll: s.ReferenceScroll, ReferenceKeys: s.ReferenceKeys}
}

// Timing says where the time of a step went, in milliseconds of the wall clock,
// as means over every step. It is the one part of a report that differs from run
// to run.
type Timing struct {
	InputMS   float64 `json:"input_ms"`
	AdvanceMS float64 `json:"advance_ms"`
	StateMS   float64 `json:"state_ms"`
	CaptureMS float64 `json:"capture_ms"`
	DrawMS    float64 `json:"draw_ms"`
	EpisodeMS float64 `json:"episode_ms"` // a whole episode, with the agent's thinking
}
