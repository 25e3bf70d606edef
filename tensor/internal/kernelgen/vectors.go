package main

import (
	"fmt"
	"math"
	"strings"
)

// loop describes a function over vectors of n floats.
type loop struct {
	name    string
	outputs []string // pointers written, and read where body loads them
	inputs  []string // pointers read
	scalars []string // float32 arguments, broadcast
	result  string   // "", "sum" or "max": what sums[0] holds at the end
	start   string   // how the sums start: "" for zeros, else the pointer whose first element is repeated
	unroll  int      // independent copies of the body in the main loop
	body    func(b *body)
}

// body emits one step of a loop for one register of elements. Registers t(0),
// t(1), … are free; sum is the register of a reduction.
type body struct {
	*assembler
	loop   *loop
	masked bool
	copy   int // which of the unrolled copies
	sum    string
	first  int // first free register
}

func (b *body) t(i int) string { return b.v(b.first + i) }

var pointerRegisters = []string{"DI", "SI", "R8", "R9", "R10", "R11"}

func (b *body) pointer(name string) string {
	for i, p := range append(append([]string{}, b.loop.outputs...), b.loop.inputs...) {
		if p == name {
			return pointerRegisters[i]
		}
	}
	panic("kernelgen: no pointer " + name)
}

func (b *body) address(name string) string {
	return fmt.Sprintf("%d(%s)", b.copy*b.size(), b.pointer(name))
}

// load reads a register; lanes past the end are zero.
func (b *body) load(name, to string) {
	switch {
	case !b.masked:
		b.line("VMOVUPS %s, %s", b.address(name), to)
	case b.reg == "Z":
		b.line("VMOVUPS.Z %s, K1, %s", b.address(name), to)
	default:
		b.line("VMASKMOVPS %s, Y15, %s", b.address(name), to)
	}
}

func (b *body) store(from, name string) {
	switch {
	case !b.masked:
		b.line("VMOVUPS %s, %s", from, b.address(name))
	case b.reg == "Z":
		b.line("VMOVUPS %s, K1, %s", from, b.address(name))
	default:
		b.line("VMASKMOVPS %s, Y15, %s", from, b.address(name))
	}
}

// clearTail zeroes the lanes of a register that lie past the end.
func (b *body) clearTail(r string) {
	switch {
	case !b.masked:
	case b.reg == "Z":
		b.line("VMOVAPS.Z %s, K1, %s", r, r)
	default:
		b.line("VANDPS Y15, %s, %s", r, r)
	}
}

func (b *body) scalar(name string) string {
	for i, s := range b.loop.scalars {
		if s == name {
			return b.v(i)
		}
	}
	panic("kernelgen: no scalar " + name)
}

func (a *assembler) constant(name string) string {
	return fmt.Sprintf("%s%s<>(SB)", name, a.suffix)
}

