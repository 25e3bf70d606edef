package folder

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
)

// A folder has one holder; what a claim made and nobody used goes away with it.
func TestClaim(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no advisory locks")
	}
	root := t.TempDir()
	dir := filepath.Join(root, "runs", "one")
	first, err := Take(dir)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Take(dir); !errors.Is(err, ErrHeld) || !strings.Contains(err.Error(), dir) {
		t.Errorf("second claim: %v, want ErrHeld with the folder's name", err)
	}
	first.Release()
	if entries, err := os.ReadDir(root); err != nil || len(entries) != 0 {
		t.Errorf("left behind: %v, %v", entries, err)
	}
	again, err := Take(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "result"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	again.Release()
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 1 {
		t.Errorf("a folder that was used: %v, %v", entries, err)
	}
}

// Of many that claim, use and release a folder at once, one at a time has it.
func TestClaimsExclude(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no advisory locks")
	}
	dir := filepath.Join(t.TempDir(), "out")
	var inside sync.Mutex
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for range 50 {
				c, err := Take(dir)
				if errors.Is(err, ErrHeld) {
					continue
				}
				if err != nil {
					t.Error(err)
					return
				}
				if !inside.TryLock() {
					t.Error("two have the folder")
				} else {
					inside.Unlock()
				}
				c.Release()
			}
		})
	}
	group.Wait()
}

// What cannot be written is told at once, with the reason, and leaves nothing.
func TestUnwritable(t *testing.T) {
	root := t.TempDir()
	file := filepath.Join(root, "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	locked := filepath.Join(root, "locked")
	if err := os.Mkdir(locked, 0o555); err != nil {
		t.Fatal(err)
	}
	paths := []string{file, filepath.Join(file, "below"), filepath.Join(file, "far", "below")}
	if os.Geteuid() > 0 { // the superuser may write anywhere
		paths = append(paths, locked, filepath.Join(locked, "new"))
	}
	for _, path := range paths {
		for name, err := range map[string]error{"Writable": Writable(path), "Take": taken(path)} {
			if !errors.Is(err, ErrUnwritable) || !strings.Contains(err.Error(), path) || strings.Contains(err.Error(), ".writable-") {
				t.Errorf("%s(%s): %v", name, path, err)
			}
		}
	}
	if err := Writable(filepath.Join(root, "new", "newer")); err != nil {
		t.Error(err)
	}
	if entries, err := os.ReadDir(root); err != nil || len(entries) != 2 {
		t.Errorf("left behind: %v, %v", entries, err)
	}
}

func taken(path string) error {
	c, err := Take(path)
	if err == nil {
		c.Release()
	}
	return err
}

func TestWithin(t *testing.T) {
	root := t.TempDir()
	outer, deep, link := filepath.Join(root, "outer"), filepath.Join(root, "outer", "deep"), filepath.Join(root, "link")
	if err := errors.Join(os.MkdirAll(deep, 0o777), os.Symlink(deep, link)); err != nil {
		t.Skip("no symbolic links: ", err)
	}
	for path, want := range map[string]bool{
		outer: true, outer + "/": true, deep: true, filepath.Join(outer, "new", "one"): true, link: true, filepath.Join(link, "new"): true,
		root: false, outer + "2": false, filepath.Join(outer, "..", "new"): false,
	} {
		if Within(path, outer) != want {
			t.Errorf("%s within %s: %v, want %v", path, outer, !want, want)
		}
	}
	if Within(outer, filepath.Join(root, "none")) {
		t.Error("something lies in a folder that is not there")
	}
}
