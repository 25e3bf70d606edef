package train

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"time"

	"pix2act/agent"
	"pix2act/internal/folder"
	"pix2act/pix2struct"
	"pix2act/tensor"
)

// Policy trains a policy on demonstrations and leaves the run in Options.Out:
// config.json, log.jsonl, event files for TensorBoard, and the links latest and
// best to checkpoints that package pix2struct loads.
//
// The same options and data give the same weights, whatever the number of
// threads, and a resumed run continues exactly: its losses are those of a run
// that was never stopped. Resuming with other data starts the order anew, on
// the weights so far. Options that are left zero when resuming keep their
// values.
//
// When ctx is cancelled the part of a batch in progress is finished, the state of
// the last whole step saved, and the context's error returned, wrapped. Errors match ErrOptions, ErrRunExists, ErrForeign,
// ErrNoExamples, ErrDiverged, [folder.ErrHeld] where another process trains in Options.Out,
// or come from the data, the disk or the callback.
func Policy(ctx context.Context, options Options) error {
	r, err := open(options)
	if err != nil {
		return err
	}
	err = r.train(ctx)
	return errors.Join(err, r.close())
}

// run is a training run in progress.
type run struct {
	options  Options
	state    *state
	schedule Schedule
	data     *data
	corpus   *corpus
	encoder  *encoder
	engine   *engine
	examiner *examiner
	spm      []byte
	card     pix2struct.Card
	journal  *journal
	events   *events
	progress *progress
	latest   *Development
	saved    int // step of the newest checkpoint, -1 with none

	claim  *folder.Claim // nil: the caller's
	from   string        // checkpoint that the run goes on from, "" with none
	astray bool          // the link latest does not name it
	notes  []string      // lines to begin with
}

// open prepares a run: everything that can be refused is refused here, before
// anything is written.
func open(options Options) (_ *run, err error) {
	o, err := options.withDefaults()
	if err != nil {
		return nil, err
	}
	r := &run{options: o, saved: -1}
	if o.Claim == nil {
		if r.claim, err = folder.Take(o.Out); err != nil {
			return nil, fmt.Errorf("run folder: %w", err)
		}
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, r.close())
		}
	}()
	if err = r.findEarlier(); err != nil {
		return nil, err
	}
	if r.data, err = openData(o.Data, o.Sources, o.opening()); err != nil {
		return nil, err
	}
	if err = r.settle(); err != nil {
		return nil, err
	}
	if r.corpus, err = newCorpus(r.data.sources, r.state.Settings.Balanced, r.state.Settings.HeldOut); err != nil {
		return nil, err
	}
	for _, task := range r.state.Settings.HeldOut {
		if !r.corpus.left[task] {
			r.tell("the data has no examples of the task %s, which is held out", task)
		}
	}
	if err = r.loadModel(); err != nil {
		return nil, err
	}
	if o.Patience > 0 && o.Evaluate == nil && len(r.examiner.questions) == 0 {
		return nil, fmt.Errorf("%w: patience without development examples and without playing: nothing tells when to stop", ErrOptions)
	}
	if r.journal, err = openJournal(o.Out, r.state.Step); err != nil {
		return nil, err
	}
	if err = errors.Join(r.finishLinks(), writeConfig(o.Out, r.describe())); err != nil {
		return nil, err
	}
	if r.events, err = openEvents(o.Out, r.state.Step, o.Now()); err != nil {
		return nil, err
	}
	return r, nil
}

// finishLinks moves the link best where the run was killed after moving the
// link latest to the same checkpoint, and latest where it went astray.
func (r *run) finishLinks() error {
	isBest := r.state.Best != nil && r.state.Best.Step == r.state.Step
	if r.from == "" || !isBest && !r.astray {
		return nil
	}
	return moveLinks(r.options.Out, checkpointName(r.state.Step), isBest)
}

// refuseForeign refuses a folder with anything in it but the log of a run that was killed before its
// first checkpoint.
func refuseForeign(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("run folder: %w", err)
	}
	var foreign string
	for _, e := range entries {
		if e.Name() == LogName {
			return nil
		}
		foreign = e.Name()
	}
	if foreign != "" {
		return fmt.Errorf("%s: %w (%s); choose an empty or a new folder", dir, ErrForeign, foreign)
	}
	return nil
}

