package safetensors

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"math"
)

// Array is an array to be written. Exactly one of Floats and Ints is set.
type Array struct {
	Name   string
	Shape  []int
	Floats []float32 // written as DType, F32 if empty, or BF16
	Ints   []int32   // written as I32
	DType  DType
}

// Write writes a file with the arrays in the given order.
func Write(w io.Writer, arrays []Array, metadata map[string]string) error {
	header := map[string]any{}
	if len(metadata) > 0 {
		header["__metadata__"] = metadata
	}
	offset := int64(0)
	for i := range arrays {
		a := arrays[i]
		d, n, err := a.check()
		if err != nil {
			return err
		}
		if _, double := header[a.Name]; double {
			return fmt.Errorf("array %q: the name is taken", a.Name)
		}
		end := offset + int64(n*d.Size())
		shape := a.Shape
		if shape == nil {
			shape = []int{}
		}
		header[a.Name] = map[string]any{"dtype": d, "shape": shape, "data_offsets": [2]int64{offset, end}}
		offset = end
	}
	text, err := json.Marshal(header)
	if err != nil {
		return err
	}
	for len(text)%8 != 0 { // so that the values are aligned
		text = append(text, ' ')
	}
	b := bufio.NewWriterSize(w, 1<<16)
	var scratch [8]byte
	binary.LittleEndian.PutUint64(scratch[:], uint64(len(text)))
	_, _ = b.Write(scratch[:]) // a bufio.Writer keeps its first error for Flush
	_, _ = b.Write(text)
	for i := range arrays {
		arrays[i].write(b)
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
	if a.Name == "" || a.Name == "__metadata__" {
		return d, 0, fmt.Errorf("array %q: no name for an array", a.Name)
	}
	if have != n {
		return d, 0, fmt.Errorf("array %q: %d values do not fill the shape %v", a.Name, have, a.Shape)
	}
	return d, n, nil
}

func (a *Array) write(b *bufio.Writer) {
	var scratch [4]byte
	for _, v := range a.Ints {
		binary.LittleEndian.PutUint32(scratch[:], uint32(v))
		_, _ = b.Write(scratch[:])
	}
	for _, v := range a.Floats {
		if a.DType == BF16 {
			binary.LittleEndian.PutUint16(scratch[:], BFloat16(v))
			_, _ = b.Write(scratch[:2])
		} else {
			binary.LittleEndian.PutUint32(scratch[:], math.Float32bits(v))
			_, _ = b.Write(scratch[:])
		}
	}
}
