package pix2struct

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"encoding/json"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"pix2act/internal/safetensors"
)

// goldenFile reads a file of reference data: from the folder named by
// PIX2ACT_GOLDEN, else from testdata, where a part of the data is kept (see
// TestUpdateTestdata). A file that is in neither skips the test.
func goldenFile(t testing.TB, name string) []byte {
	t.Helper()
	if folder := os.Getenv("PIX2ACT_GOLDEN"); folder != "" {
		data, err := os.ReadFile(filepath.Join(folder, filepath.FromSlash(name)))
		if err != nil {
			t.Fatalf("PIX2ACT_GOLDEN: %v", err)
		}
		return data
	}
	if name == "tiny/"+vocabularyFile {
		name = "tokenizer/uni.model"
	}
	path := filepath.Join("testdata", "golden", filepath.FromSlash(name))
	if data, err := os.ReadFile(path); err == nil {
		return data
	}
	if data, err := os.ReadFile(path + ".gz"); err == nil {
		return unzip(t, data)
	}
	if data, err := os.ReadFile(path + ".planes.gz"); err == nil {
		return joinPlanes(unzip(t, data))
	}
	t.Skipf("SKIPPED: %s is not among the committed reference data; PIX2ACT_GOLDEN names no folder that has it", name)
	return nil
}

func unzip(t testing.TB, data []byte) []byte {
	t.Helper()
	r, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	data, err = io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// splitPlanes moves the high bytes of a bfloat16 file's values before the low
// ones, which a general compressor likes better; joinPlanes moves them back.
func splitPlanes(file []byte) []byte {
	begin := 8 + int(binary.LittleEndian.Uint64(file))
	out, low := slices.Clone(file[:begin]), []byte{}
	for i := begin; i < len(file); i += 2 {
		low, out = append(low, file[i]), append(out, file[i+1])
	}
	return append(out, low...)
}

func joinPlanes(file []byte) []byte {
	begin := 8 + int(binary.LittleEndian.Uint64(file))
	out := slices.Clone(file)
	half := (len(file) - begin) / 2
	for i := range half {
		out[begin+2*i], out[begin+2*i+1] = file[begin+half+i], file[begin+i]
	}
	return out
}

func goldenJSON(t testing.TB, name string, v any) {
	t.Helper()
	if err := json.Unmarshal(goldenFile(t, name), v); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}

func goldenTensors(t testing.TB, name string) *safetensors.File {
	t.Helper()
	data := goldenFile(t, name)
	f, err := safetensors.Open(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return f
}

func floats(t testing.TB, f *safetensors.File, name string) []float32 {
	t.Helper()
	v, err := f.Float32s(name, nil)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func ints(t testing.TB, f *safetensors.File, name string) []int32 {
	t.Helper()
	v, err := f.Int32s(name, nil)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// worst is the largest difference, NaN if there is one.
func worst(t testing.TB, got, want []float32) float64 {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%d values, want %d", len(got), len(want))
	}
	w := 0.0
	for i := range got {
		d := math.Abs(float64(got[i]) - float64(want[i]))
		if !(d <= w) {
			w = d
		}
	}
	return w
}
