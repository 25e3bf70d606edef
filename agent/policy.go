package agent

import (
	"context"
	"fmt"
	"strings"

	"pix2act/gui"
	"pix2act/pix2struct"
	"pix2act/tensor"
)

// DefaultBeam is the number of ranked actions when none is asked for.
const DefaultBeam = 8

// emptySlot bounds the scores of answers: the places of a beam that no answer
// took have far lower ones.
const emptySlot = -1e6

// policy ranks actions with the model of a checkpoint.
type policy struct{ reader }

// NewPolicy returns the policy of a checkpoint: the answers of a beam search
// over whole actions, best first, in the text of the grammar. beam is the
// number of answers kept, below 1 DefaultBeam. Answers that a vocabulary of
// actions cannot read as an action are left out, and so are parses of the picture
// and repetitions, so a beam may be shorter. Where nothing is left, the beam has
// the answers as the vocabulary writes them: playing them is illegal, which tells
// what the model said. It is safe for concurrent use, but one call is answered
// after the other: join them with a batch.
func NewPolicy(checkpoint *pix2struct.Checkpoint, executor tensor.Executor, beam int) (gui.Policy, error) {
	if beam < 1 {
		beam = DefaultBeam
	}
	r, err := newReader(checkpoint, executor, beam)
	if err != nil {
		return nil, fmt.Errorf("policy: %w", err)
	}
	return &policy{r}, nil
}

func (p *policy) Propose(ctx context.Context, batch []gui.Observation) ([]gui.Beam, error) {
	answers, err := p.answer(ctx, batch)
	if err != nil {
		return nil, fmt.Errorf("policy: %w", err)
	}
	beams := make([]gui.Beam, len(answers))
	for i, hypotheses := range answers {
		beams[i] = p.beam(hypotheses)
	}
	return beams, nil
}

func (p *policy) beam(hypotheses []pix2struct.Hypothesis) gui.Beam {
	beam := make(gui.Beam, 0, len(hypotheses))
	known := make(map[string]bool, len(hypotheses))
	for _, h := range hypotheses {
		action, err := p.spelling.Parse(h.Text)
		if err != nil || action == "" || isMarkup(action) || known[action] {
			continue
		}
		known[action] = true
		beam = append(beam, gui.Proposal{Action: action, LogProb: h.LogProb, Score: h.Score})
	}
	if len(beam) > 0 {
		return beam
	}
	for _, h := range hypotheses {
		text := strings.ToValidUTF8(h.Text, "\uFFFD")
		if known[text] || h.Score < emptySlot {
			continue
		}
		known[text] = true
		beam = append(beam, gui.Proposal{Action: text, LogProb: h.LogProb, Score: h.Score})
	}
	return beam
}
