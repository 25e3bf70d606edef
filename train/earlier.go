package train

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"pix2act/pix2struct"
)

// HoldsRun tells whether a folder holds a run for Options.Resume to go on with,
// be it one that ended before its first checkpoint.
func HoldsRun(out string) bool {
	if _, err := os.Lstat(filepath.Join(out, LatestName)); err == nil || len(checkpoints(out)) > 0 {
		return true
	}
	_, err := ReadConfig(out)
	return err == nil
}

// Saved tells how many steps of the run in a folder are saved, and the seconds
// that they took; zeros where there is no checkpoint.
func Saved(out string) (steps int, seconds float64, err error) {
	state, _, err := newest(out)
	if state == nil || err != nil {
		return 0, 0, err
	}
	return state.Step, state.Seconds, nil
}

// newest is the checkpoint that a run goes on from: the one that the link latest
// names, and where it names none, the newest one that is whole. Without any
// checkpoint the state is nil.
func newest(out string) (_ *state, from string, err error) {
	from = filepath.Join(out, LatestName)
	if _, err := os.Stat(filepath.Join(from, stateName)); err == nil {
		state, err := readState(from)
		return state, from, err
	} else if !errors.Is(err, fs.ErrNotExist) {
		return nil, "", err
	}
	left := checkpoints(out)
	if len(left) == 0 {
		return nil, "", nil
	}
	var why []string
	for _, name := range left {
		state, err := whole(out, name)
		if err == nil {
			return state, filepath.Join(out, name), nil
		}
		why = append(why, err.Error())
	}
	return nil, "", fmt.Errorf("no checkpoint of the run in %s is whole: %s", out, strings.Join(why, "; "))
}

// findEarlier takes over what the folder holds of the run: its newest
// checkpoint, or of a run that ended before its first one the settings, so that
// it starts again as the very same run.
func (r *run) findEarlier() (err error) {
	out, resume := r.options.Out, r.options.Resume
	if r.state, r.from, err = newest(out); err != nil {
		return fmt.Errorf("run folder: %w", err)
	}
	switch {
	case r.state != nil && !resume:
		return fmt.Errorf("%s: %w: resume it or choose another folder", out, ErrRunExists)
	case r.state != nil:
		if r.astray = filepath.Base(r.from) != LatestName; r.astray {
			r.tell("the link %s names no checkpoint: going on from %s, the newest that is whole", LatestName, filepath.Base(r.from))
		}
		return r.keepInit()
	}
	if err := refuseForeign(out); err != nil || !resume {
		return err
	}
	return r.startAgain()
}

// keepInit keeps in mind which checkpoint the run started from.
func (r *run) keepInit() error {
	config, err := ReadConfig(r.options.Out)
	switch init := r.options.Init; {
	case errors.Is(err, fs.ErrNotExist): // a run's checkpoints are enough to go on
	case err != nil:
		return err
	case init == "":
		r.options.Init = config.Init
	case init != config.Init:
		r.tell("the run goes on from its own weights: the checkpoint %s is passed over", init)
	}
	return nil
}

// startAgain takes over the settings of a run that has no checkpoint yet.
func (r *run) startAgain() error {
	r.tell("nothing to resume yet: starting")
	config, err := ReadConfig(r.options.Out)
	if errors.Is(err, fs.ErrNotExist) || err == nil && config.Settings.Steps == 0 {
		return nil
	}
	if err != nil {
		return err
	}
	r.state = &state{Format: stateFormat, Settings: config.Settings, Config: config.Model, Order: order{Seed: config.Settings.Seed}}
	if r.options.Init == "" {
		r.options.Init = config.Init
	}
	r.options.RestoreOptimizer = r.options.RestoreOptimizer || config.Settings.FirstStep > 0
	return nil
}

// tell keeps a line for when the run is announced.
func (r *run) tell(format string, values ...any) {
	r.notes = append(r.notes, fmt.Sprintf(format, values...))
}

// checkpoints lists the folders of checkpoints in a run's folder, the newest
// first.
func checkpoints(out string) []string {
	entries, err := os.ReadDir(out)
	if err != nil {
		return nil
	}
	var names []string
	for _, e := range entries {
		if e.IsDir() && strings.HasPrefix(e.Name(), stepPrefix) {
			names = append(names, e.Name())
		}
	}
	slices.Sort(names) // steps have leading zeros
	slices.Reverse(names)
	return names
}

// whole reads all of a checkpoint and gives its state if nothing is wrong.
func whole(out, name string) (*state, error) {
	dir := filepath.Join(out, name)
	state, err := readState(dir)
	if err != nil {
		return nil, err
	}
	if checkpointName(state.Step) != name {
		return nil, fmt.Errorf("%s is of step %d", dir, state.Step)
	}
	checkpoint, err := pix2struct.Load(dir)
	if err != nil {
		return nil, err
	}
	return state, readOptimizer(dir, newEngine(checkpoint.Model, nil, 1).optimizer)
}

// hasSize tells whether a model has the layers and widths of a named size.
func hasSize(c pix2struct.Config, name string) (bool, error) {
	size, err := pix2struct.Size(name, max(c.Vocabulary, 3))
	widths := func(c pix2struct.Config) [6]int {
		return [6]int{c.Hidden, c.Heads, c.HeadDim, c.FeedForward, c.EncoderLayers, c.DecoderLayers}
	}
	return widths(size) == widths(c), err
}
