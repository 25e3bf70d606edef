package main

import "fmt"

// gemm writes the micro kernels: a tile of c of some rows by two registers of
// columns is held in registers while k runs.
//
// Operand a is addressed by two strides, so that one kernel serves rows,
// columns and packed panels; b is a row of two registers for each k.
func gemm(a *assembler) {
	for _, rows := range a.rows {
		microKernel(a, rows)
	}
	peak(a)
}

// bases hold the addresses of rows 0, 3, 6 and 9 of a; the two rows after each
// are reached by index and scaled index.
var bases = []string{"SI", "R12", "R13", "BX"}

func microKernel(a *assembler, rows int) {
	acc := func(i, half int) string { return a.v(2*i + half) }
	b0, b1 := a.v(2*rows), a.v(2*rows+1)
	spare := 2*rows + 2
	registers := 16
	if a.reg == "Z" {
		registers = 32
	}
	element := func(i int) string {
		base := bases[i/3]
		switch i % 3 {
		case 1:
			return fmt.Sprintf("(%s)(R8*1)", base)
		case 2:
			return fmt.Sprintf("(%s)(R8*2)", base)
		}
		return fmt.Sprintf("(%s)", base)
	}
	name := fmt.Sprintf("gemm%sx%d", a.suffix, rows)
	fmt.Fprintf(a, "\n// func %s(k int, a *float32, rowStride, stepStride int, b *float32, bStride int, c *float32, cStride, accumulate int)\n", name)
	fmt.Fprintf(a, "TEXT ·%s(SB), NOSPLIT, $0-72\n", name)
	a.line("MOVQ k+0(FP), CX")
	a.line("MOVQ a+8(FP), SI")
	a.line("MOVQ rowStride+16(FP), R8")
	a.line("MOVQ stepStride+24(FP), R9")
	a.line("MOVQ b+32(FP), DI")
	a.line("MOVQ bStride+40(FP), R10")
	a.line("MOVQ c+48(FP), DX")
	a.line("MOVQ cStride+56(FP), R11")
	used := (rows + 2) / 3
	if used > 1 {
		a.line("LEAQ (R8)(R8*2), AX")
	}
	for i := 1; i < used; i++ {
		a.line("LEAQ (%s)(AX*1), %s", bases[i-1], bases[i])
	}
	a.line("MOVQ DX, AX")
	for i := range rows {
		a.line("PREFETCHT0 (AX)")
		if a.size() == 64 {
			a.line("PREFETCHT0 64(AX)")
		}
		if i+1 < rows {
			a.line("ADDQ R11, AX")
		}
	}
	for i := range 2 * rows {
		a.zero(i)
	}
	few := rows < a.rows[0]
	if few {
		a.line("LEAQ (R10)(R10*4), AX")
	}
	a.label("loop")
	a.line("VMOVUPS (DI), %s", b0)
	a.line("VMOVUPS %d(DI), %s", a.size(), b1)
	// b may lie row by row in memory, where processors do not see the rows to
	// come. With few rows of a, memory is what the loop waits for: then rows far
	// ahead are asked for too.
	if few {
		a.line("PREFETCHT1 (DI)(AX*8)")
		if a.size() == 64 {
			a.line("PREFETCHT1 64(DI)(AX*8)")
		}
	}
	a.line("PREFETCHT0 (DI)(R10*8)")
	if a.size() == 64 {
		a.line("PREFETCHT0 64(DI)(R10*8)")
	}
	a.line("ADDQ R10, DI")
	for i := range rows {
		r := a.v(spare + i%min(6, registers-spare))
		a.line("VBROADCASTSS %s, %s", element(i), r)
		a.line("VFMADD231PS %s, %s, %s", b0, r, acc(i, 0))
		a.line("VFMADD231PS %s, %s, %s", b1, r, acc(i, 1))
	}
	for i := range used {
		a.line("ADDQ R9, %s", bases[i])
	}
	a.line("DECQ CX")
	a.line("JNZ loop")
	a.line("MOVQ accumulate+64(FP), AX")
	a.line("TESTQ AX, AX")
	a.line("JZ store")
	a.line("MOVQ DX, AX")
	for i := range rows {
		a.line("VADDPS (AX), %s, %s", acc(i, 0), acc(i, 0))
		a.line("VADDPS %d(AX), %s, %s", a.size(), acc(i, 1), acc(i, 1))
		if i+1 < rows {
			a.line("ADDQ R11, AX")
		}
	}
	a.label("store")
	for i := range rows {
		a.line("VMOVUPS %s, (DX)", acc(i, 0))
		a.line("VMOVUPS %s, %d(DX)", acc(i, 1), a.size())
		if i+1 < rows {
			a.line("ADDQ R11, DX")
		}
	}
	a.line("VZEROUPPER")
	a.line("RET")
}

// peakRegisters is how many independent sums the peak loop keeps.
const peakRegisters = 12

// peak writes a loop of nothing but fused multiply-adds.
func peak(a *assembler) {
	fmt.Fprintf(a, "\n// func peak%s(n int)\nTEXT ·peak%s(SB), NOSPLIT, $0-8\n", a.suffix, a.suffix)
	a.line("MOVQ n+0(FP), CX")
	for i := range peakRegisters + 2 {
		a.zero(i)
	}
	a.label("loop")
	for i := range peakRegisters {
		a.line("VFMADD231PS %s, %s, %s", a.v(peakRegisters), a.v(peakRegisters+1), a.v(i))
	}
	a.line("DECQ CX")
	a.line("JNZ loop")
	a.line("VZEROUPPER")
	a.line("RET")
}
