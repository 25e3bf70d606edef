package episode

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pix2act/gui"
)

func head() Manifest {
	return Manifest{
		Suite: "miniwob", SuiteHash: "hash", Mode: gui.ModeTrain, Tasks: []string{"click-test", "drag-box"},
		Seeds: SeedRange{1000000, 1000999}, Agent: "oracle", Filter: "success", Command: "pix2act demos",
	}
}

func begin(t *testing.T, dir string, o Options) *Writer {
	t.Helper()
	if o.Manifest.Suite == "" {
		o.Manifest = head()
	}
	w, err := NewWriter(dir, o)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func add(t *testing.T, w *Writer, task string, first, last int64) {
	t.Helper()
	for seed := first; seed <= last; seed++ {
		if w.Has(task, seed) {
			continue
		}
		if err := w.Add(record(task, seed, 1+int(seed%3))); err != nil {
			t.Fatal(err)
		}
	}
}

func finish(t *testing.T, w *Writer) Manifest {
	t.Helper()
	m, err := w.Close()
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func files(t *testing.T, dir string) map[string]string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		all[e.Name()] = string(data)
	}
	return all
}

func TestWriterFinishes(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "set")
	w := begin(t, dir, Options{ShardExamples: 20, Episodes: true})
	add(t, w, "click-test", 1000000, 1000029)
	if err := w.Drop(record("drag-box", 1000000, 1).Episode, "raw -1"); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadManifest(dir); !errors.Is(err, ErrUnfinished) {
		t.Errorf("before the end: %v", err)
	}
	m := finish(t, w)
	if m.Counts != (Counts{Episodes: 30, Examples: 60, Dropped: 1}) || m.PerTask["drag-box"].Dropped != 1 || m.Dropped[0].Seed != 1000000 {
		t.Errorf("counts %+v, per task %+v", m.Counts, m.PerTask)
	}
	got, err := ReadManifest(dir)
	if err != nil || !reflect.DeepEqual(got, m) {
		t.Errorf("the manifest is read as %+v, %v", got, err)
	}
	for name := range files(t, dir) {
		if strings.HasSuffix(name, partSuffix) || name == ProgressName {
			t.Errorf("%s is left", name)
		}
	}
	if _, err := w.Close(); err == nil {
		t.Error("closing twice is no error")
	}
}

// An interrupted writer that is continued gives the same bytes as one that ran
// through.
func TestWriterResumes(t *testing.T) {
	whole := t.TempDir()
	w := begin(t, whole, Options{ShardExamples: 10})
	add(t, w, "click-test", 1000000, 1000049)
	finish(t, w)

	dir := t.TempDir()
	w = begin(t, dir, Options{ShardExamples: 10})
	add(t, w, "click-test", 1000000, 1000020)
	// Not suspended but lost: only finished files count.
	w.claim.Release()
	if _, err := Open(dir); !errors.Is(err, ErrUnfinished) || !strings.Contains(err.Error(), dir) {
		t.Errorf("opened while unfinished: %v", err)
	}
	w = begin(t, dir, Options{ShardExamples: 10})
	if !w.Has("click-test", 1000000) || w.Has("click-test", 1000020) {
		t.Error("the continued writer knows the wrong episodes")
	}
	add(t, w, "click-test", 1000000, 1000049)
	finish(t, w)
	want, got := files(t, whole), files(t, dir)
	if !reflect.DeepEqual(got, want) {
		for name := range want {
			if got[name] != want[name] {
				t.Errorf("%s differs", name)
			}
		}
		t.Errorf("%d files, want %d", len(got), len(want))
	}
}

