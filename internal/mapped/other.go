//go:build !unix

package mapped

import (
	"io"
	"os"
)

func open(f *os.File, _ int64) (*File, error) {
	data, err := io.ReadAll(f)
	return &File{Bytes: data}, err
}

// Drop gives back the memory of a part of Bytes where that can be done.
func (f *File) Drop([]byte) {}

// Close releases the memory.
func (f *File) Close() error {
	f.Bytes = nil
	return nil
}
