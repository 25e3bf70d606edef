package episode

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// made writes a finished data set and gives its folder.
func made(t testing.TB, task string, first, last int64, o Options) string {
	t.Helper()
	dir := t.TempDir()
	o.Manifest = head()
	o.Manifest.Seeds.Last = max(o.Manifest.Seeds.Last, last)
	w, err := NewWriter(dir, o)
	if err != nil {
		t.Fatal(err)
	}
	for seed := first; seed <= last; seed++ {
		if err := w.Add(record(task, seed, 1+int(seed%3))); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return dir
}

func opened(t testing.TB, paths ...string) *Dataset {
	t.Helper()
	d, err := Open(paths...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	return d
}

func TestDatasetReadsWhatWasWritten(t *testing.T) {
	a := made(t, "click-test", 1000000, 1000040, Options{ShardExamples: 16, Episodes: true})
	b := made(t, "drag-box", 1000000, 1000010, Options{})
	d := opened(t, a, b)
	var want []Example
	for seed := int64(1000000); seed <= 1000040; seed++ {
		want = append(want, record("click-test", seed, 1+int(seed%3)).Examples()...)
	}
	border := len(want)
	for seed := int64(1000000); seed <= 1000010; seed++ {
		want = append(want, record("drag-box", seed, 1+int(seed%3)).Examples()...)
	}
	if d.Len() != len(want) {
		t.Fatalf("%d examples, want %d", d.Len(), len(want))
	}
	sources := d.Sources()
	if len(sources) != 2 || sources[1].First != border || sources[1].Count != len(want)-border || sources[0].Manifest.Agent != "oracle" {
		t.Errorf("sources %+v", sources)
	}
	// Many readers at once.
	var group sync.WaitGroup
	for g := range 8 {
		group.Go(func() {
			for k := range want {
				i := (k*7 + g*31) % len(want)
				e, err := d.Example(i)
				if err != nil || e.ID != want[i].ID || e.ID != d.ID(i) || e.Parse != want[i].Parse || !bytes.Equal(e.Image, want[i].Image) {
					t.Errorf("example %d: %+v, %v", i, e, err)
					return
				}
			}
		})
	}
	group.Wait()
	if d.Task(border) != "drag-box" {
		t.Errorf("task %q", d.Task(border))
	}
	if err := d.CheckTraining(); err != nil {
		t.Error(err)
	}
	if _, err := d.Example(d.Len()); err == nil {
		t.Error("an example past the end")
	}
}

func TestSplitKeepsEpisodesWhole(t *testing.T) {
	d := opened(t, made(t, "click-test", 1000000, 1000199, Options{}))
	training, validation := d.Split()
	if len(training)+len(validation) != d.Len() || len(validation) == 0 {
		t.Fatalf("%d + %d of %d", len(training), len(validation), d.Len())
	}
	side := map[string]bool{}
	for _, i := range training {
		side[EpisodePart(d.ID(i))] = true
	}
	for _, i := range validation {
		if side[EpisodePart(d.ID(i))] {
			t.Errorf("the episode of %s is torn apart", d.ID(i))
		}
		if !Validation(d.ID(i)) {
			t.Errorf("%s is on the wrong side", d.ID(i))
		}
	}
}

// foreignFile writes records without index and manifest.
func foreignFile(t testing.TB, path string, records ...[]byte) {
	t.Helper()
	var file []byte
	for _, r := range records {
		file = AppendFrame(file, r)
	}
	if err := os.WriteFile(path, file, 0o666); err != nil {
		t.Fatal(err)
	}
}

func marshalled(t testing.TB, m interface{ Marshal() ([]byte, error) }) []byte {
	t.Helper()
	data, err := m.Marshal()
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestOpenForeign(t *testing.T) {
	dir := t.TempDir()
	reference := record("click-test", 41, 3)
	reference.Episode.Suite = ""
	failed := reference
	failed.Episode.Seed, failed.Raw = 42, 0.5
	foreignFile(t, filepath.Join(dir, "episodes-1.tfrecord"), marshalled(t, reference), marshalled(t, failed))
	foreignFile(t, filepath.Join(dir, "train.recordio"), marshalled(t, Example{ID: "7-use-slider-0", Image: []byte("i"), Parse: "wait"}))
	os.WriteFile(filepath.Join(dir, "README"), []byte("no records"), 0o666)

	d := opened(t, dir)
	if d.Len() != 4 || d.ID(2) != "41-click-test-2" || d.Task(3) != "use-slider" || d.Sources()[0].Manifest != nil {
		t.Fatalf("%d examples", d.Len())
	}
	if e, err := d.Example(2); err != nil || e.Parse != reference.Steps[2].Action || !bytes.Equal(e.Image, reference.Steps[2].Image) {
		t.Errorf("%+v, %v", e, err)
	}
	if one := opened(t, filepath.Join(dir, "train.recordio")); one.Len() != 1 {
		t.Errorf("a single file has %d examples", one.Len())
	}
	all := OpenOptions{MinRaw: -1}
	if d, err := all.Open(dir); err != nil || d.Len() != 7 {
		t.Errorf("all rewards: %v", err)
	} else {
		d.Close()
	}
}

func TestCheckTraining(t *testing.T) {
	dir := t.TempDir()
	foreignFile(t, filepath.Join(dir, "x.tfrecord"), marshalled(t, Example{ID: "1201539861-click-test-0", Image: []byte("i"), Parse: "wait"}))
	if err := opened(t, dir).CheckTraining(); !errors.Is(err, ErrSeeds) || !strings.Contains(err.Error(), "1201539861") {
		t.Error(err)
	}
}

func TestOpenRefuses(t *testing.T) {
	empty := t.TempDir()
	for name, c := range map[string]struct {
		path string
		want error
	}{"empty": {empty, ErrNoData}, "missing": {filepath.Join(empty, "none"), os.ErrNotExist}} {
		if _, err := Open(c.path); !errors.Is(err, c.want) || !strings.Contains(err.Error(), c.path) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := Open(); !errors.Is(err, ErrNoData) {
		t.Error(err)
	}
}

func damage(t *testing.T, path string, change func([]byte) []byte) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, change(data), 0o666); err != nil {
		t.Fatal(err)
	}
}

// A broken record behind a good index shows when it is read: counted once,
// named, and refused above the limit.
func TestBrokenWhenRead(t *testing.T) {
	dir := made(t, "click-test", 1000000, 1000199, Options{})
	file := filepath.Join(dir, "examples-00000.tfrecord")
	var at []int64
	probe := opened(t, dir)
	for i := range 8 {
		at = append(at, probe.places[i*5].offset)
	}
	damage(t, file, func(data []byte) []byte {
		for _, offset := range at {
			data[offset+headerSize+3] ^= 0x55
		}
		return data
	})
	d := opened(t, dir)
	if len(d.Broken()) != 0 {
		t.Errorf("broken at once: %v", d.Broken())
	}
	refused := 0
	for range 2 {
		for i := range d.Len() {
			_, err := d.Example(i)
			switch {
			case i%5 == 0 && i < 40:
				if !errors.Is(err, ErrBrokenRecord) || !strings.Contains(err.Error(), d.ID(i)) || !strings.Contains(err.Error(), file) {
					t.Fatalf("example %d: %v", i, err)
				}
				if errors.Is(err, ErrTooManyBroken) {
					refused++
				}
			case err != nil:
				t.Fatalf("example %d: %v", i, err)
			}
		}
	}
	// 401 examples allow 4 broken ones; the fifth is refused, and all after it.
	if d.Len() != 401 || len(d.Broken()) != 8 || refused != 4+8 {
		t.Errorf("%d examples, %d broken, %d refused", d.Len(), len(d.Broken()), refused)
	}
}

func TestBrokenWhenOpened(t *testing.T) {
	cut := func(data []byte) []byte { return data[:len(data)-3] }
	for name, c := range map[string]struct {
		examples int
		file     string
		change   func([]byte) []byte
		refused  bool
	}{
		"a cut file of many": {400, "examples-00000.tfrecord", cut, false},
		"a cut file of few":  {10, "examples-00000.tfrecord", cut, true},
		"a lost index":       {11, "examples-00000.index", nil, false},
		"a broken index":     {401, "examples-00000.index", func([]byte) []byte { return []byte("x") }, false},
		"a lost record file": {10, "examples-00000.tfrecord", nil, true},
	} {
		last := int64(1000199)
		if c.examples < 100 {
			last = 1000004
		}
		dir := made(t, "click-test", 1000000, last, Options{})
		path := filepath.Join(dir, c.file)
		if c.change == nil {
			os.Remove(path)
		} else {
			damage(t, path, c.change)
		}
		d, err := Open(dir)
		if c.refused != (err != nil) {
			t.Errorf("%s: %v", name, err)
		}
		if err != nil {
			if !strings.Contains(err.Error(), c.file) {
				t.Errorf("%s: %v does not name the file", name, err)
			}
			continue
		}
		if want := c.examples; d.Len() != want {
			t.Errorf("%s: %d examples, want %d", name, d.Len(), want)
		}
		d.Close()
	}
}

func BenchmarkOpen(b *testing.B) {
	dir := b.TempDir()
	m := head()
	m.Seeds = SeedRange{1000000, 1099999}
	w, err := NewWriter(dir, Options{Manifest: m})
	if err != nil {
		b.Fatal(err)
	}
	for seed := int64(1000000); seed < 1050000; seed++ {
		if err := w.Add(record("click-test", seed, 4)); err != nil {
			b.Fatal(err)
		}
	}
	if _, err := w.Close(); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		d, err := Open(dir)
		if err != nil {
			b.Fatal(err)
		}
		training, validation := d.Split()
		if len(training)+len(validation) != 200000 {
			b.Fatal(fmt.Errorf("%d examples", d.Len()))
		}
		d.Close()
	}
}
