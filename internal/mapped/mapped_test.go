package mapped

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

func TestOpen(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	for _, content := range []string{"", "some bytes"} {
		if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
		f, err := Open(path)
		if err != nil {
			t.Fatal(err)
		}
		if string(f.Bytes) != content {
			t.Errorf("got %q, want %q", f.Bytes, content)
		}
		// Written to, renamed over and removed, it stays what it was.
		if content != "" {
			f.Bytes[0] = 'S'
			if data, err := os.ReadFile(path); err != nil || string(data) != content {
				t.Errorf("the file became %q, %v", data, err)
			}
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
			if string(f.Bytes) != "Some bytes" {
				t.Errorf("the memory became %q", f.Bytes)
			}
		}
		for range 2 {
			if err := f.Close(); err != nil {
				t.Error(err)
			}
		}
	}
	if _, err := Open(path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
}

func TestDrop(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	content := make([]byte, 5*os.Getpagesize()+100)
	for i := range content {
		content[i] = byte(i % 251)
	}
	if err := os.WriteFile(path, content, 0o666); err != nil {
		t.Fatal(err)
	}
	f, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	page := os.Getpagesize()
	begin, end := page/2, 4*page+7
	f.Bytes[begin-1], f.Bytes[end], f.Bytes[5*page] = 1, 2, 3
	f.Drop(f.Bytes[begin:end])
	f.Drop(f.Bytes[10:20])
	f.Drop(nil)
	f.Drop(content) // not of the file
	// What others share a page with is kept as it was written.
	if f.Bytes[begin-1] != 1 || f.Bytes[end] != 2 || f.Bytes[5*page] != 3 {
		t.Error("memory beside the part was lost")
	}
	for i := begin; i < end; i++ {
		if f.Bytes[i] != content[i] {
			t.Fatalf("byte %d is %d, the file has %d", i, f.Bytes[i], content[i])
		}
	}
}
