package safetensors

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"
)

func write(t testing.TB, arrays ...Array) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, arrays, map[string]string{"made": "here"}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func sample(t testing.TB) []byte {
	return write(t,
		Array{Name: "a", Shape: []int{2, 3}, Floats: []float32{1, -2, 3.25, 0, 1e-30, 7}},
		Array{Name: "b", Shape: []int{2}, Floats: []float32{1.5, -3}, DType: BF16},
		Array{Name: "c", Shape: []int{3}, Ints: []int32{1, -1, 1 << 30}},
		Array{Name: "empty", Shape: []int{0, 4}, Floats: []float32{}},
		Array{Name: "scalar", Floats: []float32{9}},
	)
}

func TestRoundTrip(t *testing.T) {
	data := sample(t)
	f, err := Open(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	if got := f.Names(); !slices.Equal(got, []string{"a", "b", "c", "empty", "scalar"}) {
		t.Errorf("names %v", got)
	}
	if f.Metadata["made"] != "here" {
		t.Errorf("metadata %v", f.Metadata)
	}
	for name, want := range map[string][]float32{
		"a": {1, -2, 3.25, 0, 1e-30, 7}, "b": {1.5, -3}, "empty": {}, "scalar": {9},
	} {
		if got, err := f.Float32s(name, nil); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
	if got, err := f.Int32s("c", []int{3}); err != nil || !slices.Equal(got, []int32{1, -1, 1 << 30}) {
		t.Errorf("c: %v, %v", got, err)
	}
	for name, call := range map[string]func() error{
		`"z" is missing`:                  func() error { _, err := f.Float32s("z", nil); return err },
		`"a" has shape [2 3], expected`:   func() error { _, err := f.Float32s("a", []int{3, 2}); return err },
		`"c": values of type I32`:         func() error { _, err := f.Float32s("c", nil); return err },
		`"a" has type F32, not I32`:       func() error { _, err := f.Int32s("a", nil); return err },
		`"scalar" has shape [], expected`: func() error { _, err := f.Float32s("scalar", []int{1}); return err },
	} {
		if err := call(); err == nil || !errors.Is(err, ErrFormat) || !strings.Contains(err.Error(), name) {
			t.Errorf("want %q, got %v", name, err)
		}
	}
}

func TestBroken(t *testing.T) {
	header := func(text string, data int) []byte {
		b := binary.LittleEndian.AppendUint64(nil, uint64(len(text)))
		return append(append(b, text...), make([]byte, data)...)
	}
	good := sample(t)
	for name, c := range map[string]struct {
		data []byte
		want string
	}{
		"empty":         {nil, "too few"},
		"header longer": {binary.LittleEndian.AppendUint64(nil, 1<<60), "header of"},
		"no JSON":       {header("{", 0), "header"},
		"truncated":     {good[:len(good)-3], `"scalar": truncated`},
		"left over":     {append(slices.Clone(good), 0), "1 bytes follow"},
		"type":          {header(`{"x":{"dtype":"Q3","shape":[1],"data_offsets":[0,1]}}`, 1), `"x": unknown type`},
		"count":         {header(`{"x":{"dtype":"F32","shape":[2],"data_offsets":[0,4]}}`, 4), `"x": shape [2]`},
		"negative":      {header(`{"x":{"dtype":"F32","shape":[-1],"data_offsets":[0,4]}}`, 4), `"x": shape`},
		"huge":          {header(`{"x":{"dtype":"F32","shape":[4294967296,4294967296],"data_offsets":[0,0]}}`, 0), `"x": shape`},
		"overlap": {header(`{"x":{"dtype":"U8","shape":[4],"data_offsets":[0,4]},"y":{"dtype":"U8","shape":[2],"data_offsets":[2,4]}}`, 4),
			`"y" begins`},
		"gap": {header(`{"x":{"dtype":"U8","shape":[2],"data_offsets":[2,4]}}`, 4), `"x" begins`},
	} {
		_, err := Open(bytes.NewReader(c.data), int64(len(c.data)))
		if !errors.Is(err, ErrFormat) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: want %q, got %v", name, c.want, err)
		}
	}
}

// Of several arrays that a file lacks, the first in the file's order is named, every time.
func TestTruncatedNamesTheFirst(t *testing.T) {
	var arrays []Array
	for _, name := range []string{"m", "z", "c", "y", "a", "x", "b"} {
		arrays = append(arrays, Array{Name: name, Shape: []int{4}, Floats: make([]float32, 4), DType: F32})
	}
	data := write(t, arrays...)
	cut := data[:len(data)-5*16-1] // in the values of z
	for range 20 {
		if _, err := OpenBytes(cut); !errors.Is(err, ErrFormat) || !strings.Contains(err.Error(), `"z": truncated`) {
			t.Fatalf("want the array z, got %v", err)
		}
	}
}

func TestTransposed(t *testing.T) {
	const rows, columns = 300, 70 // more than one block
	floats := make([]float32, rows*columns)
	for r := range rows {
		for c := range columns {
			floats[c*rows+r] = float32(r*columns + c)
		}
	}
	data := write(t, Array{Name: "a", Shape: []int{rows, columns}, Floats: floats, Transpose: true})
	f, err := OpenBytes(data)
	if err != nil {
		t.Fatal(err)
	}
	values, err := f.Float32s("a", []int{rows, columns})
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range values {
		if v != float32(i) {
			t.Fatalf("value %d is %v", i, v)
		}
	}
}

func TestViewSharesMemory(t *testing.T) {
	data := sample(t)
	if start := 8 + binary.LittleEndian.Uint64(data); start%alignment != 0 {
		t.Errorf("the values begin at byte %d", start)
	}
	f, err := OpenBytes(data)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string][]float32{"a": {1, -2, 3.25, 0, 1e-30, 7}, "b": {1.5, -3}, "empty": {}, "scalar": {9}} {
		got, err := f.View(name, nil)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
	view, err := f.View("a", []int{2, 3})
	if err != nil {
		t.Fatal(err)
	}
	begin := f.arrays["a"].begin
	if littleEndian {
		data[begin+3] ^= 0x80
		if view[0] != -1 {
			t.Error("the view is a copy")
		}
	}
	// A file that begins at an odd address is copied.
	shifted := append(make([]byte, 1, len(data)+1), sample(t)...)[1:]
	if f, err = OpenBytes(shifted); err != nil {
		t.Fatal(err)
	}
	if got, err := f.View("a", nil); err != nil || got[1] != -2 {
		t.Errorf("at an odd address: %v, %v", got, err)
	}
}

func TestDamage(t *testing.T) {
	good := sample(t)
	f, err := OpenBytes(good)
	if err != nil {
		t.Fatal(err)
	}
	if !f.Checked() || len(f.Metadata) != 1 {
		t.Errorf("checked %v, metadata %v", f.Checked(), f.Metadata)
	}
	for _, name := range f.Names() {
		info, _ := f.Info(name)
		if info.bytes == 0 {
			continue
		}
		data := slices.Clone(good)
		data[info.begin+info.bytes/2] ^= 4
		bad, err := OpenBytes(data)
		if err != nil {
			t.Fatal(err)
		}
		_, err = bad.View(name, nil)
		if name == "c" {
			_, err = bad.Int32s(name, nil)
		}
		_, err2 := bad.Float32s(name, nil)
		if name == "c" {
			err2 = err
		}
		for _, err := range []error{err, err2} {
			if !errors.Is(err, ErrFormat) || !strings.Contains(err.Error(), `"`+name+`" is damaged`) {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	if data := bytes.Replace(good, []byte("crc32c:a"), []byte("crc32c:x"), 1); true {
		f, err := OpenBytes(data)
		if err != nil || f.Checked() {
			t.Errorf("an array without a check sum: %v", err)
		}
	}
}

func TestWriteRefuses(t *testing.T) {
	for name, arrays := range map[string][]Array{
		"count":  {{Name: "a", Shape: []int{2}, Floats: []float32{1}}},
		"double": {{Name: "a", Floats: []float32{1}}, {Name: "a", Floats: []float32{1}}},
		"both":   {{Name: "a", Floats: []float32{1}, Ints: []int32{1}}},
		"name":   {{Floats: []float32{1}}},
		"rank":   {{Name: "a", Shape: []int{1}, Floats: []float32{1}, Transpose: true}},
	} {
		if err := Write(&bytes.Buffer{}, arrays, nil); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestSmallFloats(t *testing.T) {
	for f, want := range map[float32]uint16{
		1: 0x3f80, -2: 0xc000, 0: 0,
		math.Float32frombits(0x3f808000): 0x3f80, // tie: to even
		math.Float32frombits(0x3f818000): 0x3f82,
		math.Float32frombits(0x3f808001): 0x3f81,
		math.MaxFloat32:                  0x7f80,
	} {
		if got := BFloat16(f); got != want {
			t.Errorf("BFloat16(%v) = %#x, want %#x", f, got, want)
		}
	}
	if f := FromBFloat16(BFloat16(float32(math.NaN()))); f == f {
		t.Errorf("NaN became %v", f)
	}
	for h, want := range map[uint16]float32{0x3c00: 1, 0xc000: -2, 0x0001: 1.0 / (1 << 24), 0x8001: -1.0 / (1 << 24), 0x7bff: 65504} {
		if got := fromHalf(h); got != want {
			t.Errorf("half %#x = %v, want %v", h, got, want)
		}
	}
}

func FuzzOpen(f *testing.F) {
	good := sample(f)
	f.Add(good)
	f.Add(good[:40])
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := Open(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			return
		}
		for _, name := range file.Names() {
			info, _ := file.Info(name)
			values, err := file.Float32s(name, info.Shape)
			if err == nil && len(values) != info.Values() {
				t.Errorf("%q: %d values, want %d", name, len(values), info.Values())
			}
		}
	})
}
