package train

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"pix2act/episode"
	"pix2act/pix2struct"
	"pix2act/tensor"
)

// ConfigName is the file in a run's folder that says what the run is made of.
const ConfigName = "config.json"

// RunConfig is config.json: every option of a run as it was resolved when the
// run was last started or resumed. Fields are added to it and never renamed.
type RunConfig struct {
	Command string    `json:"command"` // the exact command
	Started time.Time `json:"started"`
	Step    int       `json:"step"` // steps that were done by then
	Until   int       `json:"until,omitempty"`

	Size       string            `json:"size,omitempty"`
	Init       string            `json:"init,omitempty"` // the checkpoint that the weights come from
	Parameters int               `json:"parameters"`
	Model      pix2struct.Config `json:"model"`
	Suite      string            `json:"suite,omitempty"`
	SuiteHash  string            `json:"suite_hash,omitempty"`

	Data        []dataset          `json:"data"`
	Tasks       []string           `json:"tasks"`               // of the data, SUITE/TASK
	HeldOut     []string           `json:"held_out,omitempty"`  // tasks whose examples are left out
	Surrogate   *episode.Surrogate `json:"surrogate,omitempty"` // of a value function
	Training    int                `json:"training_examples"`
	Development int                `json:"development_examples"`
	Balanced    bool               `json:"balanced"`
	MaxBroken   float64            `json:"max_broken"` // share of a folder's records

	Seed        uint64   `json:"seed"`
	Steps       int      `json:"steps"`
	Batch       int      `json:"batch"`
	MicroBatch  int      `json:"micro_batch"` // examples computed at once
	Recompute   bool     `json:"recompute"`
	Preset      string   `json:"preset"`
	Schedule    Schedule `json:"schedule"`
	FirstStep   int      `json:"first_step"` // of the optimizer
	ZLoss       float64  `json:"z_loss"`
	WeightDecay float64  `json:"weight_decay"`

	Threads      int    `json:"threads"`
	Workers      int    `json:"workers"`
	Kernel       string `json:"kernel"` // instructions that the processor's part is computed with
	LogEvery     int    `json:"log_every"`
	SaveEvery    int    `json:"save_every"`
	EvalEvery    int    `json:"eval_every"`
	EvalExamples int    `json:"eval_examples"`
	PlayEvery    int    `json:"play_every,omitempty"` // 0: the run does not play
	Patience     int    `json:"patience"`             // 0: the run never stops early
	Playing      any    `json:"playing,omitempty"`

	// Settings are the options as a run without a checkpoint starts again with.
	Settings settings `json:"settings"`
}

// describe resolves the options of the run as it stands.
func (r *run) describe() RunConfig {
	o, s := r.options, r.state.Settings
	c := RunConfig{
		Command: o.Command, Started: o.Now().UTC().Truncate(time.Second), Step: r.state.Step, Until: o.Until,
		Size: s.Size, Init: o.Init, Parameters: r.state.Config.Parameters(), Model: r.state.Config,
		Suite: r.card.Suite, SuiteHash: r.card.SuiteHash,
		Data: s.Data, Tasks: r.corpus.tasks, Surrogate: s.Surrogate, HeldOut: s.HeldOut, Training: r.corpus.training, Balanced: s.Balanced,
		MaxBroken: orNone(o.MaxBroken, episode.DefaultOpenOptions.MaxBroken),
		Seed:      s.Seed, Steps: s.Steps, Batch: s.Batch, MicroBatch: s.MicroBatch, Recompute: s.Recompute,
		Preset: s.Preset, Schedule: s.Schedule, FirstStep: s.FirstStep,
		ZLoss: r.engine.zLoss, WeightDecay: r.engine.optimizer.Decay,
		Threads: o.Threads, Workers: o.Workers, Kernel: tensor.Kernel(),
		LogEvery: o.LogEvery, SaveEvery: o.SaveEvery, EvalEvery: o.EvalEvery, EvalExamples: max(o.EvalExamples, 0),
		Patience: o.Patience, Playing: o.Playing, Settings: s,
	}
	for _, refs := range r.corpus.development {
		c.Development += len(refs)
	}
	if c.Preset == "" {
		c.Preset = presets[0].name
	}
	if c.MicroBatch == 0 {
		c.MicroBatch = c.Batch
	}
	if o.Evaluate != nil {
		c.PlayEvery = o.PlayEvery
	}
	return c
}

// writeConfig writes config.json, complete or not at all.
func writeConfig(out string, c RunConfig) error {
	text, err := json.MarshalIndent(c, "", "  ")
	if err != nil {
		return fmt.Errorf("%s: %w", ConfigName, err)
	}
	path := filepath.Join(out, ConfigName)
	beside := path + ".new"
	if err := os.WriteFile(beside, append(text, '\n'), 0o644); err != nil {
		return fmt.Errorf("run folder: %w", err)
	}
	if err := os.Rename(beside, path); err != nil {
		return fmt.Errorf("run folder: %w", err)
	}
	return nil
}

// ReadConfig reads the configuration of a run. An error about a folder without
// one matches [fs.ErrNotExist].
func ReadConfig(out string) (RunConfig, error) {
	var c RunConfig
	path := filepath.Join(out, ConfigName)
	text, err := os.ReadFile(path)
	if err != nil {
		return c, fmt.Errorf("run folder: %w", err)
	}
	if err := json.Unmarshal(text, &c); err != nil {
		return c, fmt.Errorf("%s: %w", path, err)
	}
	return c, nil
}
