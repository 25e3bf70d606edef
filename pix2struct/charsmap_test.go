package pix2struct

import (
	"encoding/binary"
	"errors"
	"maps"
	"slices"
	"testing"
)

// compileCharsmap builds a replacement table: a double array in which every
// node finds a base of its own by trying.
func compileCharsmap(rules map[string]string) []byte {
	units := []uint32{0}
	used := map[uint32]bool{0: true}
	var texts []byte
	values := map[string]uint32{}
	for _, key := range slices.Sorted(maps.Keys(rules)) {
		values[key] = uint32(len(texts))
		texts = append(append(texts, rules[key]...), 0)
	}
	var place func(at uint32, prefix string)
	place = func(at uint32, prefix string) {
		labels := map[byte]bool{}
		value, terminal := values[prefix]
		for key := range rules {
			if len(key) > len(prefix) && key[:len(prefix)] == prefix {
				labels[key[len(prefix)]] = true
			}
		}
		base := uint32(1)
		for free := false; !free; base++ {
			free = !terminal || !used[base]
			for l := range labels {
				free = free && !used[base^uint32(l)]
			}
		}
		base--
		units[at] |= (at ^ base) << 10
		grow := func(i uint32) {
			used[i] = true
			for int(i) >= len(units) {
				units = append(units, 0)
			}
		}
		if terminal {
			grow(base)
			units[base] = 1<<31 | value
			units[at] |= 1 << 8
		}
		ordered := slices.Sorted(maps.Keys(labels))
		for _, l := range ordered {
			grow(base ^ uint32(l))
			units[base^uint32(l)] = uint32(l)
		}
		for _, l := range ordered {
			place(base^uint32(l), prefix+string([]byte{l}))
		}
	}
	place(0, "")
	out := binary.LittleEndian.AppendUint32(nil, uint32(4*len(units)))
	for _, u := range units {
		out = binary.LittleEndian.AppendUint32(out, u)
	}
	return append(out, texts...)
}

func TestCharsmap(t *testing.T) {
	s := sample()
	s.DummyPrefix, s.RemoveSpaces = true, true
	s.Charsmap = compileCharsmap(map[string]string{
		"\t": " ", "\n": " ", "\u00a0": " ", "\x01": "", "ﬁ": "fi", "A": "a", "AB": "x", "e\u0301": "é", "clic": "never",
	})
	v, err := LoadVocabulary(s.Marshal())
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"":                 "",
		"a":                "▁a",
		" \ta\n\n b\u00a0": "▁a▁b",
		"\x01":             "",
		"\x01 a":           "▁a",
		"ﬁAABz":            "▁fiaxz",
		"e\u0301e":         "▁ée",
		"click":            "▁click", // a user-defined piece is left alone
		"clic":             "▁never",
		"\xffa":            "▁\ufffda",
	} {
		if got := v.(*sentencePieces).normalizer.normalize(text); got != want {
			t.Errorf("normalize(%q) = %q, want %q", text, got, want)
		}
	}
	for _, broken := range [][]byte{{1}, {8, 0, 0, 0, 1, 2}, {3, 0, 0, 0, 1, 2, 3}, {0, 0, 0, 0}} {
		if _, err := parseCharsmap(broken); !errors.Is(err, ErrVocabulary) {
			t.Errorf("table %v: %v", broken, err)
		}
	}
}
