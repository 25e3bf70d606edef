package miniwob

import (
	"bytes"
	"io/fs"
	"sync"
)

// seekable makes the files of a tree seekable, as file servers need them, and reads each
// of them once: files in a zip archive are neither seekable nor cheap to open.
func seekable(files fs.FS) fs.FS { return &seekFS{under: files, content: map[string][]byte{}} }

type seekFS struct {
	under fs.FS

	mu      sync.Mutex
	content map[string][]byte
}

// Open opens a folder as it is, and a file over its content in memory.
func (s *seekFS) Open(name string) (fs.File, error) {
	file, err := s.under.Open(name)
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	if err != nil || info.IsDir() {
		return file, err
	}
	defer file.Close()
	data, err := s.read(name)
	if err != nil {
		return nil, err
	}
	return &seekFile{Reader: bytes.NewReader(data), info: info}, nil
}

// ReadDir lists a folder as it is.
func (s *seekFS) ReadDir(name string) ([]fs.DirEntry, error) { return fs.ReadDir(s.under, name) }

// read gives the content of a file; it is kept, and must not be changed.
func (s *seekFS) read(name string) ([]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if data, ok := s.content[name]; ok {
		return data, nil
	}
	data, err := fs.ReadFile(s.under, name)
	if err != nil {
		return nil, err
	}
	s.content[name] = data
	return data, nil
}

// seekFile is an open file over bytes in memory.
type seekFile struct {
	*bytes.Reader
	info fs.FileInfo
}

func (f *seekFile) Stat() (fs.FileInfo, error) { return f.info, nil }
func (f *seekFile) Close() error               { return nil }
