package oracle

import (
	"slices"
	"testing"

	"pix2act/gui"
)

func square(hits ...[2]int) *target {
	l := defaultLattice()
	return &target{box: box{X: float64(l.Xs[10]) - 20, Y: float64(l.Ys[10]) - 20, W: 41, H: 41}, Hits: hits}
}

// Varied places lie well within the target, differ by the seed, and stay for a target that stays.
func TestVariedPlaces(t *testing.T) {
	l := defaultLattice()
	var hits [][2]int
	for x := 6; x <= 14; x++ {
		for y := 7; y <= 13; y++ {
			hits = append(hits, [2]int{x, y})
		}
	}
	button := square(hits...)
	seen := map[[2]int]bool{}
	for seed := range int64(200) {
		varied := Variation{Seed: seed, Places: true}
		x, y, err := varied.bin(button, l)
		again, againY, _ := varied.bin(square(hits...), l)
		if err != nil || x != again || y != againY {
			t.Fatalf("seed %d: %d %d, then %d %d, %v", seed, x, y, again, againY, err)
		}
		if button.clearance(l.Xs[x], l.Ys[y]) < margin {
			t.Errorf("seed %d: %d %d is at the edge", seed, x, y)
		}
		seen[[2]int{x, y}] = true
	}
	if len(seen) < 20 || !seen[[2]int{10, 10}] {
		t.Errorf("%d places in 200 seeds", len(seen))
	}
	x, y, err := Variation{Seed: 1}.bin(button, l)
	if err != nil || x != 10 || y != 10 {
		t.Errorf("without variation %d %d, %v", x, y, err)
	}
	if _, _, err := (Variation{Places: true}).bin(square(), l); err == nil {
		t.Error("a place on what cannot be hit")
	}
	if x, y, err := (Variation{Places: true}).bin(square([2]int{6, 7}), l); err != nil || x != 6 || y != 7 {
		t.Errorf("the only place: %d %d, %v", x, y, err)
	}
}

func TestVariedOrder(t *testing.T) {
	entries := make([]entry, 3)
	for i := range entries {
		entries[i] = entry{Field: square([2]int{i, i}), Wanted: string(rune('a' + i))}
	}
	first := map[string]bool{}
	for seed := range int64(50) {
		first[Variation{Seed: seed, Order: true}.next(entries).Wanted] = true
		if got := (Variation{Seed: seed}).next(entries).Wanted; got != "a" {
			t.Errorf("plain order begins with %s", got)
		}
	}
	if len(first) != 3 {
		t.Errorf("orders begin with %v", first)
	}
	begun := slices.Clone(entries)
	begun[2].Field = &target{Focused: true}
	for seed := range int64(20) {
		if got := (Variation{Seed: seed, Order: true}).next(begun).Wanted; got != "c" {
			t.Errorf("%s instead of the one that is begun", got)
		}
	}
}

// An oracle that varies nothing is the plain one.
func TestNoVariation(t *testing.T) {
	page := scene{task: "click-test", value: thing(5, 12, nil)}
	plain, err := (&agent{page: page}).Next(t.Context(), gui.Observation{})
	varied, err2 := (&agent{page: page, variation: Variation{Seed: 9}}).Next(t.Context(), gui.Observation{})
	if err != nil || err2 != nil || plain.Action != varied.Action {
		t.Errorf("%q and %q, %v, %v", plain.Action, varied.Action, err, err2)
	}
}
