package miniwob

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"
)

// overlay is a tree of files with some files laid over it: they replace what has their
// names, and are there where nothing has. Folders on the way to them need not exist below.
type overlay struct {
	files map[string][]byte
	under fs.FS
}

var _ fs.ReadDirFS = (*overlay)(nil)

// Open opens a file that is laid over, or what lies below.
func (o *overlay) Open(name string) (fs.File, error) {
	if data, ok := o.files[name]; ok {
		return &seekFile{bytes.NewReader(data), fileInfo{path.Base(name), int64(len(data)), 0o444}}, nil
	}
	if name == "." || o.holds(name) {
		info, err := fs.Stat(o.under, name)
		if err != nil {
			info = folderInfo(name)
		}
		return openFolder(o, name, info)
	}
	return o.under.Open(name)
}

// holds tells whether a folder exists for the sake of the files laid over.
func (o *overlay) holds(folder string) bool {
	for name := range o.files {
		if strings.HasPrefix(name, folder+"/") {
			return true
		}
	}
	return false
}

// ReadDir lists a folder with what is laid over it, by name.
func (o *overlay) ReadDir(folder string) ([]fs.DirEntry, error) {
	below, err := fs.ReadDir(o.under, folder)
	if err != nil && (!errors.Is(err, fs.ErrNotExist) || !o.holds(folder)) {
		return nil, err
	}
	entries := map[string]fs.DirEntry{}
	for _, entry := range below {
		entries[entry.Name()] = entry
	}
	for name, data := range o.files {
		rest := name
		if folder != "." {
			var in bool
			if rest, in = strings.CutPrefix(name, folder+"/"); !in {
				continue
			}
		}
		first, _, deeper := strings.Cut(rest, "/")
		switch {
		case !deeper:
			entries[first] = fs.FileInfoToDirEntry(fileInfo{first, int64(len(data)), 0o444})
		case entries[first] == nil:
			entries[first] = fs.FileInfoToDirEntry(folderInfo(first))
		}
	}
	var all []fs.DirEntry
	for _, entry := range entries {
		all = append(all, entry)
	}
	slices.SortFunc(all, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return all, nil
}

// below is a tree that lies in a folder of an otherwise empty one.
type below struct {
	folder string
	tree   fs.FS
}

// Open opens what lies in the folder, the folder, or the root.
func (b below) Open(name string) (fs.File, error) {
	if name == "." {
		return openFolder(b, name, folderInfo(name))
	}
	if name == b.folder {
		return openFolder(b, name, folderInfo(name))
	}
	inner, in := strings.CutPrefix(name, b.folder+"/")
	if !in || !fs.ValidPath(name) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return b.tree.Open(inner)
}

// ReadDir lists what lies in the folder, or the root, which has nothing but the folder.
func (b below) ReadDir(name string) ([]fs.DirEntry, error) {
	if name == "." {
		return []fs.DirEntry{fs.FileInfoToDirEntry(folderInfo(b.folder))}, nil
	}
	if name == b.folder {
		return fs.ReadDir(b.tree, ".")
	}
	inner, in := strings.CutPrefix(name, b.folder+"/")
	if !in {
		return nil, &fs.PathError{Op: "readdir", Path: name, Err: fs.ErrNotExist}
	}
	return fs.ReadDir(b.tree, inner)
}

// fileInfo describes a file in memory.
type fileInfo struct {
	name string
	size int64
	mode fs.FileMode
}

func (i fileInfo) Name() string       { return i.name }
func (i fileInfo) Size() int64        { return i.size }
func (i fileInfo) Mode() fs.FileMode  { return i.mode }
func (i fileInfo) ModTime() time.Time { return time.Time{} }
func (i fileInfo) IsDir() bool        { return i.mode.IsDir() }
func (i fileInfo) Sys() any           { return nil }

// openFolder opens a folder of a tree that can list it.
func openFolder(tree fs.ReadDirFS, name string, info fs.FileInfo) (fs.File, error) {
	entries, err := tree.ReadDir(name)
	if err != nil {
		return nil, err
	}
	return &folderFile{info: info, entries: entries}, nil
}

// folderInfo describes a folder that is nowhere but in memory.
func folderInfo(name string) fs.FileInfo { return fileInfo{path.Base(name), 0, fs.ModeDir | 0o555} }

// folderFile is an open folder.
type folderFile struct {
	info    fs.FileInfo
	entries []fs.DirEntry
}

func (f *folderFile) Stat() (fs.FileInfo, error) { return f.info, nil }
func (f *folderFile) Close() error               { return nil }

func (f *folderFile) Read([]byte) (int, error) {
	return 0, &fs.PathError{Op: "read", Path: f.info.Name(), Err: errors.New("is a folder")}
}

// ReadDir gives the next n entries, or all that are left if n is not above 0.
func (f *folderFile) ReadDir(n int) ([]fs.DirEntry, error) {
	if n > 0 && len(f.entries) == 0 {
		return nil, io.EOF
	}
	if n <= 0 || n > len(f.entries) {
		n = len(f.entries)
	}
	next := f.entries[:n]
	f.entries = f.entries[n:]
	return next, nil
}
