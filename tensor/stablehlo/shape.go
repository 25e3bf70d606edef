package stablehlo

import (
	"fmt"
	"slices"
	"strings"
)

// Broadcast repeats a value: axis i of it becomes axis axes[i] of the result.
func (f *Function) Broadcast(v Value, shape []int, axes ...int) Value {
	return f.add(v.Type, shape, "stablehlo.broadcast_in_dim %s, dims = %s%s", v.name, list(axes), from(v))
}

// Reshape gives the elements, in order, another shape.
func (f *Function) Reshape(v Value, shape ...int) Value {
	if slices.Equal(v.Shape, shape) {
		return v
	}
	return f.add(v.Type, shape, "stablehlo.reshape %s%s", v.name, from(v))
}

// Barrier is v as a value of its own: compilers neither merge what is computed
// from it with what is computed from v, nor move it across.
func (f *Function) Barrier(v Value) Value {
	return f.add(v.Type, v.Shape, "\"stablehlo.optimization_barrier\"(%s)%s", v.name, from(v))
}

// Transpose makes axis axes[i] of v axis i of the result.
func (f *Function) Transpose(v Value, axes ...int) Value {
	shape := make([]int, len(axes))
	for i, a := range axes {
		shape[i] = v.Shape[a]
	}
	return f.add(v.Type, shape, "stablehlo.transpose %s, dims = %s%s", v.name, list(axes), from(v))
}

// Slice is the part [low, high) along one axis.
func (f *Function) Slice(v Value, axis, low, high int) Value {
	shape, ranges := slices.Clone(v.Shape), make([]string, len(v.Shape))
	shape[axis] = high - low
	for i, d := range v.Shape {
		ranges[i] = fmt.Sprintf("0:%d", d)
	}
	ranges[axis] = fmt.Sprintf("%d:%d", low, high)
	return f.add(v.Type, shape, "stablehlo.slice %s [%s]%s", v.name, strings.Join(ranges, ", "), from(v))
}

// Concat joins values along an axis.
func (f *Function) Concat(axis int, values ...Value) Value {
	shape := slices.Clone(values[0].Shape)
	for _, v := range values[1:] {
		shape[axis] += v.Shape[axis]
	}
	return f.add(values[0].Type, shape, "stablehlo.concatenate %s, dim = %d%s", names(values), axis, from(values...))
}

// Gather looks up slices of v along an axis: the result has the shape of v with
// that axis left out, and in its place at, which is an axis of the result, the
// axes of indices. Indices out of range are moved to the nearest in range.
func (f *Function) Gather(v Value, axis int, indices Value, at int) Value {
	rest := slices.Delete(slices.Clone(v.Shape), axis, axis+1)
	shape := slices.Insert(slices.Clone(rest), at, indices.Shape...)
	sizes := slices.Clone(v.Shape)
	sizes[axis] = 1
	return f.add(v.Type, shape, `"stablehlo.gather"(%s, %s) <{dimension_numbers = #stablehlo.gather<offset_dims = %s, `+
		`collapsed_slice_dims = [%d], start_index_map = [%d], index_vector_dim = %d>, indices_are_sorted = false, slice_sizes = array<i64: %s>}>%s`,
		v.name, indices.name, list(without(len(shape), at, len(indices.Shape))), axis, axis, len(indices.Shape), bare(sizes), from(v, indices))
}

// ScatterAdd adds row i of rows [n, width] to row indices[i] of a matrix of
// zeros with count rows. Rows whose index is out of range are left out.
func (f *Function) ScatterAdd(count int, indices, rows Value) Value {
	zeros := f.Broadcast(f.Float(0), []int{count, rows.Shape[1]})
	return f.add(rows.Type, zeros.Shape, `"stablehlo.scatter"(%s, %s, %s) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<`+
		`update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> (%s)%s`,
		zeros.name, indices.name, rows.name, sumRegion, from(zeros, indices, rows))
}

// sumRegion is the body of operations that combine two numbers into their sum.
const sumRegion = `{
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %sum = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %sum : tensor<f32>
    }`

// without lists the axes of a rank other than the n ones from at on.
func without(rank, at, n int) []int {
	axes := []int{}
	for i := range rank {
		if i < at || i >= at+n {
			axes = append(axes, i)
		}
	}
	return axes
}

// bare spells integers without brackets.
func bare(values []int) string { return strings.Trim(list(values), "[]") }
