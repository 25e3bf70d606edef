package pix2struct

import (
	"slices"
	"strings"
)

// trie finds the pieces that a text begins with. The children of a node stand
// side by side, by label, so that a vocabulary of fifty thousand pieces takes a
// few megabytes.
type trie struct {
	nodes []trieNode
}

type trieNode struct {
	id    int32 // of the piece that ends here, or -1
	first int32 // child
	count uint16
	label byte // of the edge that leads here
}

// entry is a text with the number it stands for.
type entry struct {
	text string
	id   int32
}

// newTrie builds a trie of distinct texts.
func newTrie(entries []entry) *trie {
	entries = slices.Clone(entries)
	slices.SortFunc(entries, func(a, b entry) int { return strings.Compare(a.text, b.text) })
	t := &trie{nodes: []trieNode{{id: -1}}}
	t.grow(0, entries, 0)
	return t
}

// grow hangs entries below a node; they share their first depth bytes.
func (t *trie) grow(node int32, entries []entry, depth int) {
	if len(entries) > 0 && len(entries[0].text) == depth {
		t.nodes[node].id = entries[0].id
		entries = entries[1:]
	}
	first := int32(len(t.nodes))
	var starts []int
	for i, e := range entries {
		if i == 0 || e.text[depth] != entries[i-1].text[depth] {
			starts = append(starts, i)
			t.nodes = append(t.nodes, trieNode{id: -1, label: e.text[depth]})
		}
	}
	t.nodes[node].first, t.nodes[node].count = first, uint16(len(starts))
	for n, start := range starts {
		end := len(entries)
		if n+1 < len(starts) {
			end = starts[n+1]
		}
		t.grow(first+int32(n), entries[start:end], depth+1)
	}
}

// child is the node behind an edge, or -1.
func (t *trie) child(node int32, label byte) int32 {
	lo := t.nodes[node].first
	hi := lo + int32(t.nodes[node].count)
	for lo < hi {
		middle := (lo + hi) / 2
		if t.nodes[middle].label < label {
			lo = middle + 1
		} else {
			hi = middle
		}
	}
	if lo < t.nodes[node].first+int32(t.nodes[node].count) && t.nodes[lo].label == label {
		return lo
	}
	return -1
}

// each calls f for every piece that text begins with, shortest first.
func (t *trie) each(text string, f func(length int, id int32)) {
	at := int32(0)
	for i := range len(text) {
		if at = t.child(at, text[i]); at < 0 {
			return
		}
		if id := t.nodes[at].id; id >= 0 {
			f(i+1, id)
		}
	}
}

// longest is the length of the longest piece that text begins with, or 0.
func (t *trie) longest(text string) int {
	n := 0
	t.each(text, func(length int, _ int32) { n = length })
	return n
}

// find is the id of a piece, or -1.
func (t *trie) find(text string) int32 {
	at := int32(0)
	for i := range len(text) {
		if at = t.child(at, text[i]); at < 0 {
			return -1
		}
	}
	return t.nodes[at].id
}
