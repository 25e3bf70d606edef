package tensor

import "math"

// portableKernels are plain Go, for processors without the others.
var portableKernels = kernelSet{
	name:     "portable",
	tileRows: 4, tileColumns: 8,
	rowCounts:  []int{4, 2, 1},
	micro:      microPortable,
	microPairs: microWidePortable,
	transpose8: transposePortable,
	copyRows:   copyPortable,
	vector:     portableVector,
	peak:       peakPortable,
}

// microPortable computes a tile two rows by four columns at a time: eight sums
// are what registers hold.
func microPortable(rows int, t *tile) {
	if rows == 1 {
		for j := 0; j < 8; j += 4 {
			portableOne(t, j)
		}
		return
	}
	for i := 0; i < rows; i += 2 {
		for j := 0; j < 8; j += 4 {
			portableTwo(t, i, j)
		}
	}
}

func portableTwo(t *tile, i, j int) {
	var s00, s01, s02, s03, s10, s11, s12, s13 float32
	at, bt := i*t.aRow, j
	for range t.k {
		b := t.b[bt : bt+4 : bt+4]
		x, y := t.a[at], t.a[at+t.aRow]
		s00 += x * b[0]
		s01 += x * b[1]
		s02 += x * b[2]
		s03 += x * b[3]
		s10 += y * b[0]
		s11 += y * b[1]
		s12 += y * b[2]
		s13 += y * b[3]
		at += t.aStep
		bt += t.bStep
	}
	writeFour(t, i, j, s00, s01, s02, s03)
	writeFour(t, i+1, j, s10, s11, s12, s13)
}

func portableOne(t *tile, j int) {
	var s0, s1, s2, s3 float32
	at, bt := 0, j
	for range t.k {
		b := t.b[bt : bt+4 : bt+4]
		x := t.a[at]
		s0 += x * b[0]
		s1 += x * b[1]
		s2 += x * b[2]
		s3 += x * b[3]
		at += t.aStep
		bt += t.bStep
	}
	writeFour(t, 0, j, s0, s1, s2, s3)
}

// microWidePortable widens the pairs of b. It is the reference for the others.
func microWidePortable(rows int, t *tile) {
	for i := range rows {
		var sums [8]float32
		at, bt := i*t.aRow, 0
		for range t.k {
			x, y, b := t.a[at], t.a[at+1], t.b[bt:bt+8:bt+8]
			for j := range sums {
				pair := math.Float32bits(b[j])
				sums[j] += x * math.Float32frombits(pair<<16)
				sums[j] += y * math.Float32frombits(pair&0xffff0000)
			}
			at += t.aStep
			bt += t.bStep
		}
		writeFour(t, i, 0, sums[0], sums[1], sums[2], sums[3])
		writeFour(t, i, 4, sums[4], sums[5], sums[6], sums[7])
	}
}

// roundPairsPortable writes bfloat16 in pairs, see kernelSet.
func roundPairsPortable(dst, src []float32) {
	for i := 0; i < len(src); i += 2 {
		pair := uint32(roundBFloat16(src[i]))
		if i+1 < len(src) {
			pair |= uint32(roundBFloat16(src[i+1])) << 16
		}
		dst[i/2] = math.Float32frombits(pair)
	}
}

func writeFour(t *tile, i, j int, s0, s1, s2, s3 float32) {
	c := t.c[i*t.cRow+j : i*t.cRow+j+4]
	if t.accumulate {
		s0, s1, s2, s3 = s0+c[0], s1+c[1], s2+c[2], s3+c[3]
	}
	c[0], c[1], c[2], c[3] = s0, s1, s2, s3
}

func transposePortable(dst []float32, dstStride int, src []float32, srcStride, blocks int) {
	for i := range 8 {
		row := src[i*srcStride : i*srcStride+8*blocks]
		for j, v := range row {
			dst[j*dstStride+i] = v
		}
	}
}

// peakPortable keeps eight sums in registers.
func peakPortable(n int) float64 {
	var s [8]float32
	x, y := float32(n), float32(0.5)
	s0, s1, s2, s3, s4, s5, s6, s7 := s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7]
	for range n {
		s0 += x * y
		s1 += x * y
		s2 += x * y
		s3 += x * y
		s4 += x * y
		s5 += x * y
		s6 += x * y
		s7 += x * y
		x, y = y, x
	}
	if s0+s1+s2+s3+s4+s5+s6+s7 < 0 {
		return 0
	}
	return float64(n) * 16
}

func copyPortable(dst, src []float32, srcStride, blocks, rows int) {
	width := 8 * blocks
	for i := range rows {
		copy(dst[i*width:(i+1)*width], src[i*srcStride:i*srcStride+width])
	}
}
