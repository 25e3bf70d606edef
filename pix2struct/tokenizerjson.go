package pix2struct

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// tokenizerFile is the part of a tokenizer.json that is read. Its decoder and
// post-processor are not: decoding and the end token are this package's own.
type tokenizerFile struct {
	AddedTokens  []addedToken `json:"added_tokens"`
	Normalizer   *component   `json:"normalizer"`
	PreTokenizer *component   `json:"pre_tokenizer"`
	Model        struct {
		Type         string          `json:"type"`
		UnknownID    *int            `json:"unk_id"`
		UnknownToken string          `json:"unk_token"`
		ByteFallback bool            `json:"byte_fallback"`
		Vocabulary   json.RawMessage `json:"vocab"`
		Merges       []merge         `json:"merges"`
		Prefix       string          `json:"continuing_subword_prefix"`
		Suffix       string          `json:"end_of_word_suffix"`
	} `json:"model"`
}

type addedToken struct {
	ID      int    `json:"id"`
	Content string `json:"content"`
	Special bool   `json:"special"`
}

// component is a normalizer or pre-tokenizer; which fields it has depends on
// its type.
type component struct {
	Type          string       `json:"type"`
	Normalizers   []*component `json:"normalizers"`
	PreTokenizers []*component `json:"pretokenizers"`
	Charsmap      []byte       `json:"precompiled_charsmap"`
	Prepend       string       `json:"prepend"`
	Replacement   string       `json:"replacement"`
	PrependScheme string       `json:"prepend_scheme"`
	AddSpace      *bool        `json:"add_prefix_space"`
	Content       string       `json:"content"`
	Pattern       struct {
		Text  string `json:"String"`
		Regex string `json:"Regex"`
	} `json:"pattern"`
}

// merge is a pair of pieces, written ["a","b"] or, in older files, "a b".
type merge [2]string

func (m *merge) UnmarshalJSON(data []byte) error {
	if len(data) > 0 && data[0] == '"' {
		var text string
		if err := json.Unmarshal(data, &text); err != nil {
			return err
		}
		left, right, ok := strings.Cut(text, " ")
		if !ok {
			return fmt.Errorf("merge %q is no pair", text)
		}
		*m = merge{left, right}
		return nil
	}
	var list []string
	if err := json.Unmarshal(data, &list); err != nil {
		return err
	}
	if len(list) != 2 {
		return fmt.Errorf("merge %q is no pair", list)
	}
	*m = merge{list[0], list[1]}
	return nil
}

// ParseTokenizerJSON reads a tokenizer.json that was made from a SentencePiece
// model, and gives that model as far as the file still has it: the pieces, the
// rules of normalisation, and which pieces are user-defined. Where the Hugging
// Face library encodes differently from SentencePiece, SentencePiece's way is
// taken. A file that does anything a SentencePiece model cannot do is refused.
func ParseTokenizerJSON(data []byte) (*SentencePiece, error) {
	s, err := parseTokenizerJSON(data)
	if err != nil {
		return nil, fmt.Errorf("%w: tokenizer.json: %w", ErrVocabulary, err)
	}
	return s, nil
}

func parseTokenizerJSON(data []byte) (*SentencePiece, error) {
	var f tokenizerFile
	if err := json.Unmarshal(data, &f); err != nil {
		return nil, err
	}
	s := &SentencePiece{UnknownText: defaultUnknownText, ByteFallback: f.Model.ByteFallback, pad: -1, end: -1}
	var err error
	switch f.Model.Type {
	case "Unigram":
		s.Algorithm = Unigram
		s.Pieces, err = unigramPieces(f.Model.Vocabulary)
		if f.Model.UnknownID != nil {
			s.unknown = *f.Model.UnknownID
		}
	case "BPE":
		s.Algorithm = BPE
		if f.Model.Prefix+f.Model.Suffix != "" {
			return nil, fmt.Errorf("pieces are marked as parts of words, as SentencePiece never does")
		}
		s.Pieces, err = pairPieces(f.Model.Vocabulary, f.Model.Merges)
		s.unknown = slices.IndexFunc(s.Pieces, func(p Piece) bool { return p.Text == f.Model.UnknownToken })
	default:
		err = fmt.Errorf("model type is %q, must be Unigram or BPE", f.Model.Type)
	}
	if err != nil {
		return nil, err
	}
	if err := s.readNormalizers(f.Normalizer); err != nil {
		return nil, err
	}
	userDefined, err := s.readPreTokenizers(f.PreTokenizer)
	if err != nil {
		return nil, err
	}
	return s, s.setTypes(&f, userDefined)
}

