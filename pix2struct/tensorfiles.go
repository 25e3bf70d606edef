package pix2struct

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"

	"pix2act/internal/mapped"
	"pix2act/internal/safetensors"
)

// tensorFiles are weights in one or more safetensors files, under our names or
// Hugging Face's.
type tensorFiles struct {
	foreign bool
	files   []string // in order
	arrays  map[string]*safetensors.File
	views   bool // the values are used where they are
	mapped  *mapped.File
	held    []io.Closer
}

// open adds a file. With a path it is mapped, else read through the tree.
func (w *tensorFiles) open(files fs.FS, name, path string) (*safetensors.File, error) {
	var file *safetensors.File
	if path != "" {
		m, err := mapped.Open(path)
		if err != nil {
			return nil, err
		}
		w.held, w.mapped = append(w.held, m), m
		if file, err = safetensors.OpenBytes(m.Bytes); err != nil {
			return nil, fmt.Errorf("%w: %s: %w", ErrCheckpoint, name, err)
		}
	} else {
		f, err := files.Open(name)
		if err != nil {
			return nil, err
		}
		w.held = append(w.held, f)
		info, err := f.Stat()
		if err != nil {
			return nil, err
		}
		reader, ok := f.(io.ReaderAt)
		size := info.Size()
		if !ok { // a file tree that only streams
			data, err := io.ReadAll(f)
			if err != nil {
				return nil, err
			}
			reader, size = bytes.NewReader(data), int64(len(data))
		}
		if file, err = safetensors.Open(reader, size); err != nil {
			return nil, fmt.Errorf("%w: %s: %w", ErrCheckpoint, name, err)
		}
	}
	w.files = append(w.files, name)
	if w.arrays == nil {
		w.arrays = map[string]*safetensors.File{}
	}
	for _, array := range file.Names() {
		w.arrays[array] = file
	}
	return file, nil
}

func (w *tensorFiles) stored(s Shape) (string, []int) {
	if !w.foreign {
		return s.Name, s.Dimensions
	}
	name, transposed := huggingFaceName(s.Name)
	if transposed {
		return name, []int{s.Dimensions[1], s.Dimensions[0]}
	}
	return name, s.Dimensions
}

func (w *tensorFiles) place() string {
	if len(w.files) > 1 {
		return shardsFile
	}
	return weightsFile
}

func (w *tensorFiles) names() []string { return slices.Sorted(maps.Keys(w.arrays)) }

func (w *tensorFiles) shape(name string) ([]int, bool) {
	file := w.arrays[name]
	if file == nil {
		return nil, false
	}
	info, ok := file.Info(name)
	return info.Shape, ok
}

func (w *tensorFiles) read(s Shape) ([]float32, error) {
	name, dimensions := w.stored(s)
	file := w.arrays[name]
	if w.views {
		return file.View(name, dimensions)
	}
	if equalShape(dimensions, s.Dimensions) && !w.transposed(s) {
		return file.Float32s(name, dimensions)
	}
	rows, columns := dimensions[0], dimensions[1]
	out := make([]float32, rows*columns)
	return out, file.Each(name, dimensions, columns, func(at int, values []float32) {
		transposeInto(out[at/columns:], values, rows, columns)
	})
}

func (w *tensorFiles) transposed(s Shape) bool {
	if !w.foreign {
		return false
	}
	_, transposed := huggingFaceName(s.Name)
	return transposed
}

// transposeInto writes some rows of a matrix [rows, columns] as columns of one
// that is [columns, rows]; out begins at the first of them.
func transposeInto(out, values []float32, rows, columns int) {
	// A tile takes as many cache lines of either side as it has rows, and is where they do
	// not push each other out, as lines a multiple of 4 KB apart do.
	const side = 16
	var tile [side][side]float32
	some := len(values) / columns
	for r0 := 0; r0 < some; r0 += side {
		high := min(side, some-r0)
		for c0 := 0; c0 < columns; c0 += side {
			wide := min(side, columns-c0)
			for r := range high {
				for c, value := range values[(r0+r)*columns+c0:][:wide] {
					tile[c&(side-1)][r] = value
				}
			}
			for c := range wide {
				copy(out[(c0+c)*rows+r0:], tile[c][:high])
			}
		}
	}
}

// release gives back the memory of values that are not used any more.
func (w *tensorFiles) release(values []float32) {
	if w.mapped != nil {
		w.mapped.Drop(safetensors.Memory(values))
	}
}

func (w *tensorFiles) hashed() ([]string, error) { return w.files, nil }

// settle closes the files unless their memory is the weights.
func (w *tensorFiles) settle() error {
	if w.views {
		return nil
	}
	return w.close()
}

func (w *tensorFiles) close() error {
	var all error
	for _, c := range w.held {
		all = errors.Join(all, c.Close())
	}
	w.held = nil
	return all
}

// openOwn opens a folder in our own format.
func (f *Folder) openOwn() error {
	f.Format = FormatPix2Act
	if err := readJSON(f.files, cardFile, &f.Card); err != nil {
		return fmt.Errorf("%w: %w", ErrCheckpoint, err)
	}
	if f.Card.Format != cardFormat {
		return fmt.Errorf("%w: %s: format is %q, this program reads %q", ErrCheckpoint, cardFile, f.Card.Format, cardFormat)
	}
	if err := f.Card.Config.Validate(); err != nil {
		return fmt.Errorf("%w: %s: %w", ErrCheckpoint, cardFile, err)
	}
	f.Storage = f.Card.Storage
	w := &tensorFiles{}
	f.weights = w
	path := ""
	if f.dir != "" && f.Card.Storage == storageFloat32 {
		path, w.views = filepath.Join(f.dir, weightsFile), true
	}
	_, err := w.open(f.files, weightsFile, path)
	return err
}

// identify makes sure that the weights are those that the card describes. The
// header is enough for that: the check sums in it are compared with the values
// when these are read.
func (f *Folder) identify() error {
	file := f.weights.(*tensorFiles).arrays[patchKernel]
	if f.Card.HeaderSHA256 == "" || !file.Checked() { // a folder of an earlier version
		return f.verify()
	}
	sum := sha256.Sum256(file.Header())
	if hex.EncodeToString(sum[:]) != f.Card.HeaderSHA256 {
		return fmt.Errorf("%w: %s is not the file that %s describes: its header has SHA-256 %x, not %s",
			ErrCheckpoint, weightsFile, cardFile, sum, f.Card.HeaderSHA256)
	}
	return nil
}

// verify compares the hash of the weights with the card's.
func (f *Folder) verify() error {
	sum, err := f.Hash()
	if err == nil && sum != f.Card.SHA256 {
		err = fmt.Errorf("%w: %s has SHA-256 %s, %s says %s", ErrCheckpoint, weightsFile, sum, cardFile, f.Card.SHA256)
	}
	return err
}
