package episode

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"pix2act/gui"
	"pix2act/internal/folder"
)

// DefaultShardExamples is how many examples a record file holds before the next
// one is begun, so that an interruption costs at most so many.
const DefaultShardExamples = 4096

// Options say what a [Writer] writes.
type Options struct {
	// Manifest describes the data; the writer fills in counts and files.
	Manifest Manifest
	// ShardExamples is the least number of steps in every pair of record files but
	// the last; 0 means DefaultShardExamples. An episode is never torn apart.
	ShardExamples int
	// Episodes writes whole-episode records beside the examples.
	Episodes bool
	// Overwrite replaces a data set, finished or not, that stands in the folder.
	Overwrite bool
}

// Writer writes one data set into a folder: record files one after the other,
// each complete under its name or not there at all, and the manifest last.
//
// A folder with an unfinished data set of the same origin is continued: ask
// [Writer.Has] which episodes need not be played again. Use it from one
// goroutine.
type Writer struct {
	dir      string
	options  Options
	manifest Manifest // of what is in finished files
	claim    *folder.Claim

	examples *shard
	episodes *shard
	pending  map[string]Counts // of what is in the open files
	dropped  []Dropped         // since the last finished file
	steps    int               // in the open files
	known    map[episodeKey]bool
	err      error // the first failure; the writer is of no use after it
	done     bool
}

type episodeKey struct {
	task string
	seed int64
}

// NewWriter begins or continues a data set in dir, which is made if need be.
//
// The seeds must be training seeds ([ErrSeeds]); of a conversion, see
// Manifest.ConvertedFrom, only the held-out ones are refused, episode by
// episode. A folder that holds a finished
// data set or record files is refused ([ErrExists]), and so are one with anything
// else ([ErrForeign]) and one with an unfinished data set of another origin
// ([ErrUnfinished]), unless Options.Overwrite is set. The caller must call Close or
// Suspend.
func NewWriter(dir string, options Options) (*Writer, error) {
	m := options.Manifest
	m.Format = ManifestFormat
	m.Settings = m.Settings.WithDefaults()
	m.Counts, m.PerTask, m.Files, m.Dropped = Counts{}, map[string]Counts{}, nil, nil
	if m.Mode == "" {
		m.Mode = gui.ModeTrain
	}
	if m.Suite == "" || strings.ContainsAny(m.Suite, "/ \n") {
		return nil, fmt.Errorf("data set: the suite %q needs a name without slashes and spaces", m.Suite)
	}
	if len(m.ConvertedFrom) > 0 {
		m.Seeds = SeedRange{0, 1<<31 - 1}
	} else if err := CheckTrainingSeeds(m.Seeds.First, m.Seeds.Last); err != nil {
		return nil, err
	}
	if options.ShardExamples <= 0 {
		options.ShardExamples = DefaultShardExamples
	}
	claim, err := folder.Take(dir)
	if err != nil {
		return nil, fmt.Errorf("data set folder: %w", err)
	}
	w := &Writer{dir: dir, options: options, manifest: m, claim: claim, pending: map[string]Counts{}, known: map[episodeKey]bool{}}
	if err := w.prepare(); err != nil {
		claim.Release()
		return nil, err
	}
	return w, nil
}

// prepare looks at what the folder holds and makes it ready.
func (w *Writer) prepare() error {
	if w.options.Overwrite {
		return w.clear(nil)
	}
	finished, err := readManifestFile(filepath.Join(w.dir, ManifestName))
	if err == nil {
		differ, _ := w.manifest.sameOrigin(finished)
		return &ExistsError{Dir: w.dir, Differ: differ}
	} else if !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: %w: %w", w.dir, ErrExists, err)
	}
	old, err := readManifestFile(filepath.Join(w.dir, ProgressName))
	if errors.Is(err, fs.ErrNotExist) {
		if err := w.refuseForeign(); err != nil {
			return err
		}
		return w.clear(nil)
	}
	if err != nil {
		return fmt.Errorf("%s: %w: %w", w.dir, ErrUnfinished, err)
	}
	if field, same := w.manifest.sameOrigin(old); !same {
		return &UnfinishedError{Dir: w.dir, Differ: field}
	}
	return w.resume(old)
}

// refuseForeign refuses a folder with anything in it but what a writer leaves that was killed before
// its first file was finished.
func (w *Writer) refuseForeign() error {
	entries, err := os.ReadDir(w.dir)
	if err != nil {
		return fmt.Errorf("data set folder: %w", err)
	}
	own, err := ownFiles(w.dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if isRecordFile(e.Name()) {
			return fmt.Errorf("%s: %w: it holds record files (%s) of another making", w.dir, ErrExists, e.Name())
		}
		if !slices.Contains(own, filepath.Join(w.dir, e.Name())) {
			return fmt.Errorf("%s: %w: it holds %s", w.dir, ErrForeign, e.Name())
		}
	}
	return nil
}

