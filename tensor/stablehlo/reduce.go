package stablehlo

import (
	"math"
	"slices"
)

// Sum adds up along axes, which leaves them out.
func (f *Function) Sum(v Value, axes ...int) Value {
	zero := f.Int(0)
	if v.Type == F32 {
		zero = f.Float(0)
	}
	return f.reduce("add", zero, v, axes)
}

// Max is the largest float along axes, which leaves them out.
func (f *Function) Max(v Value, axes ...int) Value {
	return f.reduce("maximum", f.Float(float32(math.Inf(-1))), v, axes)
}

func (f *Function) reduce(operation string, start, v Value, axes []int) Value {
	if len(axes) == 0 {
		return v
	}
	shape := []int{}
	for i, d := range v.Shape {
		if !slices.Contains(axes, i) {
			shape = append(shape, d)
		}
	}
	return f.add(v.Type, shape, "stablehlo.reduce(%s init: %s) applies stablehlo.%s across dimensions = %s%s",
		v.name, start.name, operation, list(axes), from(v, start))
}

// Dot is a product of matrices for each index of the first batch axes, which a
// and b share. contractA and contractB are the axes that are summed over; the
// result has the batch axes, then what is left of a, then of b. Sums are full
// float32, also on devices that have a faster, rounded product.
func (f *Function) Dot(a, b Value, batch, contractA, contractB int) Value {
	shape := slices.Clone(a.Shape[:batch])
	for i, d := range a.Shape {
		if i >= batch && i != contractA {
			shape = append(shape, d)
		}
	}
	for i, d := range b.Shape {
		if i >= batch && i != contractB {
			shape = append(shape, d)
		}
	}
	var batches string
	if batch > 0 {
		axes := list(without(batch, batch, 0))
		batches = "batching_dims = " + axes + " x " + axes + ", "
	}
	return f.add(a.Type, shape, "stablehlo.dot_general %s, %s, %scontracting_dims = [%d] x [%d], precision = [HIGHEST, HIGHEST]%s",
		a.name, b.name, batches, contractA, contractB, from(a, b))
}

// AllReduce is the sum of a value over all replicas, which each of them gets.
func (f *Function) AllReduce(v Value, replicas int) Value {
	group := list(without(replicas, replicas, 0))
	return f.add(v.Type, v.Shape, `"stablehlo.all_reduce"(%s) <{replica_groups = dense<[%s]> : tensor<1x%dxi64>}> (%s)%s`,
		v.name, group, replicas, sumRegion, from(v))
}
