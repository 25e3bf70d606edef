package main

import (
	"fmt"
	"strconv"
	"strings"
)

var neon = isa{"neon", "NEON", "V", 4, []int{6, 4, 2, 1}}

func (a *assembler) neon() bool { return a.reg == "V" }

// The Go assembler knows few of the vector instructions on floats, so the
// others are written as words: the code of four lanes of 32 bits, into which
// the numbers of the registers go.
var neonCodes = map[string]uint32{
	"FADD": 0x4e20d400, "FSUB": 0x4ea0d400, "FMUL": 0x6e20dc00, "FDIV": 0x6e20fc00,
	"FMIN": 0x4ea0f400, "FMAX": 0x4e20f400, "FMLA": 0x4e20cc00, "FMLS": 0x4ea0cc00,
	"FADDP": 0x6e20d400, "FMAXP": 0x6e20f400,
	"FRINTN": 0x4e218800, "FCVTNS": 0x4e21a800,
}

// number is the number of a register by its name.
func number(register string) uint32 {
	n, err := strconv.Atoi(strings.TrimLeft(register, "VF"))
	if err != nil {
		panic("kernelgen: no register " + register)
	}
	return uint32(n)
}

// neonBinary writes destination = y ∘ x.
func (a *assembler) neonBinary(name, x, y, destination string) {
	code := neonCodes[name] | number(x)<<16 | number(y)<<5 | number(destination)
	a.line("WORD $0x%08x // %s %s.S4, %s.S4, %s.S4", code, name, x, y, destination)
}

func (a *assembler) neonUnary(name, x, destination string) {
	a.line("WORD $0x%08x // %s %s.S4, %s.S4", neonCodes[name]|number(x)<<5|number(destination), name, x, destination)
}

const (
	neonSpare    = "V14"
	neonTailMask = "V13"
)

var neonNames = map[operation]string{
	opAdd: "FADD", opSub: "FSUB", opMul: "FMUL", opDiv: "FDIV", opMin: "FMIN", opMax: "FMAX", opFma: "FMLA", opFnma: "FMLS",
}

func (b *body) neonOp(o operation, x, y, destination string) {
	switch o {
	case opAddInts:
		b.line("VADD %s.S4, %s.S4, %s.S4", x, y, destination)
	case opHorner: // the sum is the destination here, so it goes by way of another register
		b.move(x, neonSpare)
		b.neonBinary("FMLA", y, destination, neonSpare)
		b.move(neonSpare, destination)
	default:
		b.neonBinary(neonNames[o], x, y, destination)
	}
}

// scalarRegister is the name of a vector register where it holds a scalar or
// stands for all of its bits.
func scalarRegister(r string) string { return "F" + strings.TrimPrefix(r, "V") }

// neonLoad reads four floats, or one where only that is left; the other lanes
// are zero then.
func (b *body) neonLoad(name, to string) {
	instruction := "FMOVQ"
	if b.masked {
		instruction = "FMOVS"
	}
	b.line("%s %s, %s", instruction, b.address(name), scalarRegister(to))
}

func (b *body) neonStore(from, name string) {
	instruction := "FMOVQ"
	if b.masked {
		instruction = "FMOVS"
	}
	b.line("%s %s, %s", instruction, scalarRegister(from), b.address(name))
}

// fill loads data into a register. R9 is free before the loops.
func (a *assembler) fill(name string, register int) {
	a.line("MOVD $%s%s<>(SB), R9", name, a.suffix)
	a.line("FMOVQ (R9), F%d", register)
}

// neonConstants hands out registers to constants, from the last one down.
type neonConstants struct{ names []string }

func (c *neonConstants) register(name string) string {
	at := indexOf(c.names, name)
	if at < 0 {
		c.names = append(c.names, name)
		at = len(c.names) - 1
	}
	if at > 16 {
		panic("kernelgen: too many constants")
	}
	return fmt.Sprintf("V%d", 31-at)
}

// emitNEON writes one function: the unrolled main loop, single registers, and
// what is left one by one.
func emitNEON(a *assembler, l *loop) {
	s := l.begin(a)
	for i := range s.pointers {
		a.line("MOVD %s+%d(FP), R%d", s.pointers[i], 8*i, i)
	}
	a.line("MOVD n+%d(FP), R8", 8*len(s.pointers))
	for i, name := range l.scalars {
		a.line("FMOVS %s+%d(FP), F%d", name, s.scalarAt+4*i, i)
		a.line("VDUP V%d.S[0], V%d.S4", i, i)
	}
	for i, sum := range s.sums {
		if l.start != "" {
			a.line("VLD1R (R%d), [%s.S4]", indexOf(s.pointers, l.start), sum)
		} else {
			a.zero(len(l.scalars) + i)
		}
	}
	// The body tells which constants it needs, so it is written first.
	rest := &assembler{isa: a.isa, declarations: a.declarations}
	constants := &neonConstants{}
	step := func(copies, elements int, label, next string) {
		rest.label(label)
		rest.line("CMP $%d, R8", elements)
		rest.line("BLT %s", next)
		for c := range copies {
			l.step(rest, s, c, elements < a.width, constants)
		}
		for i := range s.pointers {
			rest.line("ADD $%d, R%d", 4*elements, i)
		}
		rest.line("SUB $%d, R8", elements)
		rest.line("B %s", label)
	}
	if l.unroll > 1 {
		step(l.unroll, l.unroll*a.width, "unrolled", "single")
	}
	step(1, a.width, "single", "tail")
	step(1, 1, "tail", "done")
	rest.label("done")
	if l.result != "" {
		across := "FADDP"
		if l.result == "max" {
			across = "FMAXP"
		}
		for gap := len(s.sums) / 2; gap > 0; gap /= 2 {
			for i := range gap {
				rest.neonBinary(strings.TrimSuffix(across, "P"), s.sums[i+gap], s.sums[i], s.sums[i])
			}
		}
		rest.neonBinary(across, s.sums[0], s.sums[0], s.sums[0])
		rest.neonBinary(across, s.sums[0], s.sums[0], s.sums[0])
		rest.line("FMOVS %s, ret+%d(FP)", scalarRegister(s.sums[0]), s.resultAt)
	}
	rest.line("RET")

	for i, name := range constants.names {
		a.fill(name, 31-i)
	}
	if l.result != "" {
		a.fill("firstLane", int(number(neonTailMask)))
	}
	a.Write(rest.Bytes())
}
