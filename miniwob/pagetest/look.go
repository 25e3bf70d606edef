package pagetest

import (
	"fmt"
	"strings"

	"pix2act/gui"
)

// reset starts an episode of the seed.
func (c *checker) reset(settings gui.Settings) (gui.Step, error) {
	settings.Bins = gui.Bins{X: c.task.Width, Y: c.task.Height} // one for each pixel
	settings.MaxSteps = 1 << 20
	return c.env.Reset(c.ctx, gui.Episode{Task: c.task.Name, Seed: c.seed, Settings: settings})
}

// factsJS is what a page is asked for right after a start. Names that are not there must not
// keep the rest from being told.
const factsJS = `(() => {
	const ask = (what, otherwise) => { try { return what(); } catch (problem) { return otherwise; } };
	const is = (name, kind) => ask(() => typeof (0, eval)(name) === kind, false);
	const wanted = {
		WOB_REWARD_GLOBAL: "number", WOB_RAW_REWARD_GLOBAL: "number", WOB_DONE_GLOBAL: "boolean", WOB_EPISODE_ID: "number",
		WOB_TASK_READY: "boolean", WOB_DATA_MODE: "string", genProblem: "function", "core.EPISODE_MAX_TIME": "number",
		"core.startEpisode": "function", "core.startEpisodeReal": "function", "core.endEpisode": "function",
		"core.getUtterance": "function", "core.setDataMode": "function", "core.getDOMInfo": "function",
		"core.elementClick": "function", "Math.seedrandom": "function",
	};
	const query = document.getElementById("query");
	return {
		missing: Object.keys(wanted).filter((name) => !is(name, wanted[name])),
		covered: %[1]s.covered,
		ready: ask(() => WOB_TASK_READY === true, false),
		running: ask(() => core.EP_TIMER !== null && WOB_DONE_GLOBAL === false, false),
		limit: ask(() => core.EPISODE_MAX_TIME / 1000, 0),
		instruction: ask(() => { const u = core.getUtterance(); return String(typeof u === "string" ? u : u.utterance); }, ""),
		cut: query !== null && (query.scrollHeight > query.clientHeight + 1 || query.scrollWidth > query.clientWidth + 1),
		hidden: %[1]s.hidden(%[2]d, %[3]d),
		foreign: %[1]s.foreign(),
	};
})()`

type facts struct {
	Missing     []string `json:"missing"`
	Covered     bool     `json:"covered"`
	Ready       bool     `json:"ready"`
	Running     bool     `json:"running"`
	Limit       float64  `json:"limit"`
	Instruction string   `json:"instruction"`
	Cut         bool     `json:"cut"`
	Hidden      []string `json:"hidden"`
	Foreign     []string `json:"foreign"`
}

// lookAtStart looks at a page whose episode has just begun. It tells whether there is an
// episode to play.
func (c *checker) lookAtStart() (bool, error) {
	var f facts
	if err := c.env.Evaluate(c.ctx, fmt.Sprintf(factsJS, watch, c.task.Width, c.task.Height), &f); err != nil {
		return false, err
	}
	for _, address := range f.Foreign {
		c.find("loads", "it loads %s, from outside of its folder", address)
	}
	if len(f.Missing) > 0 {
		c.find("globals", "missing: %s; a page loads ../core/core.js and defines a global genProblem", strings.Join(f.Missing, ", "))
	}
	switch {
	case !f.Covered:
		c.find("starts", "there is no cover with START: call core.startEpisode() when the page has loaded")
	case !f.Ready:
		c.find("starts", "WOB_TASK_READY does not become true")
	case !f.Running:
		c.find("starts", "no episode runs after a start: genProblem must neither fail nor end the episode")
	}
	if err := c.report(); err != nil || !f.Running {
		return false, err
	}
	if f.Instruction == "" {
		c.find("instruction", "there is none: core.say(…) writes it")
	}
	if f.Cut {
		c.find("instruction", "it does not fit into the yellow bar: %q", f.Instruction)
	}
	for _, control := range f.Hidden {
		c.find("place", "%s, of which an agent sees only %d × %d", control, c.task.Width, c.task.Height)
	}
	if f.Limit != c.task.LimitS {
		c.find("limit", `its limit is %g s (core.EPISODE_MAX_TIME), but the catalogue says "limit_s": %g`, f.Limit, c.task.LimitS)
	}
	return true, nil
}

// report takes what the watch has noted since the document was loaded.
func (c *checker) report() error {
	var noted struct {
		Errors    []string `json:"errors"`
		Draws     []string `json:"draws"`
		Leftovers []string `json:"leftovers"`
		Running   []string `json:"running"`
	}
	if err := c.env.Evaluate(c.ctx, fmt.Sprintf(`(() => { const watch = %s; return watch === undefined ? {} : {
	errors: watch.errors, draws: watch.draws, leftovers: watch.leftovers(), running: watch.animations() }; })()`, watch), &noted); err != nil {
		return err
	}
	for _, text := range noted.Errors {
		c.find("loads", "%s", text)
	}
	for _, place := range noted.Draws {
		if !c.Suite.DrawsLater(c.task.Name) || !strings.HasPrefix(place, "Math.random") {
			c.find("chance", "it draws from %s: draw everything in genProblem, with core.randi and the like", place)
		}
	}
	if c.Suite.LeavesBehind(c.task.Name) {
		return nil
	}
	for _, text := range noted.Leftovers {
		c.find("leftovers", "%s", text)
	}
	for _, text := range noted.Running {
		c.find("leftovers", "%s, which no reset ends: use core.animate", text)
	}
	return nil
}

// reward looks at the reward of an episode that has ended.
func (c *checker) reward() error {
	var reward struct {
		Raw float64 `json:"raw"`
		Is  string  `json:"is"`
	}
	// The environment keeps the reward within bounds; here it is as the page gave it.
	err := c.env.Evaluate(c.ctx, `(typeof WOB_RAW_REWARD_GLOBAL === "number" && isFinite(WOB_RAW_REWARD_GLOBAL)
	? {raw: WOB_RAW_REWARD_GLOBAL, is: ""} : {raw: 0, is: typeof WOB_RAW_REWARD_GLOBAL + " " + String(globalThis.WOB_RAW_REWARD_GLOBAL)})`, &reward)
	switch {
	case err != nil:
		return err
	case reward.Is != "":
		c.find("reward", "it is %s, and no number", reward.Is)
	case reward.Raw < -1 || reward.Raw > 1:
		c.find("reward", "it is %g, outside of -1 to 1", reward.Raw)
	}
	return nil
}
