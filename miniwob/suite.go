package miniwob

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"pix2act/gui"
	"pix2act/webenv"
)

//go:embed pages
var pages embed.FS

// Suite is a set of task pages with their catalogue. It implements webenv.Suite, never
// changes and is safe for concurrent use.
type Suite struct {
	name    string
	option  string // see UnknownTaskError.Option
	folder  string // of the task pages in files
	files   fs.FS
	tasks   []gui.Task
	names   []string
	hash    string
	scripts map[string]webenv.Script
	lists   []string        // what List takes besides names of tasks
	others  []string        // see Others
	leaves  map[string]bool // see LeavesBehind
	late    map[string]bool // see DrawsLater
}

var _ webenv.Suite = (*Suite)(nil)

// Builtin is the suite of the embedded pages.
func Builtin() (*Suite, error) {
	files, err := fs.Sub(pages, "pages")
	if err != nil {
		return nil, err
	}
	s, err := newSuite("miniwob", files, "tasks", builtinScript)
	if err != nil {
		return nil, err
	}
	s.late = drawsLater
	return s, nil
}

// drawsLater are the embedded tasks that draw when the agent acts, as the published ones do.
var drawsLater = map[string]bool{"generate-number": true, "tic-tac-toe": true}

// newSuite catalogues the pages that lie in the folder, and the flight pages. script makes the script of a
// task from the path of its page.
func newSuite(name string, files fs.FS, folder string, script func(t gui.Task, page string) webenv.Script) (*Suite, error) {
	s := &Suite{name: name, folder: folder, files: files, scripts: map[string]webenv.Script{}, lists: Lists()}
	for _, r := range rows {
		page := r.page(folder)
		if _, err := fs.Stat(files, page); err != nil {
			continue
		}
		t := r.task()
		s.add(t, script(t, page))
	}
	var err error
	s.hash, err = hash(files, s.tasks)
	return s, err
}

// add adds a task.
func (s *Suite) add(t gui.Task, script webenv.Script) {
	s.tasks = append(s.tasks, t)
	s.names = append(s.names, t.Name)
	s.scripts[t.Name] = script
}

// Name is "miniwob" for the embedded pages, "farama" for the public ones, and for a user's
// folder what its catalogue says, or "dir".
func (s *Suite) Name() string { return s.name }

// Hash covers the name and content of every file, and the catalogue.
func (s *Suite) Hash() string { return s.hash }

// Tasks are the lines of the catalogue that this suite has pages for, by name.
func (s *Suite) Tasks() []gui.Task { return append([]gui.Task(nil), s.tasks...) }

// Files are the pages and what they load.
func (s *Suite) Files() fs.FS { return s.files }

// Task is one line of the catalogue; an unknown name is *webenv.UnknownTaskError.
func (s *Suite) Task(name string) (gui.Task, error) {
	name = s.canonical(name)
	for _, t := range s.tasks {
		if t.Name == name {
			return t, nil
		}
	}
	return gui.Task{}, s.unknown(name)
}

// Script tells how a task is driven; an unknown name is *webenv.UnknownTaskError.
func (s *Suite) Script(task string) (webenv.Script, error) {
	script, ok := s.scripts[s.canonical(task)]
	if !ok {
		return webenv.Script{}, s.unknown(task)
	}
	return script, nil
}

func (s *Suite) unknown(task string) error {
	err := webenv.NewUnknownTaskError(s.name, task, s.names)
	err.Option = s.option
	return err
}

// hidden tells whether a walk has nothing to do at a place: it is a folder, or has a name with
// a dot in front. Folders of such names are left out with all that they hold.
func hidden(name string, entry fs.DirEntry, err error) (bool, error) {
	dot := strings.HasPrefix(path.Base(name), ".") && name != "."
	switch {
	case err != nil:
		return true, err
	case dot && entry.IsDir():
		return true, fs.SkipDir
	}
	return dot || entry.IsDir(), nil
}

// hash is the hexadecimal SHA-256 over the files, in the order of their paths, and the
// catalogue. The same pages give the same hash from a folder and from an archive.
func hash(files fs.FS, tasks []gui.Task) (string, error) {
	sum := sha256.New()
	err := fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if skip, err := hidden(name, entry, err); skip {
			return err
		}
		data, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		fmt.Fprintf(sum, "%s\x00%d\x00", name, len(data))
		sum.Write(data)
		return nil
	})
	if err != nil {
		return "", fmt.Errorf("hashing the pages: %w", err)
	}
	catalogue, err := json.Marshal(tasks)
	if err != nil {
		return "", fmt.Errorf("hashing the catalogue: %w", err)
	}
	sum.Write(catalogue)
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// LeavesBehind tells that an episode of the task is known to leave something in its document, so
// that others need a fresh one: the catalogue of a user's folder says so, and it holds of some
// public pages.
func (s *Suite) LeavesBehind(task string) bool { return s.leaves[s.canonical(task)] }

// DrawsLater tells that the task needs chance after its start, for what answers to the agent: an
// opponent's move, a number made by a press. The seed and the actions fix it too.
func (s *Suite) DrawsLater(task string) bool { return s.late[s.canonical(task)] }
