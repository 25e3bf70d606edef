package agent

import "pix2act/pix2struct"

// Spelling is how a vocabulary writes actions.
type Spelling struct {
	Format func(action string) (string, error) // grammar text → vocabulary text
	Parse  func(text string) (string, error)   // vocabulary text → grammar text
}

// SpellingOf returns FormatTarget and ParseTarget for the action vocabulary. Any
// other vocabulary, for instance that of a reference checkpoint, writes the
// grammar as it is.
func SpellingOf(v pix2struct.Vocabulary) Spelling {
	if IsActionVocabulary(v) {
		return Spelling{Format: FormatTarget, Parse: ParseTarget}
	}
	same := func(text string) (string, error) { return text, nil }
	return Spelling{Format: same, Parse: same}
}

// IsActionVocabulary tells whether v is the vocabulary of ActionVocabulary.
func IsActionVocabulary(v pix2struct.Vocabulary) bool {
	if v.Len() != VocabularySize {
		return false
	}
	for id, p := range actionPieces() {
		// Reserved pieces may have got a meaning in a later version.
		if p.Type != pix2struct.Unused && v.Piece(int32(id)) != p.Text {
			return false
		}
	}
	return true
}
