package safetensors

import (
	"encoding/binary"
	"fmt"
	"math"
)

// DType is the type of an array's values, as it stands in the header.
type DType string

// The types that this package knows. A file with another one is refused when it
// is opened, since the size of its values is not known.
const (
	F64  DType = "F64"
	F32  DType = "F32"
	F16  DType = "F16"
	BF16 DType = "BF16"
	I64  DType = "I64"
	I32  DType = "I32"
	U8   DType = "U8"
)

// Size is the number of bytes of a value, 0 for an unknown type.
func (d DType) Size() int {
	switch d {
	case F64, I64:
		return 8
	case F32, I32:
		return 4
	case F16, BF16:
		return 2
	case U8:
		return 1
	}
	return 0
}

// BFloat16 rounds to the nearest bfloat16, ties to even. NaN stays NaN.
func BFloat16(f float32) uint16 {
	bits := math.Float32bits(f)
	if f != f {
		return uint16(bits>>16) | 0x40
	}
	return uint16((bits + 0x7fff + bits>>16&1) >> 16)
}

// FromBFloat16 is the float32 of the same value.
func FromBFloat16(b uint16) float32 { return math.Float32frombits(uint32(b) << 16) }

// fromHalf is the float32 of an IEEE half.
func fromHalf(h uint16) float32 {
	sign := uint32(h>>15) << 31
	exponent, fraction := uint32(h>>10&0x1f), uint32(h&0x3ff)
	switch exponent {
	case 0: // zero or subnormal: fraction / 2^24
		f := float32(fraction) / (1 << 24)
		if sign != 0 {
			f = -f
		}
		return f
	case 0x1f:
		return math.Float32frombits(sign | 0xff<<23 | fraction<<13)
	}
	return math.Float32frombits(sign | (exponent+112)<<23 | fraction<<13)
}

// Decode converts the bytes of len(dst) values of a type of floats to float32.
func Decode(dst []float32, src []byte, d DType) error {
	switch d {
	case F32:
		if littleEndian {
			copy(Memory(dst), src)
			break
		}
		for i := range dst {
			dst[i] = math.Float32frombits(binary.LittleEndian.Uint32(src[4*i:]))
		}
	case BF16:
		for len(dst) >= 4 { // four at a time: large models are stored this way
			four, to := binary.LittleEndian.Uint64(src), (*[4]float32)(dst)
			low, high := uint32(four), uint32(four>>32)
			to[0], to[1] = math.Float32frombits(low<<16), math.Float32frombits(low&^0xffff)
			to[2], to[3] = math.Float32frombits(high<<16), math.Float32frombits(high&^0xffff)
			dst, src = dst[4:], src[8:]
		}
		for i := range dst {
			dst[i] = FromBFloat16(binary.LittleEndian.Uint16(src[2*i:]))
		}
	case F16:
		for i := range dst {
			dst[i] = fromHalf(binary.LittleEndian.Uint16(src[2*i:]))
		}
	case F64:
		for i := range dst {
			dst[i] = float32(math.Float64frombits(binary.LittleEndian.Uint64(src[8*i:])))
		}
	default:
		return fmt.Errorf("values of type %s are no floats", d)
	}
	return nil
}
