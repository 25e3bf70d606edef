package train

import (
	"errors"
	"fmt"
	"math"
	"strings"
)

// Schedule gives the learning rate of every step: it rises from 0 to Peak in
// WarmUp steps, then falls along half a cosine and reaches 0 after Total steps.
// Steps count from Start, which is not 0 for a run that continues the absolute
// steps of an earlier one.
type Schedule struct {
	Peak   float64 `json:"peak"`
	WarmUp int     `json:"warm_up"`
	Total  int     `json:"total"`
	Start  int     `json:"start,omitempty"`
}

// Rate is the learning rate of the given absolute step.
func (s Schedule) Rate(step int) float64 {
	u := step - s.Start
	if u < s.WarmUp {
		return s.Peak * float64(u) / float64(s.WarmUp)
	}
	fall := s.Total - s.WarmUp
	if fall <= 0 {
		return 0
	}
	done := math.Min(float64(u-s.WarmUp), float64(fall)) / float64(fall)
	return s.Peak * 0.5 * (1 + math.Cos(math.Pi*done))
}

// ErrUnknownPreset is matched when a schedule has no such name.
var ErrUnknownPreset = errors.New("unknown schedule")

// preset is a schedule by name. Where sources of the same training differ, each
// reading has its own name.
type preset struct {
	name   string
	peak   float64
	warmUp int // 0: a share of the run
	// stretch is the length of the whole schedule in lengths of the run; above 1
	// the run ends before the rate is 0.
	stretch float64
	about   string
}

// warmUpShare bounds the warm-up of short runs: counted in fixed steps it can
// eat half of one.
const warmUpShare = 0.05

var presets = []preset{
	{"scratch", 1e-2, 0, 1, "a small model from nothing"},
	{"reference", 1e-2, 1000, 1, "the reference code: tuning pre-trained weights"},
	{"released", 1e-2, 1000, 1.1, "the released configuration of the agent, whose cosine is a tenth longer than the run"},
	{"paper", 1e-2, 1000, 1, "the published main text"},
	{"appendix", 1e-3, 1000, 1, "the published appendix, behavioural cloning"},
	{"appendix-search", 5e-4, 4000, 1, "the published appendix, rounds of tree search"},
}

// Presets lists the names of the schedules.
func Presets() []string {
	names := make([]string, len(presets))
	for i, p := range presets {
		names[i] = p.name
	}
	return names
}

// AboutPresets says in a line each what the schedules are, for help texts.
func AboutPresets() string {
	var b strings.Builder
	for _, p := range presets {
		warmUp := "2 %"
		if p.warmUp > 0 {
			warmUp = fmt.Sprint(p.warmUp)
		}
		fmt.Fprintf(&b, "  %-16s %-6g %-5s %s\n", p.name, p.peak, warmUp, p.about)
	}
	return b.String()
}

// NewSchedule returns the schedule of a preset ("" is "scratch") over a run of
// total steps. peak and warmUp override the preset's where they are above 0.
// The warm-up is never more than 5 % of the run, whoever asked for it.
func NewSchedule(name string, total int, peak float64, warmUp int) (Schedule, error) {
	if name == "" {
		name = "scratch"
	}
	for _, p := range presets {
		if p.name != name {
			continue
		}
		s := Schedule{Peak: p.peak, WarmUp: p.warmUp, Total: int(math.Round(p.stretch * float64(total)))}
		if p.warmUp == 0 {
			s.WarmUp = total / 50
		}
		if peak > 0 {
			s.Peak = peak
		}
		if warmUp > 0 {
			s.WarmUp = warmUp
		}
		s.WarmUp = min(s.WarmUp, int(warmUpShare*float64(total)))
		return s, nil
	}
	return Schedule{}, fmt.Errorf("%w %q; the schedules are %s", ErrUnknownPreset, name, strings.Join(Presets(), ", "))
}
