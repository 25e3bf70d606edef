package episode

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
)

// MaxRecord is the longest record that is read or written, in bytes. A longer
// one is taken for damage: a picture of a page has some ten thousand.
const MaxRecord = 256 << 20

const (
	headerSize = 12 // length as uint64, masked CRC of these 8 bytes
	footerSize = 4  // masked CRC of the data
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// maskedCRC is the checksum of the TFRecord format: CRC-32C, rotated right by 15
// bits, plus a constant, so that a checksum over data that holds checksums
// stays useful.
func maskedCRC(data []byte) uint32 {
	c := crc32.Checksum(data, castagnoli)
	return (c>>15 | c<<17) + 0xa282ead8
}

// ErrBrokenRecord is matched by every error about a record that cannot be
// read: a checksum that differs, a file that ends within a record, a message
// that does not parse.
var ErrBrokenRecord = errors.New("broken record")

// FrameError describes one broken frame of a record file.
type FrameError struct {
	Offset int64  // where the frame begins in the file
	Reason string // what is wrong
	Rest   bool   // nothing after this point can be read, since the length is lost
}

func (e *FrameError) Error() string {
	if e.Rest {
		return fmt.Sprintf("broken record at byte %d: %s; the rest of the file is lost", e.Offset, e.Reason)
	}
	return fmt.Sprintf("broken record at byte %d: %s", e.Offset, e.Reason)
}

// Is makes every FrameError match [ErrBrokenRecord].
func (e *FrameError) Is(target error) bool { return target == ErrBrokenRecord }

// AppendFrame appends the TFRecord frame of data to dst and returns it.
func AppendFrame(dst, data []byte) []byte {
	start := len(dst)
	dst = binary.LittleEndian.AppendUint64(dst, uint64(len(data)))
	dst = binary.LittleEndian.AppendUint32(dst, maskedCRC(dst[start:start+8]))
	dst = append(dst, data...)
	return binary.LittleEndian.AppendUint32(dst, maskedCRC(data))
}

// FrameReader reads the frames of one record file in order. It is not safe for
// use by several goroutines.
type FrameReader struct {
	r      *bufio.Reader
	offset int64
	buffer []byte
	ended  error
}

// NewFrameReader reads frames from r.
func NewFrameReader(r io.Reader) *FrameReader {
	return &FrameReader{r: bufio.NewReaderSize(r, 1<<16)}
}

// Next gives the data of the next frame and where the frame begins. The data is
// valid until the next call. At the end of the file the error is [io.EOF]. A
// [FrameError] names a broken frame; unless its Rest is set, Next may be called
// again and goes on after it. Any other error is the reader's own.
func (f *FrameReader) Next() (data []byte, offset int64, err error) {
	if f.ended != nil {
		return nil, f.offset, f.ended
	}
	offset = f.offset
	var header [headerSize]byte
	switch n, err := io.ReadFull(f.r, header[:]); {
	case err == io.EOF:
		f.ended = io.EOF
		return nil, offset, io.EOF
	case err == io.ErrUnexpectedEOF:
		return nil, offset, f.rest(offset, fmt.Sprintf("the file ends after %d of %d bytes of a header", n, headerSize))
	case err != nil:
		f.ended = err
		return nil, offset, err
	}
	length, err := frameLength(header[:])
	if err != nil {
		return nil, offset, f.rest(offset, err.Error())
	}
	body, err := f.read(length + footerSize)
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, offset, f.rest(offset, fmt.Sprintf("the file ends within a record of %d bytes", length))
	}
	if err != nil {
		f.ended = err
		return nil, offset, err
	}
	f.offset = offset + headerSize + int64(length) + footerSize
	if binary.LittleEndian.Uint32(body[length:]) != maskedCRC(body[:length]) {
		return nil, offset, &FrameError{Offset: offset, Reason: "the checksum of the data differs"}
	}
	return body[:length], offset, nil
}

// rest ends the reading after a frame whose length cannot be trusted.
func (f *FrameReader) rest(offset int64, reason string) error {
	f.ended = io.EOF
	return &FrameError{Offset: offset, Reason: reason, Rest: true}
}

// read fills the reader's buffer with n bytes. It grows in steps, so that a
// length that lies costs no more memory than the file has bytes.
func (f *FrameReader) read(n int) ([]byte, error) {
	const step = 1 << 20
	f.buffer = f.buffer[:0]
	for len(f.buffer) < n {
		from := len(f.buffer)
		to := min(n, from+step)
		if cap(f.buffer) < to {
			grown := make([]byte, from, max(to, min(n, 2*cap(f.buffer))))
			copy(grown, f.buffer)
			f.buffer = grown
		}
		f.buffer = f.buffer[:to]
		if _, err := io.ReadFull(f.r, f.buffer[from:to]); err != nil {
			return nil, err
		}
	}
	return f.buffer, nil
}

// frameLength checks a header and gives the number of bytes of data after it.
func frameLength(header []byte) (int, error) {
	if binary.LittleEndian.Uint32(header[8:headerSize]) != maskedCRC(header[:8]) {
		return 0, errors.New("the checksum of the length differs")
	}
	length := binary.LittleEndian.Uint64(header[:8])
	if length > MaxRecord {
		return 0, fmt.Errorf("%d bytes are more than a record can have (%d)", length, MaxRecord)
	}
	return int(length), nil
}

// readFrameAt reads one frame of known place and length. The returned data
// shares memory with buffer where buffer is large enough.
func readFrameAt(r io.ReaderAt, offset int64, length int, buffer []byte) ([]byte, error) {
	size := headerSize + length + footerSize
	if cap(buffer) < size {
		buffer = make([]byte, size)
	}
	buffer = buffer[:size]
	if _, err := r.ReadAt(buffer, offset); err == io.EOF {
		return nil, &FrameError{Offset: offset, Reason: "the file ends before the record does"}
	} else if err != nil {
		return nil, err
	}
	got, err := frameLength(buffer[:headerSize])
	if err != nil {
		return nil, &FrameError{Offset: offset, Reason: err.Error()}
	}
	if got != length {
		return nil, &FrameError{Offset: offset, Reason: fmt.Sprintf("%d bytes where the index says %d", got, length)}
	}
	data := buffer[headerSize : headerSize+length]
	if binary.LittleEndian.Uint32(buffer[headerSize+length:]) != maskedCRC(data) {
		return nil, &FrameError{Offset: offset, Reason: "the checksum of the data differs"}
	}
	return data, nil
}
