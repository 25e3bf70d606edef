package pix2struct

import (
	"container/heap"
	"unicode/utf8"
)

// pairEncoding cuts a text into characters and user-defined pieces, then joins
// neighbours into longer pieces, always the pair whose piece has the highest
// score, the leftmost of equals. User-defined pieces are never joined. Unused
// pieces serve as steps on the way and are taken apart again at the end.
type pairEncoding struct{}

// symbol is a stretch of the text in a doubly linked list.
type symbol struct {
	begin, end int // begin == end: joined to the one before
	prev, next int // -1: none
	frozen     bool
}

// pair is a proposal to join two neighbours.
type pair struct {
	left, right int
	bytes       int // of both when it was proposed; if that changed, it is void
	score       float32
}

type pairQueue []pair

func (q pairQueue) Len() int { return len(q) }
func (q pairQueue) Less(i, j int) bool {
	return q[i].score > q[j].score || q[i].score == q[j].score && q[i].left < q[j].left
}
func (q pairQueue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q *pairQueue) Push(x any)   { *q = append(*q, x.(pair)) }
func (q *pairQueue) Pop() any {
	last := (*q)[len(*q)-1]
	*q = (*q)[:len(*q)-1]
	return last
}

func (pairEncoding) segment(v *sentencePieces, text string) []span {
	var list []symbol
	for at := 0; at < len(text); {
		n := v.normalizer.protected.longest(text[at:])
		frozen := n > 0
		if !frozen {
			_, n = utf8.DecodeRuneInString(text[at:])
		}
		list = append(list, symbol{at, at + n, len(list) - 1, len(list) + 1, frozen})
		at += n
	}
	if len(list) == 0 {
		return nil
	}
	list[len(list)-1].next = -1

	var queue pairQueue
	splits := map[string]int{} // unused pieces: where the left part ends
	propose := func(left, right int) {
		if left < 0 || right < 0 || list[left].frozen || list[right].frozen {
			return
		}
		piece := text[list[left].begin:list[right].end]
		id := v.lookup.find(piece)
		if id < 0 {
			return
		}
		heap.Push(&queue, pair{left, right, len(piece), v.pieces[id].Score})
		if v.pieces[id].Type == Unused {
			splits[piece] = list[left].end - list[left].begin
		}
	}
	for i := range list[1:] {
		propose(i, i+1)
	}
	for len(queue) > 0 {
		p := heap.Pop(&queue).(pair)
		left, right := &list[p.left], &list[p.right]
		if left.begin == left.end || right.begin == right.end || right.end-left.begin != p.bytes {
			continue
		}
		left.end, left.next = right.end, right.next
		right.begin = right.end
		if left.next >= 0 {
			list[left.next].prev = p.left
		}
		propose(left.prev, p.left)
		propose(p.left, left.next)
	}

	var spans []span
	for i := 0; i >= 0; i = list[i].next {
		spans = v.takeApart(spans, text, list[i].begin, list[i].end, splits)
	}
	return spans
}

// takeApart appends a stretch of text as one piece, or an unused piece as the
// parts it was joined from. An unused character counts as unknown.
func (v *sentencePieces) takeApart(spans []span, text string, begin, end int, splits map[string]int) []span {
	id := v.lookup.find(text[begin:end])
	if id >= 0 && v.pieces[id].Type == Unused {
		split, ok := splits[text[begin:end]]
		if ok {
			spans = v.takeApart(spans, text, begin, begin+split, splits)
			return v.takeApart(spans, text, begin+split, end, splits)
		}
		id = UnknownID
	}
	if id < 0 {
		id = UnknownID
	}
	return append(spans, span{begin, end, id})
}
