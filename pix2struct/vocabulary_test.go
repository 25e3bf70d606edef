package pix2struct

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// goldenVocabularies are the models of the reference data, and files made from
// them.
var goldenVocabularies = []struct{ file, vectors string }{
	{"uni.model", "uni"},
	{"uni_bytes.model", "uni_bytes"},
	{"bpe.model", "bpe"},
	{"bpe_bytes.model", "bpe_bytes"},
	{"uni.spec.tokenizer.json", "uni"},
	{"uni.t5.tokenizer.json", "uni"},
	{"uni_bytes.spec.tokenizer.json", "uni_bytes"},
	{"bpe.spec.tokenizer.json", "bpe"},
	{"bpe_bytes.spec.tokenizer.json", "bpe_bytes"},
}

func TestGoldenVocabulary(t *testing.T) {
	for _, golden := range goldenVocabularies {
		t.Run(golden.file, func(t *testing.T) {
			parsed, err := ParseVocabulary(goldenFile(t, "tokenizer/"+golden.file))
			if err != nil {
				t.Fatal(err)
			}
			v, err := LoadVocabulary(parsed.Marshal()) // as a checkpoint of ours stores it
			if rewritten, err := parsed.TokenizerJSON(); err != nil {
				t.Fatal(err)
			} else if again, err := LoadVocabulary(rewritten); err != nil {
				t.Errorf("written as tokenizer.json: %v", err)
			} else {
				defer func() { sameVocabulary(t, again, v) }()
			}
			if err != nil {
				t.Fatal(err)
			}
			var vectors struct {
				VocabSize int `json:"vocab_size"`
				Trim      int
				Encode    []struct {
					Text, Normalized, Decoded string
					Pieces                    []string
					IDs, Target               []int32
				}
				Decode []struct {
					IDs, Clean []int32
					Text       string
				}
			}
			goldenJSON(t, "tokenizer/"+golden.vectors+".vectors.json", &vectors)
			if v.Len() != vectors.VocabSize {
				t.Errorf("%d pieces, want %d", v.Len(), vectors.VocabSize)
			}
			for _, c := range vectors.Encode {
				if got := v.(*sentencePieces).normalizer.normalize(c.Text); got != c.Normalized {
					t.Errorf("normalize(%q) = %q, want %q", c.Text, got, c.Normalized)
				}
				ids := v.Encode(c.Text)
				if !slices.Equal(ids, c.IDs) {
					t.Errorf("Encode(%q) = %v, want %v", c.Text, ids, c.IDs)
				}
				if got := v.Decode(ids); got != c.Decoded {
					t.Errorf("Decode(%v) = %q, want %q", ids, got, c.Decoded)
				}
				if got := Target(v, c.Text, vectors.Trim); !slices.Equal(got, c.Target) {
					t.Errorf("Target(%q) = %v, want %v", c.Text, got, c.Target)
				}
			}
			for _, c := range vectors.Decode {
				if got := v.Decode(c.IDs); got != c.Text {
					t.Errorf("Decode(%v) = %q, want %q", c.IDs, got, c.Text)
				}
			}
			t.Logf("%d texts, %d id lists", len(vectors.Encode), len(vectors.Decode))
		})
	}
}

// sameVocabulary compares what two vocabularies make of text.
func sameVocabulary(t *testing.T, a, b Vocabulary) {
	t.Helper()
	for _, text := range []string{"click 12 34", "  begin_drag [M]", "Zoë\tJosé <sep>  ☺", "", "keys hello world", "▁a b▁"} {
		if x, y := a.Encode(text), b.Encode(text); !slices.Equal(x, y) || a.Decode(x) != b.Decode(y) {
			t.Errorf("%q is %v and %v", text, x, y)
		}
	}
}

// sample is a vocabulary like the ones of agents: characters, whole words,
// byte fallback, spaces kept.
func sample() *SentencePiece {
	s := &SentencePiece{Algorithm: Unigram, ByteFallback: true, UnknownText: "?", Normalizer: "identity", EscapeSpaces: true}
	s.Pieces = []Piece{{"<pad>", 0, Control}, {"</s>", 0, Control}, {"<unk>", 0, Unknown}}
	for b := range 256 {
		s.Pieces = append(s.Pieces, Piece{fmt.Sprintf("<0x%02X>", b), 0, Byte})
	}
	// A user-defined piece weighs as much as the best normal one, so one must be cheap.
	s.Pieces = append(s.Pieces, Piece{spacePiece, 0, Normal})
	for _, c := range "abcdefghijklmnopqrstuvwxyz0123456789" {
		s.Pieces = append(s.Pieces, Piece{string(c), -10, Normal})
	}
	for _, w := range []string{"click", "double_click", "X12"} {
		s.Pieces = append(s.Pieces, Piece{w, 0, UserDefined})
	}
	s.Pieces = append(s.Pieces, Piece{"ab", -1, Unused})
	return s
}

