package oracle_test

import (
	"context"
	"fmt"
	"os"
	"testing"
	"time"

	"pix2act/chrome"
	"pix2act/gui"
	"pix2act/miniwob"
	"pix2act/miniwob/oracle"
	"pix2act/play"
	"pix2act/webenv"
)

// wheelVariable names the place of the public pages.
const wheelVariable = "PIX2ACT_MINIWOB_WHEEL"

// firstSeed begins the seeds of the tests, in the range of training.
const firstSeed = 1000000

// pool lends the browsers of all tests.
var pool = chrome.NewPool(2, chrome.Options{})

func TestMain(m *testing.M) {
	code := m.Run()
	_ = pool.Close()
	os.Exit(code)
}

// suites gives the page sets that are at hand.
func suites(t *testing.T) map[string]*miniwob.Suite {
	t.Helper()
	if _, err := chrome.Find(); err != nil {
		t.Skipf("NO BROWSER: the oracles are NOT tested: %v", err)
	}
	builtin, err := miniwob.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]*miniwob.Suite{"builtin": builtin}
	if path := os.Getenv(wheelVariable); path != "" {
		if all["public"], err = miniwob.Public(path); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

// skipWithoutPublic says loudly that the public pages are left out.
func skipWithoutPublic(t *testing.T) {
	if os.Getenv(wheelVariable) == "" {
		t.Run("public", func(t *testing.T) {
			t.Skipf("PUBLIC PAGES MISSING: the oracles are NOT tested on them; set %s to the released miniwob wheel or its html folder", wheelVariable)
		})
	}
}

// solve plays n seeds of a task with its oracle, in as many browsers as the
// pool has.
func solve(ctx context.Context, suite *miniwob.Suite, task string, first int64, n int, deliver func(play.Record) error) error {
	episodes := make([]gui.Episode, n)
	for i := range episodes {
		episodes[i] = gui.Episode{Suite: suite.Name(), SuiteHash: suite.Hash(), Task: task, Seed: first + int64(i), Mode: gui.ModeTrain}
	}
	return play.All(ctx, options(suite, nil), episodes, deliver)
}

// options are those of a run with oracles that follow some given actions.
func options(suite *miniwob.Suite, first []string) play.Options {
	return play.Options{
		Parallel: 2,
		Retries:  1,
		Deadline: time.Minute, // of a busy machine, too
		NewEnv: func(ctx context.Context) (gui.Env, error) {
			var pages webenv.Suite = suite
			if suite.Name() == "miniwob" {
				pages = heard{suite}
			}
			env, err := webenv.New(ctx, webenv.Options{Suite: pages, Pool: pool, Cache: -1})
			if err != nil || suite.Name() != "miniwob" {
				return env, err
			}
			return listener{env}, nil
		},
		NewAgent: func(_ context.Context, env gui.Env, _ gui.Episode) (gui.Agent, error) {
			if l, ok := env.(listener); ok {
				env = l.Env
			}
			return after(first, oracle.New(env.(*webenv.Env))), nil
		},
	}
}

// describe tells a record in a line.
func describe(r play.Record) string {
	actions := make([]string, len(r.Steps))
	for i, s := range r.Steps {
		actions[i] = s.Action
	}
	return fmt.Sprintf("seed %d: raw %v (%s) after %q, faults %q", r.Episode.Seed, r.Final.Raw, r.Final.Reason, actions, r.Faults)
}

// lives are the tasks that take their time, and as many actions as that needs.
var lives = map[string]bool{
	"button-delay": true, "chase-circle": true, "drag-cube": true, "hover-shape": true, "moving-items": true,
	"simon-says": true, "stock-market": true,
}

// remembers are the tasks that cannot be played on one picture: what was shown
// or felt before is gone (hot-cold, simon-says), or only time passes (button-delay).
var remembers = map[string]bool{"button-delay": true, "hot-cold": true, "simon-says": true}

// check tells what is wrong with the record of an oracle. Tasks with a ceiling
// need not be solved on every seed.
func check(t *testing.T, r play.Record) {
	t.Helper()
	_, ceiling := ceilings[r.Episode.Task]
	if !r.Final.Success && !ceiling || len(r.Steps) > 30 && !lives[r.Episode.Task] || len(r.Faults) > 0 {
		t.Error(describe(r))
	}
	for _, s := range r.Steps {
		if s.After.Invalid != nil {
			t.Errorf("seed %d: %v", r.Episode.Seed, s.After.Invalid)
		}
	}
}

// decisions notes which action belongs to which picture. An agent that sees
// only pixels cannot learn two. The exceptions are a covered button, pressed
// with the keyboard: having been pressed does not show; and tasks that are
// about what was seen before.
type decisions map[string]string

// needMemory are those tasks: which cards have been turned up does not show.
var needMemory = map[string]bool{"find-greatest": true}

func (d decisions) check(t *testing.T, r play.Record) {
	t.Helper()
	if remembers[r.Episode.Task] {
		return
	}
	for i, s := range r.Steps {
		picture := s.Before.SHA256()
		if other, ok := d[picture]; ok && other != s.Action && other != "key Enter" && !needMemory[r.Episode.Task] {
			t.Errorf("seed %d, step %d: the same picture gave %q before and %q now", r.Episode.Seed, i+1, other, s.Action)
		}
		d[picture] = s.Action
	}
}

// TestOraclesSolve plays every oracle on both page sets.
func TestOraclesSolve(t *testing.T) {
	const seeds = 1 // make prove-oracles plays a hundred
	for name, suite := range suites(t) {
		for _, task := range oracle.Tasks() {
			t.Run(name+"/"+task, func(t *testing.T) {
				seen := decisions{}
				err := solve(t.Context(), suite, task, firstSeed, seeds, func(r play.Record) error {
					if testing.Verbose() {
						t.Log(describe(r))
					}
					check(t, r)
					seen.check(t, r)
					return nil
				})
				if err != nil {
					t.Fatal(err)
				}
			})
		}
	}
	skipWithoutPublic(t)
}