// resume takes over the finished files of an interrupted writer.
func (w *Writer) resume(old Manifest) error {
	for _, f := range old.Files {
		if f.Kind != KindExamples {
			continue
		}
		path := filepath.Join(w.dir, f.Name)
		entries, err := readIndexOf(path, f.Bytes)
		if err != nil {
			return fmt.Errorf("%s: %w: %w", w.dir, ErrUnfinished, err)
		}
		for _, e := range entries {
			if id, err := ParseID(e.id); err == nil {
				w.known[episodeKey{id.Task, id.Seed}] = true
			}
		}
	}
	if old.Counts.Failures > 0 { // they have no examples
		for _, f := range old.Files {
			if f.Kind != KindEpisodes {
				continue
			}
			for r, err := range Records(filepath.Join(w.dir, f.Name)) {
				if err != nil {
					return fmt.Errorf("%s: %w: %w", w.dir, ErrUnfinished, err)
				}
				w.known[episodeKey{r.Episode.Task, r.Episode.Seed}] = true
			}
		}
	}
	for _, d := range old.Dropped {
		w.known[episodeKey{d.Task, d.Seed}] = true
	}
	old.Command = w.manifest.Command
	w.manifest = old
	if w.manifest.PerTask == nil {
		w.manifest.PerTask = map[string]Counts{}
	}
	return w.clear(old.Files)
}

// clear marks the folder unfinished and removes all files of a writer but those
// to keep.
func (w *Writer) clear(keep []File) error {
	fail := func(err error) error { return fmt.Errorf("data set folder: %w", err) }
	if err := w.manifest.write(w.dir, ProgressName); err != nil {
		return fail(err)
	}
	kept := []string{ProgressName}
	for _, f := range keep {
		kept = append(kept, f.Name, indexPath(f.Name))
	}
	files, err := ownFiles(w.dir)
	if err != nil {
		return fail(err)
	}
	for _, path := range files {
		if slices.Contains(kept, filepath.Base(path)) {
			continue
		}
		if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fail(err)
		}
	}
	return nil
}

// Manifest is what the finished files hold, after Suspend all that was added.
func (w *Writer) Manifest() Manifest { return w.manifest }

// Has says whether the episode is in the data set already, kept or dropped.
func (w *Writer) Has(task string, seed int64) bool { return w.known[episodeKey{task, seed}] }

// check refuses an episode that does not belong into this data set.
func (w *Writer) check(e gui.Episode) error {
	m := w.manifest
	switch {
	case w.err != nil:
		return w.err
	case w.done:
		return errors.New("data set: the writer is closed")
	case e.Suite != m.Suite || e.SuiteHash != m.SuiteHash:
		return fmt.Errorf("data set of suite %s (%.12s): an episode of suite %s (%.12s)", m.Suite, m.SuiteHash, e.Suite, e.SuiteHash)
	case e.Mode != m.Mode:
		return fmt.Errorf("data set of mode %q: an episode of mode %q", m.Mode, e.Mode)
	case e.Settings.WithDefaults() != m.Settings:
		return fmt.Errorf("data set: an episode of other settings (%+v, want %+v)", e.Settings, m.Settings)
	case !m.Seeds.Contains(e.Seed):
		return &SeedError{fmt.Sprint(e.Seed), fmt.Sprintf("not among the data set's seeds %v", m.Seeds)}
	case HeldOut(e.Seed):
		return &SeedError{fmt.Sprint(e.Seed), "kept for evaluation and never learned from"}
	case e.Task == "" || strings.ContainsAny(e.Task, "/ \n") || len(m.Tasks) > 0 && !slices.Contains(m.Tasks, e.Task):
		return fmt.Errorf("data set: an episode of task %q, which is not among its tasks", e.Task)
	case w.Has(e.Task, e.Seed):
		return fmt.Errorf("data set: the episode %s seed %d comes twice", e.Task, e.Seed)
	}
	return nil
}

// Add writes one episode, with an example for each of its steps that did not go
// astray. An episode that does not belong into the data set is refused and
// changes nothing; a failure to write leaves the data set unfinished and the
// writer of no use.
func (w *Writer) Add(r Record) error {
	return w.add(r, r.Examples(), Counts{Episodes: 1, Examples: len(r.Examples())})
}

// AddFailure writes an episode that nobody should copy as a whole record only, for
// value functions to learn from. It needs Options.Episodes.
func (w *Writer) AddFailure(r Record) error {
	if !w.options.Episodes {
		return errors.New("data set: episodes without success are kept among whole-episode records, which it does not have")
	}
	return w.add(r, nil, Counts{Failures: 1})
}

