package pix2struct

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
)

const (
	smallUnigram = `{"added_tokens":[{"id":0,"content":"<pad>","special":true}],
		"normalizer":{"type":"Sequence","normalizers":[{"type":"Replace","pattern":{"Regex":" {2,}"},"content":"▁"}]},
		"pre_tokenizer":{"type":"Sequence","pretokenizers":[{"type":"WhitespaceSplit"},{"type":"Metaspace","replacement":"▁","add_prefix_space":true}]},
		"model":{"type":"Unigram","unk_id":2,"vocab":[["<pad>",0],["</s>",0],["<unk>",0],["▁",-1],["a",-2.5],["▁ab",-3]]}}`
	smallPairs = `{"added_tokens":[{"id":7,"content":"<x>","special":false},{"id":8,"content":"<extra>","special":true}],
		"normalizer":{"type":"Prepend","prepend":"▁"},
		"pre_tokenizer":{"type":"Split","pattern":{"Regex":"a\\.c|bb"},"behavior":"Isolated"},
		"model":{"type":"BPE","unk_token":"<unk>","vocab":{"<pad>":0,"</s>":1,"<unk>":2,"▁":3,"a":4,"a.c":5,"bb":6},"merges":["a .c"]}}`
)

func TestTokenizerJSONOfOlderFiles(t *testing.T) {
	s, err := ParseTokenizerJSON([]byte(smallUnigram))
	if err != nil {
		t.Fatal(err)
	}
	want := []Piece{{"<pad>", 0, Control}, {"</s>", 0, Control}, {"<unk>", 0, Unknown}, {"▁", -1, Normal}, {"a", -2.5, Normal}, {"▁ab", -3, Normal}}
	if !slices.Equal(s.Pieces, want) || !s.DummyPrefix || !s.RemoveSpaces || s.Algorithm != Unigram {
		t.Errorf("read as %+v", s)
	}
	s, err = ParseTokenizerJSON([]byte(strings.Replace(smallPairs, `"a .c"`, ``, 1)))
	if err != nil {
		t.Fatal(err)
	}
	types := make([]PieceType, len(s.Pieces))
	for i, p := range s.Pieces {
		types[i] = p.Type
	}
	if !slices.Equal(types, []PieceType{Control, Control, Unknown, Normal, Normal, UserDefined, UserDefined, UserDefined, Control}) {
		t.Errorf("types %v", types)
	}
	if !s.DummyPrefix || s.RemoveSpaces || s.Algorithm != BPE {
		t.Errorf("read as %+v", s)
	}
}

func TestTokenizerJSONRefused(t *testing.T) {
	for name, c := range map[string]struct{ from, old, new, want string }{
		"no JSON":          {smallUnigram, `"model"`, `model`, "invalid character"},
		"WordPiece":        {smallUnigram, `"Unigram"`, `"WordPiece"`, `model type is "WordPiece"`},
		"lower case":       {smallUnigram, `{"type":"Sequence","normalizers":`, `{"type":"Lowercase","normalizers":`, "normalizer Lowercase"},
		"bytes":            {smallUnigram, `{"type":"WhitespaceSplit"}`, `{"type":"ByteLevel"}`, "pre_tokenizer ByteLevel"},
		"row":              {smallUnigram, `["a",-2.5]`, `[1,-2.5]`, "piece 4"},
		"score":            {smallUnigram, `["a",-2.5]`, `["a",""]`, "piece 4"},
		"other space":      {smallUnigram, `"replacement":"▁"`, `"replacement":"_"`, `spaces are written "_"`},
		"unknown id":       {smallUnigram, `"unk_id":2`, `"unk_id":3`, "must be 0, 1, 2"},
		"added elsewhere":  {smallUnigram, `"id":0`, `"id":3`, `"<pad>" has id 3`},
		"added far":        {smallUnigram, `"id":0`, `"id":-1`, `"<pad>" has id -1`},
		"no merge":         {smallPairs, `"a .c"`, `"a.c"`, "no pair"},
		"long merge":       {smallPairs, `"a .c"`, `["a","b","c"]`, "no pair"},
		"merge of nothing": {smallPairs, `"a .c"`, `["a","b"]`, "make no piece"},
		"ids":              {smallPairs, `"a":4`, `"a":5`, "has id 5"},
		"far id":           {smallPairs, `"a":4`, `"a":40`, "has id 40"},
		"pattern":          {smallPairs, `a\\.c|bb`, `a.c`, "no fixed text"},
		"class":            {smallPairs, `a\\.c|bb`, `\\d`, "no fixed text"},
		"user-defined":     {smallPairs, `a\\.c|bb`, `zz`, `"zz" is no piece`},
		"word parts":       {smallPairs, `"unk_token"`, `"continuing_subword_prefix":"##","unk_token"`, "parts of words"},
	} {
		text := strings.Replace(c.from, c.old, c.new, 1)
		if text == c.from {
			t.Errorf("%s: nothing replaced", name)
		}
		if _, err := LoadVocabulary([]byte(text)); !errors.Is(err, ErrVocabulary) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: want %q, got %v", name, c.want, err)
		}
	}
}

