package tensor

import "pix2act/tensor/stablehlo"

// lowering is a graph on its way into the text of a StableHLO function.
type lowering struct {
	*stablehlo.Function
	replicas int
	spans    map[*Node]spans // of the segments of the run, by their node
}

// matrix sees a value as [rows, last axis].
func (l *lowering) matrix(v stablehlo.Value) stablehlo.Value {
	rows, width := rowsOf(v.Shape)
	return l.Reshape(v, rows, width)
}

// columns repeats one value for each row over the columns of a matrix.
func (l *lowering) columns(v, matrix stablehlo.Value) stablehlo.Value {
	return l.Broadcast(v, matrix.Shape, 0)
}

// flat joins values, one after the other, to a vector.
func (l *lowering) flat(values ...stablehlo.Value) stablehlo.Value {
	for i, v := range values {
		values[i] = l.Reshape(v, v.Len())
	}
	return l.Concat(0, values...)
}

// text writes the nodes of list, in topological order, as a module that returns
// outputs.
func (l *lowering) text(list, outputs []*Node) string {
	l.Function = stablehlo.NewFunction()
	values := map[*Node]stablehlo.Value{}
	of := func(nodes []*Node) []stablehlo.Value {
		all := make([]stablehlo.Value, len(nodes))
		for i, n := range nodes {
			all[i] = values[n]
		}
		return all
	}
	for _, n := range list {
		values[n] = n.op.lower(l, n, of(n.inputs))
	}
	return l.Module(l.replicas, of(outputs)...)
}
