package train

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"pix2act/agent"
	"pix2act/episode"
	"pix2act/gui"
	"pix2act/pix2struct"
	"pix2act/tensor"
)

// squares draws a page with so many squares left to press; grey ones lead nowhere.
func squares(random *rand.Rand, left int, lost bool) *image.RGBA {
	picture := image.NewRGBA(image.Rect(0, 0, 160, 210))
	draw.Draw(picture, picture.Rect, image.White, image.Point{}, draw.Src)
	colour := color.RGBA{30, 30, 200, 255}
	if lost {
		colour = color.RGBA{120, 120, 120, 255}
	}
	for i := range left {
		at := image.Pt(8+random.IntN(100), 50+30*i)
		draw.Draw(picture, image.Rectangle{at, at.Add(image.Pt(24, 24))}, image.NewUniform(colour), image.Point{}, draw.Src)
	}
	return picture
}

// writeValues makes a data set of episodes that press one to four squares, and of such as fail.
func writeValues(t *testing.T, episodes int) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "data")
	settings := gui.Settings{}.WithDefaults()
	w, err := episode.NewWriter(dir, episode.Options{Episodes: true, Manifest: episode.Manifest{
		Suite: "toy", SuiteHash: "hash", Mode: gui.ModeTrain, Settings: settings, Tasks: []string{"press-squares"},
		Seeds: episode.SeedRange{First: 1000000, Last: 1999999},
	}})
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 2))
	for i := range episodes {
		steps, lost := 1+i%4, i%5 == 0
		r := episode.Record{Episode: gui.Episode{Suite: "toy", SuiteHash: "hash", Task: "press-squares", Seed: int64(1000000 + i),
			Mode: gui.ModeTrain, Settings: settings}, Raw: 1, Score: 1, Success: true, Complete: true}
		for step := range steps {
			var file bytes.Buffer
			if err := png.Encode(&file, squares(random, steps-step, lost)); err != nil {
				t.Fatal(err)
			}
			r.Steps = append(r.Steps, episode.Step{Image: file.Bytes(), Action: "click 1 1"})
		}
		if lost {
			r.Raw, r.Score, r.Success = -1, 0, false
			err = w.AddFailure(r)
		} else {
			err = w.Add(r)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if _, err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return dir
}

// A tiny value function sees how many steps a page is from its end, on pages that it never saw.
func TestValue(t *testing.T) {
	if testing.Short() {
		t.Skip("learns for some seconds")
	}
	o := toyOptions(t, nil, 120)
	o.Sources = nil
	o.Data = []Folder{{Dir: writeValues(t, 120)}}
	o.Batch, o.Peak, o.LogEvery, o.EvalEvery = 16, 1e-2, 30, 60
	ctx := context.Background()
	if err := Value(ctx, o, episode.DefaultSurrogate); err != nil {
		t.Fatal(err)
	}
	checkpoint, err := pix2struct.Load(filepath.Join(o.Out, BestName))
	if err != nil {
		t.Fatal(err)
	}
	if checkpoint.Card.Answers != pix2struct.AnswersValues {
		t.Errorf("card %+v", checkpoint.Card)
	}
	var r record
	if err := json.Unmarshal(checkpoint.Card.Training, &r); err != nil || r.Development == nil || r.Development.Error == nil ||
		r.Settings.Surrogate == nil || *r.Settings.Surrogate != episode.DefaultSurrogate {
		t.Errorf("record %+v, %v", r, err)
	}
	value, err := agent.NewValue(checkpoint, tensor.CPU(2), agent.ValueOptions{})
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(77, 78))
	mean := func(left int, lost bool) float64 {
		const pages = 12
		var batch []gui.Observation
		for range pages {
			batch = append(batch, gui.NewObservation(squares(random, left, lost), image.Point{}, 1))
		}
		values, err := value.Estimate(ctx, batch)
		if err != nil {
			t.Fatal(err)
		}
		sum := 0.0
		for _, v := range values {
			sum += v / pages
		}
		return sum
	}
	one, two, four, lost := mean(1, false), mean(2, false), mean(4, false), mean(2, true)
	t.Logf("values with 1, 2 and 4 steps to go: %.3f, %.3f, %.3f; of lost pages: %.3f", one, two, four, lost)
	if !(one > two && two > four && four > lost+0.5) || one < 0.9 {
		t.Errorf("values with 1, 2 and 4 steps to go: %.3f, %.3f, %.3f; of lost pages: %.3f", one, two, four, lost)
	}

	// Neither a policy nor another surrogate reward goes on with the run; the same one does.
	o.Resume, o.Steps = true, 122
	if err := Policy(ctx, o); !errors.Is(err, ErrOptions) {
		t.Errorf("resumed as a policy: %v", err)
	}
	if err := Value(ctx, o, episode.Surrogate{MinRaw: 0.5, StepPenalty: 1.0 / 30}); !errors.Is(err, ErrOptions) {
		t.Errorf("resumed with another reward: %v", err)
	}
	if err := Value(ctx, o, episode.DefaultSurrogate); err != nil {
		t.Error(err)
	}
}

func TestValueDistance(t *testing.T) {
	for _, c := range []struct {
		answer, target string
		want           float64
		near           bool
	}{
		{"29", "29", 0, true}, {"28", "29", 1, true}, {"20", "29", 9, false}, {"0", "30", 30, false},
		{"", "3", 30, false}, {"wait", "29", 30, false}, {"31", "30", 30, false},
	} {
		if got := valueDistance(c.answer, c.target); got != c.want || nearly(c.answer, c.target) != c.near {
			t.Errorf("%q for %q: %g", c.answer, c.target, got)
		}
	}
	var errors valueErrors
	if errors.add("click 1 1", "click 1 1"); errors.mean() != nil {
		t.Error("an action has the distance of a value")
	}
	errors.add("27", "30")
	errors.add("30", "30")
	if mean := errors.mean(); mean == nil || *mean != 0.05 {
		t.Errorf("mean %v", mean)
	}
}
