package train

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"pix2act/pix2struct"
)

// meter adds up what happened since the last line of the log, besides the losses,
// which are part of the state: a resumed run logs those of all steps.
type meter struct {
	examples, rows, steps int
	waited, worked        time.Duration
	skipped               int
	problem               error
}

// train runs the steps that are left.
func (r *run) train(ctx context.Context) (err error) {
	total := r.state.Settings.Steps
	r.progress = newProgress(r.options.Progress, r.state.Step, total, r.options.Now)
	defer r.progress.end()
	r.announce()
	if err := r.log(Entry{Kind: "start", Command: r.options.Command, Text: fmt.Sprintf("%d parameters, %d training examples", r.state.Config.Parameters(), r.corpus.training)}); err != nil {
		return err
	}
	s := newSampler(r.corpus.streams, r.state.Order.Seed)
	s.skip(r.state.Order.Drawn)
	const ahead = 2
	l := newLoader(ctx, r.corpus, s, r.encoder, r.state.Settings.Batch, r.state.Settings.MicroBatch, r.options.Workers, ahead)
	defer l.close()

	var m meter
	stop := total
	if r.options.Until > 0 {
		stop = min(stop, r.options.Until)
	}
	for r.state.Step < stop {
		if r.options.Patience > 0 && r.state.Stale >= r.options.Patience {
			return r.stopEarly()
		}
		if ctx.Err() != nil {
			return r.interrupted(ctx)
		}
		if err := r.step(ctx, l, &m); err != nil {
			if ctx.Err() != nil {
				return r.interrupted(ctx)
			}
			return err
		}
		step := r.state.Step
		if step%r.options.LogEvery == 0 || step == total {
			if err := r.report(&m); err != nil {
				return err
			}
		}
		isBest := false
		if step%r.options.EvalEvery == 0 || step == total || r.plays(step) {
			if isBest, err = r.evaluate(ctx, step == total); err != nil {
				if ctx.Err() != nil {
					return r.interrupted(ctx)
				}
				return err
			}
		}
		if step%r.options.SaveEvery == 0 || step == total || isBest {
			if err := r.save(isBest); err != nil {
				return err
			}
		}
	}
	if stop < total {
		if err := r.save(false); err != nil {
			return err
		}
		r.progress.say("stopped at step %d of %d as asked; resume with the same folder", stop, total)
		return r.log(Entry{Kind: "stopped"})
	}
	return r.log(Entry{Kind: "end"})
}

// stopEarly ends a run that gets no better.
func (r *run) stopEarly() error {
	if err := r.save(false); err != nil {
		return err
	}
	text := fmt.Sprintf("stopped early at step %d of %d: %d evaluations in a row were no better than step %d; resume with more patience to go on",
		r.state.Step, r.state.Settings.Steps, r.state.Stale, r.state.Best.Step)
	r.progress.say("%s", text)
	return r.log(Entry{Kind: "early", Text: text})
}

// step trains on one batch.
func (r *run) step(ctx context.Context, l *loader, m *meter) error {
	begin := r.options.Now()
	b, err := l.next(ctx)
	if err != nil {
		return err
	}
	ready := r.options.Now()
	rate := r.schedule.Rate(r.state.Step)
	out, err := r.engine.step(ctx, r.state.Settings.FirstStep+r.state.Step, rate, b)
	if err != nil {
		return err
	}
	end := r.options.Now()
	r.state.Step++
	r.state.Order.Drawn += int64(r.state.Settings.Batch)
	r.state.Seconds += end.Sub(begin).Seconds()
	r.state.Since.add(out)
	m.examples += b.examples
	m.rows += b.rows
	m.skipped += b.skipped
	if m.problem == nil {
		m.problem = b.problem
	}
	m.steps++
	m.waited += ready.Sub(begin)
	m.worked += end.Sub(ready)
	r.progress.advance(r.state.Step)
	return nil
}

// report writes a line of the log and starts the meter anew.
func (r *run) report(m *meter) error {
	since := r.state.Since
	seconds := (m.waited + m.worked).Seconds()
	e := Entry{
		Kind: "step", Step: r.state.Step,
		Loss:          since.Loss / float64(max(since.Tokens, 1)),
		TokenAccuracy: float64(since.Correct) / float64(max(since.Tokens, 1)),
		Rate:          r.schedule.Rate(r.state.Step - 1),
		Examples:      r.state.Order.Drawn,
		Rows:          float64(m.rows) / float64(max(m.examples, 1)),
	}
	if seconds > 0 {
		e.ExamplesPerS = float64(m.examples) / seconds
		e.Waiting = m.waited.Seconds() / seconds
		e.perStep = seconds / float64(m.steps)
	}
	if m.skipped > 0 {
		text := fmt.Sprintf("%d examples left out; the first: %v", m.skipped, m.problem)
		r.progress.say("%s", text)
		if err := r.log(Entry{Kind: "skipped", Text: text}); err != nil {
			return err
		}
	}
	*m, r.state.Since = meter{}, outcome{}
	r.progress.step(e)
	return r.log(e)
}

