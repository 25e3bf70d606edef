package pagetest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"pix2act/chrome"
	"pix2act/gui"
	"pix2act/webenv"
)

// Checks are the kinds of faults that are looked for, with what each is about.
var Checks = []struct{ Name, About string }{
	{"loads", "nothing is missing, nothing comes from elsewhere, nothing fails in the console"},
	{"globals", "the names that drivers use are there"},
	{"starts", "an episode starts, and is running then"},
	{"instruction", "there is one, and it can be read to its end"},
	{"place", "every control is in the picture, or in something that scrolls"},
	{"limit", "the episode ends by its time limit, which is the catalogue's"},
	{"reward", "the reward is a number from -1 to 1"},
	{"stillness", "nothing moves without input, unless the catalogue says so"},
	{"repetition", "one seed and the same actions give the same pictures in two documents"},
	{"chance", "nothing is drawn after the start, unless the catalogue says so, and nothing that no seed fixes"},
	{"leftovers", "no timer and no handler outlives its episode"},
	{"reset", "an episode on a used document is as in a fresh one"},
}

// Finding is a fault of a page.
type Finding struct {
	Task  string `json:"task"`
	Check string `json:"check"` // see Checks
	Seed  int64  `json:"seed"`
	Text  string `json:"text"` // what is wrong, on one line
}

func (f Finding) String() string {
	return fmt.Sprintf("%s: %s: %s (seed %d)", f.Task, f.Check, f.Text, f.Seed)
}

// Suite is what is checked: a suite that says of which tasks it is known that an episode
// leaves something in the document, so that they are not played twice in one, and
// which need chance after the start.
type Suite interface {
	webenv.Suite
	LeavesBehind(task string) bool
	DrawsLater(task string) bool
}

// Options say what is checked, and where.
type Options struct {
	Suite Suite
	Pool  *chrome.Pool
	// First and Last are the seeds, both included.
	First, Last int64
}

// Check looks for faults of a task's page. They are sorted by the check, each is told once, with
// the first seed that shows it. An error is no fault of the page.
func Check(ctx context.Context, o Options, task string) ([]Finding, error) {
	c := &checker{Options: o, ctx: ctx}
	for _, t := range o.Suite.Tasks() {
		if t.Name == task {
			c.task = t
		}
	}
	if c.task.Name == "" {
		_, err := o.Suite.Script(task)
		return nil, errors.Join(errors.New("no such task"), err)
	}
	err := c.run()
	var script *chrome.EvaluateError
	if errors.As(err, &script) {
		c.find("loads", "its scripts cannot be used: %s", script.Text)
		err = nil
	}
	slices.SortStableFunc(c.found, func(a, b Finding) int { return rank(a.Check) - rank(b.Check) })
	return c.found, err
}

func rank(check string) int {
	for i, c := range Checks {
		if c.Name == check {
			return i
		}
	}
	return len(Checks)
}

// checker checks one page.
type checker struct {
	Options
	ctx   context.Context
	task  gui.Task
	seed  int64
	env   *webenv.Env
	found []Finding
}

// find notes a fault, unless the same one is known.
func (c *checker) find(check, format string, values ...any) {
	text := strings.Join(strings.Fields(fmt.Sprintf(format, values...)), " ")
	for _, f := range c.found {
		if f.Check == check && f.Text == text {
			return
		}
	}
	c.found = append(c.found, Finding{Task: c.task.Name, Check: check, Seed: c.seed, Text: text})
}

// has tells whether a check has found something.
func (c *checker) has(check string) bool {
	return slices.ContainsFunc(c.found, func(f Finding) bool { return f.Check == check })
}

func (c *checker) run() error {
	var fresh []played
	err := c.in(true, func() error {
		for c.seed = c.First; c.seed <= c.Last; c.seed++ {
			first, err := c.inFresh()
			if err != nil || c.has("starts") || c.has("globals") {
				return err
			}
			fresh = append(fresh, first)
			if c.seed == c.First {
				if err := c.timeOut(); err != nil {
					return err
				}
			}
		}
		return nil
	})
	if err != nil || len(fresh) == 0 || c.Suite.LeavesBehind(c.task.Name) {
		return err
	}
	return c.in(false, func() error {
		for i, first := range fresh {
			c.seed = c.First + int64(i)
			if err := c.inUsed(first); err != nil {
				return err
			}
		}
		return nil
	})
}

// in runs something with an environment whose episodes are in fresh documents, or in one.
func (c *checker) in(fresh bool, run func() error) (err error) {
	c.env, err = webenv.New(c.ctx, webenv.Options{Suite: watched{c.Suite, c.task, fresh}, Pool: c.Pool, Cache: -1})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, c.env.Close()) }()
	return run()
}

// inFresh plays the seed in two fresh documents, looks at the first, and compares.
func (c *checker) inFresh() (played, error) {
	start, err := c.start()
	if err != nil {
		return played{}, err
	}
	if ok, err := c.lookAtStart(); err != nil || !ok {
		return played{}, err
	}
	first, err := c.play(start, script(c.task))
	if err != nil {
		return played{}, err
	}
	if start, err = c.start(); err != nil {
		return played{}, err
	}
	second, err := c.play(start, script(c.task))
	if err != nil {
		return played{}, err
	}
	if difference := second.differs(first); difference != "" {
		c.find("repetition", "the same seed gives something else in another document: %s", difference)
	}
	return first, nil
}

// inUsed plays many short episodes in one document, and then the seed as in a fresh one.
func (c *checker) inUsed(first played) error {
	start, err := c.start()
	if err != nil {
		return err
	}
	if _, err := c.play(start, script(c.task)); err != nil {
		return err
	}
	for _, actions := range first.openings {
		if start, err = c.start(); err != nil {
			return err
		}
		if _, err := c.play(start, actions); err != nil {
			return err
		}
	}
	if start, err = c.start(); err != nil {
		return err
	}
	again, err := c.play(start, script(c.task))
	if err != nil {
		return err
	}
	if difference := again.differs(first); difference != "" && !c.has("repetition") {
		c.find("reset", "an episode leaves something behind, or the time of day counts: in a used document %s", difference)
	}
	return nil
}

// timeOut lets the time run out without any input.
func (c *checker) timeOut() error {
	step, err := c.reset(gui.Settings{BudgetMS: 1000})
	if err != nil {
		return err
	}
	moved := false
	for range int(c.task.LimitS) + 2 {
		before := step.Observation.SHA256()
		if step, err = c.env.Step(c.ctx, "wait"); err != nil {
			return err
		}
		if step.Done {
			break
		}
		moved = moved || step.Observation.SHA256() != before
	}
	if !step.Done {
		c.find("limit", "the episode still runs after the %g s that the catalogue gives it: is core.EPISODE_MAX_TIME more than that?", c.task.LimitS)
	}
	if moved && !c.task.Animated {
		c.find("stillness", `the picture changes without input: the catalogue must say "animated": true`)
	}
	return c.report()
}
