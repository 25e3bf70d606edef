package train

import (
	"bytes"
	"strings"
	"testing"
	"time"
)

// Where there is no terminal, a line tells now and then how far the run is, and how long the rest takes.
func TestProgressLines(t *testing.T) {
	var shown bytes.Buffer
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	p := newProgress(&shown, 0, 100, func() time.Time { return now })
	for _, step := range []int{20, 40, 60, 100} {
		p.advance(step)
		p.step(Entry{Step: step, Loss: 1.5, perStep: 0.5})
		now = now.Add(lineInterval / 2)
	}
	p.end()
	want := []string{"step 20 of 100 · loss 1.500", "40s left", "step 60 of 100 · loss 1.500", "20s left", "step 100 of 100 · loss 1.500"}
	rest := shown.String()
	for _, w := range want {
		_, after, found := strings.Cut(rest, w)
		if !found {
			t.Fatalf("%q is not where it should be in:\n%s", w, shown.String())
		}
		rest = after
	}
	if strings.Contains(rest, "left") || strings.Contains(shown.String(), "step 40") || strings.Count(shown.String(), "\n") != 3 {
		t.Errorf("shown:\n%s", shown.String())
	}
}

// A line on the development examples says what its shares are means over.
func TestDevelopmentBrief(t *testing.T) {
	off := 0.05
	for _, c := range []struct {
		d    Development
		want string
	}{
		{Development{Examples: 17, Exact: 0.5, Near: 0.71, Tasks: map[string]DevelopmentTask{"a": {}, "b": {}}},
			"17 unseen examples of 2 tasks, mean over the tasks: 50.0 % exact, 71.0 % within a bin"},
		{Development{Examples: 3, Exact: 0.5, Near: 1, Tasks: map[string]DevelopmentTask{"a": {}}, Error: &off},
			"3 unseen examples: 50.0 % exact, 100.0 % within one, mean error 0.050"},
	} {
		if got := c.d.brief(); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
