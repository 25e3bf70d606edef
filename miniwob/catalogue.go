package miniwob

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"pix2act/gui"
)

// DefaultMaxSteps is the step limit of tasks that do not run against the clock.
const DefaultMaxSteps = 30

const (
	exact  = 1.0 // success of a task that is right or wrong
	graded = 0.8 // success of a task with a continuous reward
)

// Size in pixels of what an agent sees of a page, and of the viewport it is laid out in. The
// viewport is wide enough for the reward display beside the task, so that no scrollbars
// are painted over it.
const (
	pageWidth, pageHeight         = 160, 210
	viewportWidth, viewportHeight = 340, 220
)

// flightPrefix begins the names of the flight tasks, which show the form of an airline for
// telephones, with the instruction beside it.
const flightPrefix = "flight."

// The sizes of the flight tasks.
const (
	flightWidth, flightHeight                 = 375, 667
	flightViewportWidth, flightViewportHeight = 600, 800
)

// row is one line of the catalogue; see rows.
type row struct {
	name, lists string
	limit       float64
	actions     string
	flags       string
	steps       int
}

// page is the path of the task's page in a suite whose task pages lie in a folder. Flight tasks
// have a folder each, beside it.
func (r row) page(folder string) string {
	if airline, ok := strings.CutPrefix(r.name, flightPrefix); ok {
		return path.Join("flight", airline, "wrapper.html")
	}
	return path.Join(folder, r.name+".html")
}

// task is the row as a line of gui's catalogue.
func (r row) task() gui.Task {
	t := gui.Task{
		Name:             r.name,
		Lists:            strings.Fields(r.lists),
		LimitS:           r.limit,
		Actions:          strings.Fields(r.actions),
		SuccessThreshold: exact,
		MaxSteps:         DefaultMaxSteps,
		Width:            pageWidth,
		Height:           pageHeight,
		ViewportWidth:    viewportWidth,
		ViewportHeight:   viewportHeight,
		Animated:         strings.Contains(r.flags, "a"),
	}
	if strings.HasPrefix(r.name, flightPrefix) {
		t.Width, t.Height = flightWidth, flightHeight
		t.ViewportWidth, t.ViewportHeight = flightViewportWidth, flightViewportHeight
	}
	if strings.Contains(r.flags, "g") {
		t.SuccessThreshold = graded
	}
	if r.steps > 0 {
		t.MaxSteps = r.steps
	}
	join(&t)
	return t
}

// aliases are names that tasks of the benchmark had in older releases.
var aliases = map[string]string{"drag-item": "drag-circle"}

// List turns what a user asked for into task names in the order asked: the name of a list (see
// Lists), or task names and lists separated by commas. Of a list it gives the tasks that
// this suite has pages for; an unknown task, an empty name, or a list of which it has none, is an error.
func (s *Suite) List(name string) ([]string, error) {
	var names []string
	for _, part := range strings.Split(name, ",") {
		part = strings.TrimSpace(part)
		if part == "" {
			return nil, fmt.Errorf("%q holds an empty name: write tasks and lists with one comma between them; list all with: pix2act tasks%s", name, s.option)
		}
		found, err := s.list(part)
		if err != nil {
			return nil, err
		}
		for _, task := range found {
			if !slices.Contains(names, task) {
				names = append(names, task)
			}
		}
	}
	return names, nil
}

func (s *Suite) list(name string) ([]string, error) {
	if _, isTask := s.scripts[name]; isTask || !slices.Contains(s.lists, name) {
		if _, err := s.Script(name); err != nil {
			return nil, err
		}
		return []string{s.canonical(name)}, nil
	}
	var names []string
	for _, t := range s.tasks {
		if slices.Contains(t.Lists, name) {
			names = append(names, t.Name)
		}
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("suite %s has no page of the list %q; see: pix2act tasks%s", s.name, name, s.option)
	}
	return names, nil
}

// canonical is today's name of a task.
func (s *Suite) canonical(name string) string {
	if now, ok := aliases[name]; ok && s.scripts[name].Path == "" {
		return now
	}
	return name
}
