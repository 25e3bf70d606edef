package train

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"pix2act/episode"
	"pix2act/internal/safetensors"
	"pix2act/pix2struct"
)

// Names within a run's folder.
const (
	LogName       = "log.jsonl"
	LatestName    = "latest" // link to the newest checkpoint
	BestName      = "best"   // link to the best one
	stepPrefix    = "step-"
	stateName     = "training.json"         // in a checkpoint: what a resumed run needs beside the arrays
	optimizerName = "optimizer.safetensors" // in a checkpoint: the accumulators
	writingPrefix = ".writing-"
)

// stateFormat is the version of training.json.
const stateFormat = 1

// state is what a run needs to go on exactly, beside weights and accumulators.
type state struct {
	Format   int               `json:"format"`
	Step     int               `json:"step"` // steps done
	Settings settings          `json:"settings"`
	Config   pix2struct.Config `json:"config"`
	Order    order             `json:"order"`
	Since    outcome           `json:"since"` // since the last line of the log
	Best     *best             `json:"best,omitempty"`
	Stale    int               `json:"stale,omitempty"` // evaluations in a row that brought no better score
	Seconds  float64           `json:"seconds"`         // spent in training steps and waiting for data
}

// settings are the options that a resumed run keeps unless told otherwise.
type settings struct {
	Steps    int       `json:"steps"`
	Batch    int       `json:"batch"`
	Seed     uint64    `json:"seed"`
	Balanced bool      `json:"balanced"`
	Size     string    `json:"size,omitempty"`
	Preset   string    `json:"preset"`
	Peak     float64   `json:"peak,omitempty"`
	WarmUp   int       `json:"warm_up,omitempty"`
	Schedule Schedule  `json:"schedule"`
	Data     []dataset `json:"data"`
	HeldOut  []string  `json:"held_out,omitempty"` // tasks left out
	// MicroBatch, Recompute, ZLoss and WeightDecay are as in Options.
	MicroBatch  int     `json:"micro_batch,omitempty"`
	Recompute   bool    `json:"recompute,omitempty"`
	ZLoss       float64 `json:"z_loss,omitempty"`
	WeightDecay float64 `json:"weight_decay,omitempty"`
	// Surrogate is what a value function foresees, nil of a policy.
	Surrogate *episode.Surrogate `json:"surrogate,omitempty"`
	// FirstStep is the absolute step of the optimizer at the run's step 0.
	FirstStep int `json:"first_step,omitempty"`
}

// dataset identifies a source in the order of the examples.
type dataset struct {
	Name     string  `json:"name"`
	Weight   float64 `json:"weight,omitempty"`
	Examples int     `json:"examples"`
	Digest   string  `json:"digest"` // of the IDs in their order
}

// order is where the run stands in the order of the examples.
type order struct {
	Seed  uint64 `json:"seed"`
	Drawn int64  `json:"drawn"`
}

// best is the best checkpoint so far.
type best struct {
	Step   int     `json:"step"`
	Score  float64 `json:"score"`
	Played bool    `json:"played"` // by playing, else by development examples
}

// writeState puts the training state into a checkpoint's folder.
func writeState(dir string, s *state, a *Adafactor) error {
	file, err := os.Create(filepath.Join(dir, optimizerName))
	if err != nil {
		return err
	}
	err = safetensors.Write(file, a.Arrays(), nil)
	if err == nil {
		err = file.Sync()
	}
	if err = errors.Join(err, file.Close()); err != nil {
		return err
	}
	text, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, stateName), append(text, '\n'), 0o644)
}

// readState reads training.json of a checkpoint.
func readState(dir string) (*state, error) {
	text, err := os.ReadFile(filepath.Join(dir, stateName))
	if err != nil {
		return nil, err
	}
	var s state
	if err := json.Unmarshal(text, &s); err != nil {
		return nil, fmt.Errorf("%s: %w", filepath.Join(dir, stateName), err)
	}
	if s.Format != stateFormat {
		return nil, fmt.Errorf("%s has format %d, this program reads %d", filepath.Join(dir, stateName), s.Format, stateFormat)
	}
	return &s, nil
}

// readOptimizer fills the accumulators from a checkpoint.
func readOptimizer(dir string, a *Adafactor) error {
	path := filepath.Join(dir, optimizerName)
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	arrays, err := safetensors.Open(file, info.Size())
	if err == nil {
		err = a.Restore(arrays)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

// checkpointName is the folder of a step's checkpoint within the run's.
func checkpointName(step int) string { return fmt.Sprintf("%s%08d", stepPrefix, step) }

// saveCheckpoint writes the checkpoint of a step into its own folder, complete
// under its name or not there, then moves the link latest to it, and best too
// if asked. Folders that no link names any more are removed.
func saveCheckpoint(out string, checkpoint *pix2struct.Checkpoint, s *state, a *Adafactor, isBest bool) error {
	name := checkpointName(s.Step)
	writing := filepath.Join(out, writingPrefix+name)
	final := filepath.Join(out, name)
	fail := func(err error) error {
		_ = os.RemoveAll(writing)
		return fmt.Errorf("checkpoint %s: %w", final, err)
	}
	// What stands at the name without a link is left from a run that ended
	// between the two moves; with a link it is this very step.
	linked := links(out)
	if linked[name] {
		return moveLinks(out, name, isBest)
	}
	if err := errors.Join(os.RemoveAll(writing), os.RemoveAll(final)); err != nil {
		return fail(err)
	}
	if err := checkpoint.Save(writing, pix2struct.SaveOptions{}); err != nil {
		return fail(err)
	}
	if err := writeState(writing, s, a); err != nil {
		return fail(err)
	}
	if err := os.Rename(writing, final); err != nil {
		return fail(err)
	}
	return moveLinks(out, name, isBest)
}

// moveLinks makes a checkpoint the latest, and the best if asked.
func moveLinks(out, name string, isBest bool) error {
	err := link(out, LatestName, name)
	if err == nil && isBest {
		err = link(out, BestName, name)
	}
	if err != nil {
		return fmt.Errorf("checkpoint %s: %w", name, err)
	}
	return tidy(out)
}

// links names the checkpoints that latest and best point to.
func links(out string) map[string]bool {
	named := map[string]bool{}
	for _, name := range []string{LatestName, BestName} {
		if target, err := os.Readlink(filepath.Join(out, name)); err == nil {
			named[target] = true
		}
	}
	return named
}

// link points out/name to a folder beside it, in one move.
func link(out, name, target string) error {
	next := filepath.Join(out, writingPrefix+name)
	if err := os.Remove(next); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := os.Symlink(target, next); err != nil {
		return err
	}
	return os.Rename(next, filepath.Join(out, name))
}

// tidy removes checkpoints that no link names, and what interrupted writing left.
func tidy(out string) error {
	keep := links(out)
	entries, err := os.ReadDir(out)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		name := entry.Name()
		if entry.IsDir() && !keep[name] && (strings.HasPrefix(name, stepPrefix) || strings.HasPrefix(name, writingPrefix)) {
			if err := os.RemoveAll(filepath.Join(out, name)); err != nil {
				return err
			}
		}
	}
	return nil
}
