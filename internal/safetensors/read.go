package safetensors

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
)

// ErrFormat is matched by every error about what a file holds, as opposed to
// errors of reading it.
var ErrFormat = errors.New("not a sound safetensors file")

const (
	maxHeader = 100 << 20
	chunk     = 1 << 20 // bytes converted at a time
)

// Info describes an array of a file.
type Info struct {
	DType DType
	Shape []int
	begin int64 // from the start of the file
	bytes int64
}

// Values is the number of values.
func (i Info) Values() int { return int(i.bytes) / i.DType.Size() }

// File is an open file. Its methods are safe for use by several goroutines if
// its reader is.
type File struct {
	Metadata map[string]string
	r        io.ReaderAt
	arrays   map[string]Info
}

// Open reads and checks the header of a file of size bytes.
func Open(r io.ReaderAt, size int64) (*File, error) {
	var prefix [8]byte
	if size < 8 {
		return nil, fmt.Errorf("%w: %d bytes are too few", ErrFormat, size)
	}
	if err := readFull(r, prefix[:], 0); err != nil {
		return nil, err
	}
	length := binary.LittleEndian.Uint64(prefix[:])
	if length > maxHeader || int64(length) > size-8 {
		return nil, fmt.Errorf("%w: header of %d bytes in a file of %d", ErrFormat, length, size)
	}
	header := make([]byte, length)
	if err := readFull(r, header, 8); err != nil {
		return nil, err
	}
	var entries map[string]json.RawMessage
	if err := json.Unmarshal(header, &entries); err != nil {
		return nil, fmt.Errorf("%w: header: %w", ErrFormat, err)
	}
	f := &File{r: r, arrays: map[string]Info{}}
	for name, raw := range entries {
		if name == "__metadata__" {
			if err := json.Unmarshal(raw, &f.Metadata); err != nil {
				return nil, fmt.Errorf("%w: metadata: %w", ErrFormat, err)
			}
			continue
		}
		info, err := parseInfo(raw, 8+int64(length), size)
		if err != nil {
			return nil, fmt.Errorf("%w: array %q: %w", ErrFormat, name, err)
		}
		f.arrays[name] = info
	}
	return f, f.checkCover(8+int64(length), size)
}

func parseInfo(raw []byte, start, size int64) (Info, error) {
	var e struct {
		DType   DType    `json:"dtype"`
		Shape   []int64  `json:"shape"`
		Offsets [2]int64 `json:"data_offsets"`
	}
	if err := json.Unmarshal(raw, &e); err != nil {
		return Info{}, err
	}
	width := int64(e.DType.Size())
	if width == 0 {
		return Info{}, fmt.Errorf("unknown type %q", e.DType)
	}
	values := int64(1)
	shape := make([]int, len(e.Shape))
	for i, d := range e.Shape {
		if d < 0 || d != 0 && values > math.MaxInt64/16/d {
			return Info{}, fmt.Errorf("shape %v", e.Shape)
		}
		values *= d
		shape[i] = int(d)
	}
	begin, end := e.Offsets[0], e.Offsets[1]
	if begin < 0 || end < begin || end-begin != values*width {
		return Info{}, fmt.Errorf("shape %v of %s needs %d bytes, the header gives %d to %d", e.Shape, e.DType, values*width, begin, end)
	}
	if end > size-start {
		return Info{}, fmt.Errorf("truncated: its values end at byte %d of a file of %d", start+end, size)
	}
	return Info{DType: e.DType, Shape: shape, begin: start + begin, bytes: end - begin}, nil
}

// checkCover makes sure that the arrays fill the data exactly.
func (f *File) checkCover(start, size int64) error {
	names := slices.SortedFunc(maps.Keys(f.arrays), func(a, b string) int {
		x, y := f.arrays[a], f.arrays[b]
		if x.begin != y.begin {
			return int(max(-1, min(1, x.begin-y.begin)))
		}
		return int(max(-1, min(1, x.bytes-y.bytes)))
	})
	at := start
	for _, name := range names {
		info := f.arrays[name]
		if info.begin != at {
			return fmt.Errorf("%w: array %q begins at byte %d, expected %d", ErrFormat, name, info.begin, at)
		}
		at += info.bytes
	}
	if at != size {
		return fmt.Errorf("%w: %d bytes follow the last array", ErrFormat, size-at)
	}
	return nil
}

// Names lists the arrays in alphabetical order.
func (f *File) Names() []string { return slices.Sorted(maps.Keys(f.arrays)) }

// Info describes an array; false if the file does not have it.
func (f *File) Info(name string) (Info, bool) {
	info, ok := f.arrays[name]
	return info, ok
}

// Float32s reads an array of floats, which must have the shape. A nil shape
// accepts any.
func (f *File) Float32s(name string, shape []int) ([]float32, error) {
	info, err := f.find(name, shape)
	if err != nil {
		return nil, err
	}
	out := make([]float32, info.Values())
	width := info.DType.Size()
	buffer := make([]byte, min(chunk, info.bytes))
	for done := 0; done < len(out); {
		n := min(len(out)-done, len(buffer)/width)
		if err := readFull(f.r, buffer[:n*width], info.begin+int64(done*width)); err != nil {
			return nil, fmt.Errorf("array %q: %w", name, err)
		}
		if err := Decode(out[done:done+n], buffer, info.DType); err != nil {
			return nil, fmt.Errorf("%w: array %q: %w", ErrFormat, name, err)
		}
		done += n
	}
	return out, nil
}

// Int32s reads an array of type I32.
func (f *File) Int32s(name string, shape []int) ([]int32, error) {
	info, err := f.find(name, shape)
	if err != nil {
		return nil, err
	}
	if info.DType != I32 {
		return nil, fmt.Errorf("%w: array %q has type %s, not %s", ErrFormat, name, info.DType, I32)
	}
	buffer := make([]byte, info.bytes)
	if err := readFull(f.r, buffer, info.begin); err != nil {
		return nil, fmt.Errorf("array %q: %w", name, err)
	}
	out := make([]int32, info.Values())
	for i := range out {
		out[i] = int32(binary.LittleEndian.Uint32(buffer[4*i:]))
	}
	return out, nil
}

func (f *File) find(name string, shape []int) (Info, error) {
	info, ok := f.arrays[name]
	if !ok {
		return Info{}, fmt.Errorf("%w: array %q is missing", ErrFormat, name)
	}
	if shape != nil && !slices.Equal(shape, info.Shape) {
		return Info{}, fmt.Errorf("%w: array %q has shape %v, expected %v", ErrFormat, name, info.Shape, shape)
	}
	return info, nil
}

func readFull(r io.ReaderAt, p []byte, at int64) error {
	n, err := r.ReadAt(p, at)
	if n == len(p) {
		return nil
	}
	if err == nil || errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	return err
}
