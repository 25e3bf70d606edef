package agent

import (
	"math"

	"google.golang.org/protobuf/encoding/protowire"
)

// appendMessage appends a length-delimited field.
func appendMessage(b []byte, field protowire.Number, message []byte) []byte {
	b = protowire.AppendTag(b, field, protowire.BytesType)
	return protowire.AppendBytes(b, message)
}

// appendVarint appends an integer, boolean or enum field.
func appendVarint(b []byte, field protowire.Number, value uint64) []byte {
	b = protowire.AppendTag(b, field, protowire.VarintType)
	return protowire.AppendVarint(b, value)
}

func float32Bits(f float32) uint32 { return math.Float32bits(f) }
