package agent

import (
	"fmt"
	"strconv"

	"google.golang.org/protobuf/encoding/protowire"
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

// Markup of screenshot parsing: the tree of a page as text.
var markup = []string{"open", "close", "text", "image", "source", "description", "masked"}

// less spells the character `<`, which otherwise begins a piece's name. Its
// own spelling keeps target text unambiguous whatever is typed.
const less = "lt"

// pieceType is the type field of a piece in a SentencePiece model.
type pieceType uint64

const (
	typeNormal      pieceType = 1
	typeUnknown     pieceType = 2
	typeControl     pieceType = 3
	typeUserDefined pieceType = 4
	typeUnused      pieceType = 5
	typeByte        pieceType = 6
)

type piece struct {
	text  string
	score float32
	kind  pieceType
}

// Scores matter for unigram segmentation only. A user-defined piece weighs as
// much as the best normal piece, so one normal piece (the space) has score 0
// and the others far less: a name in angle brackets is then never spelled out.
const characterScore = -10

// actionPieces lists the vocabulary in the order of its ids: pad 0, end 1,
// unknown 2, the 256 bytes, the characters, then the named pieces.
func actionPieces() []piece {
	pieces := make([]piece, 0, VocabularySize)
	pieces = append(pieces,
		piece{"<pad>", 0, typeControl}, piece{"</s>", 0, typeControl}, piece{"<unk>", 0, typeUnknown})
	for b := range 256 {
		pieces = append(pieces, piece{fmt.Sprintf("<0x%02X>", b), 0, typeByte})
	}
	pieces = append(pieces, piece{"\u2581", 0, typeNormal}) // a space
	for c := byte('!'); c <= '~'; c++ {
		if c != '<' {
			pieces = append(pieces, piece{string(rune(c)), characterScore, typeNormal})
		}
	}
	named := func(name string) {
		pieces = append(pieces, piece{"<" + name + ">", 0, typeUserDefined})
	}
	named(less)
	for _, list := range [][]string{verbs, modifiers, keyNames, markup} {
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
		pieces = append(pieces, piece{fmt.Sprintf("<reserved%d>", i), 0, typeUnused})
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
	var model []byte
	for _, p := range pieces {
		model = appendMessage(model, 1, encodePiece(p))
	}
	model = appendMessage(model, 2, trainerSpec(len(pieces)))
	model = appendMessage(model, 3, normalizerSpec())
	return model, nil
}

func encodePiece(p piece) []byte {
	var b []byte
	b = appendMessage(b, 1, []byte(p.text))
	b = protowire.AppendTag(b, 2, protowire.Fixed32Type)
	b = protowire.AppendFixed32(b, float32Bits(p.score))
	return appendVarint(b, 3, uint64(p.kind))
}

// trainerSpec holds what a reader needs: the segmentation model and the
// special ids (there is no begin mark).
func trainerSpec(size int) []byte {
	const unigram = 1
	none := int64(-1)
	var b []byte
	b = appendVarint(b, 3, unigram)
	b = appendVarint(b, 4, uint64(size))
	b = appendVarint(b, 35, 1) // byte fallback
	b = appendVarint(b, 40, 2) // unknown
	b = appendVarint(b, 41, uint64(none))
	b = appendVarint(b, 42, 1) // end
	b = appendVarint(b, 43, 0) // pad
	return b
}

// normalizerSpec leaves text as it is: typed spaces, leading and double ones
// too, are part of the action.
func normalizerSpec() []byte {
	var b []byte
	b = appendMessage(b, 1, []byte("identity"))
	b = appendVarint(b, 3, 0) // no space put in front
	b = appendVarint(b, 4, 0) // no spaces removed
	b = appendVarint(b, 5, 1) // a space is written U+2581
	return b
}
