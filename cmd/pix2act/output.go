package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"pix2act/internal/folder"
)

// output is a stream of the command's that remembers what went wrong with it, so that no command loses its results
// without saying so. It is not safe for use by several goroutines.
type output struct {
	io.Writer
	err error // the first of Write
}

func (o *output) Write(b []byte) (int, error) {
	n, err := o.Writer.Write(b)
	if err != nil && o.err == nil {
		o.err = fmt.Errorf("cannot write the output: %w", bare(err))
	}
	return n, err
}

// writeFile writes a file beside its place and renames it, so that no half of it is ever seen.
func writeFile(path string, write func(io.Writer) error) error {
	if err := isFilePlace(path); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(path), partPrefix(filepath.Base(path))+"*")
	if err != nil {
		return cannotWrite(path, err)
	}
	defer os.Remove(f.Name())
	err = write(f)
	if err == nil {
		err = f.Chmod(0o644)
	}
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return cannotWrite(path, err)
	}
	return nil
}

// checkFile tells before the work is done whether writeFile can write its result. A path of "" asks for none.
func checkFile(path string) error {
	if path == "" {
		return nil
	}
	if err := isFilePlace(path); err != nil {
		return err
	}
	dir := filepath.Dir(path)
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		return usagef("cannot write %s: there is no folder %s; make it first", path, dir)
	}
	if err := folder.Writable(dir); err != nil {
		return fmt.Errorf("cannot write %s: the folder %w", path, err)
	}
	return nil
}

// takeFolder claims a folder of results before the work is done; it is made where there is none, and goes away again with
// the claim if nothing was written. It may hold the named files already, which are replaced, but nothing else.
func takeFolder(dir string, names ...string) (*folder.Claim, error) {
	claim, err := folder.Take(dir)
	if err != nil {
		return nil, folderError(err, "--out")
	}
	if err := holdsOnly(dir, names); err != nil {
		claim.Release()
		return nil, err
	}
	return claim, nil
}

// holdsOnly refuses a folder in which there is anything but the named files.
func holdsOnly(dir string, names []string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return fmt.Errorf("cannot read the folder %s: %w; choose another with --out", dir, bare(err))
	}
	for _, e := range entries {
		// Killed while it wrote a file, a program leaves the part it had.
		ours := func(name string) bool {
			return e.Type().IsRegular() && (e.Name() == name || strings.HasPrefix(e.Name(), partPrefix(name)))
		}
		if !slices.ContainsFunc(names, ours) {
			return usagef("the folder %s holds something else: %s; choose an empty or a new folder with --out", dir, e.Name())
		}
	}
	return nil
}

// isFilePlace refuses to put a file where something stands that is none.
func isFilePlace(path string) error {
	switch info, err := os.Stat(path); {
	case err != nil: // as a rule there is nothing yet
	case info.IsDir():
		return usagef("cannot write %s: it is a folder; name a file", path)
	case !info.Mode().IsRegular():
		return usagef("cannot write %s: it is no ordinary file", path)
	}
	return nil
}

// partPrefix begins the name of the file that becomes the named one once it is whole.
func partPrefix(name string) string { return "." + name + "." }

func cannotWrite(path string, err error) error {
	return fmt.Errorf("cannot write %s: %w", path, bare(err))
}

// bare is what went wrong without the names of files, which may be temporary ones.
func bare(err error) error {
	var path *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &path):
		return path.Err
	case errors.As(err, &link):
		return link.Err
	}
	return err
}

// named makes an error about a file that the caller named the caller's, if there is no such file.
func named(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return usageError{err}
	}
	return err
}
