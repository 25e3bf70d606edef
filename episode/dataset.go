package episode

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
)

// ErrTooManyBroken is matched by the error that ends the use of a data set with
// more broken records than allowed.
var ErrTooManyBroken = errors.New("too many broken records")

// Source is one opened folder or file of a [Dataset].
type Source struct {
	Path     string
	Manifest *Manifest // nil for record files of another making
	First    int       // number of its first example
	Count    int       // its examples are First ... First+Count-1
}

// Dataset is a set of examples with random access. Its methods may be called by
// many goroutines at once.
type Dataset struct {
	options OpenOptions
	sources []Source
	places  []place
	files   []*os.File
	buffers sync.Pool

	mu     sync.Mutex
	broken []Broken
	seen   map[int]bool // examples counted as broken
}

// Len is the number of examples.
func (d *Dataset) Len() int { return len(d.places) }

// ID is the ID of example i, without reading it.
func (d *Dataset) ID(i int) string { return d.places[i].id }

// Task is the task's name of example i, "" where its ID has none.
func (d *Dataset) Task(i int) string {
	id, err := ParseID(d.places[i].id)
	if err != nil {
		return ""
	}
	return id.Task
}

// Sources lists the opened folders in the order they were given, with the
// numbers of their examples.
func (d *Dataset) Sources() []Source { return append([]Source(nil), d.sources...) }

// Split gives the numbers of the examples of the training and of the validation
// part, ascending, by [Validation].
func (d *Dataset) Split() (training, validation []int) {
	last, inValidation := "", false
	for i, p := range d.places {
		// Steps of an episode stand together, so most hashes can be saved.
		if part := EpisodePart(p.id); part != last || i == 0 {
			last, inValidation = part, Validation(p.id)
		}
		if inValidation {
			validation = append(validation, i)
		} else {
			training = append(training, i)
		}
	}
	return training, validation
}

// Example reads example i. A record that cannot be read is counted and named
// (see [Dataset.Broken]) and gives an error that matches [ErrBrokenRecord]; a
// reader may go on with another. Once there are more of them than allowed the
// error matches [ErrTooManyBroken] too.
func (d *Dataset) Example(i int) (Example, error) {
	if i < 0 || i >= len(d.places) {
		return Example{}, fmt.Errorf("example %d of a data set of %d", i, len(d.places))
	}
	p := d.places[i]
	scratch, _ := d.buffers.Get().(*[]byte)
	if scratch == nil {
		scratch = new([]byte)
	}
	defer d.buffers.Put(scratch)
	if size := headerSize + int(p.length) + footerSize; cap(*scratch) < size {
		*scratch = make([]byte, size)
	}
	data, err := readFrameAt(d.files[p.file], p.offset, int(p.length), *scratch)
	var e Example
	if err == nil {
		e, err = d.decode(data, p)
	}
	if err == nil {
		return e, nil
	}
	if errors.Is(err, ErrBrokenRecord) {
		return Example{}, d.count(i, err)
	}
	return Example{}, fmt.Errorf("%s: example %s: %w", d.files[p.file].Name(), p.id, err)
}

// Reject counts example i as broken, for a reason that only its reader can
// find: a picture that is none, a target that the reader's vocabulary cannot
// write. It returns what [Dataset.Example] would.
func (d *Dataset) Reject(i int, reason error) error {
	return d.count(i, fmt.Errorf("%w: %w", ErrBrokenRecord, reason))
}

// decode makes an example of a record's data.
func (d *Dataset) decode(data []byte, p place) (Example, error) {
	if p.step < 0 {
		e, err := UnmarshalExample(data)
		if err == nil && e.ID != p.id {
			err = fmt.Errorf("%w: the record has the ID %q", ErrBrokenRecord, e.ID)
		}
		return e, err
	}
	r, err := UnmarshalRecord(data)
	if err != nil {
		return Example{}, err
	}
	if int(p.step) >= len(r.Steps) {
		return Example{}, fmt.Errorf("%w: no step %d in an episode of %d", ErrBrokenRecord, p.step, len(r.Steps))
	}
	e := Example{ID: p.id, Image: r.Steps[p.step].Image, Parse: r.Steps[p.step].Action}
	if d.options.Target != nil {
		e.Parse = d.options.Target(r, int(p.step))
	}
	return e, nil
}

// count notes a broken record once and gives its error, which is the refusal of
// the data set when it is one too many.
func (d *Dataset) count(i int, reason error) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	p := d.places[i]
	name := d.files[p.file].Name()
	reason = fmt.Errorf("example %s: %w", p.id, reason)
	if !d.seen[i] {
		d.seen[i] = true
		d.broken = append(d.broken, Broken{name, p.offset, reason.Error()})
	}
	if d.tooMany() {
		return fmt.Errorf("%w (%d of %d; %s): %s: %w", ErrTooManyBroken, len(d.broken), len(d.places), names(d.broken), name, reason)
	}
	return fmt.Errorf("%s: %w", name, reason)
}

// tooMany compares the broken records with what the options allow.
func (d *Dataset) tooMany() bool {
	return float64(len(d.broken)) > d.options.MaxBroken*float64(len(d.places)+len(d.broken)-len(d.seen))
}

// Broken names the records that could not be read so far: when the data set was
// opened, and by [Dataset.Example] since.
func (d *Dataset) Broken() []Broken {
	d.mu.Lock()
	defer d.mu.Unlock()
	return append([]Broken(nil), d.broken...)
}

// CheckTraining refuses to learn from the data set when it holds episodes of the
// test or development seeds. The error matches [ErrSeeds].
func (d *Dataset) CheckTraining() error {
	for _, p := range d.places {
		if id, err := ParseID(p.id); err == nil && HeldOut(id.Seed) {
			return &SeedError{fmt.Sprint(id.Seed), fmt.Sprintf("the example %s comes from a held-out seed, which is never learned from; leave %s out", p.id, d.files[p.file].Name())}
		}
	}
	return nil
}

// Close closes the files. No Example call may be running.
func (d *Dataset) Close() error {
	var errs []error
	for _, f := range d.files {
		errs = append(errs, f.Close())
	}
	d.files, d.places = nil, nil
	return errors.Join(errs...)
}

// names lists the first few broken records for an error's text.
func names(broken []Broken) string {
	const most = 3
	var text []string
	for _, b := range broken[:min(most, len(broken))] {
		text = append(text, b.String())
	}
	if more := len(broken) - most; more > 0 {
		text = append(text, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(text, "; ")
}
