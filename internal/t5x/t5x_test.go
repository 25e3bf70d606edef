package t5x

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"pix2act/internal/safetensors"
	"pix2act/internal/t5x/t5xtest"
)

// arrays are of every rank, small enough for chunks of odd sizes.
func arrays() []t5xtest.Array {
	list := []t5xtest.Array{
		{Name: "target/decoder/mlp/kernel", Shape: []int{13, 10}},
		{Name: "target/decoder/norm/scale", Shape: []int{11}},
		{Name: "target/cube", Shape: []int{3, 5, 9}},
		{Name: "target/number", Shape: []int{}},
		{Name: "target/empty", Shape: []int{0, 4}},
		{Name: "state/param_states/decoder/mlp/kernel/v_row", Shape: []int{13}, Inline: true},
		{Name: "state/param_states/decoder/mlp/kernel/m", Shape: []int{1}, Inline: true},
	}
	for i := range list {
		n, _ := volume(list[i].Shape)
		for j := range n {
			list[i].Values = append(list[i].Values, float32(j-2*i)/4) // exact in bfloat16
		}
	}
	return list
}

func TestWritten(t *testing.T) {
	for _, o := range []t5xtest.Options{
		{Step: 332000, Compressor: "gzip", Driver: "gfile"},
		{Step: 7, Compressor: "zstd", Driver: "gcs", Chunked: true},
		{Step: 1, Driver: "file", Chunked: true, PathOnTop: true},
		{Step: 280000, Compressor: "gzip", Driver: "file", BFloat16: true, Chunked: true, Unversioned: true},
		{Step: 5, Compressor: "zstd", Placeholder: true},
	} {
		t.Run(fmt.Sprintf("%+v", o), func(t *testing.T) {
			dir := t.TempDir()
			if err := t5xtest.Write(dir, arrays(), o); err != nil {
				t.Fatal(err)
			}
			c, err := Open(os.DirFS(dir))
			if err != nil {
				t.Fatal(err)
			}
			if step, err := c.Step(); step != o.Step || err != nil {
				t.Errorf("step %d, %v", step, err)
			}
			for _, a := range arrays() {
				got, err := c.Float32s(a.Name, a.Shape)
				if err != nil || !slices.Equal(got, a.Values) {
					t.Errorf("%s: %v, %v, want %v", a.Name, got, err, a.Values)
				}
			}
			if n := len(c.Names()); n != len(arrays())+1 {
				t.Errorf("%d names: %v", n, c.Names())
			}
			if n := len(c.Folders()); n != 5 {
				t.Errorf("%d folders", n)
			}
		})
	}
}

