package miniwob

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"golang.org/x/sync/errgroup"

	"pix2act/chrome"
	"pix2act/gui"
	"pix2act/webenv"
)

// garbage stands in for everything through which a page can be read.
const garbage = `(function () {
	const nonsense = () => ({tag: "NONSENSE", left: -7, top: 1e9, width: 0, height: -1, children: [], ref: 13, text: "no such thing"});
	for (const name of ["getDOMInfo", "flattenDOMInfo", "elementClick", "visualizeAttention"]) {
		core[name] = nonsense;
		window[name] = nonsense;
	}
	core.previousDOMInfo = {13: document.body};
	core.nextRefCode = -999;
})();`

// garbled is a suite on whose pages the DOM functions give garbage.
type garbled struct{ *Suite }

func (g garbled) Script(task string) (webenv.Script, error) {
	script, err := g.Suite.Script(task)
	reset := script.Reset
	script.Reset = func(e gui.Episode) string { return garbage + reset(e) }
	return script, err
}

// TestWall plays every task, embedded and public, with the DOM functions as they are and with garbage in their place.
// Nothing that an agent gets is different, so nothing that it gets comes from them.
func TestWall(t *testing.T) {
	actions := []string{"click 15 17", "keys a1", "begin_drag 8 14", "move 14 18", "end_drag 18 20", "scroll 20", "wait"}
	if os.Getenv(slowVariable) == "" {
		actions = actions[:3]
	}
	for _, c := range pageSets {
		t.Run(c.name, func(t *testing.T) {
			suite := c.suite(t)
			as := newEnv(t, suite, chrome.Options{})
			other := newEnv(t, garbled{suite}, chrome.Options{})
			for i, task := range suite.Tasks() {
				episode := gui.Episode{Task: task.Name, Seed: int64(1000000 + i)}
				var want, got []string
				var both errgroup.Group
				both.Go(func() (err error) { want, err = playPatiently(t.Context(), as, episode, actions); return err })
				both.Go(func() (err error) { got, err = playPatiently(t.Context(), other, episode, actions); return err })
				if err := both.Wait(); err != nil {
					t.Fatal(err)
				}
				compare(t, task.Name+" with garbage for the DOM functions", got, want)
			}
			var info map[string]any
			if err := other.Evaluate(t.Context(), `core.getDOMInfo()`, &info); err != nil || info["tag"] != "NONSENSE" {
				t.Errorf("getDOMInfo gives %v (%v), which is no garbage: nothing was tested", info, err)
			}
		})
	}
}

// TestAgentsCannotRead lists what the packages depend on from which agents are made: none can reach a page, or an oracle
// that reads it.
func TestAgentsCannotRead(t *testing.T) {
	const module = "pix2act/"
	forbidden := []string{"chrome", "webenv", "miniwob", "miniwob/oracle", "miniwob/pagetest", "miniwob/domdiff"}
	for _, pkg := range []string{"gui", "tensor", "pix2struct", "agent", "agent/bundled", "play", "episode", "train"} {
		out, err := exec.CommandContext(t.Context(), "go", "list", "-deps", module+pkg).Output()
		if err != nil {
			t.Fatalf("go list %s: %v", pkg, err)
		}
		deps := strings.Fields(string(out))
		if !slices.Contains(deps, module+pkg) {
			t.Fatalf("go list %s does not list itself: %v", pkg, deps)
		}
		for _, dep := range deps {
			if rest, own := strings.CutPrefix(dep, module); own && slices.Contains(forbidden, rest) {
				t.Errorf("%s depends on %s: an agent could read the page", pkg, dep)
			}
		}
	}
	out, err := exec.CommandContext(t.Context(), "go", "list", "-deps", module+"miniwob/oracle").Output()
	if err != nil || !strings.Contains(string(out), module+"webenv") {
		t.Errorf("go list does not see that the oracle reads pages (%v): nothing was tested", err)
	}
}