func TestVocabularyWritten(t *testing.T) {
	v, err := LoadVocabulary(sample().Marshal())
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string][]string{
		"":               nil,
		"  a  b ":        {"▁", "▁", "a", "▁", "▁", "b", "▁"},
		"double_click":   {"double_click"},
		"clickX12click1": {"click", "X12", "click", "1"},
		"ab":             {"a", "b"},
		"é\t":            {"<0xC3>", "<0xA9>", "<0x09>"},
	} {
		ids := v.Encode(text)
		var got []string
		for _, id := range ids {
			got = append(got, v.Piece(id))
		}
		if !slices.Equal(got, want) {
			t.Errorf("Encode(%q) = %q, want %q", text, got, want)
		}
		if back := v.Decode(append(ids, EndID, 70)); back != text {
			t.Errorf("%q came back as %q", text, back)
		}
	}
	if v.Piece(-1) != "" || v.Piece(int32(v.Len())) != "" {
		t.Error("a piece outside the vocabulary")
	}
}

func TestVocabularyRefused(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*SentencePiece)
		want   string
	}{
		"double":    {func(s *SentencePiece) { s.Pieces[260] = s.Pieces[261] }, "both"},
		"no bytes":  {func(s *SentencePiece) { s.Pieces[10] = Piece{"zz", 0, Normal} }, "255 byte pieces"},
		"bad byte":  {func(s *SentencePiece) { s.Pieces[10].Text = "<0xZZ>" }, "no byte"},
		"unknown":   {func(s *SentencePiece) { s.Pieces[2].Type = Control }, "type 3"},
		"empty":     {func(s *SentencePiece) { s.Pieces[298].Text = "" }, "text of 0 bytes"},
		"algorithm": {func(s *SentencePiece) { s.Algorithm = 3 }, "algorithm 3"},
		"charsmap":  {func(s *SentencePiece) { s.Charsmap = []byte{9, 0, 0, 0, 1} }, "trie of 9 bytes"},
		"few":       {func(s *SentencePiece) { s.Pieces = s.Pieces[:2] }, "2 pieces"},
	} {
		s := sample()
		c.change(s)
		if _, err := LoadVocabulary(s.Marshal()); !errors.Is(err, ErrVocabulary) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: want %q, got %v", name, c.want, err)
		}
	}
	if _, err := LoadVocabulary([]byte{0xff}); !errors.Is(err, ErrVocabulary) {
		t.Errorf("broken message: %v", err)
	}
}

func FuzzLoadVocabulary(f *testing.F) {
	good := sample().Marshal()
	f.Add(good, "click 12", []byte{5, 1})
	f.Add(good[:100], "", []byte{})
	small := sample()
	small.ByteFallback = false
	small.Pieces = append(small.Pieces[:3:3], Piece{"a", -1, Normal}, Piece{"bc", -2, Normal}, Piece{"\xe2", -2, UserDefined})
	small.Charsmap = []byte{8, 0, 0, 0, 0, 4, 0, 0, 1, 2, 3, 4, 'x', 0}
	small.DummyPrefix, small.RemoveSpaces = true, true
	f.Add(small.Marshal(), "a bc\xff", []byte{3, 4, 9})
	f.Fuzz(func(t *testing.T, data []byte, text string, raw []byte) {
		v, err := LoadVocabulary(data)
		if err != nil {
			return
		}
		for _, id := range v.Encode(text) {
			if id < 0 || int(id) >= v.Len() {
				t.Fatalf("id %d of %d", id, v.Len())
			}
		}
		ids := make([]int32, len(raw))
		for i, b := range raw {
			ids[i] = int32(b) - 3
		}
		v.Decode(ids)
	})
}

func FuzzEncode(f *testing.F) {
	v, err := LoadVocabulary(sample().Marshal())
	if err != nil {
		f.Fatal(err)
	}
	f.Add("click X12 ab")
	f.Add("▁ \x00é")
	f.Fuzz(func(t *testing.T, text string) {
		if !utf8.ValidString(text) || strings.Contains(text, spacePiece) {
			return
		}
		if back := v.Decode(v.Encode(text)); back != text {
			t.Errorf("%q came back as %q", text, back)
		}
	})
}
