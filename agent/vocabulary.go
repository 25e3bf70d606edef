package agent

import (
	"fmt"
	"strconv"

	"pix2act/pix2struct"
)

// Limits of the action vocabulary. They are part of every checkpoint that uses
// it, so they never change; new pieces take the place of reserved ones.
const (
	// Bins is the number of X pieces and of Y pieces: bins 0..Bins-1.
	Bins = 100
	// MaxValue is the largest value with a piece of its own, for value
	// functions that answer with a whole number.
	MaxValue = 30
	// VocabularySize is the number of pieces, a multiple of 64 so that the
	// output layer fills whole vector registers.
	VocabularySize = 640
)

// Verbs of the grammar, in the order of their pieces.
var verbs = []string{"click", "double_click", "triple_click", "move", "begin_drag", "end_drag", "scroll", "key", "keys", "wait"}

// Modifiers of the verb key.
var modifiers = []string{"ctrl", "shift", "alt"}

// Key names of the verb key; a printable character is a key too and uses its
// character piece.
var keyNames = []string{
	"Backspace", "Delete", "Enter", "Tab", "Space", "Escape",
	"ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown",
	"Home", "End", "PageUp", "PageDown",
}

// Pieces of parse markup, see package markup. No target uses "masked": what is
// masked in a picture is answered as if it could be seen.
var markupPieces = []string{pieceOpen, pieceClose, pieceText, pieceImage, pieceSource, pieceDescription, "masked"}

// less spells the character `<`, which otherwise begins a piece's name. Its
// own spelling keeps target text unambiguous whatever is typed.
const less = "lt"

// Scores matter for unigram segmentation only. A user-defined piece weighs as
// much as the best normal piece, so one normal piece (the space) has score 0
// and the others far less: a name in angle brackets is then never spelled out.
const characterScore = -10

// actionPieces lists the vocabulary in the order of its ids: pad 0, end 1,
// unknown 2, the 256 bytes, the characters, then the named pieces.
func actionPieces() []pix2struct.Piece {
	pieces := make([]pix2struct.Piece, 0, VocabularySize)
	pieces = append(pieces,
		pix2struct.Piece{Text: "<pad>", Type: pix2struct.Control}, pix2struct.Piece{Text: "</s>", Type: pix2struct.Control},
		pix2struct.Piece{Text: "<unk>", Type: pix2struct.Unknown})
	for b := range 256 {
		pieces = append(pieces, pix2struct.Piece{Text: fmt.Sprintf("<0x%02X>", b), Type: pix2struct.Byte})
	}
	pieces = append(pieces, pix2struct.Piece{Text: "\u2581", Type: pix2struct.Normal}) // a space
	for c := byte('!'); c <= '~'; c++ {
		if c != '<' {
			pieces = append(pieces, pix2struct.Piece{Text: string(rune(c)), Score: characterScore, Type: pix2struct.Normal})
		}
	}
	named := func(name string) {
		pieces = append(pieces, pix2struct.Piece{Text: "<" + name + ">", Type: pix2struct.UserDefined})
	}
	named(less)
	for _, list := range [][]string{verbs, modifiers, keyNames, markupPieces} {
		for _, name := range list {
			named(name)
		}
	}
	for _, axis := range []string{"X", "Y"} {
		for bin := range Bins {
			named(axis + strconv.Itoa(bin))
		}
	}
	for value := range MaxValue + 1 {
		named("value" + strconv.Itoa(value))
	}
	for i := 0; len(pieces) < VocabularySize; i++ {
		pieces = append(pieces, pix2struct.Piece{Text: fmt.Sprintf("<reserved%d>", i), Type: pix2struct.Unused})
	}
	return pieces
}

// ActionVocabulary returns the action vocabulary as a SentencePiece model:
// unigram, identity normalizer, byte fallback, VocabularySize pieces. It holds
// every verb, separate pieces for X and Y bins 0..99, modifiers and key names,
// printable ASCII one piece a character, values 0..30 and the markup of screen
// parsing. The bytes are the same on every call. Text goes in as FormatTarget
// spells it.
func ActionVocabulary() ([]byte, error) {
	pieces := actionPieces()
	if len(pieces) != VocabularySize {
		return nil, fmt.Errorf("action vocabulary: %d pieces, want %d", len(pieces), VocabularySize)
	}
	model := pix2struct.SentencePiece{
		Pieces: pieces, Algorithm: pix2struct.Unigram, ByteFallback: true,
		// Text is left as it is: typed spaces, leading and double ones too, are part of the action.
		Normalizer: "identity", EscapeSpaces: true,
	}
	return model.Marshal(), nil
}
