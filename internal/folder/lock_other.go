//go:build !unix

package folder

import "os"

// lock keeps nobody out where the system has no advisory locks.
func lock(dir string) (*os.File, error) { return os.Open(dir) }
