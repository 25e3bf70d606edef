package tensor

import "pix2act/tensor/stablehlo"

type transposeOp struct{}

func (transposeOp) String() string { return "transpose" }

// Transpose swaps the two axes of a matrix. [MatMul] needs no Transpose.
func Transpose(x *Node) *Node {
	g, bad := check("transpose", x)
	if bad != nil {
		return bad
	}
	if len(x.shape) != 2 || x.kind != Float {
		return g.fail(x.shape, "transpose: %s must be a float matrix", x)
	}
	return g.add(transposeOp{}, Float, []int{x.shape[1], x.shape[0]}, x)
}

func (transposeOp) gradient(_, dy *Node, _ []bool) []*Node { return []*Node{Transpose(dy)} }

func (transposeOp) kernel(n *Node) kernel {
	rows, columns := n.shape[0], n.shape[1]
	return items((rows+15)/16, func(x *frame, _, item int) {
		for i := item * 16; i < min(rows, item*16+16); i++ {
			out := x.out[i*columns : (i+1)*columns]
			for j := range out {
				out[j] = x.in[0][j*rows+i]
			}
		}
	})
}

func (transposeOp) lower(l *lowering, _ *Node, in []stablehlo.Value) stablehlo.Value {
	return l.Transpose(in[0], 1, 0)
}
