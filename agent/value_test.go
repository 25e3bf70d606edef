package agent

import (
	"context"
	"math"
	"slices"
	"strconv"
	"testing"

	"pix2act/gui"
	"pix2act/pix2struct"
	"pix2act/tensor"
)

func TestValueMean(t *testing.T) {
	at := func(score float64, text string) pix2struct.Hypothesis {
		return pix2struct.Hypothesis{Text: text, Score: score}
	}
	ln := math.Log
	tests := []struct {
		name    string
		options ValueOptions
		answers []pix2struct.Hypothesis
		want    float64
	}{
		{"one", ValueOptions{}, []pix2struct.Hypothesis{at(-1, "<value15>")}, 0.5},
		{"weighted", ValueOptions{}, []pix2struct.Hypothesis{at(ln(0.6), "<value30>"), at(ln(0.2), "<value10>")}, (0.6*30 + 0.2*10) / 0.8 / 30},
		{"the best three", ValueOptions{}, []pix2struct.Hypothesis{at(0, "<value9>"), at(0, "<value9>"), at(0, "<value9>"), at(0, "<value0>")}, 0.3},
		{"the best one", ValueOptions{Best: 1}, []pix2struct.Hypothesis{at(-1, "<value9>"), at(-1, "<value0>")}, 0.3},
		{"an action among them", ValueOptions{}, []pix2struct.Hypothesis{at(0, "<wait>"), at(0, "<value9>"), at(-1, "")}, 0.3},
		{"the reference's range", ReferenceValue, []pix2struct.Hypothesis{at(0, "<value30>"), at(0, "<value29>"), at(0, "<value28>")}, 28.5 / 30},
		{"small scores", ValueOptions{}, []pix2struct.Hypothesis{at(-2000, "<value9>")}, 0.3},
		{"no value", ValueOptions{}, []pix2struct.Hypothesis{at(0, "<wait>"), at(0, "<click>"), at(-1e7, "")}, 0},
		{"nothing", ValueOptions{}, nil, 0},
	}
	for _, test := range tests {
		v := &value{reader{spelling: SpellingOf(load(t))}, max(test.options.Best, 0), MaxValue}
		if v.best == 0 {
			v.best = 3
		}
		if test.options.Max > 0 {
			v.max = test.options.Max
		}
		if got := v.mean(test.answers); math.Abs(got-test.want) > 1e-9 {
			t.Errorf("%s: %g, want %g", test.name, got, test.want)
		}
	}
	// A vocabulary of text, as the reference's, writes the numbers out.
	v := &value{reader{spelling: SpellingOf(spelled{})}, 3, MaxValue}
	if got := v.mean([]pix2struct.Hypothesis{at(0, "15"), at(0, "015"), at(0, "click 1 2")}); got != 0.5 {
		t.Errorf("of text: %g", got)
	}
}

// A value function is a pure function of each picture, within [0, 1].
func TestValue(t *testing.T) {
	config, err := pix2struct.Size("tiny", VocabularySize)
	if err != nil {
		t.Fatal(err)
	}
	model, err := pix2struct.New(config, 1)
	if err != nil {
		t.Fatal(err)
	}
	// Exaggerate the numbers and the end, so that this model, which has learnt nothing, gives some.
	vocabulary := load(t)
	kernel := model.Parameters["decoder/logits_dense/kernel"]
	loud := []int32{1} // the end
	for number := range MaxValue + 1 {
		text, err := FormatTarget(strconv.Itoa(number))
		if err != nil {
			t.Fatal(err)
		}
		loud = append(loud, vocabulary.Encode(text)...)
	}
	for _, id := range loud {
		for i := range config.Hidden {
			kernel.Data[i*config.Vocabulary+int(id)] *= 10
		}
	}
	v, err := NewValue(&pix2struct.Checkpoint{Model: model, Vocabulary: vocabulary}, tensor.CPU(1), ValueOptions{})
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	observations := []gui.Observation{noise(1), noise(2), noise(3)}
	together, err := v.Estimate(ctx, observations)
	if err != nil || len(together) != 3 {
		t.Fatalf("%v, %v", together, err)
	}
	for i, observation := range observations {
		alone, err := v.Estimate(ctx, []gui.Observation{observation})
		if err != nil || math.Abs(alone[0]-together[i]) > 1e-4 {
			t.Errorf("picture %d: %v alone, %g in a batch, %v", i, alone, together[i], err)
		}
		if together[i] < 0 || together[i] > 1 {
			t.Errorf("picture %d has the value %g", i, together[i])
		}
	}
	if slices.Max(together) == 0 {
		t.Error("no number was heard; exaggerate more")
	}
	if _, err := v.Estimate(ctx, []gui.Observation{{}}); err == nil {
		t.Error("an observation without a picture was valued")
	}
}
