package safetensors

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"sync"
	"unsafe"
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
	Metadata map[string]string // without the check sums
	r        io.ReaderAt
	data     []byte // the whole file, if it is in memory
	header   []byte // what stands before the values
	arrays   map[string]Info
	sums     map[string]uint32
}

const metadataName = "__metadata__"

// checksumKey is the key in the metadata of an array's check sum, CRC-32C in
// hexadecimal. Files of other programs do not have it.
func checksumKey(array string) string { return "crc32c:" + array }

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// OpenBytes is [Open] for a file in memory, for instance a mapped one. The
// bytes must stay as they are for as long as the file, or what View gave, is
// used.
func OpenBytes(data []byte) (*File, error) {
	f, err := Open(bytes.NewReader(data), int64(len(data)))
	if err == nil {
		f.data = data
	}
	return f, err
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
	header := make([]byte, 8+length)
	if err := readFull(r, header, 0); err != nil {
		return nil, err
	}
	var entries map[string]json.RawMessage
	if err := json.Unmarshal(header[8:], &entries); err != nil {
		return nil, fmt.Errorf("%w: header: %w", ErrFormat, err)
	}
	f := &File{r: r, header: header, arrays: map[string]Info{}, sums: map[string]uint32{}}
	var broken error // of several broken arrays the first in the file is told
	first := int64(math.MaxInt64)
	for _, name := range slices.Sorted(maps.Keys(entries)) {
		raw := entries[name]
		if name == metadataName {
			if err := json.Unmarshal(raw, &f.Metadata); err != nil {
				return nil, fmt.Errorf("%w: metadata: %w", ErrFormat, err)
			}
			continue
		}
		info, err := parseInfo(raw, int64(len(header)), size)
		if err != nil && info.begin < first {
			broken, first = fmt.Errorf("%w: array %q: %w", ErrFormat, name, err), info.begin
		}
		f.arrays[name] = info
	}
	if broken != nil {
		return nil, broken
	}
	for _, name := range f.Names() {
		text, ok := f.Metadata[checksumKey(name)]
		if !ok {
			continue
		}
		sum, err := strconv.ParseUint(text, 16, 32)
		if err != nil {
			return nil, fmt.Errorf("%w: array %q: check sum %q", ErrFormat, name, text)
		}
		f.sums[name] = uint32(sum)
		delete(f.Metadata, checksumKey(name))
	}
	return f, f.checkCover(int64(len(header)), size)
}

// Header is everything that stands before the values; with the check sums in
// it, it fixes the whole file.
func (f *File) Header() []byte { return f.header }

// Checked tells whether the file has a check sum of every array.
func (f *File) Checked() bool { return len(f.sums) == len(f.arrays) }

// parseInfo reads the entry of an array in the header. With an error it still gives where the array begins, as far as the
// entry tells.
func parseInfo(raw []byte, start, size int64) (Info, error) {
	var e struct {
		DType   DType    `json:"dtype"`
		Shape   []int64  `json:"shape"`
		Offsets [2]int64 `json:"data_offsets"`
	}
	if err := json.Unmarshal(raw, &e); err != nil {
		return Info{}, err
	}
	begin, end := e.Offsets[0], e.Offsets[1]
	info := Info{DType: e.DType, begin: start + begin, bytes: end - begin}
	width := int64(e.DType.Size())
	if width == 0 {
		return info, fmt.Errorf("unknown type %q", e.DType)
	}
	values := int64(1)
	info.Shape = make([]int, len(e.Shape))
	for i, d := range e.Shape {
		if d < 0 || d != 0 && values > math.MaxInt64/16/d {
			return info, fmt.Errorf("shape %v", e.Shape)
		}
		values *= d
		info.Shape[i] = int(d)
	}
	if begin < 0 || end < begin || end-begin != values*width {
		return info, fmt.Errorf("shape %v of %s needs %d bytes, the header gives %d to %d", e.Shape, e.DType, values*width, begin, end)
	}
	if end > size-start {
		return info, fmt.Errorf("truncated: its values end at byte %d of a file of %d", start+end, size)
	}
	return info, nil
}