var loops = []loop{
	{name: "add", outputs: p("out"), inputs: p("a", "b"), unroll: 2, body: func(b *body) {
		b.load("a", b.t(0))
		b.load("b", b.t(1))
		b.line("VADDPS %s, %s, %s", b.t(0), b.t(1), b.t(0))
		b.store(b.t(0), "out")
	}},
	{name: "mul", outputs: p("out"), inputs: p("a", "b"), scalars: p("s"), unroll: 2, body: func(b *body) {
		b.load("a", b.t(0))
		b.load("b", b.t(1))
		b.line("VMULPS %s, %s, %s", b.t(0), b.t(1), b.t(0))
		b.line("VMULPS %s, %s, %s", b.t(0), b.scalar("s"), b.t(0))
		b.store(b.t(0), "out")
	}},
	{name: "scale", outputs: p("out"), inputs: p("a"), scalars: p("s"), unroll: 2, body: func(b *body) {
		b.load("a", b.t(0))
		b.line("VMULPS %s, %s, %s", b.t(0), b.scalar("s"), b.t(0))
		b.store(b.t(0), "out")
	}},
	{name: "axpy", outputs: p("out"), inputs: p("a"), scalars: p("s"), unroll: 2, body: func(b *body) {
		b.load("a", b.t(0))
		b.load("out", b.t(1))
		b.line("VFMADD231PS %s, %s, %s", b.t(0), b.scalar("s"), b.t(1))
		b.store(b.t(1), "out")
	}},
	{name: "sum", inputs: p("a"), result: "sum", unroll: 4, body: func(b *body) {
		b.load("a", b.t(0))
		b.line("VADDPS %s, %s, %s", b.t(0), b.sum, b.sum)
	}},
	{name: "max", inputs: p("a"), result: "max", start: "a", unroll: 4, body: func(b *body) {
		b.load("a", b.t(0))
		if b.masked {
			// Lanes past the end take part with the running maximum.
			if b.reg == "Z" {
				b.line("VMAXPS %s, %s, K1, %s", b.t(0), b.sum, b.sum)
				return
			}
			b.line("VBLENDVPS Y15, %s, %s, %s", b.t(0), b.sum, b.t(0))
		}
		b.line("VMAXPS %s, %s, %s", b.t(0), b.sum, b.sum)
	}},
	{name: "dot", inputs: p("a", "b"), result: "sum", unroll: 4, body: func(b *body) {
		b.load("a", b.t(0))
		b.load("b", b.t(1))
		b.line("VFMADD231PS %s, %s, %s", b.t(0), b.t(1), b.sum)
	}},
	{name: "dot3", inputs: p("a", "b", "c"), result: "sum", unroll: 4, body: func(b *body) {
		b.load("a", b.t(0))
		b.load("b", b.t(1))
		b.line("VMULPS %s, %s, %s", b.t(0), b.t(1), b.t(0))
		b.load("c", b.t(1))
		b.line("VFMADD231PS %s, %s, %s", b.t(0), b.t(1), b.sum)
	}},
	{name: "expSub", outputs: p("out"), inputs: p("a"), scalars: p("m"), result: "sum", unroll: 2, body: func(b *body) {
		b.load("a", b.t(0))
		b.line("VSUBPS %s, %s, %s", b.scalar("m"), b.t(0), b.t(0))
		b.exp(b.t(0), b.t(1), b.t(2))
		b.store(b.t(0), "out")
		b.clearTail(b.t(0))
		b.line("VADDPS %s, %s, %s", b.t(0), b.sum, b.sum)
	}},
	{name: "mulSub", outputs: p("out"), inputs: p("a", "b"), scalars: p("m"), unroll: 2, body: func(b *body) {
		b.load("b", b.t(0))
		b.line("VSUBPS %s, %s, %s", b.scalar("m"), b.t(0), b.t(0))
		b.load("a", b.t(1))
		b.line("VMULPS %s, %s, %s", b.t(0), b.t(1), b.t(0))
		b.store(b.t(0), "out")
	}},
	{name: "normGradient", outputs: p("dx", "gain"), inputs: p("x", "w", "dy"), scalars: p("r", "s"), unroll: 1, body: func(b *body) {
		b.load("dy", b.t(0))
		b.line("VMULPS %s, %s, %s", b.t(0), b.scalar("r"), b.t(0))
		b.load("x", b.t(1))
		b.load("gain", b.t(2))
		b.line("VFMADD231PS %s, %s, %s", b.t(0), b.t(1), b.t(2))
		b.store(b.t(2), "gain")
		b.load("w", b.t(2))
		b.line("VMULPS %s, %s, %s", b.t(0), b.t(2), b.t(0))
		b.line("VFNMADD231PS %s, %s, %s", b.t(1), b.scalar("s"), b.t(0))
		b.store(b.t(0), "dx")
	}},
	{name: "gatedGELU", outputs: p("out"), inputs: p("a", "b"), unroll: 1, body: func(b *body) {
		b.load("a", b.t(0))
		b.gate(b.t(0), b.t(1), b.t(2), b.t(3))
		b.load("b", b.t(2))
		b.line("VMULPS %s, %s, %s", b.t(0), b.t(1), b.t(0))
		b.line("VMULPS %s, %s, %s", b.t(0), b.t(2), b.t(0))
		b.store(b.t(0), "out")
	}},
	{name: "gatedGELUGradient", outputs: p("da", "db"), inputs: p("a", "b", "dy"), unroll: 1, body: func(b *body) {
		u, s, y := b.t(0), b.t(1), b.t(4)
		b.load("a", u)
		b.gate(u, s, b.t(2), b.t(3))
		b.load("dy", y)
		us, slope := b.t(2), b.t(3)
		b.line("VMULPS %s, %s, %s", u, s, us)
		// slope = s + us·(1-s)·(linear + 3·cubic·u²)
		b.line("VMULPS %s, %s, %s", u, u, u)
		b.line("VMOVUPS %s, %s", b.constant("geluCubic3"), slope)
		b.line("VFMADD213PS %s, %s, %s", b.constant("geluLinear"), u, slope)
		b.line("VMOVAPS %s, %s", us, u)
		b.line("VFNMADD231PS %s, %s, %s", us, s, u)
		b.line("VFMADD213PS %s, %s, %s", s, u, slope)
		b.line("VMULPS %s, %s, %s", y, us, us)
		b.load("b", u)
		b.line("VMULPS %s, %s, %s", y, u, u)
		b.line("VMULPS %s, %s, %s", slope, u, u)
		b.store(us, "db")
		b.store(u, "da")
	}},
}

func p(names ...string) []string { return names }

// constants are repeated over a register each.
var constants = []struct {
	name  string
	value float64
}{
	{"expHighest", 88.3}, {"expLowest", -87.3}, {"log2e", 1 / math.Ln2},
	{"ln2High", 0.693359375}, {"ln2Low", -2.12194440e-4},
	{"taylor7", 1.0 / 5040}, {"taylor6", 1.0 / 720}, {"taylor5", 1.0 / 120}, {"taylor4", 1.0 / 24},
	{"taylor3", 1.0 / 6}, {"half", 0.5}, {"one", 1},
	{"geluLinear", geluLinear}, {"geluCubic3", 3 * geluCubic},
	{"geluLinearNegative", -geluLinear}, {"geluCubicNegative", -geluCubic},
}

