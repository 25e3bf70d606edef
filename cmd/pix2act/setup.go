package main

import (
	"context"
	"errors"
	"runtime"

	"pix2act/gui"
	"pix2act/play"
)

// setupOptions say which episodes are played, and by whom.
type setupOptions struct {
	Suite, Tasks, Seeds, Mode, Agent, Preset string
	Computing
	Beam, Parallel, MaxSteps int
}

// setup is everything that run, eval and demos need to play episodes.
type setup struct {
	World    *world
	Player   *player
	Tasks    []string
	Seeds    string
	Episodes []gui.Episode
	Parallel int
}

// newSetup checks all that was asked before anything starts.
func newSetup(ctx context.Context, o setupOptions) (*setup, error) {
	mode, err := parseMode(o.Mode)
	if err != nil {
		return nil, err
	}
	seeds, err := parseSeeds(o.Seeds)
	if err != nil {
		return nil, err
	}
	if o.MaxSteps < 0 {
		return nil, usagef("--max-steps %d: give 0 for the task's own limit, or a positive number", o.MaxSteps)
	}
	if err := checkBeam(o.Beam); err != nil {
		return nil, err
	}
	if err := o.check(); err != nil {
		return nil, err
	}
	if o.Parallel < 0 {
		return nil, usagef("--parallel %d: give 0 for one per core, or a positive number", o.Parallel)
	}
	parallel := o.Parallel
	if parallel == 0 {
		parallel = runtime.NumCPU()
	}
	suite, err := openSuite(o.Suite)
	if err != nil {
		return nil, err
	}
	tasks, err := taskNames(suite, o.Tasks)
	if err != nil {
		return nil, err
	}
	if o.Agent == "oracle" {
		if err := haveOracles(tasks); err != nil {
			return nil, err
		}
	}
	player, err := openPlayer(ctx, o.Agent, o.Preset, o.Computing, o.Beam, parallel)
	if err != nil {
		return nil, err
	}
	world, err := newWorld(suite, parallel)
	if err != nil {
		return nil, errors.Join(err, player.close())
	}
	settings := player.Settings
	settings.MaxSteps = o.MaxSteps
	all := episodes(suite, tasks, seeds, mode, settings.WithDefaults())
	return &setup{
		World: world, Player: player, Tasks: tasks, Seeds: seeds.String(), Episodes: all,
		Parallel: min(parallel, len(all)),
	}, nil
}

// play plays all episodes and hands the records over in their order.
func (s *setup) play(ctx context.Context, sink func(play.Record) error) error {
	err := play.All(ctx, play.Options{
		Parallel: s.Parallel, Retries: 2, NewEnv: s.World.newEnv, NewAgent: s.Player.New,
	}, s.Episodes, sink)
	if err != nil && ctx.Err() != nil && !errors.Is(err, ctx.Err()) {
		return errors.Join(ctx.Err(), err)
	}
	return err
}

func (s *setup) Close() error {
	return errors.Join(s.World.Close(), s.Player.close())
}