// checkCover makes sure that the arrays fill the data exactly.
func (f *File) checkCover(start, size int64) error {
	names := slices.SortedFunc(maps.Keys(f.arrays), func(a, b string) int {
		x, y := f.arrays[a], f.arrays[b]
		return cmp.Or(cmp.Compare(x.begin, y.begin), cmp.Compare(x.bytes, y.bytes), cmp.Compare(a, b))
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
	return out, f.pieces(name, info, 1, func(at, n int, raw []byte) error { return Decode(out[at:at+n], raw, info.DType) })
}

// View is [File.Float32s] without a copy where that can be: the values lie in
// the memory given to [OpenBytes]. Of a file elsewhere, or of another type than
// float32, they are copied.
func (f *File) View(name string, shape []int) ([]float32, error) {
	info, err := f.find(name, shape)
	if err != nil {
		return nil, err
	}
	if f.data == nil || info.DType != F32 || !littleEndian || info.bytes == 0 {
		return f.Float32s(name, shape)
	}
	raw := f.data[info.begin : info.begin+info.bytes]
	first := unsafe.Pointer(unsafe.SliceData(raw))
	if uintptr(first)%4 != 0 {
		return f.Float32s(name, shape)
	}
	if err := f.checkSum(name, crc32.Checksum(raw, castagnoli)); err != nil {
		return nil, err
	}
	return unsafe.Slice((*float32)(first), info.Values()), nil
}

// Each reads an array of floats piece by piece: f gets each piece, a multiple
// of unit values except for the last, with the number of its first value. The
// memory of a piece is used again for the next.
func (f *File) Each(name string, shape []int, unit int, each func(at int, values []float32)) error {
	info, err := f.find(name, shape)
	if err != nil {
		return err
	}
	scratch := floatScratch.Get().(*[]float32)
	defer floatScratch.Put(scratch)
	return f.pieces(name, info, unit, func(at, n int, raw []byte) error {
		values := sized(scratch, n)
		if err := Decode(values, raw, info.DType); err != nil {
			return err
		}
		each(at, values)
		return nil
	})
}

// pieces reads an array piece by piece and compares its check sum.
func (f *File) pieces(name string, info Info, unit int, each func(at, n int, raw []byte) error) error {
	width, count := info.DType.Size(), info.Values()
	some := min(max(chunk/width/unit, 1)*unit, count)
	scratch := byteScratch.Get().(*[]byte)
	defer byteScratch.Put(scratch)
	sum := uint32(0)
	for done := 0; done < count; done += some {
		n := min(some, count-done)
		raw := sized(scratch, n*width)
		if err := readFull(f.r, raw, info.begin+int64(done*width)); err != nil {
			return fmt.Errorf("array %q: %w", name, err)
		}
		sum = crc32.Update(sum, castagnoli, raw)
		if err := each(done, n, raw); err != nil {
			return fmt.Errorf("%w: array %q: %w", ErrFormat, name, err)
		}
	}
	return f.checkSum(name, sum)
}

// A model has hundreds of arrays, read one after another into the same memory.
var (
	byteScratch  = sync.Pool{New: func() any { return new([]byte) }}
	floatScratch = sync.Pool{New: func() any { return new([]float32) }}
)

// sized gives a slice of n values, the old one if it is large enough.
func sized[T any](old *[]T, n int) []T {
	if cap(*old) < n {
		*old = make([]T, n)
	}
	return (*old)[:n]
}

func (f *File) checkSum(name string, got uint32) error {
	if want, ok := f.sums[name]; ok && got != want {
		return fmt.Errorf("%w: array %q is damaged: its check sum is %08x, must be %08x", ErrFormat, name, got, want)
	}
	return nil
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
	if err := f.checkSum(name, crc32.Checksum(buffer, castagnoli)); err != nil {
		return nil, err
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
