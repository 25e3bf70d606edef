package miniwob

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"testing"

	"pix2act/chrome"
	"pix2act/gui"
	"pix2act/webenv"
)

// slowVariable asks for the long form of tests.
const slowVariable = "PIX2ACT_SLOW"

// script is a mixture of all kinds of actions. It touches something on every page, and ends
// some episodes.
var script = []string{
	"move 16 18", "click 31 31", "begin_drag 12 16", "move 18 22", "end_drag 22 20", "key Tab", "keys aB9",
	"scroll 35", "move 12 14", "scroll -20", "double_click 9 12", "key ctrl a", "key ArrowRight", "wait", "click 3 12", "click 20 20",
}

// play plays the script and describes each step in a line. Pictures count by their bytes. An
// episode lost to a fault of the browser is played again, as every player does.
func play(t *testing.T, env *webenv.Env, episode gui.Episode) []string {
	t.Helper()
	for range 3 {
		lines, err := playOnce(t.Context(), env, episode)
		if err == nil {
			return lines
		}
		if !errors.Is(err, gui.ErrFault) {
			t.Fatal(err)
		}
		t.Logf("FAULT, played again: %v", err)
	}
	t.Fatalf("%s is lost again and again", episode.Task)
	return nil
}

func playOnce(ctx context.Context, env *webenv.Env, episode gui.Episode) ([]string, error) {
	var lines []string
	step, err := env.Reset(ctx, episode)
	for _, action := range append(slices.Clone(script), "") {
		if err != nil {
			return nil, err
		}
		lines = append(lines, fmt.Sprintf("%s %v %v %s, then %q", step.Observation.SHA256(), step.Done, step.Raw, step.Reason, action))
		if step.Done || action == "" {
			break
		}
		step, err = env.Step(ctx, action)
	}
	return lines, nil
}

// TestDeterministic plays the same actions again and again: on a page used before, in another process
// of the browser, and in the browser that draws by its own clock.
func TestDeterministic(t *testing.T) {
	repeats := 3
	if os.Getenv(slowVariable) != "" {
		repeats = 20
	}
	for _, c := range []struct {
		name  string
		suite func(t *testing.T) *Suite
	}{{"built-in", builtin}, {"public", public}} {
		t.Run(c.name, func(t *testing.T) {
			suite := c.suite(t)
			tasks, err := suite.List("first12")
			if err != nil || len(tasks) != 12 {
				t.Fatalf("tasks %v (%v), want twelve", tasks, err)
			}
			first := newEnv(t, suite, chrome.Options{})
			second := newEnv(t, suite, chrome.Options{})
			fallback := newEnv(t, suite, chrome.Options{Fallback: true})
			for i, task := range tasks {
				episode := gui.Episode{Task: task, Seed: int64(1000000 + i)}
				want := play(t, first, episode)
				check := func(where string, env *webenv.Env) {
					got := play(t, env, episode)
					for j := range max(len(got), len(want)) {
						if j >= len(got) || j >= len(want) || got[j] != want[j] {
							t.Errorf("%s in %s: step %d of %d differs:\n  %v, want\n  %v", task, where, j, len(want), got[min(j, len(got)-1)], want[min(j, len(want)-1)])
							return
						}
					}
				}
				for n := range repeats - 1 {
					if n%2 == 0 {
						check("another browser", second)
					} else {
						check("the same browser", first)
					}
				}
				check("the fallback browser", fallback)
			}
		})
	}
}

// newEnv makes an environment with a browser of its own.
func newEnv(t *testing.T, suite *Suite, options chrome.Options) *webenv.Env {
	t.Helper()
	pool := chrome.NewPool(1, options)
	env, err := webenv.New(t.Context(), webenv.Options{Suite: suite, Pool: pool})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := env.Close(); err != nil {
			t.Error(err)
		}
		if err := pool.Close(); err != nil {
			t.Error(err)
		}
	})
	return env
}
