package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image/png"
	"path/filepath"

	"pix2act/agent"
	"pix2act/episode"
	"pix2act/episode/recording"
	"pix2act/gui"
)

// referenceSuite stands for the pages of episodes that do not name theirs.
const referenceSuite = "reference"

// episodeConverter makes a data set of whole episodes of any making. The first one that can be kept decides of which
// suite, data mode and settings all are.
type episodeConverter struct {
	options DemosConvertOptions
	files   []string
	foreign gui.Settings    // of episodes that name none
	writer  *episode.Writer // nil until there is something to write
	origin  gui.Episode     // of all that is kept, without task and seed
	seen    map[string]bool // task and seed
	report  recording.Report
}

// convertEpisodes writes the examples of the episodes in all files, and the report. With an error the report is of what was
// read by then; the data set is left unfinished.
func convertEpisodes(ctx context.Context, o DemosConvertOptions, files []string) (*recording.Report, error) {
	preset, err := agent.PresetNamed("miniwob_mcts")
	if err != nil {
		return nil, err
	}
	c := &episodeConverter{options: o, files: files, foreign: preset.Settings}
	if err := c.run(ctx); err != nil {
		if c.writer != nil {
			if suspended := c.writer.Suspend(); suspended != nil && !errors.Is(err, suspended) {
				err = errors.Join(err, suspended)
			}
		}
		c.report.Finish()
		return &c.report, err
	}
	c.report.Finish()
	if c.writer == nil {
		return &c.report, nil
	}
	if _, err := c.writer.Close(); err != nil {
		return nil, err
	}
	return &c.report, writeReportJSON(o.Out, c.report)
}

func (c *episodeConverter) run(ctx context.Context) error {
	for _, file := range c.files {
		number := 0
		for r, err := range episode.Records(file) {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if err == nil {
				err = c.take(&r)
			}
			var dropped *recording.DropError
			if err != nil && !errors.As(err, &dropped) && !errors.Is(err, episode.ErrBrokenRecord) {
				return err
			}
			c.report.Add(fmt.Sprintf("%s %d", filepath.Base(file), number), r.Episode.Task, len(r.Steps), err)
			number++
		}
	}
	return nil
}

// take adds one episode, or tells by a *recording.DropError why not.
func (c *episodeConverter) take(r *episode.Record) error {
	if r.Episode.Suite == "" {
		r.Episode.Suite, r.Episode.Mode, r.Episode.Settings = referenceSuite, gui.ModeTrain, c.foreign
	}
	r.Episode.Settings = r.Episode.Settings.WithDefaults()
	if err := checkEpisode(*r); err != nil {
		return err
	}
	origin := r.Episode
	origin.Task, origin.Seed = "", 0
	if c.writer == nil {
		if err := c.open(origin); err != nil {
			return err
		}
	}
	key := fmt.Sprintf("%s %d", r.Episode.Task, r.Episode.Seed)
	switch {
	case origin != c.origin:
		return &recording.DropError{Reason: recording.ReasonOrigin, Detail: origin.Suite + " " + origin.Mode}
	case c.seen[key]:
		return &recording.DropError{Reason: recording.ReasonTwice, Detail: key}
	}
	c.seen[key] = true
	have := c.writer.Has(r.Episode.Task, r.Episode.Seed) // since before an interruption
	if r.Raw < c.options.MinRaw {
		if c.options.Failures && !have {
			if err := c.writer.AddFailure(*r); err != nil {
				return err
			}
		}
		return &recording.DropError{Reason: recording.ReasonReward, Detail: fmt.Sprintf("%g", r.Raw)}
	}
	if have {
		return nil
	}
	return c.writer.Add(*r)
}

// open begins the data set.
func (c *episodeConverter) open(origin gui.Episode) error {
	names := make([]string, len(c.files))
	for i, file := range c.files {
		names[i] = filepath.Base(file)
	}
	filter := fmt.Sprintf("raw reward of at least %g", c.options.MinRaw)
	if c.options.Failures {
		filter += "; the others as whole episodes"
	}
	writer, err := episode.NewWriter(c.options.Out, episode.Options{
		Manifest: episode.Manifest{
			Suite: origin.Suite, SuiteHash: origin.SuiteHash, Mode: origin.Mode, Settings: origin.Settings,
			Filter: filter, ConvertedFrom: names, Command: commandLine(),
		},
		Episodes: c.options.Episodes || c.options.Failures, Overwrite: c.options.Overwrite,
	})
	if err != nil {
		return dataSetError(err, "--out", "--overwrite")
	}
	c.writer, c.origin, c.seen = writer, origin, map[string]bool{}
	return nil
}

// checkEpisode refuses what nobody should learn from or nobody can: held-out seeds, steps without a picture, and
// actions that the grammar has not.
func checkEpisode(r episode.Record) error {
	switch {
	case episode.HeldOut(r.Episode.Seed):
		return &recording.DropError{Reason: recording.ReasonSeed, Detail: fmt.Sprint(r.Episode.Seed)}
	case len(r.Steps) == 0:
		return &recording.DropError{Reason: recording.ReasonNothing}
	}
	for i, step := range r.Steps {
		if _, err := png.DecodeConfig(bytes.NewReader(step.Image)); err != nil {
			return &recording.DropError{Reason: recording.ReasonPicture, Detail: fmt.Sprintf("step %d: %v", i, err)}
		}
		if _, err := gui.ParseAction(step.Action, r.Episode.Settings.Bins); err != nil {
			return &recording.DropError{Reason: recording.ReasonAction, Detail: fmt.Sprintf("step %d: %q", i, step.Action)}
		}
	}
	return nil
}