// settle decides the settings of the run, from the options and, when resuming,
// from what it had before.
func (r *run) settle() error {
	o := r.options
	data := r.data.identity()
	if r.state == nil {
		s := settings{Steps: o.Steps, Batch: o.Batch, Seed: o.Seed, Balanced: o.Balanced, Size: o.Size,
			Preset: o.Preset, Peak: o.Peak, WarmUp: o.WarmUp, Data: data, MicroBatch: o.MicroBatch, Recompute: o.Recompute,
			ZLoss: o.ZLoss, WeightDecay: o.WeightDecay, HeldOut: o.HeldOut, Surrogate: o.surrogate}
		if s.Steps == 0 {
			return fmt.Errorf("%w: how many steps?", ErrOptions)
		}
		if s.Batch == 0 {
			s.Batch = 32
		}
		if s.Size == "" && o.Init == "" {
			s.Size = "small"
		}
		r.state = &state{Format: stateFormat, Settings: s, Order: order{Seed: o.Seed}}
	} else {
		if err := r.checkKind(); err != nil {
			return err
		}
		s := &r.state.Settings
		if o.Batch != 0 && o.Batch != s.Batch {
			return fmt.Errorf("%w: the run in %s has batches of %d, not %d", ErrOptions, o.Out, s.Batch, o.Batch)
		}
		if o.Size != "" && o.Size != s.Size {
			if same, err := hasSize(r.state.Config, o.Size); err != nil {
				return err
			} else if !same {
				return fmt.Errorf("%w: the run in %s trains a model of another size than %s", ErrOptions, o.Out, o.Size)
			}
		}
		if o.Seed != 0 && o.Seed != s.Seed {
			return fmt.Errorf("%w: the run in %s has the seed %d, not %d", ErrOptions, o.Out, s.Seed, o.Seed)
		}
		if o.Steps != 0 {
			s.Steps = o.Steps
		}
		if o.Preset != "" {
			s.Preset = o.Preset
		}
		if o.Peak != 0 {
			s.Peak = o.Peak
		}
		if o.WarmUp != 0 {
			s.WarmUp = o.WarmUp
		}
		if o.MicroBatch != 0 {
			s.MicroBatch = o.MicroBatch
		}
		s.Recompute = s.Recompute || o.Recompute
		if o.ZLoss != 0 {
			s.ZLoss = o.ZLoss
		}
		if o.WeightDecay != 0 {
			s.WeightDecay = o.WeightDecay
		}
		heldOut := s.HeldOut
		if o.HeldOut != nil {
			heldOut = o.HeldOut
		}
		if !sameData(s.Data, data) || !slices.Equal(s.HeldOut, heldOut) {
			s.Data, s.HeldOut = data, heldOut
			s.Balanced = o.Balanced
			r.state.Order = order{Seed: s.Seed + uint64(r.state.Step)}
		}
	}
	s := &r.state.Settings
	step := r.state.Step
	switch {
	case s.Steps < step:
		return fmt.Errorf("%w: the run in %s is at step %d already, beyond %d steps; ask for more, or choose another folder", ErrOptions, o.Out, step, s.Steps)
	case o.Until > 0 && o.Until < step:
		return fmt.Errorf("%w: the run in %s is at step %d already, beyond step %d to stop at", ErrOptions, o.Out, step, o.Until)
	case o.Until > s.Steps:
		return fmt.Errorf("%w: the run cannot stop at step %d: it is %d steps long", ErrOptions, o.Until, s.Steps)
	}
	var err error
	r.schedule, err = NewSchedule(s.Preset, s.Steps, s.Peak, s.WarmUp)
	s.Schedule = r.schedule
	return err
}

