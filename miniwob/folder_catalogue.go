package miniwob

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"path"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"pix2act/gui"
	"pix2act/webenv"
)

// catalogueFile is the name of the catalogue of a user's folder.
const catalogueFile = "suite.json"

// catalogue is what a suite.json says. The zero value but for its name is that of a
// folder without one.
type catalogue struct {
	place    string // of the file, for errors
	name     string
	defaults catalogueRow
	rows     map[string]catalogueRow
}

// catalogueFields are the keys at the top of a suite.json.
type catalogueFields struct {
	Name     string                     `json:"name"`
	Defaults json.RawMessage            `json:"defaults"`
	Tasks    map[string]json.RawMessage `json:"tasks"`
}

// catalogueRow are the keys of a task, and of the defaults.
type catalogueRow struct {
	LimitS           float64  `json:"limit_s"`
	Actions          []string `json:"actions"`
	SuccessThreshold float64  `json:"success_threshold"`
	MaxSteps         int      `json:"max_steps"`
	Width            int      `json:"width"`
	Height           int      `json:"height"`
	Animated         bool     `json:"animated"`
	FreshPage        *bool    `json:"fresh_page"`
	DrawsLater       bool     `json:"draws_later"`
	Lists            []string `json:"lists"`
}

// usualRow is what holds of a task of which nothing is said.
var usualRow = catalogueRow{
	LimitS: 10, Actions: []string{"click"}, SuccessThreshold: exact, MaxSteps: DefaultMaxSteps,
	Width: pageWidth, Height: pageHeight,
}

// readCatalogue reads the suite.json of a user's folder, or the one beside its pages. An
// unknown key, or a value that cannot be meant, is an error that names it.
func readCatalogue(place string, tree fs.FS, folder string) (*catalogue, error) {
	c := &catalogue{name: "dir", defaults: usualRow, rows: map[string]catalogueRow{}}
	for _, name := range []string{catalogueFile, path.Join(folder, catalogueFile)} {
		data, err := fs.ReadFile(tree, name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("reading the catalogue: %w", err)
		}
		c.place = path.Join(place, name)
		return c, c.parse(data)
	}
	return c, nil
}

var suiteName = regexp.MustCompile(`^[a-z][a-z0-9-]*$`)

func (c *catalogue) parse(data []byte) error {
	var top catalogueFields
	if err := c.decode(data, &top, "", data); err != nil {
		return err
	}
	if top.Name != "" {
		c.name = top.Name
	}
	if !suiteName.MatchString(c.name) || c.name == "miniwob" || c.name == "farama" {
		return fmt.Errorf("%s: the name %q of the suite is not one of small letters, digits and dashes, or is taken", c.place, c.name)
	}
	if top.Defaults != nil {
		if err := c.row(&c.defaults, top.Defaults, "the defaults", data); err != nil {
			return err
		}
	}
	for _, name := range slices.Sorted(maps.Keys(top.Tasks)) {
		row := c.defaults
		row.Actions, row.Lists = slices.Clone(row.Actions), slices.Clone(row.Lists)
		if err := c.row(&row, top.Tasks[name], fmt.Sprintf("task %q", name), data); err != nil {
			return err
		}
		c.rows[name] = row
	}
	return nil
}

// row reads a task over what holds by default.
func (c *catalogue) row(row *catalogueRow, data json.RawMessage, of string, whole []byte) error {
	if err := c.decode(data, row, of, whole); err != nil {
		return err
	}
	wrong := func(key string, value any, want string) error {
		return fmt.Errorf("%s: %s of %s is %v, want %s", c.place, key, of, value, want)
	}
	for _, action := range row.Actions {
		if !slices.Contains(verbs, gui.Verb(action)) {
			return wrong("actions", action, fmt.Sprint("some of ", verbs))
		}
	}
	for _, list := range row.Lists {
		if !suiteName.MatchString(list) {
			return wrong("lists", list, "names of small letters, digits and dashes")
		}
	}
	switch {
	case row.LimitS <= 0 || row.LimitS > 3600:
		return wrong("limit_s", row.LimitS, "seconds above 0, at most 3600")
	case len(row.Actions) == 0:
		return wrong("actions", "empty", "at least one")
	case row.SuccessThreshold <= -1 || row.SuccessThreshold > 1:
		return wrong("success_threshold", row.SuccessThreshold, "a raw reward above -1, at most 1")
	case row.MaxSteps < 1:
		return wrong("max_steps", row.MaxSteps, "at least 1")
	case row.Width < 16 || row.Width > 4096 || row.Height < 16 || row.Height > 4096:
		return wrong("width and height", fmt.Sprintf("%d and %d", row.Width, row.Height), "16 to 4096 pixels")
	}
	return nil
}

var verbs = []gui.Verb{
	gui.Click, gui.DoubleClick, gui.TripleClick, gui.Move, gui.BeginDrag, gui.EndDrag, gui.Scroll, gui.Key, gui.Keys, gui.Wait,
}

// decode reads JSON strictly. of names the part of the file, "" the whole.
func (c *catalogue) decode(data []byte, into any, of string, whole []byte) error {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	err := decoder.Decode(into)
	if err == nil {
		if _, more := decoder.Token(); more != io.EOF {
			err = errors.New("there is more after the end of the object")
		}
	}
	if err == nil {
		return nil
	}
	in := ""
	if of != "" {
		in = " in " + of
	}
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		line := 1 + bytes.Count(whole[:min(int(syntax.Offset), len(whole))], []byte("\n"))
		return fmt.Errorf("%s: broken JSON in line %d: %w", c.place, line, err)
	}
	if key, unknown := strings.CutPrefix(err.Error(), "json: unknown field "); unknown {
		return fmt.Errorf("%s: unknown key %s%s; the keys are %s", c.place, key, in, strings.Join(keysOf(into), ", "))
	}
	return fmt.Errorf("%s%s: %s", c.place, in, strings.TrimPrefix(err.Error(), "json: "))
}

// keysOf are the JSON names of a pointer to a struct.
func keysOf(pointer any) []string {
	var keys []string
	for field := range reflect.TypeOf(pointer).Elem().Fields() {
		keys = append(keys, field.Tag.Get("json"))
	}
	return keys
}

// of gives what is said of a page, and what is usual where nothing is.
func (c *catalogue) of(name string) catalogueRow {
	if row, said := c.rows[name]; said {
		return row
	}
	return c.defaults
}

// task is the row as a line of gui's catalogue.
func (row catalogueRow) task(name string) gui.Task {
	t := gui.Task{
		Name: name, Lists: slices.Clone(row.Lists), LimitS: row.LimitS, Actions: slices.Clone(row.Actions),
		SuccessThreshold: row.SuccessThreshold, MaxSteps: row.MaxSteps, Width: row.Width, Height: row.Height,
		ViewportWidth: row.Width + viewportWidth - pageWidth, ViewportHeight: row.Height + viewportHeight - pageHeight,
		Animated: row.Animated,
	}
	joinGeneral(&t)
	return t
}

// unused refuses a catalogue that names a task without a page.
func (c *catalogue) unused(pages []string) error {
	for _, name := range slices.Sorted(maps.Keys(c.rows)) {
		if !slices.Contains(pages, name) {
			unknown := webenv.NewUnknownTaskError(c.name, name, pages)
			near := ""
			if len(unknown.Near) > 0 {
				near = "; near it: " + strings.Join(unknown.Near, ", ")
			}
			return fmt.Errorf("%s: there is no page %s.html that loads %s%s", c.place, name, coreScript, near)
		}
	}
	return nil
}
