package tensor

import (
	"fmt"

	"pix2act/tensor/stablehlo"
)

type rowsOp struct{}

func (rowsOp) String() string { return "rows" }

// Rows gathers rows of a table [rows, width] by ids, an [n] of int32; the
// result is [n, width]. The id -1 gives a row of zeros, and no gradient;
// other ids outside of the table are an error of the run.
func Rows(table, ids *Node) *Node {
	g, bad := check("rows", table, ids)
	if bad != nil {
		return bad
	}
	if len(table.shape) != 2 || table.kind != Float || len(ids.shape) != 1 || ids.kind != Int {
		return g.fail(table.shape, "rows: %s by %s; want a float matrix and a vector of int32", table, ids)
	}
	return g.add(rowsOp{}, Float, []int{ids.shape[0], table.shape[1]}, table, ids)
}

func (rowsOp) gradient(n, dy *Node, _ []bool) []*Node {
	table, ids := n.inputs[0], n.inputs[1]
	return []*Node{n.graph.add(scatterRowsOp{}, Float, table.shape, dy, ids), nil}
}

func (rowsOp) kernel(n *Node) kernel {
	width := n.shape[1]
	copyRows := splitRows(n.shape, width, func(x *frame, row []float32, at int) {
		id := int(x.ints[1][at/width])
		if id < 0 {
			clear(row)
			return
		}
		copy(row, x.in[0][id*width:(id+1)*width])
	})
	return checked(rowsOp{}.check(n), copyRows)
}

func (rowsOp) check(n *Node) func(x *frame) error {
	table := n.inputs[0].shape[0]
	return func(x *frame) error { return checkIDs("rows", x.ints[1], table) }
}

func (rowsOp) lower(l *lowering, n *Node, in []stablehlo.Value) stablehlo.Value {
	known := l.Broadcast(l.Compare("GE", in[1], l.Int(0)), n.shape, 0)
	return l.Select(known, l.Gather(in[0], 0, in[1], 0), l.Float(0))
}

func checkIDs(name string, ids []int32, rows int) error {
	for i, id := range ids {
		if id < -1 || int(id) >= rows {
			return fmt.Errorf("tensor: %s: id %d at %d is not in a table of %d rows: %w", name, id, i, rows, ErrFeed)
		}
	}
	return nil
}

// scatterRowsOp adds row i of its input to row ids[i] of a table of zeros.
type scatterRowsOp struct{ noGradient }

func (scatterRowsOp) String() string { return "scatter rows" }

func (scatterRowsOp) kernel(n *Node) kernel {
	rows, width := n.shape[0], n.shape[1]
	// Each item owns a band of columns, so that the additions to one element
	// happen in the order of ids whoever does them.
	const band = 64
	scatter := items((width+band-1)/band, func(x *frame, _, item int) {
		lo, hi := item*band, min(width, item*band+band)
		for r := range rows {
			clear(x.out[r*width+lo : r*width+hi])
		}
		for i, id := range x.ints[1] {
			if id >= 0 {
				out := x.out[int(id)*width+lo : int(id)*width+hi]
				vector.add(out, out, x.in[0][i*width+lo:i*width+hi])
			}
		}
	})
	return checked(scatterRowsOp{}.check(n), scatter)
}

func (scatterRowsOp) check(n *Node) func(x *frame) error {
	rows := n.shape[0]
	return func(x *frame) error { return checkIDs("scatter rows", x.ints[1], rows) }
}

func (scatterRowsOp) lower(l *lowering, n *Node, in []stablehlo.Value) stablehlo.Value {
	return l.ScatterAdd(n.shape[0], in[1], in[0])
}
