// Package t5xtest writes checkpoint folders as the T5X training library lays
// them out, for tests of what reads them.
package t5xtest

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"pix2act/internal/safetensors"
)

// Array is an array of a checkpoint; Name is its path in the tree.
type Array struct {
	Name   string
	Shape  []int
	Values []float32
	Inline bool // in the index, not in a folder of its own
}

// Options say how a checkpoint is laid out.
type Options struct {
	Step        int
	Compressor  string // "", "gzip" or "zstd"
	BFloat16    bool
	Chunked     bool   // chunks of 3/8 of each axis, so that those at the edge are padded
	Driver      string // of the key-value store: file, gfile or gcs
	PathOnTop   bool   // the path beside the store, as in old files
	Unversioned bool   // the index is the optimizer itself
	Placeholder bool   // the index names folders only, as newer ones do
}

// Write writes a checkpoint folder.
func Write(dir string, arrays []Array, o Options) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	tree := map[string]any{}
	for _, a := range arrays {
		if a.Inline {
			insert(tree, a.Name, inline(a))
			continue
		}
		spec, err := writeArray(dir, a, o)
		if err != nil {
			return fmt.Errorf("%s: %w", a.Name, err)
		}
		insert(tree, a.Name, spec)
	}
	step := binary.LittleEndian.AppendUint32(nil, uint32(o.Step))
	insert(tree, "state/step", extension{3, pack(nil, []any{[]any{}, "int32", step})})
	var document any = tree
	if !o.Unversioned {
		document = map[string]any{"version": 3, "optimizer": tree}
	}
	return os.WriteFile(filepath.Join(dir, "checkpoint"), pack(nil, document), 0o666)
}

func insert(tree map[string]any, name string, leaf any) {
	parts := strings.Split(name, "/")
	for _, part := range parts[:len(parts)-1] {
		branch, ok := tree[part].(map[string]any)
		if !ok {
			branch = map[string]any{}
			tree[part] = branch
		}
		tree = branch
	}
	tree[parts[len(parts)-1]] = leaf
}

func sizes(shape []int) []any {
	list := []any{}
	for _, d := range shape {
		list = append(list, d)
	}
	return list
}

func inline(a Array) extension {
	var raw []byte
	for _, v := range a.Values {
		raw = binary.LittleEndian.AppendUint32(raw, math.Float32bits(v))
	}
	return extension{1, pack(nil, []any{sizes(a.Shape), "float32", raw})}
}

// writeArray writes an array folder and gives what the index says of it.
func writeArray(dir string, a Array, o Options) (any, error) {
	folder := strings.ReplaceAll(a.Name, "/", ".")
	if err := os.MkdirAll(filepath.Join(dir, folder), 0o777); err != nil {
		return nil, err
	}
	chunks := slices.Clone(a.Shape)
	counts := make([]int, len(chunks))
	for i, d := range a.Shape {
		chunks[i] = max(1, d)
		if o.Chunked {
			chunks[i] = max(1, (3*d+7)/8)
		}
		counts[i] = (d + chunks[i] - 1) / chunks[i]
	}
	var compressor any
	if o.Compressor != "" {
		compressor = map[string]any{"id": o.Compressor, "level": 1}
	}
	dtype, name := "<f4", "float32"
	if o.BFloat16 {
		dtype, name = "bfloat16", "bfloat16"
	}
	header, err := json.Marshal(map[string]any{
		"chunks": sizes(chunks), "compressor": compressor, "dtype": dtype, "fill_value": nil, "filters": nil,
		"order": "C", "shape": sizes(a.Shape), "zarr_format": 2,
	})
	if err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(dir, folder, ".zarray"), header, 0o666); err != nil {
		return nil, err
	}
	for index := range each(counts) {
		raw, err := compress(block(a, chunks, index, o.BFloat16), o.Compressor)
		if err != nil {
			return nil, err
		}
		key := strings.Trim(strings.ReplaceAll(fmt.Sprint(index), " ", "."), "[]")
		if key == "" {
			key = "0"
		}
		if err := os.WriteFile(filepath.Join(dir, folder, key), raw, 0o666); err != nil {
			return nil, err
		}
	}
	if o.Placeholder {
		return "PLACEHOLDER://" + folder, nil
	}
	metadata := map[string]any{"chunks": sizes(chunks), "compressor": compressor, "shape": sizes(a.Shape)}
	store := map[string]any{"driver": o.Driver}
	if o.Driver == "gcs" {
		store["bucket"] = "t5x-dummy-bucket"
	}
	spec := map[string]any{"driver": "zarr", "dtype": name, "kvstore": store, "metadata": metadata}
	if o.PathOnTop {
		spec["path"] = folder + "/"
	} else {
		store["path"] = folder + "/"
	}
	return spec, nil
}

