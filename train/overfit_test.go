package train

import (
	"context"
	"path/filepath"
	"testing"

	"pix2act/agent"
	"pix2act/episode"
	"pix2act/gui"
	"pix2act/pix2struct"
	"pix2act/tensor"
)

// A tiny model learns 32 pictures by heart: the whole way from pictures to answers in the grammar. The saved checkpoint
// answers every picture exactly, with a cross-entropy below 0.01 a token. (The loss of the log has the z-loss besides.)
func TestOverfit(t *testing.T) {
	if testing.Short() {
		t.Skip("learns for some seconds")
	}
	var examples toy
	for _, e := range newToy(t, 48, 3) {
		if !episode.Validation(e.ID) && len(examples) < 32 {
			examples = append(examples, e)
		}
	}
	o := toyOptions(t, examples, 240)
	o.Batch = 32
	o.Peak = 2e-2
	o.LogEvery = 20
	if err := Policy(context.Background(), o); err != nil {
		t.Fatal(err)
	}
	checkpoint, err := pix2struct.Load(filepath.Join(o.Out, LatestName))
	if err != nil {
		t.Fatal(err)
	}
	if loss := crossEntropy(t, checkpoint, examples); !(loss < 0.01) {
		t.Errorf("cross-entropy %g a token, want below 0.01", loss)
	}
	policy, err := agent.NewPolicy(checkpoint, tensor.CPU(2), 4)
	if err != nil {
		t.Fatal(err)
	}
	right := 0
	for _, e := range examples {
		beams, err := policy.Propose(context.Background(), []gui.Observation{observe(t, e)})
		if err != nil {
			t.Fatal(err)
		}
		if len(beams[0]) > 0 && beams[0][0].Action == e.Parse {
			right++
		}
	}
	if right < 32 {
		t.Errorf("%d of %d learnt by heart", right, len(examples))
	}
}

// crossEntropy is the mean over the target tokens, without z-loss.
func crossEntropy(t *testing.T, checkpoint *pix2struct.Checkpoint, examples toy) float64 {
	t.Helper()
	e := &encoder{config: checkpoint.Model.Config, vocabulary: checkpoint.Vocabulary, spell: agent.SpellingOf(checkpoint.Vocabulary).Format}
	var pictures []pix2struct.Patches
	var targets [][]int32
	for _, example := range examples {
		patches, target, err := e.encode(example)
		if err != nil {
			t.Fatal(err)
		}
		pictures, targets = append(pictures, patches), append(targets, target)
	}
	parts, err := packParts(e.config, pictures, targets, 0)
	if err != nil {
		t.Fatal(err)
	}
	judge := newEngine(checkpoint.Model, tensor.CPU(2), 2)
	judge.zLoss = 0
	out, err := judge.backward(parts[0], judge.gradients)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("cross-entropy %.5f over %d tokens, %d of them right", out.Loss/float64(out.Tokens), out.Tokens, out.Correct)
	return out.Loss / float64(out.Tokens)
}