func FuzzLoadTokenizerJSON(f *testing.F) {
	f.Add([]byte(smallUnigram), "a ab")
	f.Add([]byte(smallPairs), "a.c  abb")
	f.Add([]byte(strings.Replace(smallPairs, `"a .c"`, ``, 1)), "a.c  abb")
	f.Fuzz(func(t *testing.T, data []byte, text string) {
		s, err := ParseTokenizerJSON(data)
		if err != nil {
			if !errors.Is(err, ErrVocabulary) {
				t.Errorf("got %v", err)
			}
			return
		}
		v, err := s.Vocabulary()
		if err != nil {
			return
		}
		ids := v.Encode(text)
		for _, id := range ids {
			if id < 0 || int(id) >= v.Len() {
				t.Fatalf("id %d of %d", id, v.Len())
			}
		}
		again, err := LoadVocabulary(s.Marshal())
		if err != nil || !slices.Equal(again.Encode(text), ids) {
			t.Errorf("stored, it encodes %q otherwise: %v", text, err)
		}
	})
}

// pairs is a vocabulary of byte-pair encoding: "abc" is made by way of the
// unused piece "ab", "bc" would come later.
func pairs() *SentencePiece {
	s := &SentencePiece{Algorithm: BPE, UnknownText: "?", EscapeSpaces: true}
	s.Pieces = []Piece{
		{"<pad>", 0, Control}, {"</s>", 0, Control}, {"<unk>", 0, Unknown},
		{"ab", -1, Unused}, {"abc", -2, Normal}, {"bc", -3, Normal}, {"aa", -4, Normal}, {"bb!", -9, UserDefined},
		{"a", -10, Normal}, {"b", -10, Normal}, {"c", -10, Normal}, {"!", -10, Normal}, {"xy", -1, Normal}, {"z", -10, Unused},
	}
	return s
}

func TestPairEncoding(t *testing.T) {
	v, err := LoadVocabulary(pairs().Marshal())
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string][]string{
		"abc":    {"abc"},
		"ab":     {"a", "b"},        // joined, and taken apart again
		"abb":    {"a", "b", "b"},   //
		"bc":     {"bc"},            //
		"aaa":    {"aa", "a"},       // the leftmost of equals
		"abb!c":  {"a", "bb!", "c"}, // the user-defined piece is cut first
		"éü":     {"<unk>"},         // a run of unknown text is one id
		"aéaü":   {"a", "<unk>", "a", "<unk>"},
		"xy":     {"xy"}, // its characters are no pieces
		"x":      {"<unk>"},
		"az":     {"a", "<unk>"},
		"abcabc": {"abc", "abc"},
		"":       nil,
	} {
		var got []string
		for _, id := range v.Encode(text) {
			got = append(got, v.Piece(id))
		}
		if !slices.Equal(got, want) {
			t.Errorf("Encode(%q) = %q, want %q", text, got, want)
		}
	}
}

// big is a vocabulary of the size of the published one.
func big() *SentencePiece {
	s := &SentencePiece{Algorithm: Unigram, UnknownText: "?", EscapeSpaces: true}
	s.Pieces = []Piece{{"<pad>", 0, Control}, {"</s>", 0, Control}, {"<unk>", 0, Unknown}}
	for i := len(s.Pieces); i < 50244; i++ {
		var text []byte
		for n := uint32(i) * 2654435761; n > 0; n /= 26 {
			text = append(text, byte('a'+n%26))
		}
		s.Pieces = append(s.Pieces, Piece{string(text), -float32(i), Normal})
	}
	return s
}

func BenchmarkLoadVocabulary(b *testing.B) {
	data := big().Marshal()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := LoadVocabulary(data); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkLoadTokenizerJSON(b *testing.B) {
	var rows [][2]any
	for _, p := range big().Pieces {
		rows = append(rows, [2]any{p.Text, p.Score})
	}
	data, err := json.Marshal(map[string]any{"model": map[string]any{"type": "Unigram", "unk_id": 2, "vocab": rows}})
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := LoadVocabulary(data); err != nil {
			b.Fatal(err)
		}
	}
}
