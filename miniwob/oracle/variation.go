package oracle

import (
	"fmt"
	"hash/fnv"
	"slices"
)

// Variation says in what a demonstration may differ from the plain one without
// being worse. Like an oracle's every decision it depends on nothing but itself
// and the page, so that the same state gets the same action.
type Variation struct {
	Seed int64
	// Places takes any bin well within a target instead of the one deepest
	// inside, the same for a target as long as it stays where it is. Solvers
	// that work a place out (points, sliders, strokes) keep theirs.
	Places bool
	// Order does what may be done in any order (boxes to tick, fields to fill in)
	// in another one than from the top.
	Order bool
}

// margin is how far inside a target's edge a varied place lies, in pixels, where
// the target is large enough.
const margin = 2

// hash is a number that the seed and a text fix.
func (n Variation) hash(text string) uint64 {
	sum := fnv.New64a()
	fmt.Fprintf(sum, "%d %s", n.Seed, text)
	h := sum.Sum64()
	return (h ^ h>>32) & (1<<31 - 1) // fits a whole number in JavaScript
}

// order is the number by which one of several things is picked, 0 for the first.
func (n Variation) order() uint64 {
	if !n.Order {
		return 0
	}
	return n.hash("order")
}

// next picks the box to fill in: one that is begun, else by the order.
func (n Variation) next(wrong []entry) entry {
	if n.Order {
		if i := slices.IndexFunc(wrong, func(e entry) bool { return e.Field.Focused }); i >= 0 {
			return wrong[i]
		}
	}
	return wrong[n.order()%uint64(len(wrong))]
}

// bin gives the bin to point at in t.
func (n Variation) bin(t *target, l lattice) (x, y int, err error) {
	x, y, err = t.bin(l)
	if !n.Places || err != nil {
		return x, y, err
	}
	least := min(margin, t.clearance(l.Xs[x], l.Ys[y]))
	var within [][2]int
	for _, hit := range t.Hits {
		if t.clearance(l.Xs[hit[0]], l.Ys[hit[1]]) >= least {
			within = append(within, hit)
		}
	}
	hit := within[n.hash(fmt.Sprintf("%.0f %.0f %.0f %.0f", t.X, t.Y, t.W, t.H))%uint64(len(within))]
	return hit[0], hit[1], nil
}
