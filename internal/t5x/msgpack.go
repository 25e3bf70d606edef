package t5x

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
)

// extension is a value of a type that the application defines.
type extension struct {
	kind int8
	data []byte
}

const maxDepth = 100

var errShort = errors.New("it ends too early")

// unpack decodes one MessagePack document into nil, bool, int64, uint64 (above
// the range of int64), float64, string, []byte, []any, map[string]any and
// extension. Byte values share memory with data. A claimed length never
// allocates more than the data could hold.
func unpack(data []byte) (any, error) {
	d := decoder{data: data}
	v, err := d.value(0)
	if err == nil && len(d.data) > 0 {
		err = fmt.Errorf("%d bytes follow it", len(d.data))
	}
	return v, err
}

type decoder struct{ data []byte }

// take removes n bytes.
func (d *decoder) take(n int) ([]byte, error) {
	if n < 0 || n > len(d.data) {
		return nil, errShort
	}
	b := d.data[:n]
	d.data = d.data[n:]
	return b, nil
}

// number removes a big-endian unsigned number of 1, 2, 4 or 8 bytes.
func (d *decoder) number(bytes int) (uint64, error) {
	b, err := d.take(bytes)
	if err != nil {
		return 0, err
	}
	switch bytes {
	case 1:
		return uint64(b[0]), nil
	case 2:
		return uint64(binary.BigEndian.Uint16(b)), nil
	case 4:
		return uint64(binary.BigEndian.Uint32(b)), nil
	}
	return binary.BigEndian.Uint64(b), nil
}

func (d *decoder) value(depth int) (any, error) {
	if depth > maxDepth {
		return nil, fmt.Errorf("more than %d levels", maxDepth)
	}
	b, err := d.take(1)
	if err != nil {
		return nil, err
	}
	switch c := b[0]; {
	case c < 0x80:
		return int64(c), nil
	case c < 0x90:
		return d.table(uint64(c&0xf), depth)
	case c < 0xa0:
		return d.list(uint64(c&0xf), depth)
	case c < 0xc0:
		return d.text(uint64(c & 0x1f))
	case c >= 0xe0:
		return int64(int8(c)), nil
	case c == 0xc0:
		return nil, nil
	case c == 0xc2 || c == 0xc3:
		return c == 0xc3, nil
	case c >= 0xd4 && c <= 0xd8: // extension of 1, 2, 4, 8 or 16 bytes
		return d.extension(1 << (c - 0xd4))
	case c == 0xca || c == 0xcb: // float
		n, err := d.number(4 << (c - 0xca))
		if c == 0xca {
			return float64(math.Float32frombits(uint32(n))), err
		}
		return math.Float64frombits(n), err
	case c >= 0xcc && c <= 0xcf: // unsigned
		n, err := d.number(1 << (c - 0xcc))
		if n > math.MaxInt64 {
			return n, err
		}
		return int64(n), err
	case c >= 0xd0 && c <= 0xd3: // signed
		n, err := d.number(1 << (c - 0xd0))
		shift := 64 - 8<<(c-0xd0)
		return int64(n<<shift) >> shift, err
	}
	return d.sized(b[0], depth)
}

// sized reads a value whose length stands before it.
func (d *decoder) sized(c byte, depth int) (any, error) {
	var first byte // the code of the kind with the shortest length
	width := 1
	switch {
	case c >= 0xc4 && c <= 0xc6:
		first = 0xc4
	case c >= 0xc7 && c <= 0xc9:
		first = 0xc7
	case c >= 0xd9 && c <= 0xdb:
		first = 0xd9
	case c == 0xdc || c == 0xdd:
		first, width = 0xdc, 2
	case c == 0xde || c == 0xdf:
		first, width = 0xde, 2
	default:
		return nil, fmt.Errorf("byte %#x begins no value", c)
	}
	n, err := d.number(width << (c - first))
	if err != nil {
		return nil, err
	}
	switch first {
	case 0xc4:
		return d.take(int(n))
	case 0xc7:
		return d.extension(n)
	case 0xd9:
		return d.text(n)
	case 0xdc:
		return d.list(n, depth)
	}
	return d.table(n, depth)
}

func (d *decoder) text(n uint64) (any, error) {
	b, err := d.take(int(n))
	return string(b), err
}

func (d *decoder) extension(n uint64) (any, error) {
	kind, err := d.take(1)
	if err != nil {
		return nil, err
	}
	data, err := d.take(int(n))
	return extension{int8(kind[0]), data}, err
}

func (d *decoder) list(n uint64, depth int) (any, error) {
	if n > uint64(len(d.data)) { // each takes a byte at least
		return nil, errShort
	}
	list := make([]any, n)
	for i := range list {
		var err error
		if list[i], err = d.value(depth + 1); err != nil {
			return nil, err
		}
	}
	return list, nil
}

func (d *decoder) table(n uint64, depth int) (any, error) {
	if n > uint64(len(d.data))/2 {
		return nil, errShort
	}
	table := make(map[string]any, n)
	for range n {
		key, err := d.value(depth + 1)
		if err != nil {
			return nil, err
		}
		name, ok := key.(string)
		if !ok {
			return nil, fmt.Errorf("a key is a %T, must be text", key)
		}
		if _, double := table[name]; double {
			return nil, fmt.Errorf("key %q stands twice", name)
		}
		if table[name], err = d.value(depth + 1); err != nil {
			return nil, err
		}
	}
	return table, nil
}
