package tensor

import "fmt"

// attentionKernel is what forward and backward have in common: the sizes, and
// what the segments of the run look like.
type attentionKernel struct {
	attentionOp
	queries, keys, segments, width, head, distances int

	queryMarks, keyMarks []bool
	sharedKeys           bool // two segments see the same key
	x                    *frame
	bias                 []float32
}

func newAttentionKernel(op attentionOp, n, bias *Node) attentionKernel {
	k := attentionKernel{attentionOp: op, queries: n.inputs[0].shape[0], keys: n.inputs[1].shape[0],
		segments: n.inputs[3].shape[0], width: n.inputs[0].shape[1]}
	k.head = k.width / op.Heads
	k.queryMarks, k.keyMarks = make([]bool, k.queries), make([]bool, k.keys)
	if bias != nil {
		k.distances = bias.shape[1]
	}
	return k
}

// check marks the rows that segments cover. It refuses segments that leave the
// arrays or share queries.
func (k *attentionKernel) check(segments []int32) error {
	clear(k.queryMarks)
	clear(k.keyMarks)
	k.sharedKeys = false
	for s := 0; s < len(segments); s += 4 {
		q0, q1, k0, k1 := int(segments[s]), int(segments[s+1]), int(segments[s+2]), int(segments[s+3])
		if q0 < 0 || q1 < q0 || q1 > k.queries || k0 < 0 || k1 < k0 || k1 > k.keys {
			return fmt.Errorf("tensor: attention: segment %d is %v with %d queries and %d keys: %w", s/4, segments[s:s+4], k.queries, k.keys, ErrFeed)
		}
		for i := q0; i < q1; i++ {
			if k.queryMarks[i] {
				return fmt.Errorf("tensor: attention: segment %d, %v, shares query %d with an earlier one: %w", s/4, segments[s:s+4], i, ErrFeed)
			}
			k.queryMarks[i] = true
		}
		for j := k0; j < k1 && q0 < q1; j++ {
			k.sharedKeys = k.sharedKeys || k.keyMarks[j]
			k.keyMarks[j] = true
		}
	}
	return nil
}

// clearUnmarked zeroes the rows that no segment covers.
func clearUnmarked(rows []float32, width int, marks []bool) {
	for i, seen := range marks {
		if !seen {
			clear(rows[i*width : (i+1)*width])
		}
	}
}

// part is one segment and head.
type part struct {
	q0, queries, k0, keys int
	h, at                 int // the head, and its first column
}

func (k *attentionKernel) part(segment, h int) part {
	s := k.x.ints[3][4*segment : 4*segment+4]
	return part{q0: int(s[0]), queries: int(s[1] - s[0]), k0: int(s[2]), keys: int(s[3] - s[2]), h: h, at: h * k.head}
}

// attentionRows is up to how many queries are looked at together. Their
// logits for all keys are held in memory at once.
const attentionRows = 144

// queryBlock cuts the queries of a segment into equal blocks of whole tiles.
func queryBlock(queries int) int {
	blocks := (queries + attentionRows - 1) / attentionRows
	return roundUp((queries+blocks-1)/blocks, kernels.tileRows)
}

func roundUp(n, to int) int { return (n + to - 1) / to * to }

// softmax turns a row of logits of query i into probabilities: bias, mask and
// normalisation. It returns how many keys the query sees; behind them are
// zeros.
func (k *attentionKernel) softmax(row []float32, p part, i int) int {
	sees, row := p.keys, row[:p.keys]
	distance := i + p.keys - p.queries
	if k.Causal {
		sees = max(0, min(p.keys, distance+1))
		clear(row[sees:])
	}
	if sees == 0 {
		return 0
	}
	row = row[:sees]
	if k.distances > 0 {
		bias := k.bias[p.h*k.distances : (p.h+1)*k.distances]
		for j := range row {
			row[j] += bias[max(0, min(distance-j, k.distances-1))]
		}
	}
	softmaxRow(row, row)
	return sees
}

// cutter hands out pieces of working memory that start at cache lines.
type cutter struct{ memory []float32 }

func (c *cutter) take(n int) []float32 {
	piece := c.memory[:n]
	c.memory = c.memory[align(n):]
	return piece
}

// asB makes rows of one head the second operand of a product: where they lie,
// or packed if the head is no whole number of panels.
func (k *attentionKernel) asB(p *product, rows []float32, n int, packed []float32) {
	nr := kernels.tileColumns
	if k.head%nr == 0 {
		p.b, p.bStep, p.bPanel = rows, k.width, nr
		return
	}
	packRows(packed, rows, k.width, k.head, n)
	p.b, p.bStep, p.bPanel = packed, nr, nr*n
}

// packedSize is the memory that asB needs for n rows.
func (k *attentionKernel) packedSize(n int) int {
	if k.head%kernels.tileColumns == 0 {
		return 0
	}
	return roundUp(k.head, kernels.tileColumns) * n
}
