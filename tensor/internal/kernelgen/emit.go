package main

import "strings"

// layout is where a function has its arguments and its registers.
type layout struct {
	pointers           []string // outputs, then inputs
	scalarAt, resultAt int      // in the frame
	sums               []string // registers
	free               int      // the first free register
}

// begin writes the head of a function.
func (l *loop) begin(a *assembler) *layout {
	s := &layout{pointers: append(append([]string{}, l.outputs...), l.inputs...)}
	signature := strings.Join(s.pointers, ", ") + " *float32, n int"
	size := 8*len(s.pointers) + 8
	s.scalarAt = size
	if len(l.scalars) > 0 {
		signature += ", " + strings.Join(l.scalars, ", ") + " float32"
		size += 4 * len(l.scalars)
	}
	s.resultAt = (size + 7) &^ 7
	result := ""
	if l.result != "" {
		result, size = " float32", s.resultAt+4
	}
	a.function(l.name+a.suffix, signature, result, size)
	s.free = len(l.scalars)
	if l.result != "" {
		for range l.unroll {
			s.sums = append(s.sums, a.v(s.free))
			s.free++
		}
	}
	return s
}

// step writes one step of the loop, copy being its place in the unrolled loop.
func (l *loop) step(a *assembler, s *layout, copy int, masked bool, constants *neonConstants) {
	b := &body{assembler: a, loop: l, masked: masked, copy: copy, first: s.free, constants: constants}
	if len(s.sums) > 0 {
		b.sum = s.sums[copy]
	}
	l.body(b)
}

// emit writes one function: the unrolled main loop, single registers, and the
// masked tail.
func emit(a *assembler, l *loop) {
	s := l.begin(a)
	pointers, sums := s.pointers, s.sums
	for i, p := range pointers {
		a.line("MOVQ %s+%d(FP), %s", p, 8*i, pointerRegisters[i])
	}
	a.line("MOVQ n+%d(FP), CX", 8*len(pointers))
	for i, name := range l.scalars {
		a.line("VBROADCASTSS %s+%d(FP), %s", name, s.scalarAt+4*i, a.v(i))
	}
	for i := range sums {
		if l.start != "" {
			a.line("VBROADCASTSS (%s), %s", pointerRegisters[indexOf(pointers, l.start)], sums[i])
		} else {
			a.zero(len(l.scalars) + i)
		}
	}
	step := func(copies int, masked bool) {
		for c := range copies {
			l.step(a, s, c, masked, nil)
		}
	}
	advance := func(registers int) {
		for i := range pointers {
			a.line("ADDQ $%d, %s", registers*a.size(), pointerRegisters[i])
		}
		a.line("SUBQ $%d, CX", registers*a.width)
	}
	if l.unroll > 1 {
		a.label("unrolled")
		a.line("CMPQ CX, $%d", l.unroll*a.width)
		a.line("JLT single")
		step(l.unroll, false)
		advance(l.unroll)
		a.line("JMP unrolled")
	}
	a.label("single")
	a.line("CMPQ CX, $%d", a.width)
	a.line("JLT tail")
	step(1, false)
	advance(1)
	a.line("JMP single")
	a.label("tail")
	a.line("TESTQ CX, CX")
	a.line("JZ done")
	if a.reg == "Z" {
		a.line("MOVL $1, AX")
		a.line("SHLL CX, AX")
		a.line("DECL AX")
		a.line("KMOVW AX, K1")
	} else {
		a.line("LEAQ tailMask256<>+32(SB), AX")
		a.line("SHLQ $2, CX")
		a.line("SUBQ CX, AX")
		a.line("VMOVUPS (AX), Y15")
	}
	step(1, true)
	a.label("done")
	if l.result != "" {
		fold(a, l, sums)
		a.line("VMOVSS X%s, ret+%d(FP)", strings.TrimLeft(sums[0], "ZY"), s.resultAt)
	}
	a.line("VZEROUPPER")
	a.line("RET")
}

// fold reduces the sums to the first lane of the first.
func fold(a *assembler, l *loop, sums []string) {
	instruction := "VADDPS"
	if l.result == "max" {
		instruction = "VMAXPS"
	}
	for gap := len(sums) / 2; gap > 0; gap /= 2 {
		for i := range gap {
			a.line("%s %s, %s, %s", instruction, sums[i+gap], sums[i], sums[i])
		}
	}
	n := strings.TrimLeft(sums[0], "ZY")
	const t = "15"
	if a.reg == "Z" {
		a.line("VEXTRACTF64X4 $1, Z%s, Y%s", n, t)
		a.line("%s Y%s, Y%s, Y%s", instruction, t, n, n)
	}
	a.line("VEXTRACTF128 $1, Y%s, X%s", n, t)
	a.line("%s X%s, X%s, X%s", instruction, t, n, n)
	a.line("VPERMILPS $0x4e, X%s, X%s", n, t)
	a.line("%s X%s, X%s, X%s", instruction, t, n, n)
	a.line("VPERMILPS $0xb1, X%s, X%s", n, t)
	a.line("%s X%s, X%s, X%s", instruction, t, n, n)
}

func indexOf(list []string, s string) int {
	for i, v := range list {
		if v == s {
			return i
		}
	}
	return -1
}
