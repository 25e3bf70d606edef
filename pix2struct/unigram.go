package pix2struct

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// ErrBPE is returned for vocabularies of byte-pair encoding.
var ErrBPE = errors.New("byte-pair-encoding vocabularies are not supported; use a unigram one")

const (
	unknownPenalty = 10  // an unknown character scores this much below the worst piece
	userPenalty    = 0.1 // see scoreOf
)

// unigram is a vocabulary whose texts are cut into the pieces with the highest
// sum of scores.
type unigram struct {
	pieces       []Piece
	normalizer   normalizer
	lookup       *trie // normal, user-defined and unused pieces
	byteID       [256]int32
	byteFallback bool
	unknownText  string
	lowest       float32 // score of the worst normal piece
	highest      float32 // and of the best
}

// LoadVocabulary reads a vocabulary in the SentencePiece format. It must be a
// unigram model whose pad, end and unknown ids are 0, 1 and 2; byte-pair
// encoding gives [ErrBPE], anything broken an error matching [ErrVocabulary].
func LoadVocabulary(spm []byte) (Vocabulary, error) {
	s, err := ParseSentencePiece(spm)
	if err != nil {
		return nil, err
	}
	if err := s.check(); err != nil {
		return nil, err
	}
	u := &unigram{
		pieces: s.Pieces, lookup: newTrie(), byteFallback: s.ByteFallback, unknownText: s.UnknownText,
		normalizer: normalizer{
			protected: newTrie(), dummyPrefix: s.DummyPrefix, removeSpaces: s.RemoveSpaces,
			escapeSpaces: s.EscapeSpaces, suffix: s.SpaceAsSuffix,
		},
	}
	if len(s.Charsmap) > 0 {
		if u.normalizer.table, err = parseCharsmap(s.Charsmap); err != nil {
			return nil, err
		}
	}
	first := true
	bytesSeen := 0
	for i, p := range s.Pieces {
		switch p.Type {
		case Normal:
			if first || p.Score < u.lowest {
				u.lowest = p.Score
			}
			if first || p.Score > u.highest {
				u.highest = p.Score
			}
			first = false
			u.lookup.add(p.Text, int32(i))
		case UserDefined:
			u.normalizer.protected.add(p.Text, int32(i))
			u.lookup.add(p.Text, int32(i))
		case Unused:
			u.lookup.add(p.Text, int32(i))
		case Byte:
			b, ok := byteOf(p.Text)
			if !ok {
				return nil, fmt.Errorf("%w: piece %d %q is no byte", ErrVocabulary, i, p.Text)
			}
			u.byteID[b] = int32(i)
			bytesSeen++
		}
	}
	if u.byteFallback && bytesSeen != 256 {
		return nil, fmt.Errorf("%w: %d byte pieces, byte fallback needs 256", ErrVocabulary, bytesSeen)
	}
	return u, nil
}

// check refuses what this package would read differently from SentencePiece.
func (s *SentencePiece) check() error {
	switch {
	case s.Algorithm == BPE:
		return ErrBPE
	case s.Algorithm != Unigram:
		return fmt.Errorf("%w: algorithm %d is not supported, only unigram (%d) is", ErrVocabulary, s.Algorithm, Unigram)
	case len(s.Pieces) < 3:
		return fmt.Errorf("%w: %d pieces", ErrVocabulary, len(s.Pieces))
	case s.hasDenormalize:
		return fmt.Errorf("%w: it has a denormalizer", ErrVocabulary)
	case s.unknown != UnknownID || s.end != EndID || s.pad != PadID:
		return fmt.Errorf("%w: pad, end and unknown have ids %d, %d, %d, must be 0, 1, 2", ErrVocabulary, s.pad, s.end, s.unknown)
	}
	seen := make(map[string]int, len(s.Pieces))
	for i, p := range s.Pieces {
		if p.Text == "" || p.Type < Normal || p.Type > Byte || p.Score != p.Score {
			return fmt.Errorf("%w: piece %d: text %q, type %d, score %v", ErrVocabulary, i, p.Text, p.Type, p.Score)
		}
		if (p.Type == Unknown) != (i == UnknownID) {
			return fmt.Errorf("%w: piece %d %q has type %d", ErrVocabulary, i, p.Text, p.Type)
		}
		if j, ok := seen[p.Text]; ok {
			return fmt.Errorf("%w: pieces %d and %d are both %q", ErrVocabulary, j, i, p.Text)
		}
		seen[p.Text] = i
	}
	return nil
}

