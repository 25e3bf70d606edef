package miniwob

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"pix2act/gui"
	"pix2act/webenv"
)

// taskFolders are the places of the task pages in a user's folder; the first that
// holds a page counts.
var taskFolders = []string{"tasks", "miniwob", "."}

const folderHint = "docs/writing-tasks.md has a page to begin with"

// coreScript is what a page loads of the runtime, and where it must lie.
const coreScript = "core/core.js"

// Folder is a suite of a user's own pages. Each NAME.html in its folder tasks, or miniwob, or
// in the folder itself is the task NAME, if it loads core/core.js; the file suite.json
// in the folder, or beside the pages, says what is not as usual (docs/writing-tasks.md).
// A folder without core/core.js gets the embedded runtime. A folder of pages beside a
// folder core uses that one.
//
// What is no such folder is ErrNotSuite. Files are read when they are first needed,
// and once.
func Folder(path string) (*Suite, error) {
	tree, err := openTree(path, folderHint)
	if err != nil {
		return nil, err
	}
	folder := ""
	for _, place := range taskFolders {
		if names, err := fs.Glob(tree, strings.TrimPrefix(place+"/*.html", "./")); err == nil && len(names) > 0 {
			folder = place
			break
		}
	}
	if folder == "" {
		return nil, fmt.Errorf("%w in %s: there is no .html file in it, nor in a folder tasks or miniwob of it; %s", ErrNotSuite, path, folderHint)
	}
	catalogue, err := readCatalogue(path, tree, folder)
	if err != nil {
		return nil, err
	}
	root := tree
	if folder == "." {
		root, folder = around(path, tree)
	}
	if _, err := fs.Stat(root, coreScript); err != nil {
		files, err := runtimeInOne()
		if err != nil {
			return nil, err
		}
		for name := range files {
			if _, err := fs.Stat(root, name); err == nil {
				delete(files, name) // the user's own file of that name
			}
		}
		root = &overlay{files: files, under: root}
	}
	if err := checkSize(path, root); err != nil {
		return nil, err
	}
	s, err := newFolderSuite(path, seekable(root), folder, catalogue)
	if err != nil {
		return nil, err
	}
	s.option = " --suite dir:" + path
	return s, nil
}

// maxFolder bounds the bytes of a user's folder: all of it is hashed, and kept in memory.
const maxFolder = 256 << 20

func checkSize(place string, root fs.FS) error {
	total := int64(0)
	return fs.WalkDir(root, ".", func(name string, entry fs.DirEntry, err error) error {
		if skip, err := hidden(name, entry, err); skip {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		if total += info.Size(); total > maxFolder {
			return fmt.Errorf("%w in %s: it holds more than %d MB, all of which would be read; give the pages a folder of their own",
				ErrNotSuite, place, maxFolder>>20)
		}
		return nil
	})
}

// around gives pages that lie in the user's folder itself a folder to lie in, so that
// they can load ../core/core.js.
func around(place string, tree fs.FS) (root fs.FS, folder string) {
	if absolute, err := filepath.Abs(place); err == nil {
		parent := os.DirFS(filepath.Dir(absolute))
		if _, err := fs.Stat(parent, coreScript); err == nil {
			return parent, filepath.Base(absolute)
		}
	}
	return below{folder: "tasks", tree: tree}, "tasks"
}

// newFolderSuite catalogues the pages of a folder.
func newFolderSuite(place string, files fs.FS, folder string, c *catalogue) (*Suite, error) {
	s := &Suite{name: c.name, folder: folder, files: files, scripts: map[string]webenv.Script{}, leaves: map[string]bool{}, late: map[string]bool{}}
	found, err := fs.Glob(files, folder+"/*.html")
	if err != nil {
		return nil, fmt.Errorf("listing the pages in %s: %w", place, err)
	}
	for _, page := range found {
		html, err := fs.ReadFile(files, page)
		if err != nil {
			return nil, fmt.Errorf("reading a page: %w", err)
		}
		name := strings.TrimSuffix(path.Base(page), ".html")
		if !bytes.Contains(html, []byte(coreScript)) {
			s.others = append(s.others, path.Base(page))
			continue
		}
		row := c.of(name)
		t, fresh := row.task(name), row.FreshPage
		// A fresh document is right where nobody has said that the used one is too.
		s.add(t, freshScript(t, page, fresh == nil || *fresh))
		s.leaves[name] = fresh != nil && *fresh
		s.late[name] = row.DrawsLater
	}
	if len(s.tasks) == 0 {
		return nil, fmt.Errorf("%w in %s: none of its %d .html files loads %s; %s", ErrNotSuite, place, len(found), coreScript, folderHint)
	}
	if err := c.unused(s.names); err != nil {
		return nil, err
	}
	for _, t := range s.tasks {
		for _, list := range t.Lists {
			if !slices.Contains(s.lists, list) {
				s.lists = append(s.lists, list)
			}
		}
	}
	s.hash, err = hash(files, s.tasks)
	return s, err
}

// freshScript drives a user's page like an embedded one, in a fresh document where asked for.
func freshScript(t gui.Task, page string, fresh bool) webenv.Script {
	script := builtinScript(t, page)
	script.FreshPage = fresh
	return script
}

// Others are the .html files beside the tasks of a user's folder that are no tasks, since
// they do not load the runtime.
func (s *Suite) Others() []string { return slices.Clone(s.others) }
