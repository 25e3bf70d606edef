package miniwob

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"pix2act/gui"
	"pix2act/webenv"
)

// ErrNotSuite tells that a path does not hold the pages of tasks.
var ErrNotSuite = errors.New("no task pages")

// publicRoots are the places where the html folder lies: it is given itself, or a
// checkout of the project, or an unpacked or packed wheel.
var publicRoots = []string{".", "html", "miniwob/html"}

// publicFiles are files that every release of the pages has.
var publicFiles = []string{"core/core.js", "core/core.css", "miniwob/click-test.html"}

// Public is the suite of the published MiniWoB++ pages, unmodified. path is their html folder,
// a checkout that holds it, or the released wheel, which is read as it is and not
// unpacked. What is none of these is ErrNotSuite, with the names of what is missing.
func Public(path string) (*Suite, error) {
	tree, err := openTree(path, publicHint)
	if err != nil {
		return nil, err
	}
	root, err := findRoot(path, tree)
	if err != nil {
		return nil, err
	}
	s, err := newSuite("farama", seekable(root), "miniwob", publicScript)
	if err != nil {
		return nil, err
	}
	s.option = " --suite farama:" + path
	s.leaves = map[string]bool{}
	for _, t := range s.tasks {
		s.leaves[t.Name] = publicLeaves(t)
	}
	return s, nil
}

// openTree opens a folder, or a zip archive by its content, whatever its name. hint ends the
// error of what is neither.
func openTree(path, hint string) (fs.FS, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("%w at %s: %w", ErrNotSuite, path, err)
	}
	if info.IsDir() {
		return os.DirFS(path), nil
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("reading the pages: %w", err)
	}
	archive, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, fmt.Errorf("%w in %s: it is neither a folder nor a wheel (%w); %s", ErrNotSuite, path, err, hint)
	}
	return archive, nil
}

const publicHint = "give the html folder of MiniWoB++ or its wheel (pip download --no-deps miniwob==1.1.0)"

// findRoot finds the html folder. The error names what the likeliest place lacks.
func findRoot(path string, tree fs.FS) (fs.FS, error) {
	var missing []string
	for _, place := range publicRoots {
		root, err := fs.Sub(tree, place)
		if err != nil {
			continue
		}
		var lacks []string
		for _, name := range publicFiles {
			if _, err := fs.Stat(root, name); err != nil {
				lacks = append(lacks, name)
			}
		}
		if len(lacks) == 0 {
			return root, nil
		}
		if missing == nil || len(lacks) < len(missing) {
			missing = lacks
		}
	}
	return nil, fmt.Errorf("%w in %s: it lacks %s (looked in it and in its %s); %s", ErrNotSuite, path,
		strings.Join(missing, ", "), strings.Join(publicRoots[1:], " and "), publicHint)
}

// publicFresh are pages on which an episode leaves something behind that the next one on the
// same document would show or run: ticked boxes, a label or a colour kept, a wheel removed late,
// names shuffled in place, pictures that are there only once the pointer has been over them (the
// first press on such an icon is lost). Animated pages, whose timers outlive an episode, get a
// fresh document anyway.
var publicFresh = map[string]bool{
	"click-pie-nodelay": true,
	"choose-list":       true,
	"click-scroll-list": true,
	"drag-items":        true,
	"drag-items-grid":   true,
	"form-sequence":     true,
	"form-sequence-2":   true,
	"social-media":      true,
	"hot-cold":          true,
	"use-colorwheel":    true,
	"use-colorwheel-2":  true,
}

// publicLeaves tells whether an episode leaves something behind on the page of a task.
func publicLeaves(t gui.Task) bool { return t.Animated || publicFresh[t.Name] }

// publicAirportsScript is true once the form of a flight page has its list of airports, where an
// episode runs. The form would fetch the list when somebody types for the first time; how many
// actions later it came would be left to chance.
const publicAirportsScript = ` && (function () {
	if (core.EP_TIMER === null) return true;
	const form = document.getElementById("wrap").contentWindow, own = form.$miniwob;
	const asked = Symbol.for("pix2act.airports");
	if (!own.airports && !own[asked]) {
		own[asked] = true;
		form.fetch("surrogate/airports.json").then((reply) => reply.json()).then((list) => { own.airports = list; });
	}
	return Boolean(own.airports);
})()`

// publicScript drives a published page as an embedded one. What their runtime does not put
// back at a start (focus, selection, scroll positions) every environment does from outside.
func publicScript(t gui.Task, page string) webenv.Script {
	script := builtinScript(t, page)
	script.FreshPage = publicLeaves(t)
	if strings.HasPrefix(t.Name, flightPrefix) {
		script.FreshPage = true
		script.Ready += publicAirportsScript
	}
	return script
}