// unigramPieces reads [["piece", score], …].
func unigramPieces(raw json.RawMessage) ([]Piece, error) {
	var rows [][2]json.RawMessage
	if err := json.Unmarshal(raw, &rows); err != nil {
		return nil, fmt.Errorf("vocab: %w", err)
	}
	pieces := make([]Piece, len(rows))
	for i, row := range rows {
		p := &pieces[i]
		p.Type = Normal
		if err := json.Unmarshal(row[0], &p.Text); err != nil {
			return nil, fmt.Errorf("vocab: piece %d: %w", i, err)
		}
		if err := json.Unmarshal(row[1], &p.Score); err != nil {
			return nil, fmt.Errorf("vocab: piece %d: %w", i, err)
		}
	}
	return pieces, nil
}

// pairPieces reads {"piece": id, …}. A piece scores by its first merge: the
// earlier, the higher.
func pairPieces(raw json.RawMessage, merges []merge) ([]Piece, error) {
	var ids map[string]int
	if err := json.Unmarshal(raw, &ids); err != nil {
		return nil, fmt.Errorf("vocab: %w", err)
	}
	pieces := make([]Piece, len(ids))
	for text, id := range ids {
		if id < 0 || id >= len(ids) || pieces[id].Type != 0 {
			return nil, fmt.Errorf("vocab: %q has id %d, the %d ids must be 0 to %d", text, id, len(ids), len(ids)-1)
		}
		pieces[id] = Piece{Text: text, Type: Normal, Score: -float32(len(merges))}
	}
	for rank, m := range slices.Backward(merges) {
		id, ok := ids[m[0]+m[1]]
		if !ok {
			return nil, fmt.Errorf("merges: %q and %q make no piece", m[0], m[1])
		}
		pieces[id].Score = -float32(rank)
	}
	return pieces, nil
}

// readNormalizers takes over the rules that SentencePiece has too.
func (s *SentencePiece) readNormalizers(c *component) error {
	s.EscapeSpaces = true // every converted file does it, here or before cutting
	for _, n := range flatten(c) {
		switch {
		case n.Type == "Precompiled":
			s.Charsmap = n.Charsmap
		case n.Type == "Strip":
			s.RemoveSpaces = true
		case n.Type == "Prepend" && n.Prepend == spacePiece:
			s.DummyPrefix = true
		case n.Type == "Replace" && n.Pattern.Text == " " && n.Content == spacePiece:
		case n.Type == "Replace" && strings.Contains(n.Pattern.Regex, " {2,}"):
			s.RemoveSpaces = true
		case n.Type == "Replace" && strings.Contains(n.Pattern.Regex, " +") && n.Content == "":
			s.RemoveSpaces = true // at both ends
		case n.Type == "Replace" && n.Pattern.Regex == `\A`+spacePiece: // only guards U+2581 itself
		default:
			return fmt.Errorf("normalizer %s %q is none that SentencePiece has", n.Type, n.Pattern.Text+n.Pattern.Regex)
		}
	}
	return nil
}

