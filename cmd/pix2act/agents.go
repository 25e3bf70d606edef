package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"pix2act/agent"
	"pix2act/agent/bundled"
	"pix2act/gui"
	"pix2act/miniwob/oracle"
	"pix2act/pix2struct"
	"pix2act/play"
	"pix2act/webenv"
)

const (
	agentHelp  = "bundled, oracle, random, the path of a checkpoint, or grpc://HOST:PORT[,HOST:PORT] for model servers"
	policyHelp = "bundled, the path of a checkpoint, or grpc://HOST:PORT[,HOST:PORT] for model servers"
	presetHelp = "released checkpoint that the folder is (pix2act inspect --presets lists them); told by the folder's name where it can be"
)

// player makes one agent per episode.
type player struct {
	Name string
	// Hash gives the hash of the weights; nil for agents without any. It may read
	// all of them.
	Hash func() (string, error)
	// Settings are the bins the agent speaks and its readings of the grammar.
	Settings gui.Settings
	New      func(ctx context.Context, env gui.Env, ep gui.Episode) (gui.Agent, error)
	// Close gives back what the agent holds; nil where that is nothing.
	Close func() error
}

func (p *player) close() error {
	if p.Close == nil {
		return nil
	}
	return p.Close()
}

// defaultSettings have the reference's bins for MiniWoB.
var defaultSettings = gui.Settings{Bins: gui.DefaultBins}

// openPlayer opens what --agent and --preset name; parallel is how many episodes will ask at the same time.
func openPlayer(ctx context.Context, name, preset string, computing Computing, beam, parallel int) (*player, error) {
	if _, err := presetFor(name, preset); err != nil {
		return nil, err
	}
	if addresses, remote, err := remoteAddresses(name); err != nil {
		return nil, err
	} else if remote {
		return remotePlayer(ctx, name, addresses, beam)
	}
	if beam != 0 && (name == "oracle" || name == "random") {
		return nil, usagef("--beam is for agents that rank actions; the agent %s does not", name)
	}
	switch name {
	case "oracle":
		return &player{Name: name, Settings: defaultSettings, New: func(_ context.Context, env gui.Env, _ gui.Episode) (gui.Agent, error) {
			return newOracle(env, oracle.Variation{})
		}}, nil
	case "random":
		return &player{Name: name, Settings: defaultSettings, New: func(_ context.Context, _ gui.Env, ep gui.Episode) (gui.Agent, error) {
			return agent.Random(ep.Seed, ep.Settings.Bins), nil
		}}, nil
	}
	if err := agentExists(name, agentHelp, "bundled", "oracle", "random"); err != nil {
		return nil, err
	}
	m, err := openModel(name, preset, computing, beam)
	if err != nil {
		return nil, err
	}
	policy := play.Batch(m.policy, parallel)
	return &player{
		Name: name, Hash: m.checkpoint.Hash, Settings: m.settings,
		New: func(context.Context, gui.Env, gui.Episode) (gui.Agent, error) { return agent.Greedy(policy), nil },
	}, nil
}

// maxBeam bounds the actions to rank: the action vocabulary has fewer pieces, and every one costs time at each step.
const maxBeam = 1000

// checkBeam refuses what --beam cannot be.
func checkBeam(beam int) error {
	if beam < 0 || beam > maxBeam {
		return usagef("--beam %d: give 0 for the agent's own, or a number up to %d", beam, maxBeam)
	}
	return nil
}

// checkBenchBeam refuses what --beam cannot be where something is timed, so that a number must be given.
func checkBenchBeam(beam int) error {
	if beam < 1 || beam > maxBeam {
		return usagef("--beam %d: give a number from 1 to %d", beam, maxBeam)
	}
	return nil
}

// agentExists refuses the name of an agent that is neither one of those known nor a path.
func agentExists(name, help string, known ...string) error {
	if _, err := os.Stat(name); slices.Contains(known, name) || !errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	near := ""
	if names := webenv.Near(name, known); len(names) > 0 {
		near = ", near it " + strings.Join(names, ", ")
	}
	return usagef("there is no agent %q%s: use %s", name, near, help)
}

// newOracle makes the oracle of the episode that env plays.
func newOracle(env gui.Env, variation oracle.Variation) (gui.Agent, error) {
	web, ok := env.(*webenv.Env)
	if !ok {
		return nil, fmt.Errorf("the oracle reads web pages; %T is none", env)
	}
	return oracle.NewVaried(web, variation), nil
}

// model is a checkpoint that is ready to answer.
type model struct {
	checkpoint *pix2struct.Checkpoint
	policy     gui.Policy
	settings   gui.Settings // the bins it speaks, and its readings of the grammar
	beam       int
}

