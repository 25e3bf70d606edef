package main

// The Go assembler does not know the instructions of AVX512-BF16, so they are
// written as bytes: an EVEX prefix, the opcode, and a byte for the registers.
// All are in opcode map 0F38 with registers of 512 bits.

// evex writes an instruction whose operands are all registers: destination is
// the one that is written, second the middle one of three (0 with an inverted
// field where there is none), source the last.
func (a *assembler) evex(mandatory, opcode byte, destination, second, source int, comment string) {
	bit := func(n, i int) byte { return byte(n>>i) & 1 }
	p0 := (1^bit(destination, 3))<<7 | (1^bit(source, 4))<<6 | (1^bit(source, 3))<<5 | (1^bit(destination, 4))<<4 | 2
	p1 := (^byte(second)&0xf)<<3 | 1<<2 | mandatory
	p2 := byte(2<<5) | (1^bit(second, 4))<<3
	registers := byte(3<<6) | byte(destination&7)<<3 | byte(source&7)
	a.line("LONG $0x%02x%02x%02x62; WORD $0x%02x%02x // %s", p2, p1, p0, registers, opcode, comment)
}

const (
	prefixF3 = 2
	prefixF2 = 3
)

// dotPairs adds to each float of sum the products of the two pairs of bfloat16
// of x and y at its place.
func (a *assembler) dotPairs(x, y, sum int) {
	a.evex(prefixF3, 0x52, sum, x, y, "VDPBF16PS "+a.v(y)+", "+a.v(x)+", "+a.v(sum))
}

// roundPairs writes the loop that rounds floats to bfloat16, 32 at a time.
func roundPairs(a *assembler) {
	a.function("roundPairs512", "dst, src *float32, n int", "", 24)
	a.line("MOVQ dst+0(FP), DI")
	a.line("MOVQ src+8(FP), SI")
	a.line("MOVQ n+16(FP), CX")
	a.label("loop")
	a.line("VMOVUPS (SI), Z0")
	a.line("VMOVUPS 64(SI), Z1")
	a.evex(prefixF2, 0x72, 2, 1, 0, "VCVTNE2PS2BF16 Z0, Z1, Z2")
	a.line("VMOVUPS Z2, (DI)")
	a.line("ADDQ $128, SI")
	a.line("ADDQ $64, DI")
	a.line("SUBQ $32, CX")
	a.line("JNZ loop")
	a.line("VZEROUPPER")
	a.line("RET")
}
