// Package folder is about the folders that results are written into: whether
// one can be written is told before any work is done, and a second program is
// kept out of it.
package folder

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

var (
	// ErrHeld is matched by the error about a folder that another process, or
	// another Claim of this one, is writing into.
	ErrHeld = errors.New("another process is writing there")
	// ErrUnwritable is matched by the error about a folder in which no file can
	// be made. It wraps the system's reason.
	ErrUnwritable = errors.New("cannot be written")
)

// Claim is the right to write into a folder. It dies with the process, so a
// crash leaves nothing behind that has to be cleared away.
type Claim struct {
	held *os.File
	made []string // by Take, the innermost first
}

// Take claims dir, which is made if need be. Errors match [ErrHeld] or
// [ErrUnwritable] and name dir. Where the system or the file system has no
// advisory locks, nobody is kept out.
func Take(dir string) (*Claim, error) {
	const most = 10 // times that a folder may go away between its making and its locking
	for range most {
		made := missing(dir)
		if err := os.MkdirAll(dir, 0o777); err != nil {
			return nil, unwritable(dir, err)
		}
		held, err := lock(dir)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		c := &Claim{held, made}
		if !c.stands(dir) {
			c.Release()
			continue
		}
		if err := Writable(dir); err != nil {
			c.Release()
			return nil, err
		}
		return c, nil
	}
	return nil, unwritable(dir, errors.New("somebody keeps removing it"))
}

// Release gives the claim back. Folders that Take made and that are still empty
// go away again, so that a refusal leaves nothing behind.
func (c *Claim) Release() {
	for _, dir := range c.made {
		if os.Remove(dir) != nil { // not empty
			break
		}
	}
	c.held.Close()
}

// stands tells whether the locked folder is still the one of that name: its
// last holder may have removed it before the lock was had.
func (c *Claim) stands(dir string) bool {
	is, err := os.Stat(dir)
	if err != nil {
		return false
	}
	was, err := c.held.Stat()
	return err == nil && os.SameFile(was, is)
}

// missing lists dir and the folders above it that are not there, the innermost
// first.
func missing(dir string) []string {
	var list []string
	for at := filepath.Clean(dir); ; at = filepath.Dir(at) {
		if _, err := os.Stat(at); !errors.Is(err, fs.ErrNotExist) {
			return list
		}
		list = append(list, at)
	}
}

// Writable makes sure that a file can be made in dir, or in the nearest folder
// above it that is there. Nothing is left of the trial. Errors match
// [ErrUnwritable].
func Writable(dir string) error {
	at := filepath.Clean(dir)
	if absent := missing(dir); len(absent) > 0 {
		at = filepath.Dir(absent[len(absent)-1])
	}
	trial, err := os.CreateTemp(at, ".writable-*")
	if err != nil {
		return unwritable(dir, err)
	}
	trial.Close()
	if err := os.Remove(trial.Name()); err != nil {
		return unwritable(dir, err)
	}
	return nil
}

// unwritable names the folder and the reason, without the path of a trial.
func unwritable(dir string, err error) error {
	var where *fs.PathError
	if errors.As(err, &where) {
		err = where.Err
	}
	return fmt.Errorf("%s %w: %w", dir, ErrUnwritable, err)
}

// Within tells whether a path is the folder outer or lies in it, whatever links
// lead there. The path itself need not exist; where outer does not, nothing lies
// in it.
func Within(path, outer string) bool {
	wanted, err := os.Stat(outer)
	if err != nil {
		return false
	}
	path, err = filepath.Abs(path)
	if err != nil {
		return false
	}
	for { // up to what exists, and then without links
		if real, err := filepath.EvalSymlinks(path); err == nil {
			path = real
			break
		}
		if above := filepath.Dir(path); above != path {
			path = above
			continue
		}
		return false
	}
	for {
		if is, err := os.Stat(path); err == nil && os.SameFile(is, wanted) {
			return true
		}
		above := filepath.Dir(path)
		if above == path {
			return false
		}
		path = above
	}
}
