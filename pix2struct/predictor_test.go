package pix2struct

import (
	"context"
	"errors"
	"slices"
	"testing"

	"pix2act/tensor"
	"pix2act/tensor/xla/xlatest"
)

func TestGoldenBeamTiny(t *testing.T) { xlatest.Every(t, checkBeams) }

func checkBeams(t *testing.T, executor tensor.Executor) {
	var cases []beamCase
	goldenJSON(t, "beam/tiny.json", &cases)
	var about struct{ Pictures []any }
	goldenJSON(t, "forward/forward.json", &about)
	pictures := goldenPictures(t, about.Pictures)
	c := tiny(t)
	predictors := map[int]*Predictor{}
	for _, c0 := range cases {
		t.Run(c0.Name, func(t *testing.T) {
			p := predictors[c0.K]
			if p == nil {
				var err error
				if p, err = NewPredictor(c.Model, c.Vocabulary, executor, BeamOptions{Width: c0.K, Alpha: c0.Alpha}); err != nil {
					t.Fatal(err)
				}
				predictors[c0.K] = p
			}
			p.adjust = func(written int, logits []float32) float32 {
				logits[EndID] += float32(c0.EOSBias + c0.EOSSlope*float64(written))
				return logSumExps([][]float32{logits})[0]
			}
			searches, err := p.search(context.Background(), pictures[c0.Picture:c0.Picture+1])
			if err != nil {
				t.Fatal(err)
			}
			c0.check(t, searches[0], 2e-4)
		})
	}
	t.Logf("%d cases", len(cases))
}

// littleModel is a model with random parameters and pictures of several sizes.
func littleModel(t testing.TB) (*Predictor, []Patches) {
	t.Helper()
	v, err := LoadVocabulary(sample().Marshal())
	if err != nil {
		t.Fatal(err)
	}
	c, err := Size("tiny", v.Len())
	if err != nil {
		t.Fatal(err)
	}
	c.TargetLength = 7
	m, err := New(c, 3)
	if err != nil {
		t.Fatal(err)
	}
	p, err := NewPredictor(m, v, tensor.CPU(2), BeamOptions{Width: 3})
	if err != nil {
		t.Fatal(err)
	}
	// An end that comes sooner or later, so that pictures stop at different steps.
	p.adjust = func(written int, logits []float32) float32 {
		logits[EndID] += float32(written)
		return logSumExps([][]float32{logits})[0]
	}
	var pictures []Patches
	for i := range 9 {
		img := screen()
		for j := range 2000 * (i + 1) {
			img.Pix[(j*7919*4+i)%len(img.Pix)] = uint8(j * i)
		}
		for j := 3; j < len(img.Pix); j += 4 {
			img.Pix[j] = 0xff
		}
		patches, err := c.Patches(img)
		if err != nil {
			t.Fatal(err)
		}
		pictures = append(pictures, patches)
	}
	return p, pictures
}

// The answer to a picture does not depend on its company, to the last bit:
// otherwise an evaluation would depend on which episodes happen to ask together.
func TestPredictBatch(t *testing.T) {
	p, pictures := littleModel(t)
	together, err := p.Predict(context.Background(), pictures)
	if err != nil {
		t.Fatal(err)
	}
	steps := map[int]bool{}
	for i := range pictures {
		alone, err := p.Predict(context.Background(), pictures[i:i+1])
		if err != nil {
			t.Fatal(err)
		}
		if len(alone[0]) == 0 || len(alone[0]) != len(together[i]) {
			t.Fatalf("picture %d: %d and %d hypotheses", i, len(alone[0]), len(together[i]))
		}
		for j, h := range alone[0] {
			o := together[i][j]
			if !slices.Equal(h.IDs, o.IDs) || h.Text != o.Text || h.Finished != o.Finished || h.Score != o.Score {
				t.Errorf("picture %d, hypothesis %d: alone %+v, together %+v", i, j, h, o)
			}
			if j > 0 && h.Score > alone[0][j-1].Score {
				t.Errorf("picture %d: hypothesis %d is better than the one before", i, j)
			}
			steps[len(h.IDs)] = true
		}
	}
	if len(steps) < 2 {
		t.Error("all answers have one length, which tests little")
	}
}

