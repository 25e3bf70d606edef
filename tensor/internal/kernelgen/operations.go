package main

import "fmt"

// operation is an instruction that the loops are written in. Operands stand in
// the order of the Go assembler, the destination last.
type operation int

const (
	opAdd     operation = iota // y + x
	opSub                      // y - x
	opMul                      // y·x
	opDiv                      // y / x
	opMin                      // the lesser of y and x
	opMax                      // the greater of y and x
	opFma                      // destination + y·x
	opFnma                     // destination - y·x
	opHorner                   // destination·y + x, x a constant or a register
	opAddInts                  // y + x of int32
)

var x86Names = map[operation]string{
	opAdd: "VADDPS", opSub: "VSUBPS", opMul: "VMULPS", opDiv: "VDIVPS", opMin: "VMINPS", opMax: "VMAXPS",
	opFma: "VFMADD231PS", opFnma: "VFNMADD231PS", opHorner: "VFMADD213PS", opAddInts: "VPADDD",
}

func (b *body) op(o operation, x, y, destination string) {
	if b.neon() {
		b.neonOp(o, x, y, destination)
		return
	}
	b.line("%s %s, %s, %s", x86Names[o], x, y, destination)
}

func (b *body) move(from, to string) {
	if b.neon() {
		b.line("VORR %s.B16, %s.B16, %s.B16", from, from, to)
		return
	}
	b.line("VMOVAPS %s, %s", from, to)
}

// set fills a register with a constant.
func (b *body) set(constant, to string) {
	if b.neon() {
		b.move(constant, to)
		return
	}
	b.line("VMOVUPS %s, %s", constant, to)
}

// round rounds to whole numbers, ties to even.
func (b *body) round(r string) {
	switch b.reg {
	case "Z":
		b.line("VRNDSCALEPS $8, %s, %s", r, r)
	case "Y":
		b.line("VROUNDPS $8, %s, %s", r, r)
	default:
		b.neonUnary("FRINTN", r, r)
	}
}

// toInts converts to int32.
func (b *body) toInts(r string) {
	if b.neon() {
		b.neonUnary("FCVTNS", r, r)
		return
	}
	b.line("VCVTPS2DQ %s, %s", r, r)
}

// toExponent moves integers to where a float has its exponent.
func (b *body) toExponent(r string) {
	if b.neon() {
		b.line("VSHL $23, %s.S4, %s.S4", r, r)
		return
	}
	b.line("VPSLLD $23, %s, %s", r, r)
}

// constant is an operand: memory, or on NEON a register that is filled before
// the loop.
func (b *body) constant(name string) string {
	if b.neon() {
		return b.constants.register(name)
	}
	return fmt.Sprintf("%s%s<>(SB)", name, b.suffix)
}

var pointerRegisters = []string{"DI", "SI", "R8", "R9", "R10", "R11"}

func (a *assembler) pointerRegister(i int) string {
	if a.neon() {
		return fmt.Sprintf("R%d", i)
	}
	return pointerRegisters[i]
}

func (b *body) address(name string) string {
	return fmt.Sprintf("%d(%s)", b.copy*b.size(), b.pointer(name))
}

// load reads a register; lanes past the end are zero.
func (b *body) load(name, to string) {
	switch {
	case b.neon():
		b.neonLoad(name, to)
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
	case b.neon():
		b.neonStore(from, name)
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
	case b.neon():
		b.line("VAND %s.B16, %s.B16, %s.B16", neonTailMask, r, r)
	case b.reg == "Z":
		b.line("VMOVAPS.Z %s, K1, %s", r, r)
	default:
		b.line("VANDPS Y15, %s, %s", r, r)
	}
}

// fillTail gives the lanes past the end those of another register.
func (b *body) fillTail(r, with string) {
	switch {
	case !b.masked:
	case b.neon(): // only the first lane is in use
		b.line("VDUP %s.S[0], %s.S4", r, r)
	case b.reg == "Z":
		b.line("VBLENDMPS %s, %s, K1, %s", r, with, r)
	default:
		b.line("VBLENDVPS Y15, %s, %s, %s", r, with, r)
	}
}
