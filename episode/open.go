package episode

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"golang.org/x/sync/errgroup"
)

// ErrNoData is matched by the error about a folder without records.
var ErrNoData = errors.New("no examples")

// OpenOptions say what is accepted when a data set is opened.
type OpenOptions struct {
	// MaxBroken is the share of broken records, in [0, 1], from which a data set
	// is refused. Zero accepts none.
	MaxBroken float64
	// MinRaw leaves out whole episodes of another making whose raw reward is
	// below it. Data sets of ours were filtered when they were made.
	MinRaw float64
	// Target makes the text to learn of a step of a whole episode, in place of
	// its action. With it data sets of ours are read from their whole episodes,
	// those without success too if MinRaw lets them in.
	Target func(r Record, step int) string
}

// DefaultOpenOptions accept one broken record in a hundred, and the episodes that
// the reference trains on.
var DefaultOpenOptions = OpenOptions{MaxBroken: 0.01, MinRaw: 0.8}

// Open opens data sets with [DefaultOpenOptions].
func Open(paths ...string) (*Dataset, error) { return DefaultOpenOptions.Open(paths...) }

// Open opens data sets as one. Each path is the folder of a finished data set, a
// folder with *.tfrecord or *.recordio files of another making (examples or
// whole episodes), or one such file.
//
// An unfinished data set gives an error that matches [ErrUnfinished], a path
// that is not there or without examples one that matches [ErrNoData], and more broken records than
// allowed one that matches [ErrTooManyBroken] and names them.
func (o OpenOptions) Open(paths ...string) (_ *Dataset, err error) {
	if len(paths) == 0 {
		return nil, fmt.Errorf("%w: no data set was named", ErrNoData)
	}
	d := &Dataset{options: o, seen: map[int]bool{}}
	defer func() {
		if err != nil {
			_ = d.Close()
		}
	}()
	for _, path := range paths {
		if err := d.openSource(path); err != nil {
			return nil, err
		}
	}
	if d.tooMany() {
		return nil, fmt.Errorf("%w (%d beside %d good ones): %s", ErrTooManyBroken, len(d.broken), len(d.places), names(d.broken))
	}
	return d, nil
}

// openSource adds one path.
func (d *Dataset) openSource(path string) error {
	source := Source{Path: path, First: len(d.places)}
	manifest, err := ReadManifest(path)
	var files []File
	switch {
	case err == nil:
		source.Manifest = &manifest
		kind := KindExamples
		if d.options.Target != nil {
			kind = KindEpisodes
		}
		for _, f := range manifest.Files {
			if f.Kind == kind {
				files = append(files, File{Name: filepath.Join(path, f.Name), Bytes: f.Bytes})
			}
		}
	case errors.Is(err, ErrUnfinished):
		return err
	case errors.Is(err, fs.ErrNotExist) || isFile(path):
		names, err := recordFiles(path)
		if errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("data set %s: %w: %w", path, ErrNoData, fs.ErrNotExist)
		} else if err != nil {
			return fmt.Errorf("data set: %w", err)
		}
		for _, name := range names {
			files = append(files, File{Name: name, Bytes: -1})
		}
	default:
		return fmt.Errorf("data set: %w", err)
	}
	if err := d.openFiles(files); err != nil {
		return fmt.Errorf("data set: %w", err)
	}
	source.Count = len(d.places) - source.First
	switch {
	case source.Count > 0 || len(d.broken) > 0:
	case d.options.Target != nil:
		return fmt.Errorf("%s: %w: want whole episodes, as demos --episodes keeps them, or *.tfrecord files of them", path, ErrNoData)
	default:
		return fmt.Errorf("%s: %w: want a data set made by the demos command, or *.tfrecord files", path, ErrNoData)
	}
	d.sources = append(d.sources, source)
	return nil
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && !info.IsDir()
}

// openFiles finds the examples of all files, a file on each processor.
func (d *Dataset) openFiles(files []File) error {
	found := make([]scanned, len(files))
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i, f := range files {
		group.Go(func() (err error) {
			found[i], err = d.find(f)
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	for i, f := range files {
		file, err := os.Open(f.Name)
		if err != nil {
			return err
		}
		number := int32(len(d.files))
		d.files = append(d.files, file)
		for _, p := range found[i].places {
			p.file = number
			d.places = append(d.places, p)
		}
		d.broken = append(d.broken, found[i].broken...)
	}
	return nil
}

// find gives the examples of one file, from its index where there is a sound
// one. A file that does not fit its index or its manifest is read through, so
// that what is broken gets its name.
func (d *Dataset) find(f File) (scanned, error) {
	entries, err := readIndexOf(f.Name, f.Bytes)
	if err != nil || d.options.Target != nil { // an index is of examples
		found, scanErr := scan(f.Name, d.options)
		if scanErr != nil {
			return scanned{}, scanErr
		}
		if f.Bytes >= 0 && len(found.broken) == 0 && err != nil && !errors.Is(err, fs.ErrNotExist) {
			found.broken = append(found.broken, Broken{File: f.Name, Reason: err.Error()})
		}
		return found, nil
	}
	var out scanned
	out.places = make([]place, len(entries))
	for i, e := range entries {
		out.places[i] = place{offset: e.offset, length: int32(e.length), step: -1, id: e.id}
	}
	return out, nil
}