// openModel opens the checkpoint that a name and a preset stand for. A beam of 0 is the preset's.
func openModel(name, preset string, computing Computing, beam int) (*model, error) {
	computes, err := computing.open()
	if err != nil {
		return nil, err
	}
	checkpoint, used, err := loadAgent(name, preset)
	if err != nil {
		return nil, err
	}
	if err := computes.pack(checkpoint.Model); err != nil {
		return nil, fmt.Errorf("agent %s: %w", name, err)
	}
	m := &model{checkpoint: checkpoint, settings: defaultSettings, beam: beam}
	if checkpoint.Card.Bins != nil {
		m.settings.Bins = gui.Bins(*checkpoint.Card.Bins)
	}
	if used != nil {
		m.settings = used.Settings
		if beam == 0 {
			m.beam = used.Beam
		}
	}
	if m.beam == 0 {
		m.beam = agent.DefaultBeam
	}
	if m.policy, err = agent.NewPolicy(checkpoint, computes.executor(0), m.beam); err != nil {
		return nil, fmt.Errorf("agent %s: %w", name, err)
	}
	return m, nil
}

// loadAgent reads a checkpoint that answers with actions, set up by its preset if it has one.
func loadAgent(name, preset string) (*pix2struct.Checkpoint, *agent.Preset, error) {
	if err := agentExists(name, "bundled or the path of a checkpoint", "bundled"); err != nil {
		return nil, nil, err
	}
	folder, used, err := openCheckpoint(name, preset, "")
	if err != nil {
		return nil, nil, fmt.Errorf("agent: %w", err)
	}
	if used != nil && used.Suite == "" {
		_ = folder.Close() // only read
		return nil, nil, usagef("agent %s: the checkpoint %s does not answer with actions (%s)", name, used.Name, used.About)
	}
	if folder.Card.Answers != "" {
		_ = folder.Close() // only read
		return nil, nil, usagef("agent %s: the checkpoint answers with %s, not with actions; see pix2act predict --value", name, folder.Card.Answers)
	}
	checkpoint, err := folder.Load()
	if err != nil {
		return nil, nil, fmt.Errorf("agent %s: %w", name, err)
	}
	if used != nil {
		used.Apply(checkpoint)
	}
	return checkpoint, used, nil
}

// presetFor finds the preset of that name, nil for "". Agents that are no folder take none.
func presetFor(name, preset string) (*agent.Preset, error) {
	if preset == "" {
		return nil, nil
	}
	p, err := agent.PresetNamed(preset)
	if err != nil {
		return nil, usageError{err}
	}
	if slices.Contains([]string{"bundled", "oracle", "random"}, name) || strings.HasPrefix(name, grpcScheme) {
		return nil, usagef("--preset is for the path of a checkpoint; the agent %s needs none", name)
	}
	return &p, nil
}

// openCheckpoint opens a folder, or the bundled checkpoint, and finds the preset that goes with it, if any.
func openCheckpoint(path, preset, vocabulary string) (*pix2struct.Folder, *agent.Preset, error) {
	used, err := presetFor(path, preset)
	if err != nil {
		return nil, nil, err
	}
	if _, err := os.Stat(vocabulary); vocabulary != "" && errors.Is(err, fs.ErrNotExist) {
		return nil, nil, usagef("--vocabulary %s: there is no such file", vocabulary)
	}
	var folder *pix2struct.Folder
	if options := (pix2struct.OpenOptions{Vocabulary: vocabulary}); path == "bundled" {
		folder, err = bundled.Open(options)
	} else {
		folder, err = pix2struct.Open(path, options)
	}
	switch {
	case errors.Is(err, pix2struct.ErrNoCheckpoint):
		return nil, nil, usageError{err}
	case errors.Is(err, pix2struct.ErrNoVocabulary):
		return nil, nil, fmt.Errorf("%w; pix2act convert writes the folder with the one that --vocabulary names", err)
	case err != nil:
		return nil, nil, err
	}
	if used != nil {
		if err := used.Check(folder.Card); err != nil {
			_ = folder.Close() // only read
			return nil, nil, usagef("checkpoint %s: --preset: %w", path, err)
		}
	} else {
		if p, ok := agent.PresetOf(path, folder.Card); ok {
			used = &p
		}
	}
	return folder, used, nil
}

// haveOracles refuses tasks that no oracle solves.
func haveOracles(tasks []string) error {
	for _, task := range tasks {
		if !oracle.Has(task) {
			return usagef("task %s has no oracle; those with one are %s", task, strings.Join(oracle.Tasks(), ", "))
		}
	}
	return nil
}
