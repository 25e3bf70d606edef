//go:build unix

package episode

import (
	"errors"
	"fmt"
	"os"
	"syscall"
)

// lockFolder keeps a second writer out of dir until the returned file is
// closed. The lock dies with the process, so a crash leaves none behind.
func lockFolder(dir string) (*os.File, error) {
	file, err := os.Open(dir)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		file.Close()
		if errors.Is(err, syscall.EWOULDBLOCK) {
			return nil, fmt.Errorf("%s: another process is writing there; wait for it or choose another folder", dir)
		}
		// Some network file systems know no locks; the names of the files still
		// keep finished data from harm.
		return os.Open(dir)
	}
	return file, nil
}
