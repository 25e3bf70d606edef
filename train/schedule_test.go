package train

import (
	"errors"
	"math"
	"testing"
)

func TestSchedule(t *testing.T) {
	s := Schedule{Peak: 0.01, WarmUp: 100, Total: 1100, Start: 5000}
	for _, c := range []struct {
		step int
		want float64
	}{{5000, 0}, {5050, 0.005}, {5100, 0.01}, {5600, 0.005}, {6100, 0}, {9999, 0}} {
		if got := s.Rate(c.step); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("step %d: rate %g, want %g", c.step, got, c.want)
		}
	}
}

func TestNewSchedule(t *testing.T) {
	for _, c := range []struct {
		name   string
		total  int
		peak   float64
		warmUp int
		want   Schedule
	}{
		{"", 1000, 0, 0, Schedule{Peak: 0.01, WarmUp: 20, Total: 1000}},
		{"scratch", 1000, 0.003, 40, Schedule{Peak: 0.003, WarmUp: 40, Total: 1000}},
		{"reference", 26000, 0, 0, Schedule{Peak: 0.01, WarmUp: 1000, Total: 26000}},
		{"released", 26000, 0, 0, Schedule{Peak: 0.01, WarmUp: 1000, Total: 28600}},
		{"reference", 400, 0, 0, Schedule{Peak: 0.01, WarmUp: 20, Total: 400}}, // at most 5 %
		{"appendix", 26000, 0, 0, Schedule{Peak: 1e-3, WarmUp: 1000, Total: 26000}},
		{"appendix-search", 90000, 0, 0, Schedule{Peak: 5e-4, WarmUp: 4000, Total: 90000}},
	} {
		got, err := NewSchedule(c.name, c.total, c.peak, c.warmUp)
		if err != nil || got != c.want {
			t.Errorf("%q: %+v, %v, want %+v", c.name, got, err, c.want)
		}
	}
	if _, err := NewSchedule("nothing", 1, 0, 0); !errors.Is(err, ErrUnknownPreset) {
		t.Errorf("got %v", err)
	}
}