// readPreTokenizers takes over how spaces are written, and gives the pieces
// that are cut out before anything else.
func (s *SentencePiece) readPreTokenizers(c *component) (userDefined []string, err error) {
	for _, p := range flatten(c) {
		switch p.Type {
		case "Metaspace":
			if p.Replacement != spacePiece {
				return nil, fmt.Errorf("spaces are written %q, must be %q", p.Replacement, spacePiece)
			}
			switch p.PrependScheme {
			case "always", "first":
				s.DummyPrefix = true
			case "": // older files
				s.DummyPrefix = s.DummyPrefix || p.AddSpace == nil || *p.AddSpace
			case "never":
			default:
				return nil, fmt.Errorf("prepend_scheme is %q", p.PrependScheme)
			}
		case "WhitespaceSplit":
			s.RemoveSpaces = true
		case "Split":
			texts := []string{p.Pattern.Text}
			if p.Pattern.Text == "" {
				if texts, err = alternatives(p.Pattern.Regex); err != nil {
					return nil, err
				}
			}
			userDefined = append(userDefined, texts...)
		default:
			return nil, fmt.Errorf("pre_tokenizer %s is none that SentencePiece has", p.Type)
		}
	}
	return userDefined, nil
}

// flatten lists a component and what it is made of, without the sequences.
func flatten(c *component) []*component {
	if c == nil {
		return nil
	}
	if c.Type != "Sequence" {
		return []*component{c}
	}
	var list []*component
	for _, part := range append(c.Normalizers, c.PreTokenizers...) {
		list = append(list, flatten(part)...)
	}
	return list
}

// alternatives lists the texts of a regular expression that is nothing but
// fixed texts separated by bars.
func alternatives(expression string) ([]string, error) {
	var texts []string
	var text strings.Builder
	escaped := false
	for _, r := range expression {
		switch {
		case escaped:
			if r < 0x80 && (r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z') {
				return nil, fmt.Errorf(`pre_tokenizer Split: \%c in %q is no fixed text`, r, expression)
			}
			text.WriteRune(r)
			escaped = false
		case r == '\\':
			escaped = true
		case r == '|':
			texts = append(texts, text.String())
			text.Reset()
		case strings.ContainsRune(`.+*?()[]{}^$`, r):
			return nil, fmt.Errorf("pre_tokenizer Split: %q in %q is no fixed text", r, expression)
		default:
			text.WriteRune(r)
		}
	}
	return append(texts, text.String()), nil
}

// setTypes decides what each piece is for, which the file tells in several
// places. Added tokens behind the vocabulary become pieces.
func (s *SentencePiece) setTypes(f *tokenizerFile, userDefined []string) error {
	ids := make(map[string]int, len(s.Pieces))
	for i, p := range s.Pieces {
		ids[p.Text] = i
	}
	for _, text := range userDefined {
		id, ok := ids[text]
		if !ok {
			return fmt.Errorf("pre_tokenizer Split: %q is no piece", text)
		}
		s.Pieces[id].Type = UserDefined
	}
	added := slices.Clone(f.AddedTokens)
	slices.SortStableFunc(added, func(a, b addedToken) int { return cmp.Compare(a.ID, b.ID) })
	for _, t := range added {
		if t.ID == len(s.Pieces) {
			s.Pieces = append(s.Pieces, Piece{Text: t.Content})
		}
		if t.ID < 0 || t.ID >= len(s.Pieces) || s.Pieces[t.ID].Text != t.Content {
			return fmt.Errorf("added token %q has id %d, which is not its place", t.Content, t.ID)
		}
		s.Pieces[t.ID].Type = UserDefined
		if t.Special {
			s.Pieces[t.ID].Type = Control
		}
	}
	for i := range s.Pieces {
		p := &s.Pieces[i]
		_, isByte := byteOf(p.Text)
		switch {
		case i == s.unknown:
			p.Type = Unknown
		case p.Text == "<pad>":
			s.pad, p.Type = i, Control
		case p.Text == "</s>":
			s.end, p.Type = i, Control
		case isByte && s.ByteFallback:
			p.Type = Byte
		}
	}
	return nil
}