// loadModel makes or reads the model, its vocabulary and the optimizer.
func (r *run) loadModel() error {
	resumed := r.from != ""
	var model *pix2struct.Model
	var vocabulary pix2struct.Vocabulary
	from := r.options.Init
	if resumed {
		from = r.from
	}
	if from != "" {
		checkpoint, err := pix2struct.Load(from)
		if err != nil {
			return fmt.Errorf("start from %s: %w", from, err)
		}
		if size := r.options.Size; !resumed && size != "" {
			if same, err := hasSize(checkpoint.Card.Config, size); err != nil {
				return err
			} else if !same {
				return fmt.Errorf("%w: the checkpoint %s is a model of another size than %s; leave the size away, or start without the checkpoint", ErrOptions, from, size)
			}
		}
		model, vocabulary, r.spm = checkpoint.Model, checkpoint.Vocabulary, checkpoint.SPM
		r.card = checkpoint.Card
		if !resumed { // another training on other data: only the bins stay what they were
			r.card = r.options.Card
			if r.card.Bins == nil && len(r.data.manifests) == 0 {
				r.card.Bins = checkpoint.Card.Bins
			}
		}
	} else {
		var err error
		if r.spm, err = agent.ActionVocabulary(); err != nil {
			return err
		}
		if vocabulary, err = pix2struct.LoadVocabulary(r.spm); err != nil {
			return err
		}
		config, err := r.config(vocabulary.Len())
		if err != nil {
			return err
		}
		if model, err = pix2struct.New(config, r.state.Settings.Seed); err != nil {
			return err
		}
		r.card = r.options.Card
	}
	r.data.fillCard(&r.card)
	r.state.Config = model.Config
	executor := r.options.Executor
	if executor == nil {
		executor = tensor.CPU(r.options.Threads)
	}
	r.encoder = &encoder{config: model.Config, vocabulary: vocabulary, spell: agent.SpellingOf(vocabulary).Format}
	r.engine = newEngine(model, executor, r.options.Threads)
	r.engine.recompute = r.state.Settings.Recompute
	r.engine.zLoss = orNone(r.state.Settings.ZLoss, pix2struct.ZLoss)
	r.engine.optimizer.Decay = orNone(r.state.Settings.WeightDecay, WeightDecay)
	if resumed {
		if err := readOptimizer(r.from, r.engine.optimizer); err != nil {
			return fmt.Errorf("resume: %w", err)
		}
		r.saved = r.state.Step
	} else if r.options.RestoreOptimizer {
		if err := r.restoreOptimizer(); err != nil {
			return fmt.Errorf("start from %s: %w", from, err)
		}
	}
	var err error
	r.examiner, err = newExaminer(r.corpus, r.encoder, model, executor, r.options.EvalExamples)
	return err
}

// restoreOptimizer takes over the optimizer's state of the checkpoint that the
// run starts from.
func (r *run) restoreOptimizer() error {
	folder, err := pix2struct.Open(r.options.Init, pix2struct.OpenOptions{})
	if err != nil {
		return err
	}
	defer func() { _ = folder.Close() }() // only read
	state, err := folder.Optimizer()
	if errors.Is(err, pix2struct.ErrNoOptimizer) {
		return fmt.Errorf("%w: %w", ErrOptions, err)
	}
	if err != nil {
		return err
	}
	r.state.Settings.FirstStep = state.Step
	return r.engine.optimizer.Restore(state)
}

func (r *run) config(vocabulary int) (pix2struct.Config, error) {
	if r.options.Config != nil {
		config := *r.options.Config
		config.Vocabulary = vocabulary
		return config, config.Validate()
	}
	return pix2struct.Size(r.state.Settings.Size, vocabulary)
}

func (r *run) close() error {
	var errs []error
	if r.journal != nil {
		errs = append(errs, r.journal.close())
	}
	if r.events != nil {
		errs = append(errs, r.events.close())
	}
	if r.data != nil {
		errs = append(errs, r.data.close())
	}
	if r.claim != nil {
		r.claim.Release()
	}
	return errors.Join(errs...)
}

// log writes an entry with the step and the time.
func (r *run) log(e Entry) error {
	e.Step = r.state.Step
	e.Time = r.options.Now().UTC().Truncate(time.Millisecond)
	return errors.Join(r.journal.write(e), r.events.add(e))
}
