//go:build unix

package folder

import (
	"errors"
	"fmt"
	"os"
	"syscall"
)

// lock keeps everybody else out of dir until the returned file is closed. The
// lock dies with the process.
func lock(dir string) (*os.File, error) {
	file, err := os.Open(dir)
	if err != nil {
		return nil, err
	}
	err = syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		file.Close()
		return nil, fmt.Errorf("%s: %w", dir, ErrHeld)
	}
	// Some network file systems know no locks; the names of the files still keep
	// finished data from harm.
	return file, nil
}
