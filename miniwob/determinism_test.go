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
// some episodes. The first calm actions move nothing by the browser's own animation; the drag behind
// them scrolls what is selected at the edge of a text area, frame by frame.
var script = []string{
	"move 16 18", "click 31 31", "begin_drag 12 16", "move 17 19", "end_drag 20 18", "key Tab", "keys aB9",
	"scroll 35", "move 12 14", "scroll -20", "double_click 9 12", "key ctrl a", "key ArrowRight", "wait",
	"begin_drag 12 16", "move 18 22", "end_drag 22 20", "click 3 12", "click 20 20",
}

const calm = 14

// play plays actions and describes each step in a line. Pictures count by their bytes. An
// episode lost to a fault of the browser is played again, as every player does.
func play(t *testing.T, env *webenv.Env, episode gui.Episode, actions []string) []string {
	t.Helper()
	lines, err := playPatiently(t.Context(), env, episode, actions)
	if err != nil {
		t.Fatal(err)
	}
	return lines
}

func playPatiently(ctx context.Context, env *webenv.Env, episode gui.Episode, actions []string) (lines []string, err error) {
	for range 3 {
		if lines, err = playOnce(ctx, env, episode, actions); !errors.Is(err, gui.ErrFault) {
			return lines, err
		}
	}
	return nil, fmt.Errorf("%s is lost again and again: %w", episode.Task, err)
}

func playOnce(ctx context.Context, env *webenv.Env, episode gui.Episode, actions []string) ([]string, error) {
	var lines []string
	step, err := env.Reset(ctx, episode)
	for _, action := range append(slices.Clone(actions), "") {
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

var pageSets = []struct {
	name  string
	suite func(t *testing.T) *Suite
}{{"built-in", builtin}, {"public", public}}

// twelve calls play with an episode of each of the twelve tasks.
func twelve(t *testing.T, suite *Suite, play func(episode gui.Episode)) {
	t.Helper()
	tasks, err := suite.List("first12")
	if err != nil || len(tasks) != 12 {
		t.Fatalf("tasks %v (%v), want twelve", tasks, err)
	}
	for i, task := range tasks {
		play(gui.Episode{Task: task, Seed: int64(1000000 + i)})
	}
}

// compare tells where two descriptions of an episode part.
func compare(t *testing.T, what string, got, want []string) {
	t.Helper()
	for i := range max(len(got), len(want)) {
		if i >= len(got) || i >= len(want) || got[i] != want[i] {
			t.Errorf("%s: step %d of %d differs:\n  %s, want\n  %s", what, i, len(want), got[min(i, len(got)-1)], want[min(i, len(want)-1)])
			return
		}
	}
}

// TestDeterministic plays the same actions again and again, on a page used before and in another
// process of the browser.
func TestDeterministic(t *testing.T) {
	repeats := 3
	if os.Getenv(slowVariable) != "" {
		repeats = 20
	}
	for _, c := range pageSets {
		t.Run(c.name, func(t *testing.T) {
			suite := c.suite(t)
			first, second := newEnv(t, suite, chrome.Options{}), newEnv(t, suite, chrome.Options{})
			twelve(t, suite, func(episode gui.Episode) {
				want := play(t, first, episode, script)
				for n := range repeats - 1 {
					if n%2 == 0 {
						compare(t, episode.Task+" in another browser", play(t, second, episode, script), want)
					} else {
						compare(t, episode.Task+" in the same browser", play(t, first, episode, script), want)
					}
				}
			})
		})
	}
}

// TestFallback plays the calm actions in the browser that draws by its own clock: the pictures are
// those of the headless shell.
func TestFallback(t *testing.T) {
	for _, c := range pageSets {
		t.Run(c.name, func(t *testing.T) {
			suite := c.suite(t)
			shell, fallback := newEnv(t, suite, chrome.Options{}), newEnv(t, suite, chrome.Options{Fallback: true})
			twelve(t, suite, func(episode gui.Episode) {
				want := play(t, shell, episode, script[:calm])
				compare(t, episode.Task, play(t, fallback, episode, script[:calm]), want)
			})
		})
	}
}

// TestEndStays ends an episode with the first click of several. The others fall on the cover, where
// people start the next episode.
func TestEndStays(t *testing.T) {
	for _, c := range pageSets {
		t.Run(c.name, func(t *testing.T) {
			env := newEnv(t, c.suite(t), chrome.Options{})
			for _, action := range []string{"click 5 21", "double_click 5 21", "triple_click 5 21"} {
				if _, err := env.Reset(t.Context(), gui.Episode{Task: "click-test"}); err != nil {
					t.Fatal(err)
				}
				step, err := env.Step(t.Context(), action)
				if err != nil || !step.Done || step.Raw != 1 {
					t.Errorf("%s: done is %v with %v (%v), want true with 1", action, step.Done, step.Raw, err)
				}
			}
		})
	}
}

// newEnv makes an environment with a browser of its own.
func newEnv(t *testing.T, suite webenv.Suite, options chrome.Options) *webenv.Env {
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
