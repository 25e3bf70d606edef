package tensor

import "pix2act/tensor/stablehlo"

type matMulOp struct{ transA, transB bool }

func (op matMulOp) String() string {
	name := "matmul"
	if op.transA {
		name += " Aᵀ"
	}
	if op.transB {
		name += " Bᵀ"
	}
	return name
}

// MatMul is the matrix product a·b, where transA and transB say that an
// operand is stored transposed: a is [m, k], or [k, m] with transA; b is
// [k, n], or [n, k] with transB; the result is [m, n].
func MatMul(a, b *Node, transA, transB bool) *Node {
	g, bad := check("matmul", a, b)
	if bad != nil {
		return bad
	}
	if len(a.shape) != 2 || len(b.shape) != 2 || a.kind != Float || b.kind != Float {
		return g.fail([]int{1, 1}, "matmul: %s and %s must be float matrices", a, b)
	}
	m, k := a.shape[0], a.shape[1]
	if transA {
		m, k = k, m
	}
	kb, n := b.shape[0], b.shape[1]
	if transB {
		kb, n = n, kb
	}
	if k != kb {
		return g.fail([]int{m, n}, "%s: %v and %v have inner axes %d and %d", matMulOp{transA, transB}, a.shape, b.shape, k, kb)
	}
	return g.add(matMulOp{transA, transB}, Float, []int{m, n}, a, b)
}

func (op matMulOp) gradient(n, dy *Node, need []bool) []*Node {
	a, b := n.inputs[0], n.inputs[1]
	parts := []*Node{nil, nil}
	if need[0] {
		if op.transA {
			parts[0] = MatMul(b, dy, op.transB, true)
		} else {
			parts[0] = MatMul(dy, b, false, !op.transB)
		}
	}
	if need[1] {
		if op.transB {
			parts[1] = MatMul(dy, a, true, op.transA)
		} else {
			parts[1] = MatMul(a, dy, !op.transA, false)
		}
	}
	return parts
}

func (op matMulOp) kernel(n *Node) kernel {
	k := n.inputs[0].shape[1]
	if op.transA {
		k = n.inputs[0].shape[0]
	}
	return &matMulKernel{gemm{m: n.shape[0], n: n.shape[1], k: k, transA: op.transA, transB: op.transB}}
}

func (op matMulOp) lower(l *lowering, _ *Node, in []stablehlo.Value) stablehlo.Value {
	contractA, contractB := 1, 0
	if op.transA {
		contractA = 0
	}
	if op.transB {
		contractB = 1
	}
	return l.Dot(in[0], in[1], 0, contractA, contractB)
}

type matMulKernel struct{ gemm gemm }

func (k *matMulKernel) run(x *frame) error {
	k.gemm.c, k.gemm.a, k.gemm.b, k.gemm.weights = x.out, x.in[0], x.in[1], x.weights
	k.gemm.run(x.team)
	return nil
}
