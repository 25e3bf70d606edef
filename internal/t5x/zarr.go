package t5x

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"pix2act/internal/safetensors"
)

// header is the file .zarray of an array folder.
type header struct {
	Chunks     []int           `json:"chunks"`
	Shape      []int           `json:"shape"`
	DType      string          `json:"dtype"`
	Order      string          `json:"order"`
	Format     int             `json:"zarr_format"`
	Fill       json.RawMessage `json:"fill_value"`
	Filters    json.RawMessage `json:"filters"`
	Separator  string          `json:"dimension_separator"`
	Compressor *struct {
		ID string `json:"id"`
	} `json:"compressor"`
}

// readHeader reads and checks the header of an array folder.
func readHeader(files fs.FS, folder string) (*header, error) {
	text, err := fs.ReadFile(files, path.Join(folder, ".zarray"))
	if err != nil {
		return nil, err
	}
	h := &header{Order: "C", Separator: "."}
	if err := json.Unmarshal(text, h); err != nil {
		return nil, fmt.Errorf("%w: .zarray: %w", ErrFormat, err)
	}
	refuse := func(format string, args ...any) (*header, error) {
		return nil, fmt.Errorf("%w: .zarray: "+format, append([]any{ErrFormat}, args...)...)
	}
	switch {
	case h.Format != 2:
		return refuse("zarr_format is %d, must be 2", h.Format)
	case h.Order != "C":
		return refuse("order is %q, must be C", h.Order)
	case len(h.Filters) > 0 && string(h.Filters) != "null" && string(h.Filters) != "[]":
		return refuse("filters are not supported")
	case h.Separator != "." && h.Separator != "/":
		return refuse("dimension_separator is %q", h.Separator)
	case h.Compressor != nil && h.Compressor.ID != "gzip" && h.Compressor.ID != "zstd":
		return refuse("compressor %q is not supported, only gzip and zstd are", h.Compressor.ID)
	case len(h.Chunks) != len(h.Shape):
		return refuse("chunks %v for shape %v", h.Chunks, h.Shape)
	}
	if _, err := dtypeOf(h.DType); err != nil {
		return refuse("%w", err)
	}
	if _, err := volume(h.Shape); err != nil {
		return refuse("%w", err)
	}
	for i, c := range h.Chunks {
		// A chunk larger than the array would cost memory out of proportion.
		if c < 1 || c > max(h.Shape[i], 1) {
			return refuse("chunks %v for shape %v", h.Chunks, h.Shape)
		}
	}
	return h, nil
}

// read calls store for every chunk with its raw values; each is a whole block
// of the chunk shape, whatever of it lies outside the array.
func (h *header) read(files fs.FS, folder string, store func(index []int, raw []byte) error) error {
	kind, err := dtypeOf(h.DType)
	if err != nil {
		return err
	}
	n, err := volume(h.Chunks)
	if err != nil {
		return err
	}
	block := make([]byte, n*kind.Size())
	index := make([]int, len(h.Shape))
	if slices.Contains(h.Shape, 0) {
		return nil
	}
	for {
		name := h.chunkName(index)
		switch err := h.readChunk(files, path.Join(folder, name), block); {
		case err == nil:
			if err := store(index, block); err != nil {
				return err
			}
		case errors.Is(err, fs.ErrNotExist) && string(h.Fill) == "0":
			clear(block) // a chunk of nothing but the fill value may be left out
			if err := store(index, block); err != nil {
				return err
			}
		default:
			return fmt.Errorf("chunk %s: %w", name, err)
		}
		axis := len(index) - 1
		for ; axis >= 0; axis-- {
			if index[axis]++; index[axis]*h.Chunks[axis] < h.Shape[axis] {
				break
			}
			index[axis] = 0
		}
		if axis < 0 {
			return nil
		}
	}
}

func (h *header) chunkName(index []int) string {
	if len(index) == 0 {
		return "0"
	}
	parts := make([]string, len(index))
	for i, n := range index {
		parts[i] = strconv.Itoa(n)
	}
	return strings.Join(parts, h.Separator)
}

// readChunk fills block from a file, which must hold exactly that.
func (h *header) readChunk(files fs.FS, name string, block []byte) error {
	f, err := files.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	var r io.Reader = f
	if h.Compressor != nil {
		if r, err = h.decompressor(f); err != nil {
			return fmt.Errorf("%w: %w", ErrFormat, err)
		}
	}
	if closer, ok := r.(io.Closer); ok && h.Compressor != nil {
		defer closer.Close()
	}
	if n, err := io.ReadFull(r, block); err != nil {
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			err = fmt.Errorf("truncated: %d of %d bytes", n, len(block))
		}
		return fmt.Errorf("%w: %w", ErrFormat, err)
	}
	// The check sum, if there is one, is compared at the end.
	switch n, err := io.Copy(io.Discard, io.LimitReader(r, 1)); {
	case err != nil:
		return fmt.Errorf("%w: %w", ErrFormat, err)
	case n > 0:
		return fmt.Errorf("%w: more than %d bytes", ErrFormat, len(block))
	}
	return nil
}

func (h *header) decompressor(r io.Reader) (io.Reader, error) {
	if h.Compressor.ID == "zstd" {
		d, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(1<<30))
		if err != nil {
			return nil, err
		}
		return d.IOReadCloser(), nil
	}
	return gzip.NewReader(r)
}

// maxValues bounds one array.
const maxValues = 1 << 31

// volume is the number of values of a shape.
func volume(shape []int) (int, error) {
	n := 1
	for _, d := range shape {
		if d < 0 || d > 0 && n > maxValues/d {
			return 0, fmt.Errorf("shape %v", shape)
		}
		n *= d
	}
	return n, nil
}

// dtypeOf reads the name of a type: numpy's, or that of a zarr header.
func dtypeOf(name string) (safetensors.DType, error) {
	switch strings.TrimLeft(name, "<|=") {
	case "float32", "f4":
		return safetensors.F32, nil
	case "bfloat16":
		return safetensors.BF16, nil
	case "float16", "f2":
		return safetensors.F16, nil
	case "float64", "f8":
		return safetensors.F64, nil
	case "int32", "i4":
		return safetensors.I32, nil
	case "int64", "i8":
		return safetensors.I64, nil
	case "uint8", "u1":
		return safetensors.U8, nil
	}
	return "", fmt.Errorf("values of type %q are not supported", name)
}

// place copies the part of a block that lies inside the array.
func place[T any](dst []T, shape []int, block []T, chunks, index []int) {
	if len(shape) == 0 {
		dst[0] = block[0]
		return
	}
	inner, innerBlock := 1, 1
	for i := range shape[1:] {
		inner *= shape[i+1]
		innerBlock *= chunks[i+1]
	}
	begin := index[0] * chunks[0]
	for i := range min(chunks[0], shape[0]-begin) {
		place(dst[(begin+i)*inner:(begin+i+1)*inner], shape[1:], block[i*innerBlock:(i+1)*innerBlock], chunks[1:], index[1:])
	}
}

// decode turns raw values into float32.
func decode(raw []byte, kind safetensors.DType) ([]float32, error) {
	out := make([]float32, len(raw)/kind.Size())
	return out, safetensors.Decode(out, raw, kind)
}