// Every kind of leaf, as the reference implementation writes it.
func TestGoldenLeaves(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("testdata", "leaves.msgpack"))
	if err != nil {
		t.Fatal(err)
	}
	c, err := Open(fstest.MapFS{IndexFile: {Data: data}})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"target/bf16", "target/big", "target/bytes", "target/complex", "target/half", "target/int64", "target/scalar"}
	if got := slices.DeleteFunc(c.Names(), func(n string) bool { return n == "state/step" }); !slices.Equal(got, want) {
		t.Errorf("names %v, want %v", got, want)
	}
	big := make([]float32, 1000)
	for i := range big {
		big[i] = float32(i)
	}
	for name, want := range map[string]struct {
		shape  []int
		values []float32
	}{
		"target/big":    {[]int{40, 25}, big},
		"target/half":   {[]int{2}, []float32{1.5, -2.25}},
		"target/bf16":   {[]int{3}, []float32{1.5, -2.25, 3}},
		"target/scalar": {[]int{}, []float32{2.5}},
	} {
		if got, err := c.Float32s(name, want.shape); err != nil || !slices.Equal(got, want.values) {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
	if step, err := c.Step(); step != 1 || err != nil {
		t.Errorf("step %d, %v", step, err)
	}
	for _, name := range []string{"target/complex", "target/bytes", "target/int64"} {
		if _, err := c.Float32s(name, nil); !errors.Is(err, ErrFormat) || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if c.DType("target/bytes") != safetensors.U8 || c.DType("target/int64") != safetensors.I64 {
		t.Error("types of the arrays of whole numbers")
	}
}

// The reference checkpoints give exactly the reference model.
func TestGoldenCheckpoints(t *testing.T) {
	golden := os.Getenv("PIX2ACT_GOLDEN")
	if golden == "" {
		t.Skip("SKIPPED: PIX2ACT_GOLDEN names no folder")
	}
	var first *Checkpoint
	for name, step := range map[string]int{"gzip/checkpoint_280005": 280005, "chunked/checkpoint_7": 7, "bfloat16/checkpoint_280000": 280000} {
		c, err := Open(os.DirFS(filepath.Join(golden, "t5x", name)))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if got, err := c.Step(); got != step || err != nil {
			t.Errorf("%s: step %d, %v", name, got, err)
		}
		if first == nil {
			first = c
		}
		parameters := 0
		for _, n := range c.Names() {
			if !strings.HasPrefix(n, "target/") {
				continue
			}
			parameters++
			shape, _ := first.Shape(n)
			want, err := first.Float32s(n, nil)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if got, err := c.Float32s(n, shape); err != nil || !slices.Equal(got, want) {
				t.Errorf("%s: %s differs or %v", name, n, err)
			}
		}
		if parameters != 55 {
			t.Errorf("%s: %d parameters, want 55", name, parameters)
		}
	}
}

func TestRefused(t *testing.T) {
	dir := t.TempDir()
	if err := t5xtest.Write(dir, arrays(), t5xtest.Options{Step: 1, Compressor: "gzip", Driver: "file"}); err != nil {
		t.Fatal(err)
	}
	const kernel = "target.decoder.mlp.kernel"
	edit := func(old, new string) func(fstest.MapFS) {
		return func(f fstest.MapFS) {
			data := bytes.Replace(f[kernel+"/.zarray"].Data, []byte(old), []byte(new), 1)
			if bytes.Equal(data, f[kernel+"/.zarray"].Data) {
				t.Fatalf("%q is not in %s", old, data)
			}
			f[kernel+"/.zarray"] = &fstest.MapFile{Data: data}
		}
	}
	index := func(document string) func(fstest.MapFS) {
		return func(f fstest.MapFS) {
			data, err := hex.DecodeString(document)
			if err != nil {
				t.Fatal(err)
			}
			f[IndexFile] = &fstest.MapFile{Data: data}
		}
	}
	for name, c := range map[string]struct {
		change func(fstest.MapFS)
		want   string
	}{
		"no index":       {func(f fstest.MapFS) { delete(f, IndexFile) }, IndexFile},
		"empty index":    {index(""), "too early"},
		"no tree":        {index("01"), "int64"},
		"left over":      {index("8001"), "1 bytes follow"},
		"no parameters":  {index("80"), "no parameters"},
		"newer":          {index("82a776657273696f6e04a96f7074696d697a657280"), "version 4"},
		"no header":      {func(f fstest.MapFS) { delete(f, kernel+"/.zarray") }, "array target/decoder/mlp/kernel"},
		"no chunk":       {func(f fstest.MapFS) { delete(f, kernel+"/0.0") }, "array target/decoder/mlp/kernel: chunk 0.0"},
		"truncated":      {func(f fstest.MapFS) { f[kernel+"/0.0"].Data = f[kernel+"/0.0"].Data[:40] }, "array target/decoder/mlp/kernel: chunk 0.0"},
		"check sum":      {func(f fstest.MapFS) { d := f[kernel+"/0.0"].Data; d[len(d)-6] ^= 1 }, "array target/decoder/mlp/kernel: chunk 0.0"},
		"shape":          {edit(`"shape":[13,10]`, `"shape":[13,11]`), "[13 11] in its folder, [13 10] in the index"},
		"chunk too big":  {edit(`"chunks":[13,10]`, `"chunks":[13,100]`), "chunks [13 100]"},
		"chunk rank":     {edit(`"chunks":[13,10]`, `"chunks":[13]`), "chunks [13]"},
		"smaller chunks": {edit(`"chunks":[13,10]`, `"chunks":[13,9]`), "more than 468 bytes"},
		"type":           {edit(`"\u003cf4"`, `"\u003cf2"`), "type <f2 in its folder, float32 in the index"},
		"big endian":     {edit(`"\u003cf4"`, `"\u003ef4"`), `">f4"`},
		"order":          {edit(`"C"`, `"F"`), `order is "F"`},
		"zarr 3":         {edit(`"zarr_format":2`, `"zarr_format":3`), "zarr_format is 3"},
		"filters":        {edit(`"filters":null`, `"filters":[{}]`), "filters"},
		"blosc":          {edit(`"gzip"`, `"blosc"`), `compressor "blosc"`},
		"header":         {edit(`{`, ``), ".zarray"},
	} {
		files := fstest.MapFS{}
		err := fs.WalkDir(os.DirFS(dir), ".", func(p string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() {
				var data []byte
				data, err = os.ReadFile(filepath.Join(dir, p))
				files[p] = &fstest.MapFile{Data: data}
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		c.change(files)
		opened, err := Open(files)
		if err == nil {
			_, err = opened.Float32s("target/decoder/mlp/kernel", []int{13, 10})
		}
		if err == nil || !strings.Contains(err.Error(), c.want) || !errors.Is(err, ErrFormat) && !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: want %q, got %v", name, c.want, err)
		}
	}
}

func TestUnpack(t *testing.T) {
	for text, want := range map[string]any{
		"c0": nil, "c2": false, "c3": true, "7f": int64(127), "ff": int64(-1), "e0": int64(-32),
		"cc80": int64(128), "cd0100": int64(256), "ce00010000": int64(65536), "cfffffffffffffffff": uint64(math.MaxUint64),
		"d080": int64(-128), "d18000": int64(-32768), "d280000000": int64(math.MinInt32), "d3ffffffffffffffff": int64(-1),
		"ca3fc00000": 1.5, "cbbff8000000000000": -1.5,
		"a161": "a", "d90161": "a", "da000161": "a", "db0000000161": "a",
		"c40107": []byte{7}, "c5000107": []byte{7}, "c60000000107": []byte{7},
		"9101": []any{int64(1)}, "dc000101": []any{int64(1)}, "dd0000000101": []any{int64(1)},
		"81a16101": map[string]any{"a": int64(1)}, "de0001a16101": map[string]any{"a": int64(1)}, "df00000001a16101": map[string]any{"a": int64(1)},
		"d40109": extension{1, []byte{9}}, "d5010909": extension{1, []byte{9, 9}}, "c70103ff": extension{3, []byte{255}},
	} {
		data, _ := hex.DecodeString(text)
		if got, err := unpack(data); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %#v, %v, want %#v", text, got, err, want)
		}
		for n := range data {
			if _, err := unpack(data[:n]); err == nil {
				t.Errorf("the first %d bytes of %s: no error", n, text)
			}
		}
	}
	for _, text := range []string{"c1", "8101c0", "82a161c0a161c0", strings.Repeat("91", 200) + "c0", "ddffffffff", "dfffffffff", "c6ffffffff00"} {
		data, _ := hex.DecodeString(text)
		if v, err := unpack(data); err == nil {
			t.Errorf("%s: %v", text, v)
		}
	}
}

func FuzzOpen(f *testing.F) {
	dir := f.TempDir()
	if err := t5xtest.Write(dir, arrays(), t5xtest.Options{Compressor: "zstd", Driver: "file", Chunked: true}); err != nil {
		f.Fatal(err)
	}
	for _, name := range []string{IndexFile, "target.cube/.zarray", "target.cube/0.0.0"} {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data, []byte(`{"zarr_format":2,"chunks":[2],"shape":[3],"dtype":"<f4"}`), []byte{1, 2, 3, 4, 5, 6, 7, 8})
		f.Add([]byte{}, data, data)
	}
	leaves, err := os.ReadFile(filepath.Join("testdata", "leaves.msgpack"))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(leaves, []byte{}, []byte{})
	f.Fuzz(func(t *testing.T, index, header, chunk []byte) {
		c, err := Open(everywhere{index, header, chunk})
		if err != nil {
			if !errors.Is(err, ErrFormat) && !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("got %v", err)
			}
			return
		}
		_, _ = c.Step()
		for _, name := range c.Names() {
			shape, _ := c.Shape(name)
			if n, err := volume(shape); err != nil || n > 1<<16 {
				continue
			}
			values, err := c.Float32s(name, shape)
			if n, _ := volume(shape); err == nil && len(values) != n {
				t.Errorf("%s: %d values for shape %v", name, len(values), shape)
			}
		}
	})
}

// everywhere is a file tree in which every array folder holds the same files.
type everywhere struct{ index, header, chunk []byte }

func (e everywhere) Open(name string) (fs.File, error) {
	data := e.chunk
	switch {
	case name == IndexFile:
		data = e.index
	case strings.HasSuffix(name, ".zarray"):
		data = e.header
	}
	return fstest.MapFS{"x": {Data: data}}.Open("x")
}
