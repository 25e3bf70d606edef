package parsing

import (
	"context"
	"errors"
	"image"
	"math"
	"testing"

	"pix2act/gui"
)

func TestNear(t *testing.T) {
	for _, c := range []struct {
		answer, right string
		want          float64
	}{
		{"click 3 4", "click 3 4", 1},
		{"click 4 3", "click 3 4", 1},
		{"click 5 4", "click 3 4", 0},
		{"click 3", "click 3 4", 0},
		{"move 3 4", "click 3 4", 0},
		{"", "keys ab", 0},
		{"keys kitchen", "keys kitchen", 1},
		{"keys kitten", "keys kitchen", 1 - 2.0/7},
		{"keys a much longer text", "keys ab", 0},
		{"keys Ж", "keys Ж", 1},
		{"wait", "keys ab", 0},
	} {
		if got := near(c.answer, c.right); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("near(%q, %q) = %g, want %g", c.answer, c.right, got, c.want)
		}
	}
}

// readerOf answers every question with one text.
type readerOf string

func (r readerOf) Propose(_ context.Context, batch []gui.Observation) ([]gui.Beam, error) {
	if r == "" {
		return nil, errors.New("lost")
	}
	beams := make([]gui.Beam, len(batch))
	for i := range beams {
		beams[i] = gui.Beam{{Action: string(r)}}
	}
	return beams, nil
}

func TestProbeAsks(t *testing.T) {
	see := gui.NewObservation(image.NewRGBA(image.Rect(0, 0, 4, 4)), image.Point{}, 1)
	p := Probe{}
	for range 40 { // more than are asked at once
		p.questions = append(p.questions, probeQuestion{"read-small", see, "keys ab"}, probeQuestion{"point-small", see, "click 1 2"})
	}
	result, err := p.Ask(t.Context(), readerOf("keys ac"))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := result.Tasks["read-small"], (ProbeTask{40, 0, 0.5}); got != want || result.Tasks["point-small"].Near != 0 || result.Score != 0.25 {
		t.Errorf("result %+v", result)
	}
	if _, err := p.Ask(t.Context(), readerOf("")); err == nil {
		t.Error("the policy's error was lost")
	}
}
