package main

import "fmt"

// transpose writes the 8×8 transposition that packing is made of, over n
// blocks next to each other in the source.
func transpose(a *assembler) {
	a.function("transpose8", "dst *float32, dstStride int, src *float32, srcStride, blocks int", "", 40)
	a.line("MOVQ dst+0(FP), DI")
	a.line("MOVQ dstStride+8(FP), R8")
	a.line("MOVQ src+16(FP), SI")
	a.line("MOVQ srcStride+24(FP), R9")
	a.line("MOVQ blocks+32(FP), CX")
	a.label("loop")
	// Rows 0 to 3 of the source fill the low halves of Y0-Y3 with their first
	// four elements and of Y4-Y7 with the last four; rows 4 to 7 the high
	// halves. What remains are transpositions of 4×4 within each half.
	a.line("MOVQ SI, AX")
	for i := range 4 {
		a.line("VMOVUPS (AX), X%d", i)
		a.line("VMOVUPS 16(AX), X%d", i+4)
		a.line("ADDQ R9, AX")
	}
	for i := range 4 {
		a.line("VINSERTF128 $1, (AX), Y%d, Y%d", i, i)
		a.line("VINSERTF128 $1, 16(AX), Y%d, Y%d", i+4, i+4)
		a.line("ADDQ R9, AX")
	}
	for half := range 2 {
		y := 4 * half
		a.line("VUNPCKLPS Y%d, Y%d, Y8", y+1, y)
		a.line("VUNPCKHPS Y%d, Y%d, Y9", y+1, y)
		a.line("VUNPCKLPS Y%d, Y%d, Y10", y+3, y+2)
		a.line("VUNPCKHPS Y%d, Y%d, Y11", y+3, y+2)
		a.line("VUNPCKLPD Y10, Y8, Y12")
		a.line("VUNPCKHPD Y10, Y8, Y13")
		a.line("VUNPCKLPD Y11, Y9, Y14")
		a.line("VUNPCKHPD Y11, Y9, Y15")
		for i := range 4 {
			a.line("VMOVUPS Y%d, (DI)", 12+i)
			a.line("ADDQ R8, DI")
		}
	}
	a.line("ADDQ $32, SI")
	a.line("DECQ CX")
	a.line("JNZ loop")
	a.line("VZEROUPPER")
	a.line("RET")
}

// copyRows writes the copy of rows of 8·blocks floats into contiguous memory,
// with loops of their own for the widths of micro kernels.
func copyRows(a *assembler) {
	a.function("copyRows", "dst, src *float32, srcStride, blocks, rows int", "", 40)
	a.line("MOVQ dst+0(FP), DI")
	a.line("MOVQ src+8(FP), SI")
	a.line("MOVQ srcStride+16(FP), R8")
	a.line("MOVQ blocks+24(FP), R9")
	a.line("MOVQ rows+32(FP), CX")
	for _, blocks := range []int{1, 2, 4} {
		a.line("CMPQ R9, $%d", blocks)
		a.line("JEQ blocks%d", blocks)
	}
	a.label("row")
	a.line("MOVQ SI, AX")
	a.line("MOVQ R9, DX")
	a.label("block")
	a.line("VMOVUPS (AX), Y0")
	a.line("VMOVUPS Y0, (DI)")
	a.line("ADDQ $32, AX")
	a.line("ADDQ $32, DI")
	a.line("DECQ DX")
	a.line("JNZ block")
	a.line("ADDQ R8, SI")
	a.line("DECQ CX")
	a.line("JNZ row")
	a.line("VZEROUPPER")
	a.line("RET")
	for _, blocks := range []int{1, 2, 4} {
		a.label(fmt.Sprintf("blocks%d", blocks))
		for at := 0; at < blocks*32; at += 64 {
			a.line("PREFETCHT0 %d(SI)(R8*8)", at)
		}
		for i := range blocks {
			a.line("VMOVUPS %d(SI), Y%d", 32*i, i)
		}
		for i := range blocks {
			a.line("VMOVUPS Y%d, %d(DI)", i, 32*i)
		}
		a.line("ADDQ R8, SI")
		a.line("ADDQ $%d, DI", 32*blocks)
		a.line("DECQ CX")
		a.line("JNZ blocks%d", blocks)
		a.line("VZEROUPPER")
		a.line("RET")
	}
}
