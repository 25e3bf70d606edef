package pagetest

import (
	"fmt"
	"slices"

	"pix2act/gui"
)

// script is a mixture of all kinds of actions, in pixels of the picture. It touches something on
// most pages.
func script(t gui.Task) []string {
	at := func(verb string, x, y int) string { // in tenths of the picture
		return fmt.Sprintf("%s %d %d", verb, x*t.Width/10, y*t.Height/10)
	}
	return []string{
		at("move", 5, 6), at("click", 1, 4), at("begin_drag", 4, 5), at("move", 6, 6), at("end_drag", 7, 6),
		"key Tab", "keys aB9", "scroll 35", at("click", 5, 7), "wait", "key ArrowDown", "scroll -20",
		at("double_click", 3, 4), "key ctrl a", at("click", 8, 5), "wait", "wait", at("click", 4, 8),
	}
}

// maxOpenings bounds how many of its controls a page is tried with.
const maxOpenings = 8

// openings are short episodes, one for each control.
func (c *checker) openings() ([][]string, error) {
	var targets []struct {
		X    int    `json:"x"`
		Y    int    `json:"y"`
		Kind string `json:"kind"`
	}
	if err := c.env.Evaluate(c.ctx, fmt.Sprintf("%s.targets(%d, %d)", watch, c.task.Width, c.task.Height), &targets); err != nil {
		return nil, err
	}
	var all [][]string
	for _, target := range targets[:min(len(targets), maxOpenings)] {
		at := func(verb string, dx, dy int) string {
			return fmt.Sprintf("%s %d %d", verb, min(target.X+dx, c.task.Width-1), min(target.Y+dy, c.task.Height-1))
		}
		if target.Kind == "press" {
			all = append(all, []string{at("begin_drag", 0, 0), at("move", 9, 7), at("end_drag", 18, 14)})
		} else {
			all = append(all, []string{at("click", 0, 0), "keys a1"})
		}
	}
	return all, nil
}

// played is what was seen of an episode.
type played struct {
	snapshot []string // of the document at the start
	steps    []string // a line for the start and each action
	actions  []string
	openings [][]string
}

// start starts an episode of the seed and describes the document.
func (c *checker) start() (played, error) {
	step, err := c.reset(gui.Settings{})
	if err != nil {
		return played{}, err
	}
	p := played{steps: []string{line(step)}}
	if err := c.env.Evaluate(c.ctx, watch+`.snapshot()`, &p.snapshot); err != nil {
		return p, err
	}
	if p.openings, err = c.openings(); err != nil {
		return p, err
	}
	return p, c.report()
}

// play plays actions until the episode ends.
func (c *checker) play(p played, actions []string) (played, error) {
	for _, action := range actions {
		step, err := c.env.Step(c.ctx, action)
		if err != nil {
			return p, err
		}
		p.steps, p.actions = append(p.steps, line(step)), append(p.actions, action)
		if step.Reason == gui.ReasonLeftPage {
			c.find("loads", "the page was left by %q: an episode must stay in its document", action)
			return p, nil
		}
		if step.Done {
			if err := c.reward(); err != nil {
				return p, err
			}
			break
		}
	}
	return p, c.report()
}

// line is what an episode is compared by, at a step.
func line(step gui.Step) string {
	return fmt.Sprintf("%s %v %v %s", step.Observation.SHA256(), step.Done, step.Raw, step.Reason)
}

// differs tells what is first different in p from how it was, or "".
func (p played) differs(was played) string {
	for i := range max(len(p.snapshot), len(was.snapshot)) {
		now, before := "nothing", "nothing"
		if i < len(p.snapshot) {
			now = p.snapshot[i]
		}
		if i < len(was.snapshot) {
			before = was.snapshot[i]
		}
		if now != before {
			return fmt.Sprintf("the start has %s, where a fresh one has %s", cut(now), cut(before))
		}
	}
	if p.steps[0] != was.steps[0] {
		return "the first picture differs, with the same elements: something is drawn that is no element, or placed otherwise"
	}
	for i := range min(len(p.steps), len(was.steps)) {
		if p.steps[i] != was.steps[i] {
			return fmt.Sprintf("the picture or the reward differs after %q, action %d of %q", p.actions[i-1], i, p.actions[:i])
		}
	}
	if !slices.Equal(p.actions, was.actions) {
		return "the episode ends at another step"
	}
	return ""
}

// cut shortens what is told of a document.
func cut(text string) string {
	const most = 120
	if r := []rune(text); len(r) > most {
		return string(r[:most]) + "…"
	}
	return text
}