func (w *Writer) add(r Record, examples []Example, counts Counts) error {
	if err := w.check(r.Episode); err != nil {
		return err
	}
	if len(r.Steps) == 0 {
		return fmt.Errorf("data set: the episode %s seed %d has no steps", r.Episode.Task, r.Episode.Seed)
	}
	whole, err := r.Marshal()
	if err != nil {
		return err
	}
	encoded := make([][]byte, len(examples))
	for i, e := range examples {
		if encoded[i], err = e.Marshal(); err != nil {
			return err
		}
	}
	if w.examples == nil {
		if err := w.open(); err != nil {
			return w.fail(err)
		}
	}
	for i, data := range encoded {
		if err := w.examples.add(data, examples[i].ID); err != nil {
			return w.fail(err)
		}
	}
	if w.episodes != nil {
		if err := w.episodes.add(whole, ""); err != nil {
			return w.fail(err)
		}
	}
	w.known[episodeKey{r.Episode.Task, r.Episode.Seed}] = true
	w.steps += len(r.Steps)
	w.pending[r.Episode.Task] = w.pending[r.Episode.Task].plus(counts)
	if w.steps >= w.options.ShardExamples {
		return w.flush()
	}
	return nil
}

// Drop counts an episode that was played and is not kept, and why.
func (w *Writer) Drop(e gui.Episode, reason string) error {
	if err := w.check(e); err != nil {
		return err
	}
	w.known[episodeKey{e.Task, e.Seed}] = true
	w.dropped = append(w.dropped, Dropped{e.Task, e.Seed, reason})
	c := w.pending[e.Task]
	c.Dropped++
	w.pending[e.Task] = c
	return nil
}

// Counts is what the data set holds by now, finished files and open ones.
func (w *Writer) Counts() Counts {
	c := w.manifest.Counts
	for _, p := range w.pending {
		c = c.plus(p)
	}
	return c
}

func (c Counts) plus(o Counts) Counts {
	return Counts{c.Episodes + o.Episodes, c.Examples + o.Examples, c.Dropped + o.Dropped, c.Failures + o.Failures}
}

// open begins the next record files.
func (w *Writer) open() (err error) {
	number := 0
	for _, f := range w.manifest.Files {
		if f.Kind == KindExamples {
			number++
		}
	}
	name := func(kind string) string { return filepath.Join(w.dir, fmt.Sprintf("%s-%05d.tfrecord", kind, number)) }
	if w.examples, err = newShard(name(KindExamples), KindExamples); err != nil {
		return err
	}
	if w.options.Episodes {
		w.episodes, err = newShard(name(KindEpisodes), KindEpisodes)
	}
	return err
}

// flush finishes the open files and notes them in the progress document.
func (w *Writer) flush() error {
	for _, s := range []**shard{&w.examples, &w.episodes} {
		if *s == nil {
			continue
		}
		file, err := (*s).finish()
		if err != nil {
			return w.fail(err)
		}
		*s = nil
		w.manifest.Files = append(w.manifest.Files, file)
	}
	for task, c := range w.pending {
		w.manifest.PerTask[task] = w.manifest.PerTask[task].plus(c)
		w.manifest.Counts = w.manifest.Counts.plus(c)
	}
	w.manifest.Dropped = append(w.manifest.Dropped, w.dropped...)
	clear(w.pending)
	w.dropped, w.steps = nil, 0
	if err := w.manifest.write(w.dir, ProgressName); err != nil {
		return w.fail(err)
	}
	return nil
}

func (w *Writer) fail(err error) error {
	w.err = fmt.Errorf("data set %s: %w", w.dir, err)
	return w.err
}

// Close finishes the data set and gives its manifest.
func (w *Writer) Close() (Manifest, error) {
	if err := w.Suspend(); err != nil {
		return Manifest{}, err
	}
	if err := w.manifest.write(w.dir, ManifestName); err != nil {
		return Manifest{}, fmt.Errorf("data set %s: %w", w.dir, err)
	}
	if err := os.Remove(filepath.Join(w.dir, ProgressName)); err != nil {
		return Manifest{}, fmt.Errorf("data set %s: %w", w.dir, err)
	}
	return w.manifest, nil
}

// Suspend makes everything so far durable and leaves the data set unfinished,
// to be continued by a later writer. After a failure it removes what is half
// written and gives that failure again.
func (w *Writer) Suspend() error {
	if w.done {
		return errors.New("data set: the writer is closed")
	}
	w.done = true
	defer w.claim.Release()
	if w.err == nil {
		w.err = w.flush()
	}
	for _, s := range []*shard{w.examples, w.episodes} {
		if s != nil {
			s.discard()
		}
	}
	return w.err
}
