package pix2struct

import (
	"bytes"
	"encoding/binary"
	"fmt"
)

// charsmap is a compiled table of text replacements, as SentencePiece models
// carry it: the length of a trie in bytes, the trie as a double array of 32-bit
// units, and the replacement texts, each ended by a zero byte. The value of a
// key in the trie is the place of its replacement.
type charsmap struct {
	units []uint32
	texts []byte
}

func parseCharsmap(data []byte) (*charsmap, error) {
	if len(data) < 4 {
		return nil, fmt.Errorf("%w: replacement table of %d bytes", ErrVocabulary, len(data))
	}
	size := binary.LittleEndian.Uint32(data)
	data = data[4:]
	if size%4 != 0 || uint64(size) > uint64(len(data)) || size == 0 {
		return nil, fmt.Errorf("%w: replacement trie of %d bytes in a table of %d", ErrVocabulary, size, len(data))
	}
	c := &charsmap{units: make([]uint32, size/4), texts: data[size:]}
	for i := range c.units {
		c.units[i] = binary.LittleEndian.Uint32(data[4*i:])
	}
	for texts := c.texts; len(texts) > 0; {
		text, rest, _ := bytes.Cut(texts, []byte{0})
		if len(text) > maxPieceBytes {
			return nil, fmt.Errorf("%w: a replacement of %d bytes, at most %d", ErrVocabulary, len(text), maxPieceBytes)
		}
		texts = rest
	}
	return c, nil
}

// A unit of the trie packs the label of its edge, whether a value hangs below
// it, and the distance to its children; a value unit has the top bit set.
func unitLabel(u uint32) uint32  { return u & (1<<31 | 0xff) }
func unitHasValue(u uint32) bool { return u>>8&1 == 1 }
func unitOffset(u uint32) uint32 { return u >> 10 << (u & (1 << 9) >> 6) }
func unitValue(u uint32) uint32  { return u & (1<<31 - 1) }

// longest finds the longest key that text begins with. n is 0 if there is none.
func (c *charsmap) longest(text string) (replacement []byte, n int) {
	at := unitOffset(c.units[0])
	value := uint32(0)
	for i := 0; i < len(text); i++ {
		at ^= uint32(text[i])
		if int(at) >= len(c.units) {
			break
		}
		u := c.units[at]
		if unitLabel(u) != uint32(text[i]) {
			break
		}
		at ^= unitOffset(u)
		if unitHasValue(u) {
			if int(at) >= len(c.units) {
				break
			}
			value, n = unitValue(c.units[at]), i+1
		}
	}
	if n == 0 {
		return nil, 0
	}
	if int(value) >= len(c.texts) {
		return nil, 0
	}
	replacement = c.texts[value:]
	if end := bytes.IndexByte(replacement, 0); end >= 0 {
		replacement = replacement[:end]
	}
	return replacement, n
}
