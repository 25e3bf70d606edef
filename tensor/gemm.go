package tensor

import "fmt"

// gemm is one matrix product c = op(a)·op(b), or c += with accumulate.
type gemm struct {
	c, a, b        []float32
	m, n, k        int
	transA, transB bool
	accumulate     bool
}

func (g *gemm) run(t *team) { t.run(g, g.m) }

func (g *gemm) do(_, i int) {
	row := g.c[i*g.n : (i+1)*g.n]
	if !g.accumulate {
		clear(row)
	}
	for q := range g.k {
		var s float32
		if g.transA {
			s = g.a[q*g.m+i]
		} else {
			s = g.a[i*g.k+q]
		}
		if g.transB {
			for j := range row {
				row[j] += s * g.b[j*g.k+q]
			}
		} else {
			vector.axpy(row, g.b[q*g.n:(q+1)*g.n], s)
		}
	}
}

// Gemm computes c = a·b for row-major matrices with the given number of
// threads: a is [m, k], or [k, m] with transA; b is [k, n], or [n, k] with
// transB; c is [m, n] and must not overlap the others.
func Gemm(threads int, c, a, b []float32, m, n, k int, transA, transB bool) error {
	if m <= 0 || n <= 0 || k <= 0 || len(c) != m*n || len(a) != m*k || len(b) != k*n {
		return fmt.Errorf("tensor: gemm of m %d, n %d, k %d with %d, %d and %d elements: %w", m, n, k, len(c), len(a), len(b), ErrShape)
	}
	g := &gemm{c: c, a: a, b: b, m: m, n: n, k: k, transA: transA, transB: transB}
	g.run(newTeam(max(1, threads)))
	return nil
}
