package pix2struct

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
