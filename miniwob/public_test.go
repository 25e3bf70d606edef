package miniwob

import (
	"archive/zip"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestNotSuite gives paths that hold no pages. The errors name the path, what it lacks and the way out.
func TestNotSuite(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	folder := func(name string) string {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(path, 0o755); err != nil {
			t.Fatal(err)
		}
		return path
	}
	archive := filepath.Join(dir, "other.whl")
	file, err := os.Create(archive)
	if err != nil {
		t.Fatal(err)
	}
	w := zip.NewWriter(file)
	if _, err := w.Create("other/__init__.py"); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(w.Close(), file.Close()); err != nil {
		t.Fatal(err)
	}
	write("half/core/core.css", "")
	write("half/miniwob/click-test.html", "")

	for _, c := range []struct {
		name, path string
		want       []string
	}{
		{"nothing there", filepath.Join(dir, "absent"), []string{"no such file"}},
		{"an empty folder", folder("empty"), []string{"core/core.js", "core/core.css", "miniwob/click-test.html", "html", "pip download"}},
		{"a folder that lacks one file", filepath.Join(dir, "half"), []string{"it lacks core/core.js (", "pip download"}},
		{"another archive", archive, []string{"core/core.js", "pip download"}},
		{"no archive", write("text.whl", "text"), []string{"neither a folder nor a wheel", "pip download"}},
		{"an empty file", write("empty.whl", ""), []string{"neither a folder nor a wheel"}},
	} {
		s, err := Public(c.path)
		if s != nil || !errors.Is(err, ErrNotSuite) {
			t.Errorf("%s: %v, %v, want ErrNotSuite", c.name, s, err)
			continue
		}
		for _, part := range append(c.want, c.path) {
			if !strings.Contains(err.Error(), part) {
				t.Errorf("%s: %q does not say %q", c.name, err, part)
			}
		}
		if strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %q has more than one line", c.name, err)
		}
	}
}

// TestPublicForms opens the published pages as a wheel, as the folder html in it, and as the folders
// around that. All are the same suite.
func TestPublicForms(t *testing.T) {
	wheel := public(t)
	if wheel.Name() != "farama" {
		t.Errorf("name %q", wheel.Name())
	}
	if got := len(wheel.Tasks()); got != len(rows) {
		t.Errorf("%d tasks, want all %d of the catalogue", got, len(rows))
	}
	info, err := os.Stat(os.Getenv(wheelVariable))
	if err != nil || info.IsDir() {
		t.Skipf("%s is no wheel to unpack", wheelVariable)
	}
	archive, err := zip.OpenReader(os.Getenv(wheelVariable))
	if err != nil {
		t.Fatal(err)
	}
	defer archive.Close()
	dir := t.TempDir()
	if err := os.CopyFS(dir, archive); err != nil {
		t.Fatal(err)
	}
	for _, place := range []string{"", "miniwob", "miniwob/html"} {
		s, err := Public(filepath.Join(dir, place))
		if err != nil {
			t.Errorf("folder %q: %v", place, err)
			continue
		}
		if s.Hash() != wheel.Hash() {
			t.Errorf("folder %q has hash %s, the wheel %s", place, s.Hash(), wheel.Hash())
		}
		if len(s.Tasks()) != len(wheel.Tasks()) {
			t.Errorf("folder %q has %d tasks, the wheel %d", place, len(s.Tasks()), len(wheel.Tasks()))
		}
	}

	// Another page is another suite.
	if err := os.WriteFile(filepath.Join(dir, "miniwob/html/miniwob/click-test.html"), []byte("x"), 0o644); err != nil {
		t.Fatal(err)
	}
	if s, err := Public(dir); err != nil || s.Hash() == wheel.Hash() {
		t.Errorf("a changed page does not change the hash (%v)", err)
	}
}

// TestPublicUnmodified compares what is served with what lies in the wheel.
func TestPublicUnmodified(t *testing.T) {
	suite := public(t)
	tree, err := openTree(os.Getenv(wheelVariable), "")
	if err != nil {
		t.Fatal(err)
	}
	root, err := findRoot("", tree)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range publicFiles {
		want, err := fs.ReadFile(root, name)
		if err != nil {
			t.Fatal(err)
		}
		for range 2 { // read, and from memory
			if got, err := fs.ReadFile(suite.Files(), name); err != nil || string(got) != string(want) {
				t.Errorf("%s differs from the published file (%v)", name, err)
			}
		}
	}
}

// TestPublicDriven starts and times out an episode on each of the twelve published pages.
func TestPublicDriven(t *testing.T) {
	b := newTab(t, public(t))
	tasks, err := b.suite.List("first12")
	if err != nil {
		t.Fatal(err)
	}
	for _, task := range tasks {
		b.open(task)
		b.startMode(task, 1, "test")
		b.wantRunning(task)
		script, err := b.suite.Script(task)
		if err != nil {
			t.Fatal(err)
		}
		if got := get[string](b, script.Instruction); got == "" {
			t.Errorf("%s: no instruction", task)
		}
		b.want(task, `WOB_DATA_MODE`, `"test"`)
		b.run(`core.endEpisode(-0.5, false, "so it is")`)
		if s := b.state(task); !s.Done || s.Raw != -0.5 || s.Reason == nil || *s.Reason != "so it is" {
			t.Errorf("%s: state %+v", task, s)
		}
	}
}
