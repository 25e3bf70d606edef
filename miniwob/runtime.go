package miniwob

import (
	"bytes"
	"io/fs"
)

// runtimeParts are the files that make up the runtime, in the order of loading. The other
// files of pages/core are widgets, words and styles.
var runtimeParts = []string{"core/seedrandom.js", "core/core.js", "core/display.js", "core/dominfo.js"}

// runtimeInOne is our folder core in a form that serves pages of both kinds, those
// that load the parts of the runtime one by one and those that load core/core.js
// alone, as the public pages do: core.js holds all the parts, and the others are empty.
func runtimeInOne() (map[string][]byte, error) {
	files := map[string][]byte{}
	err := fs.WalkDir(pages, "pages/core", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := pages.ReadFile(name)
		files[name[len("pages/"):]] = data
		return err
	})
	if err != nil {
		return nil, err
	}
	var all bytes.Buffer
	for _, part := range runtimeParts {
		all.Write(files[part])
		all.WriteByte('\n')
		files[part] = []byte("// In core.js.\n")
	}
	files["core/core.js"] = all.Bytes()
	return files, nil
}

// WithRuntime is a suite of pages that load core/core.js, with our runtime in its place. All
// other files are the suite's own.
func (s *Suite) WithRuntime() (*Suite, error) {
	files, err := runtimeInOne()
	if err != nil {
		return nil, err
	}
	mixed := *s
	mixed.files = &overlay{files: map[string][]byte{coreScript: files[coreScript]}, under: s.files}
	mixed.hash, err = hash(mixed.files, mixed.tasks)
	return &mixed, err
}
