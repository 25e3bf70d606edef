package pix2struct

import (
	"errors"
	"fmt"
	"io/fs"
	"runtime"
	"slices"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"pix2act/tensor"
)

// Load reads a checkpoint folder of any format that [Open] knows. Weights that
// are stored the way they are used, as our own format does in float32, stay in
// the file and are read when they are touched; see [Checkpoint.Close].
func Load(dir string) (*Checkpoint, error) {
	f, err := Open(dir, OpenOptions{})
	if err != nil {
		return nil, err
	}
	c, err := f.Load()
	if err != nil {
		return nil, fmt.Errorf("checkpoint %s: %w", dir, err)
	}
	return c, nil
}

// LoadFS is [Load] for a file tree, for instance an embedded one; its weights
// are always copied.
func LoadFS(files fs.FS) (*Checkpoint, error) {
	f, err := OpenFS(files, OpenOptions{})
	if err != nil {
		return nil, err
	}
	return f.Load()
}

// Load reads the weights. The checkpoint takes over the folder: closing either
// closes both. After an error the folder is closed.
func (f *Folder) Load() (*Checkpoint, error) {
	c, err := f.load()
	if err == nil {
		return c, nil
	}
	_ = f.Close() // the first error is the one to tell
	if !errors.Is(err, ErrCheckpoint) {
		err = fmt.Errorf("%w: %w", ErrCheckpoint, err)
	}
	return nil, err
}

func (f *Folder) load() (*Checkpoint, error) {
	shapes := f.Card.Config.Shapes()
	arrays := make([]*tensor.Array, len(shapes))
	order := make([]int, len(shapes)) // large ones first, so that all threads end together
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return shapes[j].Values() - shapes[i].Values() })
	err := inParallel(len(shapes), func(n int) error {
		s := shapes[order[n]]
		values, err := f.weights.read(s)
		arrays[order[n]] = &tensor.Array{Shape: s.Dimensions, Data: values}
		return err
	})
	if err == nil {
		err = f.weights.settle()
	}
	if err != nil {
		return nil, err
	}
	m := &Model{Config: f.Card.Config, Parameters: map[string]*tensor.Array{}}
	for i, s := range shapes {
		m.Parameters[s.Name] = arrays[i]
	}
	if w, ok := f.weights.(*tensorFiles); ok && w.views {
		m.release = w.release
	}
	c := &Checkpoint{Model: m, Vocabulary: f.Vocabulary, SPM: f.SPM, Card: f.Card, Step: f.Step, folder: f}
	return c, c.check()
}

// inParallel calls f for 0..n-1 on all processors and gives the error of the
// lowest number that failed before the others were stopped.
func inParallel(n int, f func(i int) error) error {
	var group errgroup.Group
	var next atomic.Int64
	var failed atomic.Bool
	errs := make([]error, n)
	for range min(runtime.GOMAXPROCS(0), n) {
		group.Go(func() error {
			for {
				i := int(next.Add(1)) - 1
				if i >= n || failed.Load() {
					return nil
				}
				if errs[i] = f(i); errs[i] != nil {
					failed.Store(true)
				}
			}
		})
	}
	_ = group.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
