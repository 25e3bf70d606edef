package chrome

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"image/draw"
	"image/png"
	"io"
)

// decoder turns screenshots into pictures. The browser writes plain 8-bit PNG without
// interlacing; for that the decoder reads only as many rows as are wanted, undoes
// the filters only as far right as is wanted, and keeps its buffers. Anything
// else goes to image/png. The zero value is ready; it is not safe for concurrent
// use.
type decoder struct {
	data   chunks
	zipped io.ReadCloser // an inflater, which is expensive to make
	rows   [2][]byte     // this row and the one above
}

const pngSignature = "\x89PNG\r\n\x1a\n"

var errNotPlain = errors.New("not a plain PNG")

// decode returns the crop of a screenshot, as a picture whose bounds start at (0,0).
// What the crop has beyond the screenshot is transparent black.
func (d *decoder) decode(data []byte, crop image.Rectangle) (*image.RGBA, error) {
	out := image.NewRGBA(image.Rect(0, 0, crop.Dx(), crop.Dy()))
	err := d.plain(data, crop, out)
	if !errors.Is(err, errNotPlain) {
		return out, err
	}
	decoded, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	draw.Draw(out, out.Bounds(), decoded, crop.Min, draw.Src)
	return out, nil
}

// plain decodes the kind of PNG that the browser writes.
func (d *decoder) plain(data []byte, crop image.Rectangle, out *image.RGBA) error {
	const headerEnd = len(pngSignature) + 8 + 13 + 4
	if len(data) < headerEnd || string(data[:8]) != pngSignature || string(data[12:16]) != "IHDR" {
		return errNotPlain
	}
	header := data[16:29]
	width, height := int(binary.BigEndian.Uint32(header)), int(binary.BigEndian.Uint32(header[4:]))
	var channels int
	switch header[9] {
	case 2:
		channels = 3
	case 6:
		channels = 4
	}
	const most = 1 << 14 // larger pictures are no screenshots of ours
	if header[8] != 8 || channels == 0 || header[12] != 0 || width <= 0 || height <= 0 || width > most || height > most {
		return errNotPlain
	}
	wanted := crop.Intersect(image.Rect(0, 0, width, height))
	if wanted.Empty() {
		return nil
	}

	d.data.reset(data[headerEnd:])
	// The zlib wrapping is two bytes before the data and a checksum after it.
	var wrapping [2]byte
	if _, err := io.ReadFull(&d.data, wrapping[:]); err != nil {
		return err
	}
	if wrapping[0]&0x0f != 8 || wrapping[1]&0x20 != 0 {
		return errNotPlain
	}
	if d.zipped == nil {
		d.zipped = flate.NewReader(&d.data)
	} else if err := d.zipped.(flate.Resetter).Reset(&d.data, nil); err != nil {
		return err
	}
	length := 1 + width*channels
	for i := range d.rows {
		if cap(d.rows[i]) < length {
			d.rows[i] = make([]byte, length)
		}
		d.rows[i] = d.rows[i][:length]
	}
	row, above := d.rows[0], d.rows[1]
	clear(above)
	for y := range wanted.Max.Y {
		if _, err := io.ReadFull(d.zipped, row); err != nil {
			return fmt.Errorf("row %d: %w", y, err)
		}
		used := 1 + wanted.Max.X*channels
		if err := unfilter(row[0], row[1:used], above[1:used], channels); err != nil {
			return err
		}
		if y >= wanted.Min.Y {
			from := row[1+wanted.Min.X*channels : used]
			to := out.Pix[out.PixOffset(wanted.Min.X-crop.Min.X, y-crop.Min.Y):]
			if channels == 3 {
				opaque(to, from)
			} else {
				premultiplied(to, from)
			}
		}
		row, above = above, row
	}
	return nil
}

// unfilter undoes a row's filter in place; above is the finished row before it, n
// the bytes of a pixel.
func unfilter(filter byte, row, above []byte, n int) error {
	above = above[:len(row)]
	switch filter {
	case 0:
	case 1:
		for i := n; i < len(row); i++ {
			row[i] += row[i-n]
		}
	case 2:
		for i := range row {
			row[i] += above[i]
		}
	case 3:
		for i := range row {
			left := 0
			if i >= n {
				left = int(row[i-n])
			}
			row[i] += byte((left + int(above[i])) / 2)
		}
	case 4:
		for i := range row {
			var left, corner int
			if i >= n {
				left, corner = int(row[i-n]), int(above[i-n])
			}
			row[i] += paeth(left, int(above[i]), corner)
		}
	default:
		return fmt.Errorf("unknown filter %d", filter)
	}
	return nil
}

// paeth is the neighbour nearest to left + up - corner.
func paeth(left, up, corner int) byte {
	toLeft, toUp := up-corner, left-corner
	toCorner := abs(toLeft + toUp)
	toLeft, toUp = abs(toLeft), abs(toUp)
	switch {
	case toLeft <= toUp && toLeft <= toCorner:
		return byte(left)
	case toUp <= toCorner:
		return byte(up)
	}
	return byte(corner)
}

func abs(n int) int { return max(n, -n) }

func opaque(to, from []byte) {
	for len(from) >= 3 && len(to) >= 4 {
		to[0], to[1], to[2], to[3] = from[0], from[1], from[2], 255
		from, to = from[3:], to[4:]
	}
}

func premultiplied(to, from []byte) {
	for len(from) >= 4 && len(to) >= 4 {
		alpha := uint32(from[3])
		for i := range 3 {
			to[i] = byte(uint32(from[i]) * alpha * 0x101 / 255 >> 8)
		}
		to[3] = from[3]
		from, to = from[4:], to[4:]
	}
}

// chunks reads the image data of a PNG, which may be cut into several chunks. Checksums are
// not looked at: the data came through a pipe from a process of ours.
type chunks struct {
	rest  []byte // from the next chunk on
	chunk []byte // what is left of the current one
}

func (c *chunks) reset(data []byte) { c.rest, c.chunk = data, nil }

func (c *chunks) Read(b []byte) (int, error) {
	for len(c.chunk) == 0 {
		if len(c.rest) < 12 {
			return 0, io.ErrUnexpectedEOF
		}
		length := int(binary.BigEndian.Uint32(c.rest))
		kind := string(c.rest[4:8])
		if length < 0 || length > len(c.rest)-12 || kind == "IEND" {
			return 0, io.ErrUnexpectedEOF
		}
		if kind == "IDAT" {
			c.chunk = c.rest[8 : 8+length]
		}
		c.rest = c.rest[12+length:]
	}
	n := copy(b, c.chunk)
	c.chunk = c.chunk[n:]
	return n, nil
}

// ReadByte saves the inflater a buffer of its own.
func (c *chunks) ReadByte() (byte, error) {
	var b [1]byte
	_, err := c.Read(b[:])
	return b[0], err
}
