package parsing

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"golang.org/x/sync/errgroup"

	"pix2act/chrome"
	"pix2act/episode"
	"pix2act/gui"
)

// Suite is the name of the suite in the IDs of examples.
const Suite = "parsing"

// version of the generator; a change that gives other screens or questions raises
// it.
const version = 1

// Maker writes the examples of one level. The zero values of Bins and Parallel
// are defaults.
type Maker struct {
	Level  Level
	Seeds  episode.SeedRange
	Folder *Folder // of LevelFolder
	// TargetLength is the most tokens of an answer. A region is parsed only if it
	// has fewer characters, since no vocabulary needs more than a token for each.
	TargetLength int
	Bins         gui.Bins
	// Probe writes questions for measuring instead of learning: those to read and
	// to point, each under a task that names its kind and the size of its text.
	Probe bool

	Pool     *chrome.Pool
	Parallel int           // browsers that draw at the same time
	Progress func(n int64) // seeds done; may be nil
}

// Sizes of text that a probe tells apart.
const (
	sizeSmall  = "small"  // below 12 px
	sizeMedium = "medium" // 12 to 15 px
	sizeLarge  = "large"  // from 16 px
)

func sizeName(px int) string {
	switch {
	case px < 12:
		return sizeSmall
	case px < 16:
		return sizeMedium
	}
	return sizeLarge
}

// probed are the kinds that a probe asks.
var probed = []Kind{KindRead, KindPoint}

// Manifest describes the data set, but for browser, fonts and command.
func (m Maker) Manifest() episode.Manifest {
	whole := sha256.New()
	fmt.Fprintln(whole, version, m.TargetLength)
	for _, part := range []string{wordList, sheetPage, sheetScript} {
		fmt.Fprintln(whole, part)
	}
	if m.Folder != nil {
		fmt.Fprintln(whole, m.Folder.hash)
	}
	tasks := []string{string(m.Level)}
	if m.Probe {
		tasks = nil
		for _, kind := range probed {
			for _, size := range []string{sizeSmall, sizeMedium, sizeLarge} {
				tasks = append(tasks, string(kind)+"-"+size)
			}
		}
	}
	return episode.Manifest{
		Suite: Suite, SuiteHash: hex.EncodeToString(whole.Sum(nil)), Mode: gui.ModeTrain, Settings: m.settings(),
		Tasks: tasks, Seeds: m.Seeds, Filter: "screens with something to ask about",
	}
}

func (m Maker) settings() gui.Settings {
	bins := m.Bins
	if bins == (gui.Bins{}) {
		bins = gui.DefaultBins
	}
	return gui.Settings{Bins: bins}.WithDefaults()
}

// Write draws every screen that the writer does not have yet and adds its
// questions. A screen with nothing to ask about is dropped. The writer stays open.
func (m Maker) Write(ctx context.Context, w *episode.Writer) error {
	parallel := int64(max(m.Parallel, 1))
	size := m.Level.batchSize()
	first := m.Seeds.First - m.Seeds.First%size // batches are the same whatever seeds are asked for
	for ; first <= m.Seeds.Last; first += parallel * size {
		drawn := make([][]Asked, parallel)
		missing := make([][]int64, parallel)
		var group errgroup.Group
		for i := range parallel {
			begin := first + i*size
			for seed := max(begin, m.Seeds.First); seed < begin+size && seed <= m.Seeds.Last; seed++ {
				if !m.has(w, seed) {
					missing[i] = append(missing[i], seed)
				}
			}
			if len(missing[i]) == 0 {
				continue
			}
			group.Go(func() (err error) {
				drawn[i], err = m.draw(ctx, missing[i])
				return err
			})
		}
		if err := group.Wait(); err != nil {
			return err
		}
		for i := range parallel {
			if err := m.add(w, missing[i], drawn[i]); err != nil {
				return err
			}
		}
		if m.Progress != nil {
			m.Progress(min(parallel*size, m.Seeds.Last-first+1))
		}
	}
	return nil
}

// draw draws a batch in a browser of the pool, and once more in another one if
// that browser has a fault.
func (m Maker) draw(ctx context.Context, seeds []int64) ([]Asked, error) {
	for again := true; ; again = false {
		browser, err := m.Pool.Get(ctx)
		if err != nil {
			return nil, err
		}
		asked, err := m.drawIn(ctx, browser, seeds)
		m.Pool.Put(browser, err == nil)
		if err == nil || !again || ctx.Err() != nil || !chrome.IsFault(err) {
			return asked, err
		}
	}
}

func (m Maker) drawIn(ctx context.Context, browser *chrome.Browser, seeds []int64) ([]Asked, error) {
	p, err := NewPainter(ctx, browser, m.Folder)
	if err != nil {
		return nil, err
	}
	defer p.Close()
	screens, err := p.Screens(ctx, m.Level, seeds)
	if err != nil {
		return nil, err
	}
	asked, err := p.Ask(ctx, screens, m.settings().Bins, m.TargetLength-1)
	if err != nil {
		return nil, err
	}
	for _, a := range asked {
		if _, err := a.Observation.PNG(); err != nil { // kept by the observation
			return nil, err
		}
	}
	return asked, nil
}

// has tells whether the writer has a seed. A seed of a probe may be under several tasks.
func (m Maker) has(w *episode.Writer, seed int64) bool {
	for _, task := range m.Manifest().Tasks {
		if w.Has(task, seed) {
			return true
		}
	}
	return false
}

// add writes the questions of a batch, those of a screen as the steps of one
// episode, so that they stay on one side of the split.
func (m Maker) add(w *episode.Writer, seeds []int64, asked []Asked) error {
	manifest := m.Manifest()
	for _, seed := range seeds {
		steps := map[string][]episode.Step{}
		for len(asked) > 0 && asked[0].Seed == seed {
			a := asked[0]
			asked = asked[1:]
			task := string(m.Level)
			if m.Probe {
				task = string(a.Kind) + "-" + sizeName(a.Size)
				if a.Size == 0 || (a.Kind != KindRead && a.Kind != KindPoint) || len(steps[task]) > 0 {
					continue
				}
			}
			png, err := a.Observation.PNG()
			if err != nil {
				return err
			}
			steps[task] = append(steps[task], episode.Step{Image: png, Action: a.Answer})
		}
		ep := gui.Episode{Suite: Suite, SuiteHash: manifest.SuiteHash, Seed: seed, Mode: manifest.Mode, Settings: manifest.Settings}
		for _, task := range manifest.Tasks {
			if len(steps[task]) == 0 {
				continue
			}
			ep.Task = task
			record := episode.Record{Episode: ep, Steps: steps[task], Raw: 1, Score: 1, Success: true, Complete: true}
			if err := w.Add(record); err != nil {
				return err
			}
		}
		if len(steps) == 0 {
			ep.Task = manifest.Tasks[0]
			if err := w.Drop(ep, "nothing to ask about"); err != nil {
				return err
			}
		}
	}
	return nil
}