// each gives every index below counts, the last axis fastest.
func each(counts []int) func(func([]int) bool) {
	return func(yield func([]int) bool) {
		if slices.Contains(counts, 0) {
			return
		}
		index := make([]int, len(counts))
		for {
			if !yield(index) {
				return
			}
			axis := len(index) - 1
			for ; axis >= 0; axis-- {
				if index[axis]++; index[axis] < counts[axis] {
					break
				}
				index[axis] = 0
			}
			if axis < 0 {
				return
			}
		}
	}
}

// block is a chunk with zeros where it sticks out.
func block(a Array, chunks, index []int, bfloat16 bool) []byte {
	var raw []byte
	for inner := range each(chunks) {
		at, inside := 0, true
		for axis, i := range inner {
			i += index[axis] * chunks[axis]
			inside = inside && i < a.Shape[axis]
			at = at*a.Shape[axis] + i
		}
		var v float32
		if inside {
			v = a.Values[at]
		}
		if bfloat16 {
			raw = binary.LittleEndian.AppendUint16(raw, safetensors.BFloat16(v))
		} else {
			raw = binary.LittleEndian.AppendUint32(raw, math.Float32bits(v))
		}
	}
	return raw
}

func compress(raw []byte, how string) ([]byte, error) {
	var b bytes.Buffer
	var w io.WriteCloser
	var err error
	switch how {
	case "":
		return raw, nil
	case "gzip":
		w, err = gzip.NewWriterLevel(&b, gzip.BestSpeed)
	case "zstd":
		w, err = zstd.NewWriter(&b)
	default:
		err = fmt.Errorf("no compressor %q", how)
	}
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(raw); err != nil {
		return nil, err
	}
	err = w.Close()
	return b.Bytes(), err
}

// extension is a MessagePack value of an application's own type.
type extension struct {
	kind int8
	data []byte
}

// pack appends a value in MessagePack.
func pack(b []byte, v any) []byte {
	length := func(code byte, n int) { // the form with a length of 32 bits
		b = binary.BigEndian.AppendUint32(append(b, code), uint32(n))
	}
	switch v := v.(type) {
	case nil:
		return append(b, 0xc0)
	case int:
		return binary.BigEndian.AppendUint64(append(b, 0xd3), uint64(v))
	case string:
		if len(v) < 32 {
			return append(append(b, 0xa0|byte(len(v))), v...)
		}
		length(0xdb, len(v))
		return append(b, v...)
	case []byte:
		length(0xc6, len(v))
		return append(b, v...)
	case extension:
		length(0xc9, len(v.data))
		return append(append(b, byte(v.kind)), v.data...)
	case []any:
		length(0xdd, len(v))
		for _, x := range v {
			b = pack(b, x)
		}
		return b
	case map[string]any:
		length(0xdf, len(v))
		for _, key := range slices.Sorted(maps.Keys(v)) {
			b = pack(pack(b, key), v[key])
		}
		return b
	}
	panic(fmt.Sprintf("t5xtest: cannot pack a %T", v))
}
