//go:build unix

package mapped

import (
	"os"
	"unsafe"

	"golang.org/x/sys/unix"
)

func open(f *os.File, size int64) (*File, error) {
	if size == 0 || size != int64(int(size)) {
		return &File{}, nil
	}
	data, err := unix.Mmap(int(f.Fd()), 0, int(size), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE)
	if err != nil {
		return nil, &os.PathError{Op: "map", Path: f.Name(), Err: err}
	}
	return &File{Bytes: data, mapped: true}, nil
}

// Drop gives back the memory of a part of Bytes. What was written there is
// lost: until the part is touched again it costs nothing, and then it is as in
// the file. Other memory than of Bytes is left alone.
func (f *File) Drop(part []byte) {
	if !f.mapped || len(part) == 0 || len(f.Bytes) == 0 {
		return
	}
	page := uintptr(os.Getpagesize())
	start := uintptr(unsafe.Pointer(unsafe.SliceData(f.Bytes)))
	begin := uintptr(unsafe.Pointer(unsafe.SliceData(part)))
	if begin < start || begin+uintptr(len(part)) > start+uintptr(len(f.Bytes)) {
		return
	}
	skip := int(-begin & (page - 1)) // only whole pages are the part's alone
	if whole := (len(part) - skip) &^ int(page-1); whole > 0 {
		_ = unix.Madvise(part[skip:skip+whole], unix.MADV_DONTNEED) // memory is all that is lost
	}
}

// Close releases the memory.
func (f *File) Close() error {
	data := f.Bytes
	f.Bytes = nil
	if !f.mapped || data == nil {
		return nil
	}
	return unix.Munmap(data)
}
