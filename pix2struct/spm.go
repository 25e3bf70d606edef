package pix2struct

import (
	"errors"
	"fmt"
	"math"

	"google.golang.org/protobuf/encoding/protowire"
)

// PieceType says what a piece of a vocabulary is for; the numbers are those of
// the SentencePiece format.
type PieceType int

const (
	Normal      PieceType = 1 // text, chosen by its score
	Unknown     PieceType = 2 // stands for text that no piece covers
	Control     PieceType = 3 // never part of text: pad, end
	UserDefined PieceType = 4 // text that is never split
	Unused      PieceType = 5 // keeps its id, is never produced
	Byte        PieceType = 6 // one byte, named <0x00> to <0xFF>
)

// Piece is one entry of a vocabulary; its id is its place.
type Piece struct {
	Text  string
	Score float32 // log-probability, of Normal pieces
	Type  PieceType
}

// SentencePiece is what a SentencePiece model file holds, as far as this
// package uses it. The zero value of the flags is not the format's default:
// [ParseSentencePiece] fills in the defaults of fields that a file leaves out.
type SentencePiece struct {
	Pieces         []Piece
	Algorithm      int    // Unigram or BPE
	ByteFallback   bool   // spell unknown text in Byte pieces
	UnknownText    string // what Unknown decodes to
	Normalizer     string // name, for people
	Charsmap       []byte // replacement rules, compiled; empty: none
	DummyPrefix    bool   // put a space before the text
	RemoveSpaces   bool   // remove leading, trailing and double spaces
	EscapeSpaces   bool   // write spaces as U+2581 in pieces
	SpaceAsSuffix  bool   // spaces belong to the piece before them
	unknown        int
	end, pad       int
	hasDenormalize bool
}

// Algorithms of the SentencePiece format.
const (
	Unigram = 1
	BPE     = 2
)

// ErrVocabulary is matched by every error about a vocabulary's content.
var ErrVocabulary = errors.New("not a usable SentencePiece model")

// Field numbers of the format.
const (
	fieldPieces, fieldTrainer, fieldNormalizer, fieldDenormalizer             = 1, 2, 3, 5
	fieldPieceText, fieldPieceScore, fieldPieceType                           = 1, 2, 3
	fieldModelType, fieldVocabularySize, fieldSuffix, fieldByteFallback       = 3, 4, 24, 35
	fieldUnknownID, fieldBeginID, fieldEndID, fieldPadID, fieldUnknownText    = 40, 41, 42, 43, 44
	fieldNormalizerName, fieldCharsmap, fieldPrefix, fieldRemove, fieldEscape = 1, 2, 3, 4, 5
	defaultUnknownText                                                        = " \u2047 "
)

