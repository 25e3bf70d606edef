package stablehlo

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
)

// Float is a scalar constant.
func (f *Function) Float(value float32) Value {
	return f.scalar(F32, fmt.Sprintf("0x%08X", math.Float32bits(value)))
}

// Int is a scalar constant.
func (f *Function) Int(value int) Value { return f.scalar(I32, fmt.Sprint(value)) }

func (f *Function) scalar(t Type, text string) Value {
	key := text + " " + string(t)
	v, ok := f.scalars[key]
	if !ok {
		v = f.add(t, nil, "stablehlo.constant dense<%s> : ", text)
		f.scalars[key] = v
	}
	return v
}

// Floats is a constant of given values.
func (f *Function) Floats(values []float32, shape ...int) Value {
	if len(values) == 1 { // the text of one element has another form
		return f.Reshape(f.Float(values[0]), shape...)
	}
	raw := make([]byte, 0, 4*len(values))
	for _, v := range values {
		raw = binary.LittleEndian.AppendUint32(raw, math.Float32bits(v))
	}
	return f.add(F32, shape, "stablehlo.constant dense<\"0x%s\"> : ", hex.EncodeToString(raw))
}

// Iota counts 0, 1, … along an axis.
func (f *Function) Iota(axis int, shape ...int) Value {
	return f.add(I32, shape, "stablehlo.iota dim = %d : ", axis)
}

// Unary is an operation of one operand, such as exponential, log, negate,
// rsqrt or tanh.
func (f *Function) Unary(operation string, x Value) Value {
	return f.add(x.Type, x.Shape, "stablehlo.%s %s : ", operation, x.name)
}

// Binary is an operation of two operands, such as add, subtract, multiply,
// divide, maximum, minimum or and. A scalar operand is spread over the other.
func (f *Function) Binary(operation string, a, b Value) Value {
	a, b = f.alike(a, b)
	return f.add(a.Type, a.Shape, "stablehlo.%s %s, %s : ", operation, a.name, b.name)
}

// Add is a + b; see [Function.Binary].
func (f *Function) Add(a, b Value) Value { return f.Binary("add", a, b) }

// Sub is a - b; see [Function.Binary].
func (f *Function) Sub(a, b Value) Value { return f.Binary("subtract", a, b) }

// Mul is a · b; see [Function.Binary].
func (f *Function) Mul(a, b Value) Value { return f.Binary("multiply", a, b) }

// Div is a / b; see [Function.Binary].
func (f *Function) Div(a, b Value) Value { return f.Binary("divide", a, b) }

// Compare says for each element whether the relation EQ, NE, LT, LE, GT or GE
// holds. A scalar operand is spread over the other.
func (f *Function) Compare(relation string, a, b Value) Value {
	a, b = f.alike(a, b)
	how := "SIGNED"
	if a.Type == F32 {
		how = "FLOAT"
	}
	return f.add(I1, a.Shape, "stablehlo.compare %s, %s, %s, %s%s", relation, a.name, b.name, how, from(a, b))
}

// Select takes elements of a where condition holds, elsewhere of b. Scalars
// among a and b are spread over the condition.
func (f *Function) Select(condition, a, b Value) Value {
	a, b = f.spread(a, condition.Shape), f.spread(b, condition.Shape)
	return f.add(a.Type, a.Shape, "stablehlo.select %s, %s, %s : %s, ", condition.name, a.name, b.name, condition.tensor())
}

// alike spreads a scalar over the shape of the other operand.
func (f *Function) alike(a, b Value) (Value, Value) {
	if len(a.Shape) < len(b.Shape) {
		return f.spread(a, b.Shape), b
	}
	return a, f.spread(b, a.Shape)
}

func (f *Function) spread(v Value, shape []int) Value {
	if len(v.Shape) == 0 && len(shape) > 0 {
		return f.Broadcast(v, shape)
	}
	return v
}
