package pix2struct

// trie finds the pieces that a text begins with.
type trie struct {
	nodes []trieNode
}

type trieNode struct {
	id       int32 // of the piece that ends here, or -1
	children map[byte]int32
}

func newTrie() *trie { return &trie{nodes: []trieNode{{id: -1}}} }

func (t *trie) add(text string, id int32) {
	at := int32(0)
	for i := range len(text) {
		next, ok := t.nodes[at].children[text[i]]
		if !ok {
			next = int32(len(t.nodes))
			t.nodes = append(t.nodes, trieNode{id: -1})
			if t.nodes[at].children == nil {
				t.nodes[at].children = map[byte]int32{}
			}
			t.nodes[at].children[text[i]] = next
		}
		at = next
	}
	t.nodes[at].id = id
}

// each calls f for every piece that text begins with, shortest first.
func (t *trie) each(text string, f func(length int, id int32)) {
	at := int32(0)
	for i := range len(text) {
		next, ok := t.nodes[at].children[text[i]]
		if !ok {
			return
		}
		at = next
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
