package main

import "fmt"

// neonColumns is how many registers of columns a tile has.
const neonColumns = 4

// gemmNEON writes the micro kernels: a tile of up to six rows by four registers
// of columns. wide multiplies by pairs of bfloat16, which are widened.
func gemmNEON(wide bool) func(a *assembler) {
	return func(a *assembler) {
		if wide {
			a.WriteByte('\n')
			a.data("upperHalf", 0xffff0000)
		}
		for _, rows := range a.rows {
			microKernelNEON(a, rows, wide)
		}
	}
}

// microKernelNEON has the rows of a in R0 to R5, b in R10 with its stride in
// R11, and c in R12 with its stride in R13. Registers V0 to V23 are the sums,
// V24 to V27 a row of b, V28 to V30 take values of a in turn.
func microKernelNEON(a *assembler, rows int, wide bool) {
	name := "gemm"
	if wide {
		name = "gemmWide"
	}
	a.function(fmt.Sprintf("%s%sx%d", name, a.suffix, rows),
		"k int, a *float32, rowStride, stepStride int, b *float32, bStride int, c *float32, cStride, accumulate int", "", 72)
	a.line("MOVD k+0(FP), R8")
	a.line("MOVD a+8(FP), R0")
	a.line("MOVD rowStride+16(FP), R9")
	a.line("MOVD stepStride+24(FP), R14")
	a.line("MOVD b+32(FP), R10")
	a.line("MOVD bStride+40(FP), R11")
	a.line("MOVD c+48(FP), R12")
	a.line("MOVD cStride+56(FP), R13")
	for i := 1; i < rows; i++ {
		a.line("ADD R9, R%d, R%d", i-1, i)
	}
	if wide {
		a.line("SUB $4, R14, R14") // the second value of a step stands 4 bytes on
		a.fill("upperHalf", 31)
	}
	for i := range neonColumns * rows {
		a.zero(i)
	}
	const registers = "[V24.S4, V25.S4, V26.S4, V27.S4]"
	multiply := func(stride string) {
		for i := range rows {
			x := 28 + i%3
			if stride == "4" {
				a.line("VLD1R.P 4(R%d), [V%d.S4]", i, x)
			} else {
				a.line("VLD1R.P (R%d)(%s), [V%d.S4]", i, stride, x)
			}
			for j := range neonColumns {
				a.line("VFMLA V%d.S4, V%d.S4, V%d.S4", x, 24+j, neonColumns*i+j)
			}
		}
	}
	a.label("loop")
	if wide {
		a.line("VLD1 (R10), %s", registers)
		for j := range neonColumns {
			a.line("VSHL $16, V%d.S4, V%d.S4", 24+j, 24+j)
		}
		multiply("4")
		a.line("VLD1.P (R10)(R11), %s", registers)
		for j := range neonColumns {
			a.line("VAND V31.B16, V%d.B16, V%d.B16", 24+j, 24+j)
		}
	} else {
		a.line("VLD1.P (R10)(R11), %s", registers)
	}
	a.line("PRFM 512(R10), PLDL1KEEP")
	multiply("R14")
	a.line("SUB $1, R8")
	a.line("CBNZ R8, loop")
	a.line("MOVD accumulate+64(FP), R9")
	a.line("MOVD R12, R15")
	a.line("CBZ R9, store")
	for i := range rows {
		a.line("VLD1.P (R15)(R13), %s", registers)
		for j := range neonColumns {
			sum := fmt.Sprintf("V%d", neonColumns*i+j)
			a.neonBinary("FADD", fmt.Sprintf("V%d", 24+j), sum, sum)
		}
	}
	a.label("store")
	for i := range rows {
		at := neonColumns * i
		a.line("VST1.P [V%d.S4, V%d.S4, V%d.S4, V%d.S4], (R12)(R13)", at, at+1, at+2, at+3)
	}
	a.line("RET")
}

// peakNEON writes a loop of nothing but fused multiply-adds.
func peakNEON(a *assembler) {
	a.function("peak"+a.suffix, "n int", "", 8)
	a.line("MOVD n+0(FP), R8")
	for i := range peakRegisters + 2 {
		a.zero(i)
	}
	a.label("loop")
	for i := range peakRegisters {
		a.line("VFMLA V%d.S4, V%d.S4, V%d.S4", peakRegisters, peakRegisters+1, i)
	}
	a.line("SUB $1, R8")
	a.line("CBNZ R8, loop")
	a.line("RET")
}
