package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"pix2act/chrome"
	"pix2act/episode"
	"pix2act/internal/folder"
	"pix2act/parsing"
)

// ParsingDataOptions are the flags of pretrain data, which pretrain has too.
type ParsingDataOptions struct {
	Data         string
	Stages       string
	Pages        string
	Screens      int
	Seed         uint64
	TargetLength int
	Parallel     int

	flag string // that names Data
}

// addFlags are the flags that pretrain and pretrain data share.
func (o *ParsingDataOptions) addFlags(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&o.Stages, "stages", "", fmt.Sprintf("what is learnt after what, and in which mixture, as SHARE*LEVEL[=WEIGHT][+LEVEL…],… of the levels %v (default %q; with --pages %q)",
		parsing.Levels, parsing.DefaultStages(false), parsing.DefaultStages(true)))
	f.StringVar(&o.Pages, "pages", "", "folder of HTML pages of your own to cut screens out of, beside the generated ones")
	f.IntVar(&o.Screens, "screens", 10000, "screens of each level; those with a question line give up to four examples each")
	f.Uint64Var(&o.Seed, "seed", 1, "seed of the screens, and of the weights and the order of the examples")
	f.IntVar(&o.TargetLength, "target-length", 64, "most tokens of an answer, part of the model that is trained")
	f.IntVar(&o.Parallel, "parallel", 0, "browsers (0: one per core)")
}

// Seeds of screens: a million for each --seed, and the last thousand training seeds for the probe.
const (
	maxParsingSeed    = 800
	seedsPerParsing   = 1_000_000
	probeScreens      = 96
	probeFolder       = "probe"
	fewestTargetToken = 8
)

var probeSeeds = episode.SeedRange{First: episode.TrainingSeeds.Last - probeScreens + 1, Last: episode.TrainingSeeds.Last}

// parsingData is a checked ParsingDataOptions.
type parsingData struct {
	ParsingDataOptions
	stages parsing.Stages
	folder *parsing.Folder
}

// levelData is what was written of one level.
type levelData struct {
	Folder   string  `json:"folder"`
	Screens  int     `json:"screens"`
	Examples int     `json:"examples"`
	Dropped  int     `json:"dropped"`           // screens with nothing to ask about
	Seconds  float64 `json:"seconds,omitempty"` // spent on it now
}

// check refuses what makes no sense, and opens the folder of pages.
func (o ParsingDataOptions) check() (*parsingData, error) {
	o.flag = cmp.Or(o.flag, "--data")
	d := &parsingData{ParsingDataOptions: o, stages: parsing.DefaultStages(o.Pages != "")}
	var err error
	if o.Stages != "" {
		if d.stages, err = parsing.ParseStages(o.Stages); err != nil {
			return nil, usageError{fmt.Errorf("--stages: %w", err)}
		}
	}
	switch {
	case o.Screens < 1 || o.Screens > seedsPerParsing:
		return nil, usagef("--screens %d: give 1 to %d", o.Screens, seedsPerParsing)
	case o.Seed > maxParsingSeed:
		return nil, usagef("--seed %d: give 0 to %d", o.Seed, maxParsingSeed)
	case o.TargetLength < fewestTargetToken:
		return nil, usagef("--target-length %d: it takes at least %d", o.TargetLength, fewestTargetToken)
	case o.Parallel < 0:
		return nil, usagef("--parallel %d: give 0 for one per core, or a positive number", o.Parallel)
	}
	if o.Parallel == 0 {
		d.Parallel = runtime.NumCPU()
	}
	if o.Pages != "" {
		if d.folder, err = parsing.OpenFolder(o.Pages); errors.Is(err, fs.ErrNotExist) || errors.Is(err, parsing.ErrNoPages) {
			return nil, usageError{fmt.Errorf("--pages: %w", err)}
		} else if err != nil {
			return nil, err
		}
	}
	for _, level := range d.stages.Levels() {
		if level == parsing.LevelFolder && d.folder == nil {
			return nil, usagef("--stages name the level %s, which cuts screens out of the folder that --pages names", level)
		}
	}
	return d, nil
}

// makers are those of all folders, by the folder's name.
func (d *parsingData) makers() map[string]parsing.Maker {
	first := episode.TrainingSeeds.First + int64(d.Seed)*seedsPerParsing
	makers := map[string]parsing.Maker{
		probeFolder: {Level: parsing.LevelPages, Seeds: probeSeeds, TargetLength: d.TargetLength, Parallel: d.Parallel, Probe: true},
	}
	for _, level := range d.stages.Levels() {
		m := parsing.Maker{
			Level: level, Seeds: episode.SeedRange{First: first, Last: first + int64(d.Screens) - 1},
			TargetLength: d.TargetLength, Parallel: d.Parallel,
		}
		if level == parsing.LevelFolder {
			m.Folder = d.folder
		}
		makers[string(level)] = m
	}
	return makers
}

// names are the folders in the order in which they are written.
func (d *parsingData) names() []string {
	names := []string{probeFolder}
	for _, level := range d.stages.Levels() {
		names = append(names, string(level))
	}
	return names
}