func byteOf(text string) (byte, bool) {
	hex, ok := strings.CutPrefix(text, "<0x")
	if !ok || len(hex) != 3 || hex[2] != '>' {
		return 0, false
	}
	b, err := strconv.ParseUint(hex[:2], 16, 8)
	return byte(b), err == nil
}

// scoreOf is the score of a piece inside a text. A user-defined piece is worth
// a little less than its length in best pieces, so that it always wins against
// being spelled out.
func (u *unigram) scoreOf(id int32, length int) float32 {
	if u.pieces[id].Type == UserDefined {
		return float32(float64(float32(length)*u.highest) - userPenalty)
	}
	return u.pieces[id].Score
}

// Encode implements Vocabulary.
func (u *unigram) Encode(text string) []int32 {
	text = u.normalizer.normalize(text)
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
		u.lookup.each(text[at:], func(length int, id int32) {
			if u.pieces[id].Type == Unused {
				return
			}
			score := u.scoreOf(id, length) + here
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
	var reversed []step
	var ends []int
	for at := len(text); at > 0; at = best[at].begin {
		reversed = append(reversed, best[at])
		ends = append(ends, at)
	}
	ids := make([]int32, 0, len(reversed)+1) // room for the end token
	for i := len(reversed) - 1; i >= 0; i-- {
		s := reversed[i]
		switch {
		case s.id != UnknownID:
			ids = append(ids, s.id)
		case u.byteFallback:
			for _, b := range []byte(text[s.begin:ends[i]]) {
				ids = append(ids, u.byteID[b])
			}
		case i == len(reversed)-1 || reversed[i+1].id != UnknownID: // a run of unknown text is one id
			ids = append(ids, UnknownID)
		}
	}
	return ids
}

// Len implements Vocabulary.
func (u *unigram) Len() int { return len(u.pieces) }

// Piece implements Vocabulary.
func (u *unigram) Piece(id int32) string {
	if id < 0 || int(id) >= len(u.pieces) {
		return ""
	}
	return u.pieces[id].Text
}

// Decode implements Vocabulary.
func (u *unigram) Decode(ids []int32) string {
	var out strings.Builder
	var raw []byte // bytes spelled out so far
	flush := func() {
		for len(raw) > 0 {
			r, n := utf8.DecodeRune(raw)
			out.WriteRune(r) // a broken byte becomes U+FFFD
			raw = raw[n:]
		}
	}
	stripping := true // nothing but a leading space so far
	for _, id := range ids {
		if id < 0 || int(id) >= len(u.pieces) {
			id = UnknownID
		}
		if id == EndID {
			break
		}
		p := u.pieces[id]
		if p.Type == Byte {
			b, _ := byteOf(p.Text)
			raw = append(raw, b)
			continue
		}
		flush()
		switch p.Type {
		case Control:
		case Unknown:
			out.WriteString(u.unknownText)
		default:
			text := p.Text
			if stripping && out.Len() == 0 && (u.normalizer.dummyPrefix || u.normalizer.removeSpaces) {
				rest, had := strings.CutPrefix(text, spacePiece)
				text = rest
				// Where double spaces are removed, all leading ones go.
				stripping = !had || u.normalizer.removeSpaces
			}
			out.WriteString(strings.ReplaceAll(text, spacePiece, " "))
		}
	}
	flush()
	return out.String()
}
