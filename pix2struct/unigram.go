package pix2struct

import (
	"slices"
	"unicode/utf8"
)

const (
	unknownPenalty = 10  // an unknown character scores this much below the worst piece
	userPenalty    = 0.1 // see scoreOf
)

// unigram cuts a text into the pieces with the highest sum of scores.
type unigram struct {
	lowest  float32 // score of the worst normal piece
	highest float32 // and of the best
}

func newUnigram(pieces []Piece) unigram {
	var u unigram
	first := true
	for _, p := range pieces {
		if p.Type != Normal {
			continue
		}
		if first || p.Score < u.lowest {
			u.lowest = p.Score
		}
		if first || p.Score > u.highest {
			u.highest = p.Score
		}
		first = false
	}
	return u
}

// scoreOf is the score of a piece inside a text. A user-defined piece is worth
// a little less than its length in best pieces, so that it always wins against
// being spelled out.
func (u unigram) scoreOf(p *Piece, length int) float32 {
	if p.Type == UserDefined {
		return float32(float64(float32(length)*u.highest) - userPenalty)
	}
	return p.Score
}

func (u unigram) segment(v *sentencePieces, text string) []span {
	type step struct {
		begin int     // where the last piece of the best way to here begins; -1: no way yet
		id    int32   // of that piece
		score float32 // of the whole way
	}
	best := make([]step, len(text)+1)
	for i := range best {
		best[i].begin = -1
	}
	for at := 0; at < len(text); {
		_, width := utf8.DecodeRuneInString(text[at:])
		here := best[at].score
		single := false
		v.lookup.each(text[at:], func(length int, id int32) {
			p := &v.pieces[id]
			if p.Type == Unused {
				return
			}
			score := u.scoreOf(p, length) + here
			if to := &best[at+length]; to.begin < 0 || score > to.score {
				*to = step{at, id, score}
			}
			single = single || length == width
		})
		if !single {
			score := u.lowest - unknownPenalty + here
			if to := &best[at+width]; to.begin < 0 || score > to.score {
				*to = step{at, UnknownID, score}
			}
		}
		at += width
	}
	var spans []span
	for at := len(text); at > 0; at = best[at].begin {
		spans = append(spans, span{best[at].begin, at, best[at].id})
	}
	slices.Reverse(spans)
	return spans
}
