package agent

import (
	"context"
	"image"
	"image/color"
	"testing"

	"pix2act/gui"
)

func picture(shade uint8) gui.Observation {
	img := image.NewRGBA(image.Rect(0, 0, 4, 4))
	for i := range img.Pix {
		img.Pix[i] = shade
	}
	img.Set(0, 0, color.Black)
	return gui.NewObservation(img, image.Point{}, 1)
}

func TestGreedyBreaksCycles(t *testing.T) {
	policy := gui.PolicyFunc(func(context.Context, gui.Observation) (gui.Beam, error) {
		return gui.Beam{{Action: "click 1 1", LogProb: -0.1}, {Action: "click 2 2", LogProb: -2}}, nil
	})
	a := Greedy(policy)
	steps := []struct {
		shade uint8
		want  string
		stop  bool
	}{
		{10, "click 1 1", false},
		{20, "click 1 1", false}, // another picture, so nothing was tried here
		{10, "click 2 2", false},
		{10, "", true},
		{20, "click 2 2", false},
	}
	for i, step := range steps {
		got, err := a.Next(context.Background(), picture(step.shade))
		if err != nil {
			t.Fatal(err)
		}
		if got.Action != step.want || got.Stop != step.stop || len(got.Beam) != 2 {
			t.Errorf("step %d: got %q stop %v beam %d, want %q stop %v", i, got.Action, got.Stop, len(got.Beam), step.want, step.stop)
		}
	}
}

func TestGreedyStopsOnEmptyBeam(t *testing.T) {
	policy := gui.PolicyFunc(func(context.Context, gui.Observation) (gui.Beam, error) { return nil, nil })
	got, err := Greedy(policy).Next(context.Background(), picture(1))
	if err != nil || !got.Stop {
		t.Fatalf("got %+v, %v", got, err)
	}
}

func TestRandomIsLegalAndSeeded(t *testing.T) {
	bins := gui.Bins{X: 32, Y: 16, Centred: true}
	ctx := context.Background()
	first, second, other := Random(7, bins), Random(7, bins), Random(8, bins)
	clicks, differs, held := 0, false, false
	const n = 2000
	for range n {
		a, _ := first.Next(ctx, gui.Observation{})
		b, _ := second.Next(ctx, gui.Observation{})
		c, _ := other.Next(ctx, gui.Observation{})
		if a.Action != b.Action {
			t.Fatalf("same seed, other action: %q and %q", a.Action, b.Action)
		}
		differs = differs || a.Action != c.Action
		action, err := gui.ParseAction(a.Action, bins)
		if err != nil {
			t.Fatal(err)
		}
		if held && action.Verb != gui.EndDrag {
			t.Fatalf("a drag was followed by %q", a.Action)
		}
		held = action.Verb == gui.BeginDrag
		if action.Verb == gui.Click {
			clicks++
		}
	}
	if !differs {
		t.Error("two seeds gave the same actions")
	}
	if clicks < n*7/10 || clicks > n*9/10 {
		t.Errorf("%d of %d are clicks", clicks, n)
	}
}