// make writes what is missing, and gives what is there, finished levels only when it is interrupted. Data that stand there
// and are others are refused.
func (d *parsingData) make(ctx context.Context, g *globalOptions) ([]levelData, error) {
	all := []levelData{}
	if err := folder.Writable(d.Data); err != nil {
		return all, folderError(err, d.flag)
	}
	pool := &lazyPool{n: d.Parallel}
	defer pool.Close()
	makers := d.makers()
	for _, name := range d.names() {
		maker, dir := makers[name], filepath.Join(d.Data, name)
		manifest, err := episode.ReadManifest(dir)
		seconds := 0.0
		switch want := maker.Manifest(); {
		case err == nil && (manifest.SuiteHash != want.SuiteHash || manifest.Seeds != want.Seeds):
			return nil, usagef("%s holds other examples (of seeds %v, wanted %v, or made in another way); choose another folder with %s", dir, manifest.Seeds, want.Seeds, d.flag)
		case err == nil:
		case errors.Is(err, fs.ErrNotExist) || errors.Is(err, episode.ErrUnfinished):
			began := time.Now()
			if maker.Pool, err = pool.open(); err != nil {
				return all, err
			}
			if manifest, err = d.writeLevel(ctx, g, maker, pool.version, name, dir); err != nil {
				return all, err
			}
			seconds = time.Since(began).Seconds()
		default:
			return nil, err
		}
		c := manifest.Counts
		all = append(all, levelData{Folder: dir, Screens: c.Episodes, Examples: c.Examples, Dropped: c.Dropped, Seconds: seconds})
	}
	return all, nil
}

// lazyPool finds a browser only when something is to be drawn: finished examples need none.
type lazyPool struct {
	n       int
	pool    *chrome.Pool
	version string
}

func (p *lazyPool) open() (*chrome.Pool, error) {
	if p.pool == nil {
		browser, err := chrome.Find()
		if err != nil {
			return nil, err
		}
		p.pool, p.version = chrome.NewPool(p.n, chrome.Options{Binary: browser.Path}), browser.Version
	}
	return p.pool, nil
}

func (p *lazyPool) Close() {
	if p.pool != nil {
		_ = p.pool.Close() // a browser that is slow to go takes nothing from the examples
	}
}

// writeLevel writes one folder, or goes on with it.
func (d *parsingData) writeLevel(ctx context.Context, g *globalOptions, maker parsing.Maker, browser, name, dir string) (episode.Manifest, error) {
	manifest := maker.Manifest()
	manifest.Browser, manifest.Fonts, manifest.Command = browser, fontsHash(), commandLine()
	writer, err := episode.NewWriter(dir, episode.Options{Manifest: manifest})
	if err != nil {
		return manifest, dataSetError(err, d.flag, "")
	}
	bar := newProgress(g, int(maker.Seeds.Len()), "screens of "+name)
	maker.Progress = func(n int64) { bar.Add(int(n)) }
	err = maker.Write(ctx, writer)
	bar.Close()
	if err != nil {
		if suspended := writer.Suspend(); suspended != nil && !errors.Is(err, suspended) {
			err = errors.Join(err, suspended)
		}
		return manifest, err
	}
	return writer.Close()
}

type parsingDataResult struct {
	Out         string      `json:"out"`
	Levels      []levelData `json:"levels"` // that are finished
	Interrupted bool        `json:"interrupted,omitempty"`
}

func newPretrainDataCommand(g *globalOptions) *cobra.Command {
	var o ParsingDataOptions
	c := &cobra.Command{
		Use:   "data",
		Short: "Only write the examples, for instance to train elsewhere",
		Long: `Write the examples that pretrain learns from, a folder for each level and one for the probe, and stop. pretrain with
the same flags uses them and needs no browser. An interrupted run is continued by the same command.
` + exitStatus,
		Args: exactArgs(0, "no arguments"),
		RunE: func(c *cobra.Command, _ []string) error { return runPretrainData(c.Context(), o, g) },
	}
	o.addFlags(c)
	c.Flags().StringVar(&o.Data, "out", "", "folder of the examples")
	requireFlags(c, "out")
	return c
}

func runPretrainData(ctx context.Context, o ParsingDataOptions, g *globalOptions) error {
	o.flag = "--out"
	d, err := o.check()
	if err != nil {
		return err
	}
	levels, err := d.make(ctx, g)
	stopped := interrupted(ctx, err)
	if err != nil && !stopped {
		return err
	}
	if g.JSON {
		return errors.Join(err, g.print(parsingDataResult{Out: o.Data, Levels: levels, Interrupted: stopped}))
	}
	for _, l := range levels {
		fmt.Fprintf(g.stdout, "%s: %d examples of %d screens", l.Folder, l.Examples, l.Screens)
		if l.Seconds > 0 {
			fmt.Fprintf(g.stdout, ", %.2f ms each", 1000*l.Seconds/float64(max(l.Examples, 1)))
		}
		fmt.Fprintln(g.stdout)
	}
	if stopped {
		fmt.Fprintln(g.stdout, "interrupted; the same command goes on")
	}
	return err
}
