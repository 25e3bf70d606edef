package main

import "fmt"

// product is what a micro kernel multiplies.
type product struct {
	name   string // of the functions
	values int    // of a in a step
	// step writes the multiply-adds of one step, whose row of b and values of a
	// stand so many bytes further on than the registers point: b0 and b1 hold, or
	// take, the registers of b.
	step func(a *assembler, m *micro, row, value int)
}

var (
	// floats multiplies float32 by float32.
	floats = product{"gemm", 1, func(a *assembler, m *micro, row, value int) {
		m.load(a, row)
		m.rowsBy(a, value, "VFMADD231PS")
	}}
	// wide multiplies float32 by pairs of bfloat16, which are widened: the lower
	// of a pair by a shift, the upper by clearing what is below it.
	wide = product{"gemmWide", 2, func(a *assembler, m *micro, row, value int) {
		m.load(a, row)
		for _, b := range []string{m.b0, m.b1} {
			a.line("VPSLLD $16, %s, %s", b, b)
		}
		m.rowsBy(a, value, "VFMADD231PS")
		for half, b := range []string{m.b0, m.b1} {
			a.line("VMOVUPS upperHalf%s<>(SB), %s", a.suffix, b)
			a.line("%s %d(DI), %s, %s", a.and(), row+half*a.size(), b, b)
		}
		m.rowsBy(a, value+4, "VFMADD231PS")
	}}
	// pairs multiplies pairs of bfloat16 by pairs of bfloat16.
	pairs = product{"gemmPairs", 1, func(a *assembler, m *micro, row, value int) {
		m.load(a, row)
		m.rowsBy(a, value, "VDPBF16PS")
	}}
)

// gemm writes the micro kernels of whole tiles, or those of few rows: a tile of c of
// some rows by two registers of columns is held in registers while k runs.
//
// Operand a is addressed by two strides, so that one kernel serves rows,
// columns and packed panels; b is a row of two registers for each k.
func gemm(p product, few bool) func(a *assembler) {
	return func(a *assembler) {
		if p.name == wide.name {
			a.WriteByte('\n')
			a.data("upperHalf", 0xffff0000)
		}
		rows := a.rows[:1]
		if few {
			rows = a.rows[1:]
		}
		for _, n := range rows {
			microKernel(a, p, n, few)
		}
	}
}

// bases hold the addresses of rows 0, 3, 6 and 9 of a; the two rows after each
// are reached by index and scaled index.
var bases = []string{"SI", "R12", "R13", "BX"}

// micro is the micro kernel being written.
type micro struct {
	rows   int
	b0, b1 string
	spare  int // the first register that is free
	few    bool
}

func (m *micro) element(i, offset int) string {
	base := bases[i/3]
	if offset > 0 {
		base = fmt.Sprintf("%d(%s)", offset, base)
	} else {
		base = fmt.Sprintf("(%s)", base)
	}
	switch i % 3 {
	case 1:
		return base + "(R8*1)"
	case 2:
		return base + "(R8*2)"
	}
	return base
}

// load reads a row of b, which stands at bytes after the register.
func (m *micro) load(a *assembler, at int) {
	a.line("VMOVUPS %d(DI), %s", at, m.b0)
	a.line("VMOVUPS %d(DI), %s", at+a.size(), m.b1)
}

// prefetch asks for rows of b to come and moves on to the next. b may lie row
// by row in memory, where processors do not see them coming. With few rows of
// a, memory is what the loop waits for: then rows far ahead are asked for too.
func (m *micro) prefetch(a *assembler) {
	for at := 0; at < 2*a.size(); at += 64 {
		if m.few {
			a.line("PREFETCHT1 %d(DI)(AX*8)", at)
		}
		a.line("PREFETCHT0 %d(DI)(R10*8)", at)
	}
	a.line("ADDQ R10, DI")
}

// rowsBy multiplies a value of each row of a by b0 and b1.
func (m *micro) rowsBy(a *assembler, offset int, multiply string) {
	registers := 16
	if a.reg == "Z" {
		registers = 32
	}
	for i := range m.rows {
		r := m.spare + i%min(6, registers-m.spare)
		a.line("VBROADCASTSS %s, %s", m.element(i, offset), a.v(r))
		for half, b := range []string{m.b0, m.b1} {
			if multiply == "VDPBF16PS" {
				a.dotPairs(r, 2*m.rows+half, 2*i+half)
			} else {
				a.line("%s %s, %s, %s", multiply, b, a.v(r), a.v(2*i+half))
			}
		}
	}
}

func microKernel(a *assembler, p product, rows int, few bool) {
	acc := func(i, half int) string { return a.v(2*i + half) }
	m := &micro{rows: rows, b0: a.v(2 * rows), b1: a.v(2*rows + 1), spare: 2*rows + 2, few: few}
	a.function(fmt.Sprintf("%s%sx%d", p.name, a.suffix, rows),
		"k int, a *float32, rowStride, stepStride int, b *float32, bStride int, c *float32, cStride, accumulate int", "", 72)
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
		for at := 0; at < 2*a.size(); at += 64 {
			a.line("PREFETCHT0 %d(AX)", at)
		}
		if i+1 < rows {
			a.line("ADDQ R11, AX")
		}
	}
	for i := range 2 * rows {
		a.zero(i)
	}
	if m.few {
		a.line("LEAQ (R10)(R10*4), AX")
	}
	if !few {
		severalSteps(a, p, m, used)
	}
	a.label("loop")
	p.step(a, m, 0, 0)
	m.prefetch(a)
	for i := range used {
		a.line("ADDQ R9, %s", bases[i])
	}
	a.line("DECQ CX")
	a.line("JNZ loop")
	if !few {
		a.label("done")
	}
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

// severalSteps writes a loop of several steps a round for operands of the usual strides: rows of a
// whose steps are neighbours, and panels of b. It counts less, which leaves more of a core's
// front end to the products where two threads share it. The steps that are left go on one by one.
func severalSteps(a *assembler, p product, m *micro, used int) {
	steps := 4 / p.values // four values of each row of a a round
	row, values := 2*a.size(), 4*p.values
	a.line("CMPQ R9, $%d", values)
	a.line("JNE loop")
	a.line("CMPQ R10, $%d", row)
	a.line("JNE loop")
	a.line("SUBQ $%d, CX", steps)
	a.line("JB rest")
	a.label("several")
	for i := range steps {
		for at := 0; at < row; at += 64 {
			a.line("PREFETCHT0 %d(DI)", (i+8)*row+at)
		}
		p.step(a, m, i*row, i*values)
	}
	for i := range used {
		a.line("ADDQ $%d, %s", steps*values, bases[i])
	}
	a.line("ADDQ $%d, DI", steps*row)
	a.line("SUBQ $%d, CX", steps)
	a.line("JAE several")
	a.label("rest")
	a.line("ADDQ $%d, CX", steps)
	a.line("JZ done")
}

// peakRegisters is how many independent sums the peak loop keeps.
const peakRegisters = 12

// peak writes a loop of nothing but fused multiply-adds.
func peak(a *assembler) {
	a.function("peak"+a.suffix, "n int", "", 8)
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