// coarse is an executor that asks for few shapes.
type coarse struct{ tensor.Executor }

func (coarse) RoundUp(n int) int { return roundUp(n, 256) }

// Larger shapes do not change an answer, not even in the last bit.
func TestPredictCoarse(t *testing.T) {
	p, pictures := littleModel(t)
	want, err := p.Predict(context.Background(), pictures)
	if err != nil {
		t.Fatal(err)
	}
	p.decoder = newDecoder(p.model, coarse{tensor.CPU(2)}, p.beam.Width)
	got, err := p.Predict(context.Background(), pictures)
	if err != nil {
		t.Fatal(err)
	}
	if len(p.decoder.writers) == 0 {
		t.Fatal("nothing was compiled")
	}
	for shape := range p.decoder.writers {
		if (shape.capacity+1)%16 != 0 && shape.capacity != 0 {
			t.Errorf("a cache of %d tokens", shape.capacity)
		}
	}
	for i := range want {
		if !slices.EqualFunc(got[i], want[i], func(a, b Hypothesis) bool { return slices.Equal(a.IDs, b.IDs) && a.Score == b.Score }) {
			t.Errorf("picture %d: %+v, with exact shapes %+v", i, got[i], want[i])
		}
	}
}

// Step by step with the cache gives the loss graph's log-probabilities.
func TestPredictAgreesWithLoss(t *testing.T) {
	p, pictures := littleModel(t)
	p.adjust = nil
	m := p.model
	answers, err := p.Predict(context.Background(), pictures[:2])
	if err != nil {
		t.Fatal(err)
	}
	for i, list := range answers {
		for _, h := range list {
			feeds, err := Pack(m.Config, pictures[i:i+1], [][]int32{h.IDs})
			if err != nil {
				t.Fatal(err)
			}
			g := tensor.NewGraph()
			nodes := m.Config.Loss(g, feeds.Rows, feeds.Batch, feeds.Tokens)
			logits := run(t, tensor.CPU(2), g, withParameters(m, feeds.Values), nodes.Logits)[0]
			logp := 0.0
			for n, id := range h.IDs {
				row := logits[n*m.Config.Vocabulary:][:m.Config.Vocabulary]
				logp += float64(row[id] - logSumExps([][]float32{row})[0])
			}
			if d := logp - h.LogProb; d > 1e-3 || d < -1e-3 {
				t.Errorf("picture %d, %v: log-probability %v, by the loss graph %v", i, h.IDs, h.LogProb, logp)
			}
			if h.Finished {
				logp /= float64(penalty(len(h.IDs), 0.6))
			}
			if d := logp - h.Score; d > 1e-3 || d < -1e-3 {
				t.Errorf("picture %d, %v: score %v, by the loss graph %v", i, h.IDs, h.Score, logp)
			}
		}
	}
}

func TestPredictRefuses(t *testing.T) {
	p, pictures := littleModel(t)
	if answers, err := p.Predict(context.Background(), nil); err != nil || len(answers) != 0 {
		t.Errorf("no pictures: %v, %v", answers, err)
	}
	broken := pictures[0]
	broken.Rows = slices.Clone(broken.Rows)
	broken.Rows[0] = 99
	if _, err := p.Predict(context.Background(), []Patches{broken}); err == nil {
		t.Error("a row outside the table is accepted")
	}
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := p.Predict(cancelled, pictures); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if _, err := NewPredictor(p.model, p.vocabulary, tensor.CPU(1), BeamOptions{Width: -1}); err == nil {
		t.Error("a beam of -1 is accepted")
	}
}
