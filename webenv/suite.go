package webenv

import (
	"fmt"
	"io/fs"
	"sort"
	"strings"

	"pix2act/gui"
)

// Suite is a family of tasks. Implementations are safe for concurrent use and
// never change.
type Suite interface {
	// Name is the word users type, such as "miniwob".
	Name() string
	// Hash is the hexadecimal SHA-256 of every file and of the catalogue.
	Hash() string
	// Tasks lists the catalogue in a fixed order.
	Tasks() []gui.Task
	// Files holds the pages and all that they load. They are served on the
	// loopback interface while environments live.
	Files() fs.FS
	// Script tells how to drive a task; an unknown task is *UnknownTaskError.
	Script(task string) (Script, error)
}

// Script tells how the page of one task is driven. Its expressions are
// JavaScript, evaluated in the page's own world.
type Script struct {
	// Path is the page in Suite.Files, with an optional query.
	Path string
	// Ready is true once an episode can be started, and again once it has been
	// started and may be looked at. "" is always ready.
	Ready string
	// Reset returns an expression that starts the episode in the loaded document,
	// whatever was played there before.
	Reset func(episode gui.Episode) string
	// State evaluates to {"done": bool, "raw": number, "reason": string or null}.
	State string
	// Inject runs at the start of every document, before its own scripts.
	Inject string
	// ShowsInstruction tells that the page itself shows what to do. Where it does
	// not, Instruction evaluates to the text that is drawn above the page.
	ShowsInstruction bool
	Instruction      string
	// FreshPage asks for a fresh document for every episode, for pages on which an
	// episode leaves something behind that the next one would show or run.
	FreshPage bool
	// Scroller evaluates to the element that the reference's scroll moves; ""
	// is the element with id "area", or else the document.
	Scroller string
}

// UnknownTaskError tells that a suite has no task of that name.
type UnknownTaskError struct {
	Suite string
	Task  string
	Near  []string // the nearest names, best first
	// Option chooses the suite on a command line, such as " --suite dir:pages"; ""
	// where none is needed.
	Option string
}

func (e *UnknownTaskError) Error() string {
	text := fmt.Sprintf("suite %s has no task %q", e.Suite, e.Task)
	if len(e.Near) > 0 {
		text += "; near it: " + strings.Join(e.Near, ", ")
	}
	return text + "; list all with: pix2act tasks" + e.Option
}

// NewUnknownTaskError names the tasks whose names are nearest to the given one.
func NewUnknownTaskError(suite, task string, names []string) *UnknownTaskError {
	return &UnknownTaskError{Suite: suite, Task: task, Near: Near(task, names)}
}

// Near gives the names that a mistyped one may have meant, at most three, the
// likeliest first.
func Near(mistyped string, names []string) []string {
	type ranked struct {
		name     string
		distance int
	}
	var all []ranked
	for _, name := range names {
		d := editDistance(mistyped, name)
		if strings.Contains(name, mistyped) || strings.Contains(mistyped, name) {
			d = min(d, 1)
		}
		if d <= max(2, len(mistyped)/3) {
			all = append(all, ranked{name, d})
		}
	}
	sort.SliceStable(all, func(i, j int) bool { return all[i].distance < all[j].distance })
	var near []string
	for _, r := range all[:min(3, len(all))] {
		near = append(near, r.name)
	}
	return near
}

// editDistance counts the single-byte insertions, deletions and replacements
// between two names.
func editDistance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