func TestWriterSuspends(t *testing.T) {
	dir := t.TempDir()
	w := begin(t, dir, Options{})
	add(t, w, "click-test", 1000000, 1000004)
	w.Drop(record("drag-box", 1000003, 1).Episode, "raw 0")
	if err := w.Suspend(); err != nil {
		t.Fatal(err)
	}
	w = begin(t, dir, Options{})
	for seed := int64(1000000); seed <= 1000004; seed++ {
		if !w.Has("click-test", seed) {
			t.Errorf("seed %d is forgotten", seed)
		}
	}
	if !w.Has("drag-box", 1000003) {
		t.Error("a dropped episode is forgotten")
	}
	if c := w.Counts(); c.Episodes != 5 || c.Dropped != 1 {
		t.Errorf("counts %+v", c)
	}
	finish(t, w)
}

func TestNewWriterRefuses(t *testing.T) {
	finished := t.TempDir()
	w := begin(t, finished, Options{})
	add(t, w, "click-test", 1000000, 1000001)
	finish(t, w)
	other := t.TempDir()
	w = begin(t, other, Options{})
	add(t, w, "click-test", 1000000, 1000001)
	w.Suspend()
	foreign := t.TempDir()
	os.WriteFile(filepath.Join(foreign, "mine.tfrecord"), []byte("x"), 0o666)
	home := t.TempDir()
	os.WriteFile(filepath.Join(home, "letters.txt"), []byte("x"), 0o666)
	corrupt := t.TempDir()
	os.WriteFile(filepath.Join(corrupt, ProgressName), []byte("{"), 0o666)
	file := filepath.Join(foreign, "mine.tfrecord")
	busy := t.TempDir()
	open := begin(t, busy, Options{})
	defer open.Suspend()

	held := head()
	held.Seeds = TestSeeds
	changed := head()
	changed.SuiteHash = "new"
	nameless := head()
	nameless.Suite = "a/b"
	for _, c := range []struct {
		name, dir string
		manifest  Manifest
		want      error
		says      string
	}{
		{"held-out seeds", t.TempDir(), held, ErrSeeds, "test seeds"},
		{"finished", finished, head(), ErrExists, finished},
		{"of another origin", other, changed, ErrUnfinished, "suite hash"},
		{"foreign", foreign, head(), ErrExists, "mine.tfrecord"},
		{"somebody's folder", home, head(), ErrForeign, "letters.txt"},
		{"corrupt", corrupt, head(), ErrUnfinished, corrupt},
		{"busy", busy, head(), nil, "another process"},
		{"a file", file, head(), nil, file},
		{"bad suite", t.TempDir(), nameless, nil, "a/b"},
	} {
		before := map[string]string{}
		if c.dir != file {
			before = files(t, c.dir)
		}
		_, err := NewWriter(c.dir, Options{Manifest: c.manifest})
		if err == nil || c.want != nil && !errors.Is(err, c.want) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, want %v with %q", c.name, err, c.want, c.says)
		}
		if c.dir != file && !reflect.DeepEqual(files(t, c.dir), before) {
			t.Errorf("%s: the folder was changed", c.name)
		}
	}

	// Overwriting removes the old data set, and nothing else.
	note := filepath.Join(finished, "notes.txt")
	os.WriteFile(note, []byte("mine"), 0o666)
	w = begin(t, finished, Options{Overwrite: true})
	add(t, w, "drag-box", 1000007, 1000007)
	if m := finish(t, w); m.Counts.Episodes != 1 || len(m.Files) != 1 {
		t.Errorf("overwritten: %+v", m)
	}
	if _, err := os.Stat(note); err != nil {
		t.Error(err)
	}
}

func TestAddRefuses(t *testing.T) {
	dir := t.TempDir()
	w := begin(t, dir, Options{})
	add(t, w, "click-test", 1000000, 1000000)
	change := func(f func(*Record)) Record {
		r := record("click-test", 1000001, 2)
		f(&r)
		return r
	}
	for says, r := range map[string]Record{
		"comes twice":         record("click-test", 1000000, 1),
		"not among its tasks": record("click-color", 1000001, 1),
		"not among the data":  record("click-test", 900000000, 1),
		"an episode of suite": change(func(r *Record) { r.Episode.SuiteHash = "new" }),
		"of mode \"test\"":    change(func(r *Record) { r.Episode.Mode = gui.ModeTest }),
		"of other settings":   change(func(r *Record) { r.Episode.Settings.BudgetMS = 7 }),
		"has no steps":        change(func(r *Record) { r.Steps = nil }),
	} {
		if err := w.Add(r); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%v, want %q", err, says)
		}
	}
	add(t, w, "click-test", 1000002, 1000002)
	if m := finish(t, w); m.Counts.Episodes != 2 {
		t.Errorf("counts %+v", m.Counts)
	}
}

