package agent

import (
	"context"
	"image"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pix2act/gui"
	"pix2act/pix2struct"
	"pix2act/tensor"
)

// spelled is a vocabulary that is not the action vocabulary.
type spelled struct{ pix2struct.Vocabulary }

func (spelled) Len() int { return 7 }

func noise(seed uint64) gui.Observation {
	random := rand.New(rand.NewPCG(seed, 0))
	picture := image.NewRGBA(image.Rect(0, 0, 64, 48))
	for i := range picture.Pix {
		picture.Pix[i] = byte(random.Uint32()) | byte(255*(i%4/3))
	}
	return gui.NewObservation(picture, image.Point{}, 1)
}

// A policy is a pure function of each picture, and what it proposes can be read.
func TestPolicy(t *testing.T) {
	config, err := pix2struct.Size("tiny", VocabularySize)
	if err != nil {
		t.Fatal(err)
	}
	model, err := pix2struct.New(config, 1)
	if err != nil {
		t.Fatal(err)
	}
	vocabulary := load(t)
	// Exaggerate one verb, so that this model, which has learnt nothing, gives
	// some readable answers.
	kernel := model.Parameters["decoder/logits_dense/kernel"]
	wait := int(vocabulary.Encode("<wait>")[0])
	for i := range config.Hidden {
		kernel.Data[i*config.Vocabulary+wait] *= 3
	}
	policy, err := NewPolicy(&pix2struct.Checkpoint{Model: model, Vocabulary: vocabulary}, tensor.CPU(1), 4)
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	observations := []gui.Observation{noise(1), noise(2), noise(3)}
	together, err := policy.Propose(ctx, observations)
	if err != nil || len(together) != 3 {
		t.Fatalf("%d beams, %v", len(together), err)
	}
	for i, observation := range observations {
		alone, err := policy.Propose(ctx, []gui.Observation{observation})
		if err != nil {
			t.Fatal(err)
		}
		if len(alone[0]) != len(together[i]) {
			t.Fatalf("picture %d: %v alone, %v in a batch", i, alone[0], together[i])
		}
		for j, p := range alone[0] {
			q := together[i][j]
			if p.Action != q.Action || math.Abs(p.LogProb-q.LogProb) > 1e-4 || j > 0 && p.Score > alone[0][j-1].Score {
				t.Errorf("picture %d: %v alone, %v in a batch", i, alone[0], together[i])
			}
			_, err := FormatTarget(p.Action)
			if _, first := FormatTarget(alone[0][0].Action); (err == nil) != (first == nil) {
				t.Errorf("picture %d proposes %q beside %q", i, p.Action, alone[0][0].Action)
			}
		}
	}
	if _, err := policy.Propose(ctx, []gui.Observation{{}}); err == nil {
		t.Error("an observation without a picture was answered")
	}
}

func TestBeamLeavesOutTheUnreadable(t *testing.T) {
	p := &policy{reader{spelling: SpellingOf(load(t))}}
	beam := p.beam([]pix2struct.Hypothesis{
		{Text: "<click><X1><Y2>", Score: -1, LogProb: -2}, {Text: "<Y2>", Score: -2}, {Text: "<click><X1><Y2>", Score: -3}, {Text: "", Score: -1e7},
		{Text: "<keys>ab", Score: -4, LogProb: -8},
	})
	want := gui.Beam{{Action: "click 1 2", LogProb: -2, Score: -1}, {Action: "keys ab", LogProb: -8, Score: -4}}
	if len(beam) != len(want) || beam[0] != want[0] || beam[1] != want[1] {
		t.Errorf("got %v, want %v", beam, want)
	}
	other := SpellingOf(spelled{})
	if text, err := other.Parse("click 1 2"); text != "click 1 2" || err != nil {
		t.Errorf("another vocabulary reads %q, %v", text, err)
	}
}

// A model that also learnt to parse screenshots acts all the same.
func TestParsesAreNoActions(t *testing.T) {
	p := policy{reader{spelling: Spelling{Parse: ParseTarget}}}
	beam := p.beam([]pix2struct.Hypothesis{{Text: "<open><text>a<close>"}, {Text: "<text>b"}, {Text: "<click><X1><Y2>"}})
	if len(beam) != 1 || beam[0].Action != "click 1 2" {
		t.Errorf("the beam is %+v, want click 1 2 alone", beam)
	}
}

// What a model that can say nothing legal says is shown as it is.
func TestBeamOfTheUnreadable(t *testing.T) {
	p := policy{reader{spelling: Spelling{Parse: ParseTarget}}}
	beam := p.beam([]pix2struct.Hypothesis{{Text: "<Y2><X1>", Score: -1, LogProb: -2}, {Text: "<Y2><X1>", Score: -2}, {Text: "", Score: -3}, {Text: "\xff", Score: -4}, {Text: "", Score: -1e7}})
	want := gui.Beam{{Action: "<Y2><X1>", LogProb: -2, Score: -1}, {Score: -3}, {Action: "\uFFFD", Score: -4}}
	if !slices.Equal(beam, want) {
		t.Errorf("the beam is %+v, want %+v", beam, want)
	}
	if beam := p.beam([]pix2struct.Hypothesis{{Score: -1e7}}); len(beam) != 0 {
		t.Errorf("without an answer the beam is %+v", beam)
	}
}
