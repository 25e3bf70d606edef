package recording

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
)

// Reason is why something was not converted.
type Reason string

// The reasons.
const (
	ReasonReward     Reason = "raw reward below the threshold"
	ReasonUnreadable Reason = "unreadable"
	ReasonTask       Reason = "no known task"
	ReasonOutside    Reason = "pointer outside the page"
	ReasonRelease    Reason = "press without release"
	ReasonKey        Reason = "key outside the grammar"
	ReasonScroll     Reason = "scroll of unknown distance"
	ReasonNothing    Reason = "no action"
	ReasonAction     Reason = "action outside the grammar"
	ReasonPicture    Reason = "step without a picture"
	ReasonSeed       Reason = "seed kept for evaluation"
	ReasonTwice      Reason = "the same task and seed twice"
	ReasonOrigin     Reason = "other suite, data mode or settings than the first"
)

// DropError is an error with the reason that something was not converted.
type DropError struct {
	Reason Reason
	Detail string // what it was, "" where the reason says all
}

func (e *DropError) Error() string {
	if e.Detail == "" {
		return string(e.Reason)
	}
	return fmt.Sprintf("%s: %s", e.Reason, e.Detail)
}

func drop(reason Reason, format string, values ...any) error {
	return &DropError{reason, fmt.Sprintf(format, values...)}
}

// Report counts what a conversion did.
type Report struct {
	Read      int `json:"read"`
	Converted int `json:"converted"`
	Actions   int `json:"actions"` // of the converted
	// Rate is the converted share of those whose reward reached the threshold,
	// as the Pix2Act paper gives it for its demonstrations (81 %).
	Rate float64 `json:"rate"`
	// Reasons count what was dropped, the commonest first.
	Reasons []ReasonCount         `json:"reasons"`
	Tasks   map[string]TaskCounts `json:"tasks"`
	Dropped []Dropped             `json:"dropped"`
}

// ReasonCount is how often something was dropped for a reason.
type ReasonCount struct {
	Reason Reason `json:"reason"`
	Count  int    `json:"count"`
}

// TaskCounts is the part of one task.
type TaskCounts struct {
	Read      int `json:"read"`
	Converted int `json:"converted"`
}

// Dropped names one thing that was not converted.
type Dropped struct {
	Name   string `json:"name"` // of the file, or of the episode in it
	Task   string `json:"task,omitempty"`
	Reason Reason `json:"reason"`
	Detail string `json:"detail,omitempty"`
}

// Add counts one recording or episode with what became of it: its number of
// actions, or the error that dropped it.
func (r *Report) Add(name, task string, actions int, err error) {
	if r.Tasks == nil {
		r.Tasks, r.Dropped = map[string]TaskCounts{}, []Dropped{}
	}
	r.Read++
	counts := r.Tasks[task]
	counts.Read++
	if err == nil {
		r.Converted++
		r.Actions += actions
		counts.Converted++
	} else {
		var because *DropError
		if !errors.As(err, &because) {
			because = &DropError{ReasonUnreadable, err.Error()}
		}
		r.Dropped = append(r.Dropped, Dropped{name, task, because.Reason, because.Detail})
	}
	if task != "" {
		r.Tasks[task] = counts
	}
}

// Finish counts the reasons and the rate, once all are added.
func (r *Report) Finish() {
	counts := map[Reason]int{}
	for _, d := range r.Dropped {
		counts[d.Reason]++
	}
	r.Reasons = []ReasonCount{}
	for _, reason := range slices.Sorted(maps.Keys(counts)) {
		r.Reasons = append(r.Reasons, ReasonCount{reason, counts[reason]})
	}
	slices.SortStableFunc(r.Reasons, func(a, b ReasonCount) int { return cmp.Compare(b.Count, a.Count) })
	r.Rate = 0
	if rest := r.Read - counts[ReasonReward]; rest > 0 {
		r.Rate = float64(r.Converted) / float64(rest)
	}
}
