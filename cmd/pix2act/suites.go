package main

import (
	"archive/zip"
	"context"
	"errors"
	"strings"

	"pix2act/chrome"
	"pix2act/episode"
	"pix2act/gui"
	"pix2act/miniwob"
	"pix2act/webenv"
)

const suiteHelp = `suite of tasks: "miniwob" (built in), "farama:PATH", PATH being the html folder or the released wheel of the public MiniWoB++ pages, or "dir:PATH", a folder of your own pages`

// openSuite opens what --suite names.
func openSuite(name string) (*miniwob.Suite, error) {
	if name == "miniwob" || name == "builtin" {
		return miniwob.Builtin()
	}
	kind, path, _ := strings.Cut(name, ":")
	open := map[string]func(string) (*miniwob.Suite, error){"farama": miniwob.Public, "dir": miniwob.Folder}[kind]
	if open == nil || path == "" {
		return nil, usagef("unknown suite %q: use miniwob, farama:PATH for the public pages, or dir:PATH for a folder of your own", name)
	}
	suite, err := open(path)
	if errors.Is(err, miniwob.ErrNotSuite) && !errors.Is(err, zip.ErrFormat) { // what is there and damaged is a fault
		return nil, usageError{err}
	}
	return suite, err
}

// parseMode checks --mode.
func parseMode(mode string) (string, error) {
	if mode != "train" && mode != "test" {
		return "", usagef("unknown mode %q: use train or test", mode)
	}
	return mode, nil
}

// world is a suite with the browsers that draw it.
type world struct {
	suite   *miniwob.Suite
	browser chrome.Installation
	pool    *chrome.Pool
}

// newWorld finds a browser and prepares a pool of n; browsers start when the first environment asks.
func newWorld(suite *miniwob.Suite, n int) (*world, error) {
	browser, err := chrome.Find()
	if err != nil {
		return nil, err
	}
	return &world{suite: suite, browser: browser, pool: chrome.NewPool(n, chrome.Options{Binary: browser.Path})}, nil
}

func (w *world) newEnv(ctx context.Context) (gui.Env, error) {
	return webenv.New(ctx, webenv.Options{Suite: w.suite, Pool: w.pool})
}

func (w *world) Close() error { return w.pool.Close() }

// episodes lists every seed of every task, task by task, so that pages are re-used.
func episodes(suite *miniwob.Suite, tasks []string, seeds episode.SeedRange, mode string, settings gui.Settings) []gui.Episode {
	var all []gui.Episode
	for _, task := range tasks {
		for seed := seeds.First; seed <= seeds.Last; seed++ {
			all = append(all, gui.Episode{
				Suite: suite.Name(), SuiteHash: suite.Hash(), Task: task, Seed: seed, Mode: mode, Settings: settings,
			})
		}
	}
	return all
}

// taskNames resolves --tasks; unknown names are the caller's error.
func taskNames(suite *miniwob.Suite, list string) ([]string, error) {
	names, err := suite.List(list)
	if err != nil {
		return nil, usageError{err}
	}
	return names, nil
}

// parseSeeds reads --seeds.
func parseSeeds(text string) (episode.SeedRange, error) {
	seeds, err := episode.ParseSeeds(text)
	if err != nil {
		return seeds, usageError{err}
	}
	return seeds, nil
}
