package tensor

import "fmt"

// checkSegments refuses segments that leave the arrays or share queries.
// marks has one entry for each query.
func checkSegments(segments []int32, queries, keys int, marks []bool) error {
	clear(marks)
	for s := 0; s < len(segments); s += 4 {
		q0, q1, k0, k1 := int(segments[s]), int(segments[s+1]), int(segments[s+2]), int(segments[s+3])
		if q0 < 0 || q1 < q0 || q1 > queries || k0 < 0 || k1 < k0 || k1 > keys {
			return fmt.Errorf("tensor: attention: segment %d is %v with %d queries and %d keys: %w", s/4, segments[s:s+4], queries, keys, ErrFeed)
		}
		for i := q0; i < q1; i++ {
			if marks[i] {
				return fmt.Errorf("tensor: attention: segment %d, %v, shares query %d with an earlier one: %w", s/4, segments[s:s+4], i, ErrFeed)
			}
			marks[i] = true
		}
	}
	return nil
}

// attentionShape is what the kernels know of a node.
type attentionShape struct {
	attentionOp
	queries, keys, segments, width, head, distances int
}

func (op attentionOp) dimensions(n *Node, bias *Node) attentionShape {
	s := attentionShape{attentionOp: op, queries: n.inputs[0].shape[0], keys: n.inputs[1].shape[0],
		segments: n.inputs[3].shape[0], width: n.inputs[0].shape[1]}
	s.head = s.width / op.Heads
	if bias != nil {
		s.distances = bias.shape[1]
	}
	return s
}

// limit is how many keys of a segment query i sees.
func (s *attentionShape) limit(i, queries, keys int) int {
	if !s.Causal {
		return keys
	}
	return max(0, min(keys, i+keys-queries+1))
}

func (op attentionOp) kernel(n *Node) kernel {
	var biasNode *Node
	if op.bias {
		biasNode = n.inputs[4]
	}
	s := op.dimensions(n, biasNode)
	marks := make([]bool, s.queries)
	w := s.width
	run := items(s.segments*s.Heads, func(x *frame, worker, item int) {
		h, seg := item%s.Heads, x.ints[3][item/s.Heads*4:]
		q0, ql, k0, kl := int(seg[0]), int(seg[1]-seg[0]), int(seg[2]), int(seg[3]-seg[2])
		p := x.team.scratch(worker, kl)
		for i := range ql {
			at := (q0+i)*w + h*s.head
			out := x.out[at : at+s.head]
			clear(out)
			n := s.limit(i, ql, kl)
			if n == 0 {
				continue
			}
			s.probabilities(p[:n], x.in[0][at:at+s.head], x.in[1][k0*w+h*s.head:], i+kl-ql, s.biasRow(x.in, 4, h))
			for j := range n {
				vector.axpy(out, x.in[2][(k0+j)*w+h*s.head:][:s.head], p[j])
			}
		}
	})
	zero := items(1, func(x *frame, _, _ int) {
		for i, seen := range marks {
			if !seen {
				clear(x.out[i*w : (i+1)*w])
			}
		}
	})
	return checked(func(x *frame) error {
		if err := checkSegments(x.ints[3], s.queries, s.keys, marks); err != nil {
			return err
		}
		return zero.run(x)
	}, run)
}

func (s *attentionShape) biasRow(in [][]float32, i, h int) []float32 {
	if s.distances == 0 {
		return nil
	}
	return in[i][h*s.distances : (h+1)*s.distances]
}

func (s *attentionShape) probabilities(p, q, k []float32, distance int, bias []float32) {
	for j := range p {
		p[j] = vector.dot(q, k[j*s.width:j*s.width+s.head])
		if bias != nil {
			p[j] += bias[max(0, min(distance-j, s.distances-1))]
		}
	}
	softmaxRow(p, p)
}

func (op attentionGradientOp) kernel(n *Node) kernel {
	var biasNode *Node
	if op.bias {
		biasNode = n.inputs[5]
	}
	s := op.dimensions(n, biasNode)
	marks := make([]bool, s.queries)
	w := s.width
	nq, nk := s.queries*w, s.keys*w
	run := items(s.Heads, func(x *frame, worker, h int) {
		p := x.team.scratch(worker, 2*s.keys)
		p, dp := p[:s.keys], p[s.keys:]
		dq, dk, dv := x.out[:nq], x.out[nq:nq+nk], x.out[nq+nk:nq+2*nk]
		var dbias []float32
		if s.distances > 0 {
			dbias = x.out[nq+2*nk+h*s.distances:][:s.distances]
		}
		for g := range s.segments {
			seg := x.ints[3][g*4:]
			q0, ql, k0, kl := int(seg[0]), int(seg[1]-seg[0]), int(seg[2]), int(seg[3]-seg[2])
			for i := range ql {
				n := s.limit(i, ql, kl)
				if n == 0 {
					continue
				}
				at := (q0+i)*w + h*s.head
				q, dy := x.in[0][at:at+s.head], x.in[4][at:at+s.head]
				s.probabilities(p[:n], q, x.in[1][k0*w+h*s.head:], i+kl-ql, s.biasRow(x.in, 5, h))
				for j := range n {
					dp[j] = vector.dot(dy, x.in[2][(k0+j)*w+h*s.head:][:s.head])
				}
				inner := vector.dot(p[:n], dp[:n])
				vector.mulSub(dp[:n], p[:n], dp[:n], inner)
				for j := range n {
					kj := (k0+j)*w + h*s.head
					vector.axpy(dv[kj:kj+s.head], dy, p[j])
					vector.axpy(dk[kj:kj+s.head], q, dp[j])
					vector.axpy(dq[at:at+s.head], x.in[1][kj:kj+s.head], dp[j])
					if dbias != nil {
						dbias[max(0, min(i+kl-ql-j, s.distances-1))] += dp[j]
					}
				}
			}
		}
	})
	return checked(func(x *frame) error {
		clear(x.out)
		return checkSegments(x.ints[3], s.queries, s.keys, marks)
	}, run)
}
