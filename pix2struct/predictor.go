package pix2struct

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"pix2act/tensor"
)

// Hypothesis is one answer to a picture.
type Hypothesis struct {
	Text  string
	IDs   []int32 // without the start, with the end token if it was written
	Score float64 // LogProb / length penalty; not divided when Finished is false
	// LogProb is the natural logarithm of the model's probability of exactly these ids.
	LogProb float64
	// Finished is false when no answer at all reached its end token within the
	// target length; then all hypotheses of the picture are the unfinished ones.
	Finished bool
}

// Predictor answers pictures with a model. It is safe for use by several
// goroutines, but answers one call after another: batch instead.
type Predictor struct {
	model      *Model
	vocabulary Vocabulary
	beam       BeamOptions

	mutex   sync.Mutex
	decoder *decoder
	phases  Phases
	// adjust, for tests, changes logits and returns their logarithm of the sum of
	// exponentials.
	adjust func(written int, logits []float32) float32
}

// NewPredictor prepares a model for answering. The predictor reads the model's
// parameters at every call, so an optimizer may change them between calls, but
// not during one. The executor must not run other programs during a call
// either. It returns an error if the options cannot be or the vocabulary does
// not fit the model.
func NewPredictor(m *Model, v Vocabulary, ex tensor.Executor, o BeamOptions) (*Predictor, error) {
	if err := m.Check(); err != nil {
		return nil, err
	}
	if v.Len() > m.Config.Vocabulary {
		return nil, fmt.Errorf("predictor: the vocabulary has %d pieces, the model writes ids below %d", v.Len(), m.Config.Vocabulary)
	}
	o = o.orDefault()
	if o.Width < 1 || 2*o.Width > o.Width*m.Config.Vocabulary || o.Alpha < 0 {
		return nil, fmt.Errorf("predictor: a beam of %d with alpha %g cannot be", o.Width, o.Alpha)
	}
	return &Predictor{model: m, vocabulary: v, beam: o, decoder: newDecoder(m, ex, o.Width)}, nil
}

// Phases say where the time of one call of Predict went.
type Phases struct {
	Encode time.Duration // all encoder layers and the cross-attention keys and values
	Cross  time.Duration // the part of Encode that the cross-attention keys and values took
	Decode time.Duration // all steps of the beam search
	Steps  int           // of the beam search
}

// MemoryBytes is what the predictor holds besides the model and the executor's
// memory: the keys, values and logits of the largest batch so far.
func (p *Predictor) MemoryBytes() int {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	return p.decoder.bytes()
}

// Phases are those of the last call of Predict that was answered.
func (p *Predictor) Phases() Phases {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	return p.phases
}

// Predict returns for every picture the hypotheses of its beam, best first;
// there are fewer than the beam's width if fewer were found. The answer to a
// picture does not depend on the others in the call, not even in its last bits.
func (p *Predictor) Predict(ctx context.Context, pictures []Patches) ([][]Hypothesis, error) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	searches, err := p.search(ctx, pictures)
	if err != nil {
		return nil, fmt.Errorf("predict: %w", err)
	}
	answers := make([][]Hypothesis, len(searches))
	for i, s := range searches {
		list, finished := s.result()
		for _, h := range slices.Backward(list) {
			if finished && !h.filled || h.score <= impossible/2 {
				continue
			}
			answer := Hypothesis{
				Text: p.vocabulary.Decode(h.ids), IDs: h.ids, Score: float64(h.score), LogProb: float64(h.score), Finished: finished,
			}
			if finished {
				answer.LogProb *= float64(penalty(len(h.ids), s.alpha))
			}
			answers[i] = append(answers[i], answer)
		}
	}
	return answers, nil
}

// search runs the beam search of every picture, all in step.
func (p *Predictor) search(ctx context.Context, pictures []Patches) ([]*search, error) {
	if len(pictures) == 0 {
		return nil, nil
	}
	for i, picture := range pictures {
		if err := p.model.Config.checkPatches(picture); err != nil {
			return nil, fmt.Errorf("picture %d: %w", i, err)
		}
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	start := time.Now()
	if err := p.decoder.read(pictures); err != nil {
		return nil, err
	}
	encoded, steps := time.Now(), 0
	searches := make([]*search, len(pictures))
	active := make([]int, len(pictures)) // pictures whose search still runs
	for i := range searches {
		searches[i] = newSearch(p.beam, p.model.Config.TargetLength)
		active[i] = i
	}
	continued := make([]int, 0, len(pictures)*p.beam.Width) // of each slot, the slot it continues
	for ; len(active) > 0; steps++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		slots := p.slots(searches, active)
		rows, normal, err := p.decoder.step(active, slots, continued)
		if err != nil {
			return nil, err
		}
		each := len(slots) / len(active)
		continued = continued[:0]
		still := active[:0:0]
		for n, i := range active {
			s := searches[i]
			own, sums := rows[n*each:(n+1)*each], normal[n*each:(n+1)*each]
			if p.adjust != nil {
				for j, row := range own {
					sums[j] = p.adjust(s.current, row)
				}
			}
			parents := s.advance(own, sums)
			if !s.running() {
				continue
			}
			still = append(still, i)
			for _, parent := range parents {
				continued = append(continued, n*each+min(parent, each-1))
			}
		}
		active = still
	}
	p.phases = Phases{Encode: encoded.Sub(start), Cross: p.decoder.crossTime, Decode: time.Since(encoded), Steps: steps}
	return searches, nil
}

// slots lists the last id of every live hypothesis of the active pictures.
// Before the first step the hypotheses of a picture are alike and share one.
func (p *Predictor) slots(searches []*search, active []int) []int32 {
	var ids []int32
	for _, i := range active {
		s := searches[i]
		if s.current == 0 {
			ids = append(ids, PadID)
			continue
		}
		for _, live := range s.live {
			ids = append(ids, live.ids[len(live.ids)-1])
		}
	}
	return ids
}
