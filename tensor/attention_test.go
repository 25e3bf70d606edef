package tensor

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestAttentionInGroups has fewer heads than workers, so that the queries of a
// head are shared among them, and wants the bits of one worker.
func TestAttentionInGroups(t *testing.T) {
	everyKernel(t, func(t *testing.T) {
		const rows, heads, head = 470, 2, 40
		r := rand.New(rand.NewPCG(17, 18))
		q, k, v, bias := random(r, rows*heads*head), random(r, rows*heads*head), random(r, rows*heads*head), random(r, heads*9)
		var first []float32
		for _, threads := range []int{1, 2, 8} {
			g := NewGraph()
			node := func(name string) *Node { return g.Input(name, rows, heads*head) }
			found := Attention(node("q"), node("k"), node("v"), g.Ints("segments", 2, 4), g.Input("bias", heads, 9), AttentionOptions{Heads: heads, Causal: true})
			p, err := CPU(threads).Compile(g, []*Node{found})
			if err != nil {
				t.Fatal(err)
			}
			out, err := p.Run(map[string]any{"q": q, "k": k, "v": v, "bias": bias, "segments": []int32{0, 400, 0, 390, 400, 461, 390, 390}})
			if err != nil {
				t.Fatal(err)
			}
			if first == nil {
				first = slices.Clone(out[0])
			}
			if !slices.Equal(first, out[0]) {
				t.Fatalf("%d threads give other bits than one", threads)
			}
		}
		if slices.Max(first[:heads*head*400]) == 0 || slices.Max(first[heads*head*400:]) != 0 {
			t.Error("a segment found nothing, or one without keys something")
		}
	})
}