const (
	geluLinear = 1.5957691216057308 // 2·√(2/π)
	geluCubic  = 0.044715 * geluLinear
)

// exp replaces x by e^x; n and q are free. NaN passes: the minimum and maximum
// return their last operand, x, when one is NaN.
func (b *body) exp(x, n, q string) {
	b.line("VMOVUPS %s, %s", b.constant("expHighest"), n)
	b.line("VMINPS %s, %s, %s", x, n, x)
	b.line("VMOVUPS %s, %s", b.constant("expLowest"), n)
	b.line("VMAXPS %s, %s, %s", x, n, x)
	b.line("VMULPS %s, %s, %s", b.constant("log2e"), x, n)
	if b.reg == "Z" {
		b.line("VRNDSCALEPS $8, %s, %s", n, n)
	} else {
		b.line("VROUNDPS $8, %s, %s", n, n)
	}
	b.line("VFNMADD231PS %s, %s, %s", b.constant("ln2High"), n, x)
	b.line("VFNMADD231PS %s, %s, %s", b.constant("ln2Low"), n, x)
	b.line("VMOVUPS %s, %s", b.constant("taylor7"), q)
	for _, c := range []string{"taylor6", "taylor5", "taylor4", "taylor3", "half", "one", "one"} {
		b.line("VFMADD213PS %s, %s, %s", b.constant(c), x, q)
	}
	b.line("VCVTPS2DQ %s, %s", n, n)
	b.line("VPADDD %s, %s, %s", b.constant("exponentBias"), n, n)
	b.line("VPSLLD $23, %s, %s", n, n)
	b.line("VMULPS %s, %s, %s", n, q, x)
}

// gate sets s to σ(linear·u + cubic·u³); n and q are free.
func (b *body) gate(u, s, n, q string) {
	b.line("VMULPS %s, %s, %s", u, u, n)
	b.line("VMOVUPS %s, %s", b.constant("geluCubicNegative"), s)
	b.line("VFMADD213PS %s, %s, %s", b.constant("geluLinearNegative"), n, s)
	b.line("VMULPS %s, %s, %s", u, s, s)
	b.exp(s, n, q)
	b.line("VMOVUPS %s, %s", b.constant("one"), n)
	b.line("VADDPS %s, %s, %s", s, n, s)
	b.line("VDIVPS %s, %s, %s", s, n, s)
}

func vectors(a *assembler) {
	a.WriteByte('\n')
	for _, c := range constants {
		a.data(c.name, math.Float32bits(float32(c.value)))
	}
	a.data("exponentBias", 127)
	if a.reg == "Y" {
		// Eight set lanes before eight clear ones: the mask of a tail of r
		// elements starts at lane 8-r.
		for i := range 16 {
			bits := uint32(0)
			if i < 8 {
				bits = 0xffffffff
			}
			fmt.Fprintf(a, "DATA tailMask256<>+%d(SB)/4, $0x%08x\n", 4*i, bits)
		}
		fmt.Fprint(a, "GLOBL tailMask256<>(SB), RODATA|NOPTR, $64\n")
	}
	for i := range loops {
		emit(a, &loops[i])
	}
}

// emit writes one function: the unrolled main loop, single registers, and the
// masked tail.
func emit(a *assembler, l *loop) {
	pointers := append(append([]string{}, l.outputs...), l.inputs...)
	signature := strings.Join(pointers, ", ") + " *float32, n int"
	size := 8*len(pointers) + 8
	scalarAt := size
	if len(l.scalars) > 0 {
		signature += ", " + strings.Join(l.scalars, ", ") + " float32"
		size += 4 * len(l.scalars)
	}
	resultAt := (size + 7) &^ 7
	result := ""
	if l.result != "" {
		result, size = " float32", resultAt+4
	}
	a.function(l.name+a.suffix, signature, result, size)
	for i, p := range pointers {
		a.line("MOVQ %s+%d(FP), %s", p, 8*i, pointerRegisters[i])
	}
	a.line("MOVQ n+%d(FP), CX", 8*len(pointers))
	for i, s := range l.scalars {
		a.line("VBROADCASTSS %s+%d(FP), %s", s, scalarAt+4*i, a.v(i))
	}
	next := len(l.scalars)
	sums := []string{}
	if l.result != "" {
		for range l.unroll {
			sums = append(sums, a.v(next))
			next++
		}
		for i := range sums {
			if l.start != "" {
				a.line("VBROADCASTSS (%s), %s", pointerRegisters[indexOf(pointers, l.start)], sums[i])
			} else {
				a.zero(len(l.scalars) + i)
			}
		}
	}
	step := func(copies int, masked bool) {
		for c := range copies {
			b := &body{assembler: a, loop: l, masked: masked, copy: c, first: next}
			if len(sums) > 0 {
				b.sum = sums[c]
			}
			l.body(b)
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
		a.line("VMOVSS X%s, ret+%d(FP)", strings.TrimLeft(sums[0], "ZY"), resultAt)
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
