package main

import (
	"fmt"
	"math"
	"slices"
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

	constants *neonConstants // of NEON
}

func (b *body) t(i int) string { return b.v(b.first + i) }

func (b *body) pointer(name string) string {
	for i, p := range append(append([]string{}, b.loop.outputs...), b.loop.inputs...) {
		if p == name {
			return b.pointerRegister(i)
		}
	}
	panic("kernelgen: no pointer " + name)
}

func (b *body) scalar(name string) string {
	for i, s := range b.loop.scalars {
		if s == name {
			return b.v(i)
		}
	}
	panic("kernelgen: no scalar " + name)
}

var loops = []loop{
	{name: "add", outputs: p("out"), inputs: p("a", "b"), unroll: 2, body: func(b *body) {
		b.load("a", b.t(0))
		b.load("b", b.t(1))
		b.op(opAdd, b.t(0), b.t(1), b.t(0))
		b.store(b.t(0), "out")
	}},
	{name: "mul", outputs: p("out"), inputs: p("a", "b"), scalars: p("s"), unroll: 2, body: func(b *body) {
		b.load("a", b.t(0))
		b.load("b", b.t(1))
		b.op(opMul, b.t(0), b.t(1), b.t(0))
		b.op(opMul, b.t(0), b.scalar("s"), b.t(0))
		b.store(b.t(0), "out")
	}},
	{name: "scale", outputs: p("out"), inputs: p("a"), scalars: p("s"), unroll: 2, body: func(b *body) {
		b.load("a", b.t(0))
		b.op(opMul, b.t(0), b.scalar("s"), b.t(0))
		b.store(b.t(0), "out")
	}},
	{name: "axpy", outputs: p("out"), inputs: p("a"), scalars: p("s"), unroll: 2, body: func(b *body) {
		b.load("a", b.t(0))
		b.load("out", b.t(1))
		b.op(opFma, b.t(0), b.scalar("s"), b.t(1))
		b.store(b.t(1), "out")
	}},
	{name: "sum", inputs: p("a"), result: "sum", unroll: 4, body: func(b *body) {
		b.load("a", b.t(0))
		b.op(opAdd, b.t(0), b.sum, b.sum)
	}},
	{name: "max", inputs: p("a"), result: "max", start: "a", unroll: 4, body: func(b *body) {
		b.load("a", b.t(0))
		b.fillTail(b.t(0), b.sum)
		b.op(opMax, b.t(0), b.sum, b.sum)

	}},
	{name: "dot", inputs: p("a", "b"), result: "sum", unroll: 4, body: func(b *body) {
		b.load("a", b.t(0))
		b.load("b", b.t(1))
		b.op(opFma, b.t(0), b.t(1), b.sum)
	}},
	{name: "dot3", inputs: p("a", "b", "c"), result: "sum", unroll: 4, body: func(b *body) {
		b.load("a", b.t(0))
		b.load("b", b.t(1))
		b.op(opMul, b.t(0), b.t(1), b.t(0))
		b.load("c", b.t(1))
		b.op(opFma, b.t(0), b.t(1), b.sum)
	}},
	{name: "expSub", outputs: p("out"), inputs: p("a"), scalars: p("m"), result: "sum", unroll: 2, body: func(b *body) {
		b.load("a", b.t(0))
		b.op(opSub, b.scalar("m"), b.t(0), b.t(0))
		b.exp(b.t(0), b.t(1), b.t(2))
		b.store(b.t(0), "out")
		b.clearTail(b.t(0))
		b.op(opAdd, b.t(0), b.sum, b.sum)
	}},
	{name: "mulSub", outputs: p("out"), inputs: p("a", "b"), scalars: p("m"), unroll: 2, body: func(b *body) {
		b.load("b", b.t(0))
		b.op(opSub, b.scalar("m"), b.t(0), b.t(0))
		b.load("a", b.t(1))
		b.op(opMul, b.t(0), b.t(1), b.t(0))
		b.store(b.t(0), "out")
	}},
	{name: "normGradient", outputs: p("dx", "gain"), inputs: p("x", "w", "dy"), scalars: p("r", "s"), unroll: 1, body: func(b *body) {
		b.load("dy", b.t(0))
		b.op(opMul, b.t(0), b.scalar("r"), b.t(0))
		b.load("x", b.t(1))
		b.load("gain", b.t(2))
		b.op(opFma, b.t(0), b.t(1), b.t(2))
		b.store(b.t(2), "gain")
		b.load("w", b.t(2))
		b.op(opMul, b.t(0), b.t(2), b.t(0))
		b.op(opFnma, b.t(1), b.scalar("s"), b.t(0))
		b.store(b.t(0), "dx")
	}},
	{name: "gatedGELU", outputs: p("out"), inputs: p("a", "b"), unroll: 1, body: func(b *body) {
		b.load("a", b.t(0))
		b.gate(b.t(0), b.t(1), b.t(2), b.t(3))
		b.load("b", b.t(2))
		b.op(opMul, b.t(0), b.t(1), b.t(0))
		b.op(opMul, b.t(0), b.t(2), b.t(0))
		b.store(b.t(0), "out")
	}},
	{name: "gatedGELUGradient", outputs: p("da", "db"), inputs: p("a", "b", "dy"), unroll: 1, body: func(b *body) {
		u, s, y := b.t(0), b.t(1), b.t(4)
		b.load("a", u)
		b.gate(u, s, b.t(2), b.t(3))
		b.load("dy", y)
		us, slope := b.t(2), b.t(3)
		b.op(opMul, u, s, us)
		// slope = s + us·(1-s)·(linear + 3·cubic·u²)
		b.op(opMul, u, u, u)
		b.set(b.constant("geluCubic3"), slope)
		b.op(opHorner, b.constant("geluLinear"), u, slope)
		b.move(us, u)
		b.op(opFnma, us, s, u)
		b.op(opHorner, s, u, slope)
		b.op(opMul, y, us, us)
		b.load("b", u)
		b.op(opMul, y, u, u)
		b.op(opMul, slope, u, u)
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
	b.set(b.constant("expHighest"), n)
	b.op(opMin, x, n, x)

	b.set(b.constant("expLowest"), n)
	b.op(opMax, x, n, x)

	b.op(opMul, b.constant("log2e"), x, n)
	b.round(n)
	b.op(opFnma, b.constant("ln2High"), n, x)
	b.op(opFnma, b.constant("ln2Low"), n, x)
	b.set(b.constant("taylor7"), q)
	for _, c := range []string{"taylor6", "taylor5", "taylor4", "taylor3", "half", "one", "one"} {
		b.op(opHorner, b.constant(c), x, q)
	}
	b.toInts(n)
	b.op(opAddInts, b.constant("exponentBias"), n, n)
	b.toExponent(n)
	b.op(opMul, n, q, x)
}

// gate sets s to σ(linear·u + cubic·u³); n and q are free.
func (b *body) gate(u, s, n, q string) {
	b.op(opMul, u, u, n)
	b.set(b.constant("geluCubicNegative"), s)
	b.op(opHorner, b.constant("geluLinearNegative"), n, s)
	b.op(opMul, u, s, s)
	b.exp(s, n, q)
	b.set(b.constant("one"), n)
	b.op(opAdd, s, n, s)
	b.op(opDiv, s, n, s)
}

// groups are the loops by the file that they go to.
var groups = map[string][]string{
	"vector":      {"add", "mul", "scale", "axpy", "mulSub", "normGradient"},
	"sum":         {"sum", "max", "dot", "dot3"},
	"exponential": {"expSub"},
	"gelu":        {"gatedGELU", "gatedGELUGradient"},
}

// vectors writes the loops of a group.
func vectors(group string) func(a *assembler) {
	return func(a *assembler) {
		a.WriteByte('\n')
		if group == "exponential" || group == "gelu" { // both raise e to a power
			for _, c := range constants {
				a.data(c.name, math.Float32bits(float32(c.value)))
			}
			a.data("exponentBias", 127)
		}
		a.tailMask()
		for _, name := range groups[group] {
			at := slices.IndexFunc(loops, func(l loop) bool { return l.name == name })
			if a.neon() {
				emitNEON(a, &loops[at])
			} else {
				emit(a, &loops[at])
			}
		}
	}
}

// tailMask is the data by which the elements past the end are left alone,
// where that is not a register's business.
func (a *assembler) tailMask() {
	switch a.reg {
	case "V":
		fmt.Fprintf(a, "DATA firstLane%[1]s<>+0(SB)/4, $0xffffffff\nDATA firstLane%[1]s<>+4(SB)/4, $0\nDATA firstLane%[1]s<>+8(SB)/8, $0\n"+
			"GLOBL firstLane%[1]s<>(SB), RODATA|NOPTR, $16\n", a.suffix)
	case "Y":
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
}