// ParseSentencePiece reads a SentencePiece model. Unknown fields are ignored.
func ParseSentencePiece(data []byte) (*SentencePiece, error) {
	if len(data) > maxVocabularyFile {
		return nil, fmt.Errorf("%w: %d bytes", ErrVocabulary, len(data))
	}
	s := &SentencePiece{
		Algorithm: Unigram, UnknownText: defaultUnknownText,
		DummyPrefix: true, RemoveSpaces: true, EscapeSpaces: true,
		unknown: 0, end: 2, pad: -1,
	}
	err := eachField(data, func(number protowire.Number, f field) error {
		switch number {
		case fieldPieces:
			p := Piece{Type: Normal}
			err := eachField(f.bytes, func(number protowire.Number, f field) error {
				switch number {
				case fieldPieceText:
					p.Text = string(f.bytes)
				case fieldPieceScore:
					p.Score = math.Float32frombits(uint32(f.number))
				case fieldPieceType:
					p.Type = PieceType(f.number)
				}
				return nil
			})
			if s.Pieces = append(s.Pieces, p); len(s.Pieces) > maxPieces {
				return fmt.Errorf("more than %d pieces", maxPieces)
			}
			return err
		case fieldTrainer:
			return eachField(f.bytes, s.trainerField)
		case fieldNormalizer:
			return eachField(f.bytes, s.normalizerField)
		case fieldDenormalizer:
			return eachField(f.bytes, func(number protowire.Number, f field) error {
				s.hasDenormalize = s.hasDenormalize || number == fieldCharsmap && len(f.bytes) > 0
				return nil
			})
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrVocabulary, err)
	}
	return s, nil
}

func (s *SentencePiece) trainerField(number protowire.Number, f field) error {
	switch number {
	case fieldModelType:
		s.Algorithm = int(int32(f.number))
	case fieldSuffix:
		s.SpaceAsSuffix = f.number != 0
	case fieldByteFallback:
		s.ByteFallback = f.number != 0
	case fieldUnknownID:
		s.unknown = int(int32(f.number))
	case fieldEndID:
		s.end = int(int32(f.number))
	case fieldPadID:
		s.pad = int(int32(f.number))
	case fieldUnknownText:
		s.UnknownText = string(f.bytes)
	}
	return nil
}

func (s *SentencePiece) normalizerField(number protowire.Number, f field) error {
	switch number {
	case fieldNormalizerName:
		s.Normalizer = string(f.bytes)
	case fieldCharsmap:
		s.Charsmap = f.bytes
	case fieldPrefix:
		s.DummyPrefix = f.number != 0
	case fieldRemove:
		s.RemoveSpaces = f.number != 0
	case fieldEscape:
		s.EscapeSpaces = f.number != 0
	}
	return nil
}

// Marshal writes the model with pad 0, end 1, unknown 2 and no begin mark.
func (s *SentencePiece) Marshal() []byte {
	var out []byte
	for _, p := range s.Pieces {
		var b []byte
		b = appendBytes(b, fieldPieceText, []byte(p.Text))
		b = protowire.AppendTag(b, fieldPieceScore, protowire.Fixed32Type)
		b = protowire.AppendFixed32(b, math.Float32bits(p.Score))
		b = appendVarint(b, fieldPieceType, uint64(p.Type))
		out = appendBytes(out, fieldPieces, b)
	}
	flag := func(v bool) uint64 {
		if v {
			return 1
		}
		return 0
	}
	none := int64(-1)
	var b []byte
	b = appendVarint(b, fieldModelType, uint64(s.Algorithm))
	b = appendVarint(b, fieldVocabularySize, uint64(len(s.Pieces)))
	b = appendVarint(b, fieldSuffix, flag(s.SpaceAsSuffix))
	b = appendVarint(b, fieldByteFallback, flag(s.ByteFallback))
	b = appendVarint(b, fieldUnknownID, UnknownID)
	b = appendVarint(b, fieldBeginID, uint64(none))
	b = appendVarint(b, fieldEndID, EndID)
	b = appendVarint(b, fieldPadID, PadID)
	b = appendBytes(b, fieldUnknownText, []byte(s.UnknownText))
	out = appendBytes(out, fieldTrainer, b)

	b = appendBytes(nil, fieldNormalizerName, []byte(s.Normalizer))
	if len(s.Charsmap) > 0 {
		b = appendBytes(b, fieldCharsmap, s.Charsmap)
	}
	b = appendVarint(b, fieldPrefix, flag(s.DummyPrefix))
	b = appendVarint(b, fieldRemove, flag(s.RemoveSpaces))
	b = appendVarint(b, fieldEscape, flag(s.EscapeSpaces))
	return appendBytes(out, fieldNormalizer, b)
}

func appendBytes(b []byte, number protowire.Number, v []byte) []byte {
	return protowire.AppendBytes(protowire.AppendTag(b, number, protowire.BytesType), v)
}

func appendVarint(b []byte, number protowire.Number, v uint64) []byte {
	return protowire.AppendVarint(protowire.AppendTag(b, number, protowire.VarintType), v)
}

// field is the value of one protobuf field: a number or bytes.
type field struct {
	number uint64
	bytes  []byte
}

// eachField calls f for every field of a message.
func eachField(data []byte, f func(protowire.Number, field) error) error {
	for len(data) > 0 {
		number, kind, n := protowire.ConsumeTag(data)
		if n < 0 {
			return protowire.ParseError(n)
		}
		data = data[n:]
		var v field
		switch kind {
		case protowire.VarintType:
			v.number, n = protowire.ConsumeVarint(data)
		case protowire.Fixed32Type:
			var x uint32
			x, n = protowire.ConsumeFixed32(data)
			v.number = uint64(x)
		case protowire.BytesType:
			v.bytes, n = protowire.ConsumeBytes(data)
		default:
			n = protowire.ConsumeFieldValue(number, kind, data)
		}
		if n < 0 {
			return protowire.ParseError(n)
		}
		data = data[n:]
		if err := f(number, v); err != nil {
			return err
		}
	}
	return nil
}
