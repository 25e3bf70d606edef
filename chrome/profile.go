package chrome

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"
)

// A profile folder belongs to the program that holds the lock on its owner
// file. The kernel lets go of the lock when that program ends, however it
// ends, so a folder that can be locked is an orphan.
const (
	profilePrefix    = "pix2act-chrome-"
	newProfilePrefix = "pix2act-new-chrome-"
	ownerFile        = "owner"
)

type profile struct {
	path string
	lock *os.File
}

// newProfile makes a profile folder in dir. It gets the name that sweeping
// looks for only after it is locked, so that nobody takes it for an orphan.
func newProfile(dir string) (*profile, error) {
	path, err := os.MkdirTemp(dir, newProfilePrefix)
	if err != nil {
		return nil, fmt.Errorf("making a browser profile (set TMPDIR to a writable folder): %w", err)
	}
	lock, err := os.OpenFile(filepath.Join(path, ownerFile), os.O_CREATE|os.O_RDWR, 0o600)
	if err == nil {
		err = unix.Flock(int(lock.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	}
	if err == nil {
		final := filepath.Join(dir, profilePrefix+strings.TrimPrefix(filepath.Base(path), newProfilePrefix))
		if err = os.Rename(path, final); err == nil {
			path = final
		}
	}
	if err == nil {
		// Everything that the browser puts into its temporary folder goes with
		// the profile.
		err = os.Mkdir(filepath.Join(path, "tmp"), 0o700)
	}
	if err != nil {
		if lock != nil {
			lock.Close()
		}
		_ = os.RemoveAll(path)
		return nil, fmt.Errorf("making a browser profile in %s: %w", dir, err)
	}
	return &profile{path, lock}, nil
}

// remove deletes the folder. Processes of the browser that are just dying may
// still write into it, hence the retries.
func (p *profile) remove() error {
	var err error
	for range 5 {
		if err = os.RemoveAll(p.path); err == nil {
			break
		}
	}
	p.lock.Close()
	return err
}

// sweepProfiles removes the profile folders in dir whose owners are dead, and
// returns how many. What cannot be looked at (other users' folders) is left
// alone.
func sweepProfiles(dir string) int {
	found, err := filepath.Glob(filepath.Join(dir, profilePrefix+"*"))
	if err != nil {
		return 0
	}
	removed := 0
	for _, path := range found {
		lock, err := os.OpenFile(filepath.Join(path, ownerFile), os.O_RDWR|unix.O_NOFOLLOW, 0)
		if errors.Is(err, fs.ErrNotExist) {
			// Removal was cut short after the owner file had gone.
			if info, statErr := os.Lstat(path); statErr == nil && info.IsDir() && os.RemoveAll(path) == nil {
				removed++
			}
			continue
		}
		if err != nil {
			continue
		}
		if unix.Flock(int(lock.Fd()), unix.LOCK_EX|unix.LOCK_NB) == nil && os.RemoveAll(path) == nil {
			removed++
		}
		lock.Close()
	}
	return removed
}
