package safetensors

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"io"
	"maps"
	"math"
	"unsafe"
)

// Array is an array to be written. Exactly one of Floats and Ints is set.
type Array struct {
	Name   string
	Shape  []int
	Floats []float32 // written as DType, F32 if empty, or BF16
	Ints   []int32   // written as I32
	DType  DType
	// Transpose tells that Floats are the values of the transposed array: for
	// Shape [rows, columns] they stand as [columns, rows].
	Transpose bool
}

// alignment of the values in bytes, so that arrays whose size is a multiple of
// it all begin on a cache line when the file is mapped.
const alignment = 64

// Write writes a file with the arrays in the given order, and a check sum of
// each in the metadata.
func Write(w io.Writer, arrays []Array, metadata map[string]string) error {
	all := maps.Clone(metadata)
	if all == nil {
		all = map[string]string{}
	}
	header := map[string]any{}
	offset := int64(0)
	for i := range arrays {
		a := &arrays[i]
		d, n, err := a.check()
		if err != nil {
			return err
		}
		if _, double := header[a.Name]; double {
			return fmt.Errorf("array %q: the name is taken", a.Name)
		}
		sum := crc32.New(castagnoli)
		if err := a.write(sum); err != nil {
			return err
		}
		all[checksumKey(a.Name)] = fmt.Sprintf("%08x", sum.Sum32())
		end := offset + int64(n*d.Size())
		shape := a.Shape
		if shape == nil {
			shape = []int{}
		}
		header[a.Name] = map[string]any{"dtype": d, "shape": shape, "data_offsets": [2]int64{offset, end}}
		offset = end
	}
	if len(all) > 0 {
		header[metadataName] = all
	}
	text, err := json.Marshal(header)
	if err != nil {
		return err
	}
	for (8+len(text))%alignment != 0 {
		text = append(text, ' ')
	}
	b := bufio.NewWriterSize(w, 1<<16)
	var scratch [8]byte
	binary.LittleEndian.PutUint64(scratch[:], uint64(len(text)))
	_, _ = b.Write(scratch[:]) // a bufio.Writer keeps its first error for Flush
	_, _ = b.Write(text)
	for i := range arrays {
		if err := arrays[i].write(b); err != nil {
			return err
		}
	}
	return b.Flush()
}

func (a *Array) check() (DType, int, error) {
	n := 1
	for _, d := range a.Shape {
		n *= d
	}
	d, have := a.DType, len(a.Floats)
	switch {
	case a.Ints != nil && a.Floats == nil && (d == "" || d == I32):
		d, have = I32, len(a.Ints)
	case a.Ints == nil && d == "":
		d = F32
	case a.Ints == nil && (d == F32 || d == BF16):
	default:
		return d, 0, fmt.Errorf("array %q: cannot be written as %q", a.Name, d)
	}
	if a.Name == "" || a.Name == metadataName {
		return d, 0, fmt.Errorf("array %q: no name for an array", a.Name)
	}
	if have != n {
		return d, 0, fmt.Errorf("array %q: %d values do not fill the shape %v", a.Name, have, a.Shape)
	}
	if a.Transpose && (len(a.Shape) != 2 || a.Ints != nil) {
		return d, 0, fmt.Errorf("array %q: only a matrix of floats can be transposed", a.Name)
	}
	return d, n, nil
}

// write writes the values, a block at a time.
func (a *Array) write(w io.Writer) error {
	const block = 1 << 14 // values
	if a.Transpose {
		rows, columns := a.Shape[0], a.Shape[1]
		some := max(1, min(rows, block/max(columns, 1)))
		lines := make([]float32, some*columns)
		var scratch []byte
		for r := 0; r < rows; r += some {
			n := min(some, rows-r)
			for c := range columns {
				for i := range n {
					lines[i*columns+c] = a.Floats[c*rows+r+i]
				}
			}
			if err := writeFloats(w, lines[:n*columns], a.DType, &scratch); err != nil {
				return err
			}
		}
		return nil
	}
	var scratch []byte
	for begin := 0; begin < len(a.Floats); begin += block {
		part := a.Floats[begin:min(begin+block, len(a.Floats))]
		if err := writeFloats(w, part, a.DType, &scratch); err != nil {
			return err
		}
	}
	for _, v := range a.Ints {
		scratch = binary.LittleEndian.AppendUint32(scratch, uint32(v))
	}
	if len(a.Ints) == 0 {
		return nil
	}
	_, err := w.Write(scratch)
	return err
}

func writeFloats(w io.Writer, values []float32, d DType, scratch *[]byte) error {
	raw := (*scratch)[:0]
	switch {
	case d == BF16:
		for _, v := range values {
			raw = binary.LittleEndian.AppendUint16(raw, BFloat16(v))
		}
		*scratch = raw
	case littleEndian:
		raw = Memory(values)
	default:
		for _, v := range values {
			raw = binary.LittleEndian.AppendUint32(raw, math.Float32bits(v))
		}
		*scratch = raw
	}
	_, err := w.Write(raw)
	return err
}

// littleEndian tells whether this machine keeps numbers as the format does.
var littleEndian = binary.NativeEndian.Uint16([]byte{1, 0}) == 1

// Memory is the memory of values.
func Memory(values []float32) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(values))), 4*len(values))
}