// plays tells whether the step is one to play at.
func (r *run) plays(step int) bool {
	return r.options.Evaluate != nil && step%r.options.PlayEvery == 0
}

// evaluate asks the development examples, plays where it is time to, and tells
// whether the model is the best so far. Of equal ones the later is better.
func (r *run) evaluate(ctx context.Context, last bool) (isBest bool, err error) {
	development, err := r.examiner.ask(ctx)
	if err != nil {
		return false, err
	}
	result := best{Step: r.state.Step}
	if development != nil {
		r.latest = development
		result.Score = development.score()
		r.progress.say("step %d · %s", r.state.Step, development.brief())
		if err := r.log(Entry{Kind: "development", Development: development}); err != nil {
			return false, err
		}
		if development.stuck() {
			text := fmt.Sprintf("the model answers %q to %.0f %% of different screens: it has not learnt to look; if that lasts, lower the learning rate",
				development.Answer, 100*development.Commonest)
			r.progress.say("WARNING: %s", text)
			if err := r.log(Entry{Kind: "alarm", Text: text}); err != nil {
				return false, err
			}
		}
	}
	if r.options.Evaluate != nil {
		if !r.plays(r.state.Step) && !last {
			return false, nil
		}
		played, err := r.options.Evaluate(ctx, r.checkpoint())
		if err != nil {
			return false, fmt.Errorf("evaluation by playing at step %d: %w", r.state.Step, err)
		}
		result.Score, result.Played = played.Score, true
		r.progress.say("step %d · played: %.3f%s", r.state.Step, played.Score, played.brief())
		if err := r.log(Entry{Kind: "played", Played: &played}); err != nil {
			return false, err
		}
	}
	old := r.state.Best
	if old == nil || old.Played != result.Played || result.Score > old.Score {
		r.state.Stale = 0
	} else {
		r.state.Stale++
	}
	if old != nil && old.Played == result.Played && result.Score < old.Score {
		return false, nil
	}
	r.state.Best = &result
	return true, nil
}

// brief is the success of each task where a line holds them all; the log has the
// whole table.
func (p Played) brief() string {
	const most = 12
	if len(p.Tasks) > most {
		return ""
	}
	var b strings.Builder
	for _, task := range slices.Sorted(maps.Keys(p.Tasks)) {
		fmt.Fprintf(&b, " · %s %.0f %%", task, 100*p.Tasks[task])
	}
	return b.String()
}

// save writes the checkpoint of this step, once.
func (r *run) save(isBest bool) error {
	if r.saved == r.state.Step && !isBest {
		return nil
	}
	if err := saveCheckpoint(r.options.Out, r.checkpoint(), r.state, r.engine.optimizer, isBest); err != nil {
		return err
	}
	r.saved = r.state.Step
	return r.log(Entry{Kind: "saved"})
}

// interrupted saves what there is and gives the reason back.
func (r *run) interrupted(ctx context.Context) error {
	if err := r.save(false); err != nil {
		return err
	}
	r.progress.say("stopped at step %d of %d; resume with the same folder", r.state.Step, r.state.Settings.Steps)
	return fmt.Errorf("training stopped at step %d of %d and saved: %w", r.state.Step, r.state.Settings.Steps, ctx.Err())
}

// record is what a checkpoint's card tells about its training.
type record struct {
	Steps       int          `json:"steps"`
	Examples    int64        `json:"examples"`
	Seconds     float64      `json:"seconds"`
	Settings    settings     `json:"settings"`
	Best        *best        `json:"best,omitempty"`
	Development *Development `json:"development,omitempty"`
	Command     string       `json:"command,omitempty"`
}

// checkpoint is the model as it stands, with its card. It shares the weights.
func (r *run) checkpoint() *pix2struct.Checkpoint {
	card := r.card
	card.Config = r.engine.model.Config
	card.Created = r.options.Now().UTC().Truncate(time.Second)
	if text, err := json.Marshal(record{
		Steps: r.state.Step, Examples: int64(r.state.Step) * int64(r.state.Settings.Batch), Seconds: r.state.Seconds,
		Settings: r.state.Settings, Best: r.state.Best, Development: r.latest, Command: r.options.Command,
	}); err == nil {
		card.Training = text
	}
	return &pix2struct.Checkpoint{Model: r.engine.model, Vocabulary: r.encoder.vocabulary, SPM: r.spm, Card: card}
}

// announce says what is trained on what.
func (r *run) announce() {
	s := r.state.Settings
	for _, note := range r.notes {
		r.progress.say("%s", note)
	}
	switch step := r.state.Step; {
	case step == s.Steps:
		r.progress.say("the run is at step %d of %d already: nothing is left to train", step, s.Steps)
	case step > 0:
		r.progress.say("resuming at step %d of %d", step, s.Steps)
	}
	development := 0
	for _, refs := range r.corpus.development {
		development += len(refs)
	}
	r.progress.say("%d parameters · %d training and %d development examples · batch %d · learning rate up to %g",
		r.state.Config.Parameters(), r.corpus.training, development, s.Batch, r.schedule.Peak)
}
