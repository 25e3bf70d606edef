// Package stablehlo writes StableHLO, the portable text form of computations
// that the XLA compilers read (https://openxla.org/stablehlo/spec).
//
// A [Function] is the main function of a module. Its methods add one operation
// each and return the result as a [Value], so that the text of a formula is
// written by a formula. Nothing is computed, and nothing is checked beyond what
// the operation needs for its result's shape: the caller has fitting shapes
// already, and a compiler refuses what does not fit.
package stablehlo

import (
	"fmt"
	"strings"
)

// Type is the type of the elements of a value, as the text spells it.
type Type string

// Types of elements.
const (
	F32 Type = "f32"
	I32 Type = "i32"
	I1  Type = "i1" // truth values
)

// Value is an argument of a function or the result of an operation.
type Value struct {
	Shape []int // empty for a scalar
	Type  Type
	name  string
}

// Len is the number of elements.
func (v Value) Len() int {
	n := 1
	for _, d := range v.Shape {
		n *= d
	}
	return n
}

// tensor is the type of a value in the text.
func (v Value) tensor() string {
	var b strings.Builder
	b.WriteString("tensor<")
	for _, d := range v.Shape {
		fmt.Fprintf(&b, "%dx", d)
	}
	fmt.Fprintf(&b, "%s>", v.Type)
	return b.String()
}

// Function is a main function under construction. It is not safe for
// concurrent use.
type Function struct {
	arguments []Value
	body      strings.Builder
	count     int              // of the values named so far
	scalars   map[string]Value // constants that stand already, by their line
}

// NewFunction returns a function without arguments.
func NewFunction() *Function { return &Function{scalars: map[string]Value{}} }

// Argument adds an argument; its index is how many there were before.
func (f *Function) Argument(t Type, shape ...int) Value {
	v := Value{shape, t, fmt.Sprintf("%%arg%d", len(f.arguments))}
	f.arguments = append(f.arguments, v)
	return v
}

// Module is the text of a module whose main function returns outputs, to be
// run by replicas devices together, at least one.
func (f *Function) Module(replicas int, outputs ...Value) string {
	var b strings.Builder
	fmt.Fprintf(&b, "module @main attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = %d : i32} {\n  func.func public @main(", replicas)
	for i, v := range f.arguments {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(v.name + ": " + v.tensor())
	}
	fmt.Fprintf(&b, ") -> (%s) {\n%s    return %s : %s\n  }\n}\n", types(outputs), f.body.String(), names(outputs), types(outputs))
	return b.String()
}

// add writes the operation that format describes, with the result's type at
// its end, and returns the result.
func (f *Function) add(t Type, shape []int, format string, args ...any) Value {
	v := Value{append([]int{}, shape...), t, fmt.Sprintf("%%%d", f.count)}
	f.count++
	fmt.Fprintf(&f.body, "    %s = %s%s\n", v.name, fmt.Sprintf(format, args...), v.tensor())
	return v
}

// from spells the types of operands before the type of the result.
func from(operands ...Value) string { return " : (" + types(operands) + ") -> " }

func types(values []Value) string {
	return join(values, Value.tensor)
}

func names(values []Value) string {
	return join(values, func(v Value) string { return v.name })
}

func join(values []Value, text func(Value) string) string {
	parts := make([]string, len(values))
	for i, v := range values {
		parts[i] = text(v)
	}
	return strings.Join(parts, ", ")
}

// list spells integers.
func list(values []int) string {
	return strings.ReplaceAll(fmt.Sprint(values), " ", ", ")
}
