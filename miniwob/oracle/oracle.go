package oracle

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"pix2act/gui"
	"pix2act/webenv"
)

// ErrNoOracle matches the error of a task that has no oracle.
var ErrNoOracle = errors.New("no oracle")

// New gives the oracle of the episode that env plays. It decides on the page
// as it is at each call, not on the observation it is given. An error means
// that it cannot go on: the task has no oracle (ErrNoOracle), the page is not
// as expected, or it could not be read (gui.ErrFault).
func New(env *webenv.Env) gui.Agent { return NewVaried(env, Variation{}) }

// NewVaried is New with demonstrations that differ in what does not matter.
func NewVaried(env *webenv.Env, variation Variation) gui.Agent {
	return &agent{page: env, variation: variation}
}

// Tasks lists the tasks that have an oracle, in alphabetical order.
func Tasks() []string {
	names := make([]string, 0, len(solvers))
	for name := range solvers {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// Has reports whether a task has an oracle.
func Has(task string) bool {
	_, ok := solvers[task]
	return ok
}

// page is what an oracle needs of an environment.
type page interface {
	Evaluate(ctx context.Context, expression string, result any) error
	Episode() gui.Episode
	Task() gui.Task
}

// agent plays one episode.
type agent struct {
	page      page
	variation Variation
	memory    memory
}

// Next reads the page and gives the next action.
func (a *agent) Next(ctx context.Context, _ gui.Observation) (gui.Decision, error) {
	task := a.page.Task()
	solve, ok := solvers[task.Name]
	if !ok {
		return gui.Decision{}, fmt.Errorf("%w for task %s; there are oracles for %s",
			ErrNoOracle, task.Name, strings.Join(Tasks(), ", "))
	}
	settings := a.page.Episode().Settings.WithDefaults()
	view := view{
		ctx:     ctx,
		page:    a.page,
		varied:  a.variation,
		lattice: newLattice(settings.Bins, task.Width, task.Height),
		memory:  &a.memory,
	}
	action, err := solve(view)
	if err != nil {
		return gui.Decision{}, fmt.Errorf("oracle of %s: %w", task.Name, err)
	}
	a.memory.last = action
	text := action.String()
	return gui.Decision{Action: text, Beam: gui.Beam{{Action: text}}}, nil
}

// solver gives the next action for the page in view.
type solver func(view) (gui.Action, error)

// solvers are the oracles by task, gathered from the families of tasks.
var solvers = union(firstSolvers, choiceSolvers, textSolvers, pointSolvers, officeSolvers, mailSolvers)

// union joins maps that have no task in common.
func union(families ...map[string]solver) map[string]solver {
	all := map[string]solver{}
	for _, family := range families {
		for task, solve := range family {
			if all[task] != nil {
				panic("oracle: two solvers for " + task)
			}
			all[task] = solve
		}
	}
	return all
}

// firstSolvers are those of the twelve tasks that the bundled agent learns.
var firstSolvers = map[string]solver{
	"click-test":            solveClickTest,
	"click-test-2":          solveClickTest2,
	"click-button":          solveClickButton,
	"click-button-sequence": solveClickButtonSequence,
	"click-dialog":          solveClickDialog,
	"click-color":           solveClickColor,
	"identify-shape":        solveIdentifyShape,
	"focus-text":            solveFocusText,
	"enter-text":            solveEnterText,
	"drag-box":              solveDragBox,
	"use-slider":            solveUseSlider,
	"scroll-text-2":         solveScrollText2,
}
