package pix2struct

import "bytes"

// Vocabulary turns text into ids and back. Implementations are pure and safe
// for use by several goroutines at once.
type Vocabulary interface {
	// Encode gives the ids of a text, without an end token.
	Encode(text string) []int32
	// Decode gives the text of ids: ids outside the vocabulary count as
	// unknown, and what follows the first end token is dropped.
	Decode(ids []int32) string
	// Len is the number of pieces; ids are 0..Len()-1.
	Len() int
	// Piece is the piece with this id as stored, or "" outside the vocabulary.
	Piece(id int32) string
}

// Target is what a model learns to write for a text: its ids and the end token,
// cut to length. A text that fills all places loses the end token.
func Target(v Vocabulary, text string, length int) []int32 {
	ids := append(v.Encode(text), EndID)
	if len(ids) > length {
		ids = ids[:length]
	}
	return ids
}

// LoadVocabulary reads a vocabulary: a SentencePiece model (spiece.model,
// sentencepiece.model) or a tokenizer.json. Pad, end and unknown must have the
// ids 0, 1 and 2; anything else, and anything broken, gives an error matching
// [ErrVocabulary].
func LoadVocabulary(data []byte) (Vocabulary, error) {
	s, err := ParseVocabulary(data)
	if err != nil {
		return nil, err
	}
	return s.Vocabulary()
}

// ParseVocabulary reads either form of [LoadVocabulary] without preparing it
// for use.
func ParseVocabulary(data []byte) (*SentencePiece, error) {
	if isJSON(data) {
		return ParseTokenizerJSON(data)
	}
	return ParseSentencePiece(data)
}

// isJSON tells a tokenizer.json from a SentencePiece model, which begins with
// the tag of its first piece.
func isJSON(data []byte) bool {
	return bytes.HasPrefix(bytes.TrimLeft(data, " \t\r\n"), []byte("{"))
}
