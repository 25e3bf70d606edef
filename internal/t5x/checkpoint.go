package t5x

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"pix2act/internal/safetensors"
)

// IndexFile is the name of the index in a checkpoint folder.
const IndexFile = "checkpoint"

// newestVersion is the newest version of the index that is known.
const newestVersion = 3

// ErrFormat is matched by every error about what a checkpoint holds, as
// opposed to errors of reading it.
var ErrFormat = errors.New("not a sound T5X checkpoint")

// Checkpoint is an open checkpoint folder. Its methods are safe for use by
// several goroutines at once.
type Checkpoint struct {
	files  fs.FS
	leaves map[string]leaf
}

// leaf is an array: in the index itself, or in a folder.
type leaf struct {
	shape  []int
	kind   safetensors.DType // empty: values that cannot be read
	raw    []byte            // of an array in the index
	pieces [][]byte          // in place of raw, where the array was cut up
	folder string            // of an array outside
	header *header
}

// Open reads the index and the headers of all arrays, and checks that they
// agree.
func Open(files fs.FS) (*Checkpoint, error) {
	data, err := fs.ReadFile(files, IndexFile)
	if err != nil {
		return nil, err
	}
	document, err := unpack(data)
	if err != nil {
		return nil, fmt.Errorf("%w: file %s: %w", ErrFormat, IndexFile, err)
	}
	tree, ok := document.(map[string]any)
	if !ok {
		return nil, fmt.Errorf("%w: file %s holds a %T, not a tree", ErrFormat, IndexFile, document)
	}
	if inner, ok := tree["optimizer"].(map[string]any); ok {
		version, _ := tree["version"].(int64)
		if version < 0 || version > newestVersion {
			return nil, fmt.Errorf("%w: file %s has version %d, at most %d is known", ErrFormat, IndexFile, version, newestVersion)
		}
		tree = inner
	}
	if _, ok := tree["target"].(map[string]any); !ok {
		return nil, fmt.Errorf("%w: file %s has no parameters (target)", ErrFormat, IndexFile)
	}
	c := &Checkpoint{files: files, leaves: map[string]leaf{}}
	for _, part := range []string{"target", "state"} {
		if err := c.walk(part, tree[part]); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// walk takes up the leaves of a tree.
func (c *Checkpoint) walk(name string, node any) error {
	l, found, err := c.leaf(node)
	if err != nil {
		return fmt.Errorf("array %s: %w", name, err)
	}
	if found {
		c.leaves[name] = l
		return nil
	}
	branches, _ := node.(map[string]any)
	for _, key := range slices.Sorted(maps.Keys(branches)) {
		if err := c.walk(name+"/"+key, branches[key]); err != nil {
			return err
		}
	}
	return nil
}

const (
	chunkedKey  = "__msgpack_chunked_array__"
	placeholder = "PLACEHOLDER://" // before the name of an array folder, in newer indexes
)

// leaf reads a node that is one; false for branches and for nothing.
func (c *Checkpoint) leaf(node any) (leaf, bool, error) {
	switch v := node.(type) {
	case extension:
		l, err := arrayOf(v)
		return l, true, err
	case string:
		folder, ok := strings.CutPrefix(v, placeholder)
		if !ok {
			return leaf{}, true, nil // text is no array
		}
		l, err := c.outside(folder, nil, "")
		return l, true, err
	case map[string]any:
		if v[chunkedKey] == true {
			l, err := chunkedOf(v)
			return l, true, err
		}
		metadata, ok := v["metadata"].(map[string]any)
		if _, isSpec := v["driver"].(string); !isSpec || !ok {
			return leaf{}, false, nil
		}
		folder, _ := v["path"].(string)
		if store, ok := v["kvstore"].(map[string]any); ok && folder == "" {
			folder, _ = store["path"].(string)
		}
		shape, err := integers(metadata["shape"])
		if err != nil {
			return leaf{}, true, fmt.Errorf("%w: shape: %w", ErrFormat, err)
		}
		kind, _ := v["dtype"].(string)
		l, err := c.outside(folder, shape, kind)
		return l, true, err
	case int64:
		return leaf{kind: safetensors.I64, raw: binary.LittleEndian.AppendUint64(nil, uint64(v))}, true, nil
	case nil:
		return leaf{}, false, nil
	}
	return leaf{}, true, nil
}

// outside opens an array folder. Which driver and bucket wrote it does not
// matter: it lies in the checkpoint's folder.
func (c *Checkpoint) outside(folder string, shape []int, kind string) (leaf, error) {
	folder = path.Base(strings.TrimRight(folder, "/"))
	if folder == "." || folder == ".." || !fs.ValidPath(folder) {
		return leaf{}, fmt.Errorf("%w: the index does not say where it is", ErrFormat)
	}
	h, err := readHeader(c.files, folder)
	if err != nil {
		return leaf{}, err
	}
	if shape != nil && !slices.Equal(shape, h.Shape) {
		return leaf{}, fmt.Errorf("%w: shape %v in its folder, %v in the index", ErrFormat, h.Shape, shape)
	}
	l := leaf{shape: h.Shape, folder: folder, header: h}
	l.kind, err = dtypeOf(h.DType)
	if err != nil {
		return leaf{}, fmt.Errorf("%w: %w", ErrFormat, err)
	}
	if want, err := dtypeOf(kind); kind != "" && (err != nil || want != l.kind) {
		return leaf{}, fmt.Errorf("%w: type %s in its folder, %s in the index", ErrFormat, h.DType, kind)
	}
	return l, nil
}

// Extensions of the index.
const (
	arrayExtension   = 1
	complexExtension = 2
	scalarExtension  = 3
)

// arrayOf reads an array in the index: shape, type, values.
func arrayOf(e extension) (leaf, error) {
	if e.kind == complexExtension {
		return leaf{}, nil
	}
	if e.kind != arrayExtension && e.kind != scalarExtension {
		return leaf{}, fmt.Errorf("%w: extension %d is not known", ErrFormat, e.kind)
	}
	document, err := unpack(e.data)
	if err != nil {
		return leaf{}, fmt.Errorf("%w: %w", ErrFormat, err)
	}
	parts, _ := document.([]any)
	if len(parts) != 3 {
		return leaf{}, fmt.Errorf("%w: an array of %d parts, not of shape, type and values", ErrFormat, len(parts))
	}
	shape, err := integers(parts[0])
	if err != nil {
		return leaf{}, fmt.Errorf("%w: shape: %w", ErrFormat, err)
	}
	name, _ := parts[1].(string)
	raw, _ := parts[2].([]byte)
	kind, err := dtypeOf(name)
	if err != nil {
		return leaf{}, fmt.Errorf("%w: %w", ErrFormat, err)
	}
	n, err := volume(shape)
	if err != nil || n*kind.Size() != len(raw) {
		return leaf{}, fmt.Errorf("%w: %d bytes for shape %v of %s", ErrFormat, len(raw), shape, name)
	}
	return leaf{shape: shape, kind: kind, raw: raw}, nil
}

// chunkedOf reads an array that was cut into flat pieces because of its size.
func chunkedOf(v map[string]any) (leaf, error) {
	dimensions, _ := v["shape"].(map[string]any)
	chunks, _ := v["chunks"].(map[string]any)
	l := leaf{shape: make([]int, len(dimensions))}
	for i := range l.shape {
		d, ok := dimensions[fmt.Sprint(i)].(int64)
		if !ok || d < 0 || d > maxValues {
			return leaf{}, fmt.Errorf("%w: shape of an array in pieces", ErrFormat)
		}
		l.shape[i] = int(d)
	}
	values := 0
	for i := range len(chunks) {
		e, ok := chunks[fmt.Sprint(i)].(extension)
		if !ok {
			return leaf{}, fmt.Errorf("%w: piece %d of an array in pieces", ErrFormat, i)
		}
		piece, err := arrayOf(e)
		if err != nil {
			return leaf{}, err
		}
		if piece.kind == "" || l.kind != "" && piece.kind != l.kind {
			return leaf{}, fmt.Errorf("%w: piece %d has another type", ErrFormat, i)
		}
		l.kind = piece.kind
		l.pieces = append(l.pieces, piece.raw)
		values += len(piece.raw) / piece.kind.Size()
	}
	if n, err := volume(l.shape); err != nil || n != values {
		return leaf{}, fmt.Errorf("%w: %d values in pieces for shape %v", ErrFormat, values, l.shape)
	}
	return l, nil
}

func integers(node any) ([]int, error) {
	list, ok := node.([]any)
	if !ok {
		return nil, fmt.Errorf("a %T, not a list", node)
	}
	out := make([]int, len(list))
	for i, v := range list {
		n, ok := v.(int64)
		if !ok || n < 0 || n > maxValues {
			return nil, fmt.Errorf("%v is no size", v)
		}
		out[i] = int(n)
	}
	return out, nil
}

// Names lists the arrays in alphabetical order.
func (c *Checkpoint) Names() []string { return slices.Sorted(maps.Keys(c.leaves)) }

// Shape is the shape of an array; false if there is none of that name.
func (c *Checkpoint) Shape(name string) ([]int, bool) {
	l, ok := c.leaves[name]
	return l.shape, ok
}

// DType is the type of an array's values, "" if there is no array of that name.
func (c *Checkpoint) DType(name string) safetensors.DType { return c.leaves[name].kind }

// Folders lists the folders of all arrays that are not in the index itself.
func (c *Checkpoint) Folders() []string {
	var list []string
	for _, name := range c.Names() {
		if folder := c.leaves[name].folder; folder != "" {
			list = append(list, folder)
		}
	}
	return list
}

// Step is the number of steps trained.
func (c *Checkpoint) Step() (int, error) {
	const name = "state/step"
	l, ok := c.leaves[name]
	if n, err := volume(l.shape); !ok || err != nil || n != 1 {
		return 0, fmt.Errorf("%w: %s is no number", ErrFormat, name)
	}
	raw := l.raw
	if l.folder != "" {
		err := l.header.read(c.files, l.folder, func(_ []int, block []byte) error { raw = block; return nil })
		if err != nil {
			return 0, fmt.Errorf("array %s: %w", name, err)
		}
	}
	switch l.kind {
	case safetensors.I32:
		return int(int32(binary.LittleEndian.Uint32(raw))), nil
	case safetensors.I64:
		return int(binary.LittleEndian.Uint64(raw)), nil
	}
	return 0, fmt.Errorf("%w: %s is no number", ErrFormat, name)
}

// Float32s reads an array of floats, which must have the shape. A nil shape
// accepts any.
func (c *Checkpoint) Float32s(name string, shape []int) ([]float32, error) {
	l, ok := c.leaves[name]
	if !ok {
		return nil, fmt.Errorf("%w: array %s is missing", ErrFormat, name)
	}
	if shape != nil && !slices.Equal(shape, l.shape) {
		return nil, fmt.Errorf("%w: array %s has shape %v, expected %v", ErrFormat, name, l.shape, shape)
	}
	out, err := c.floats(l)
	if err != nil {
		return nil, fmt.Errorf("array %s: %w", name, err)
	}
	return out, nil
}

func (c *Checkpoint) floats(l leaf) ([]float32, error) {
	switch l.kind {
	case safetensors.F32, safetensors.BF16, safetensors.F16, safetensors.F64:
	default:
		return nil, fmt.Errorf("%w: its values are no floats", ErrFormat)
	}
	n, err := volume(l.shape)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrFormat, err)
	}
	if l.folder == "" {
		out := make([]float32, 0, n)
		for _, raw := range append(l.pieces, l.raw) {
			part, err := decode(raw, l.kind)
			if err != nil {
				return nil, err
			}
			out = append(out, part...)
		}
		return out, nil
	}
	out := make([]float32, n)
	block := make([]float32, 0)
	whole := slices.Equal(l.header.Chunks, l.shape)
	err = l.header.read(c.files, l.folder, func(index []int, raw []byte) error {
		if whole {
			return safetensors.Decode(out, raw, l.kind)
		}
		if len(block) == 0 {
			block = make([]float32, len(raw)/l.kind.Size())
		}
		if err := safetensors.Decode(block, raw, l.kind); err != nil {
			return err
		}
		place(out, l.shape, block, l.header.Chunks, index)
		return nil
	})
	return out, err
}
