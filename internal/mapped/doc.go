// Package mapped gives the content of files as memory, without reading them
// first where the system can do that.
package mapped

import "os"

// File is the content of a file. Bytes may be written to: the file itself does
// not change, and nor does what others see of it. If another program shortens
// the file meanwhile, touching the lost part ends the program, so whoever
// replaces such files renames new ones over them.
type File struct {
	Bytes  []byte
	mapped bool
}

// Open maps a file. Close releases it; nothing that shares memory with Bytes
// may be used from then on. A file that is never closed stays until the
// program ends.
func Open(path string) (*File, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	return open(f, info.Size())
}
