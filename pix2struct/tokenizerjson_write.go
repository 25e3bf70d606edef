package pix2struct

import (
	"cmp"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
)

type object = map[string]any

// TokenizerJSON gives the vocabulary as a tokenizer.json of the Hugging Face
// library, which encodes as SentencePiece does but for texts that name a
// control piece, and for some sequences of combining marks.
func (s *SentencePiece) TokenizerJSON() ([]byte, error) {
	tokens := []object{}
	for i, p := range s.Pieces {
		if p.Type == Control || p.Type == Unknown {
			tokens = append(tokens, object{
				"id": i, "content": p.Text, "special": true,
				"single_word": false, "lstrip": false, "rstrip": false, "normalized": false,
			})
		}
	}
	end := object{"SpecialToken": object{"id": s.Pieces[EndID].Text, "type_id": 0}}
	sequence := func(id string) object { return object{"Sequence": object{"id": id, "type_id": 0}} }
	document := object{
		"version": "1.0", "truncation": nil, "padding": nil, "added_tokens": tokens,
		"normalizer":    object{"type": "Sequence", "normalizers": s.normalizers()},
		"pre_tokenizer": object{"type": "Sequence", "pretokenizers": s.preTokenizers()},
		"post_processor": object{
			"type": "TemplateProcessing", "single": []any{sequence("A"), end}, "pair": []any{sequence("A"), end, sequence("B"), end},
			"special_tokens": object{s.Pieces[EndID].Text: object{
				"id": s.Pieces[EndID].Text, "ids": []int{EndID}, "tokens": []string{s.Pieces[EndID].Text},
			}},
		},
		"decoder": object{"type": "Sequence", "decoders": s.decoders()},
		"model":   s.model(),
	}
	return json.Marshal(document)
}

func replaceText(old, new string) object {
	return object{"type": "Replace", "pattern": object{"String": old}, "content": new}
}

func replaceRegex(old, new string) object {
	return object{"type": "Replace", "pattern": object{"Regex": old}, "content": new}
}

func (s *SentencePiece) normalizers() []object {
	list := []object{}
	if len(s.Charsmap) > 0 {
		list = append(list, object{"type": "Precompiled", "precompiled_charsmap": s.Charsmap})
	}
	if s.RemoveSpaces {
		list = append(list, replaceRegex(`\A +| +\z`, ""), replaceRegex(" {2,}", " "))
	}
	list = append(list, replaceText(" ", spacePiece))
	if s.DummyPrefix { // their Metaspace puts none before a text that begins with one
		list = append(list, replaceRegex(`\A`+spacePiece, spacePiece+spacePiece))
	}
	return list
}

func (s *SentencePiece) preTokenizers() []object {
	scheme := "never"
	if s.DummyPrefix {
		scheme = "always"
	}
	list := []object{{"type": "Metaspace", "replacement": spacePiece, "prepend_scheme": scheme, "split": false}}
	var userDefined []string
	for _, p := range s.Pieces {
		if p.Type == UserDefined {
			userDefined = append(userDefined, regexp.QuoteMeta(p.Text))
		}
	}
	// The longest first: of two that begin alike it is the one to cut out.
	slices.SortStableFunc(userDefined, func(a, b string) int { return cmp.Compare(len(b), len(a)) })
	if len(userDefined) > 0 {
		list = append(list, object{
			"type": "Split", "pattern": object{"Regex": strings.Join(userDefined, "|")}, "behavior": "Isolated", "invert": false,
		})
	}
	return list
}

func (s *SentencePiece) decoders() []object {
	list := []object{replaceText(spacePiece, " ")}
	if s.ByteFallback {
		list = append(list, object{"type": "ByteFallback"})
	}
	list = append(list, object{"type": "Fuse"})
	if s.DummyPrefix {
		list = append(list, object{"type": "Strip", "content": " ", "start": 1, "stop": 0})
	}
	return list
}

func (s *SentencePiece) model() object {
	if s.Algorithm != BPE {
		vocabulary := make([][2]any, len(s.Pieces))
		for i, p := range s.Pieces {
			vocabulary[i] = [2]any{p.Text, p.Score}
		}
		return object{"type": "Unigram", "unk_id": UnknownID, "byte_fallback": s.ByteFallback, "vocab": vocabulary}
	}
	vocabulary := make(map[string]int, len(s.Pieces))
	for i, p := range s.Pieces {
		vocabulary[p.Text] = i
	}
	return object{
		"type": "BPE", "unk_token": s.Pieces[UnknownID].Text, "fuse_unk": true, "byte_fallback": s.ByteFallback,
		"dropout": nil, "continuing_subword_prefix": nil, "end_of_word_suffix": nil, "ignore_merges": false,
		"vocab": vocabulary, "merges": s.merges(vocabulary),
	}
}

// merges lists every way to join two pieces to a third, the best first.
func (s *SentencePiece) merges(ids map[string]int) []merge {
	type ranked struct {
		merge
		score float32
	}
	var all []ranked
	for _, p := range s.Pieces {
		if p.Type != Normal {
			continue
		}
		for i := range p.Text {
			left, right := p.Text[:i], p.Text[i:]
			a, ok := ids[left]
			b, ok2 := ids[right]
			if ok && ok2 && s.Pieces[a].Type == Normal && s.Pieces[b].Type == Normal {
				all = append(all, ranked{merge{left, right}, p.Score})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b ranked) int { return cmp.Compare(b.score, a.score) })
	list := make([]merge, len(all))
	for i, m := range all {
		list[i] = m.merge
	}
	return list
}
