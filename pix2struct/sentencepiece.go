package pix2struct

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Limits of a vocabulary, far above any real one, so that a hostile file cannot
// ask for an absurd amount of memory or time.
const (
	maxVocabularyFile = 256 << 20
	maxPieces         = maxDimension
	maxPieceBytes     = 4 << 10
)

// sentencePieces is a vocabulary ready for use. How a text is cut into pieces
// is the segmenter's part.
type sentencePieces struct {
	pieces       []Piece
	normalizer   normalizer
	lookup       *trie // normal, user-defined and unused pieces
	byteID       [256]int32
	byteFallback bool
	unknownText  string
	segmenter    segmenter
}

// segmenter cuts normalised text into pieces: spans that follow each other
// without gaps. Text that no piece covers comes as spans with UnknownID.
type segmenter interface {
	segment(v *sentencePieces, text string) []span
}

type span struct {
	begin, end int
	id         int32
}

// Vocabulary prepares the model for use. It refuses, with an error matching
// [ErrVocabulary], what it would read differently from SentencePiece.
func (s *SentencePiece) Vocabulary() (Vocabulary, error) {
	if err := s.check(); err != nil {
		return nil, err
	}
	v := &sentencePieces{pieces: s.Pieces, byteFallback: s.ByteFallback, unknownText: s.UnknownText}
	var text, protected []entry
	bytesSeen := 0
	for i, p := range s.Pieces {
		e := entry{p.Text, int32(i)}
		switch p.Type {
		case Normal, Unused:
			text = append(text, e)
		case UserDefined:
			text, protected = append(text, e), append(protected, e)
		case Byte:
			b, ok := byteOf(p.Text)
			if !ok {
				return nil, fmt.Errorf("%w: piece %d %q is no byte", ErrVocabulary, i, p.Text)
			}
			v.byteID[b] = int32(i)
			bytesSeen++
		}
	}
	if v.byteFallback && bytesSeen != 256 {
		return nil, fmt.Errorf("%w: %d byte pieces, byte fallback needs 256", ErrVocabulary, bytesSeen)
	}
	v.lookup = newTrie(text)
	v.normalizer = normalizer{
		protected: newTrie(protected), dummyPrefix: s.DummyPrefix, removeSpaces: s.RemoveSpaces,
		escapeSpaces: s.EscapeSpaces, suffix: s.SpaceAsSuffix,
	}
	if len(s.Charsmap) > 0 {
		var err error
		if v.normalizer.table, err = parseCharsmap(s.Charsmap); err != nil {
			return nil, err
		}
	}
	if s.Algorithm == BPE {
		v.segmenter = pairEncoding{}
	} else {
		v.segmenter = newUnigram(s.Pieces)
	}
	return v, nil
}

// check refuses what this package would read differently from SentencePiece.
func (s *SentencePiece) check() error {
	switch {
	case s.Algorithm != Unigram && s.Algorithm != BPE:
		return fmt.Errorf("%w: algorithm %d is not supported, only unigram (%d) and byte-pair encoding (%d) are",
			ErrVocabulary, s.Algorithm, Unigram, BPE)
	case len(s.Pieces) < 3 || len(s.Pieces) > maxPieces:
		return fmt.Errorf("%w: %d pieces", ErrVocabulary, len(s.Pieces))
	case s.hasDenormalize:
		return fmt.Errorf("%w: it has a denormalizer", ErrVocabulary)
	case s.unknown != UnknownID || s.end != EndID || s.pad != PadID:
		return fmt.Errorf("%w: pad, end and unknown have ids %d, %d, %d, must be 0, 1, 2", ErrVocabulary, s.pad, s.end, s.unknown)
	}
	seen := make(map[string]int, len(s.Pieces))
	for i, p := range s.Pieces {
		if p.Text == "" || len(p.Text) > maxPieceBytes {
			return fmt.Errorf("%w: piece %d has a text of %d bytes, must be 1 to %d", ErrVocabulary, i, len(p.Text), maxPieceBytes)
		}
		if p.Type < Normal || p.Type > Byte || math.IsNaN(float64(p.Score)) || math.IsInf(float64(p.Score), 0) {
			return fmt.Errorf("%w: piece %d %q: type %d, score %v", ErrVocabulary, i, p.Text, p.Type, p.Score)
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

// byteOf reads the name of a byte piece, <0x00> to <0xFF>.
func byteOf(text string) (byte, bool) {
	hex, ok := strings.CutPrefix(text, "<0x")
	if !ok || len(hex) != 3 || hex[2] != '>' {
		return 0, false
	}
	b, err := strconv.ParseUint(hex[:2], 16, 8)
	return byte(b), err == nil
}

// Encode implements Vocabulary.
func (v *sentencePieces) Encode(text string) []int32 {
	text = v.normalizer.normalize(text)
	spans := v.segmenter.segment(v, text)
	ids := make([]int32, 0, len(spans)+1) // room for the end token
	for i, s := range spans {
		switch {
		case s.id != UnknownID:
			ids = append(ids, s.id)
		case v.byteFallback:
			for _, b := range []byte(text[s.begin:s.end]) {
				ids = append(ids, v.byteID[b])
			}
		case i == 0 || spans[i-1].id != UnknownID: // a run of unknown text is one id
			ids = append(ids, UnknownID)
		}
	}
	return ids
}

// Len implements Vocabulary.
func (v *sentencePieces) Len() int { return len(v.pieces) }

// Piece implements Vocabulary.
func (v *sentencePieces) Piece(id int32) string {
	if id < 0 || int(id) >= len(v.pieces) {
		return ""
	}
	return v.pieces[id].Text
}

// Decode implements Vocabulary.
func (v *sentencePieces) Decode(ids []int32) string {
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
		if id < 0 || int(id) >= len(v.pieces) {
			id = UnknownID
		}
		if id == EndID {
			break
		}
		p := v.pieces[id]
		if p.Type == Byte {
			b, _ := byteOf(p.Text)
			raw = append(raw, b)
			continue
		}
		flush()
		switch p.Type {
		case Control:
		case Unknown:
			out.WriteString(v.unknownText)
		default:
			text := p.Text
			if stripping && out.Len() == 0 && (v.normalizer.dummyPrefix || v.normalizer.removeSpaces) {
				rest, had := strings.CutPrefix(text, spacePiece)
				text = rest
				// Where double spaces are removed, all leading ones go.
				stripping = !had || v.normalizer.removeSpaces
			}
			out.WriteString(strings.ReplaceAll(text, spacePiece, " "))
		}
	}
	flush()
	return out.String()
}