// A failure to write leaves an unfinished data set without half files.
func TestWriterFails(t *testing.T) {
	dir := t.TempDir()
	w := begin(t, dir, Options{ShardExamples: 4})
	add(t, w, "click-test", 1000000, 1000005)
	add(t, w, "click-test", 1000006, 1000006)
	if w.examples == nil {
		t.Fatal("want an open file")
	}
	w.examples.file.Close()
	var err error
	for seed := int64(1000007); err == nil && seed < 1000100; seed++ {
		err = w.Add(record("click-test", seed, 1))
	}
	if err == nil || !strings.Contains(err.Error(), dir) {
		t.Fatalf("writing to a closed file: %v", err)
	}
	if _, again := w.Close(); !errors.Is(again, err) {
		t.Errorf("closing gives %v", again)
	}
	if _, err := ReadManifest(dir); !errors.Is(err, ErrUnfinished) {
		t.Errorf("then %v", err)
	}
	for name := range files(t, dir) {
		if strings.HasSuffix(name, ".tfrecord"+partSuffix) {
			t.Errorf("%s is left", name)
		}
	}
	w = begin(t, dir, Options{ShardExamples: 4})
	if !w.Has("click-test", 1000000) {
		t.Error("the finished files are lost")
	}
	add(t, w, "click-test", 1000000, 1000010)
	if m := finish(t, w); m.Counts.Episodes != 11 {
		t.Errorf("counts %+v", m.Counts)
	}
}

func FuzzManifest(f *testing.F) {
	f.Add([]byte(`{"format":1,"suite":"miniwob","seeds":"1000000..1000099","files":[{"name":"examples-00000.tfrecord","records":3,"bytes":9}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := parseManifest(data)
		if err != nil {
			return
		}
		for _, file := range m.Files {
			if strings.ContainsAny(file.Name, "/") || file.Name == ".." {
				t.Fatalf("the manifest leads out of its folder: %q", file.Name)
			}
		}
	})
}

func FuzzIndex(f *testing.F) {
	f.Add(formatIndex(100, []indexEntry{{0, 20, "miniwob/a/1/0"}, {36, 40, "miniwob/a/1/1"}}))
	f.Add([]byte(indexMagic + " 0 0\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		size, entries, err := parseIndex(data)
		if err != nil {
			return
		}
		for _, e := range entries {
			if e.offset < 0 || e.offset+headerSize+int64(e.length)+footerSize > size {
				t.Fatalf("an entry outside the file: %+v of %d", e, size)
			}
		}
		again, back, err := parseIndex(formatIndex(size, entries))
		if err != nil || again != size || !slices.Equal(back, entries) {
			t.Fatalf("came back as %v, %v", back, err)
		}
	})
}

func TestIndexErrors(t *testing.T) {
	for name, text := range map[string]string{
		"empty": "", "magic": "x\n", "overlap": indexMagic + " 100 2\n0 20 a\n35 20 b\n", "beyond": indexMagic + " 40 1\n10 20 a\n",
		"short": indexMagic + " 100 2\n0 20 a\n", "cut": indexMagic + " 100 1\n0 20 a", "no id": indexMagic + " 100 1\n0 20 \n",
	} {
		if _, _, err := parseIndex([]byte(text)); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestReadManifestOfNothing(t *testing.T) {
	if _, err := ReadManifest(t.TempDir()); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}
