package oracle

import (
	"math"
	"slices"
	"testing"
)

func TestPlaceOf(t *testing.T) {
	for _, c := range []struct {
		place       string
		at, n, want int
	}{
		{"to the top", 3, 5, 0},
		{"to the bottom", 3, 5, 4},
		{"to the 2nd position", 3, 5, 1},
		{"to the 5th position", 0, 5, 4},
		{"up by one position", 3, 5, 2},
		{"down by one position", 3, 5, 4},
		{"to the top left", 4, 9, 0},
		{"to the center", 0, 9, 4},
		{"to the center right", 0, 9, 5},
		{"to the bottom center", 0, 9, 7},
		{"up by one", 7, 9, 4},
		{"down by one", 1, 9, 4},
		{"left by one", 5, 9, 4},
		{"right by one", 3, 9, 4},
	} {
		if got, err := placeOf(c.place, c.at, c.n); err != nil || got != c.want {
			t.Errorf("%q from %d of %d: %d (%v), want %d", c.place, c.at, c.n, got, err, c.want)
		}
	}
	if _, err := placeOf("to the moon", 0, 5); err == nil {
		t.Error("there is no such place")
	}
}

// TestBestMove sorts every order of four numbers, two of them equal, with as few
// moves as are needed: those of the numbers outside the longest rising part.
func TestBestMove(t *testing.T) {
	for _, list := range orders([]int{-7, 3, 3, 12}) {
		moves, need := 0, len(list)-rising(list)
		numbers := slices.Clone(list)
		for !slices.IsSorted(numbers) {
			from, to := bestMove(numbers, -1)
			if f, held := bestMove(numbers, from); f != from || rising(moved(numbers, from, held)) != rising(moved(numbers, from, to)) {
				t.Fatalf("%v: %d goes to %d, and once it is held to %d", numbers, from, to, held)
			}
			numbers = moved(numbers, from, to)
			if moves++; moves > need {
				break
			}
		}
		if moves != need {
			t.Errorf("%v takes %d moves, want %d", list, moves, need)
		}
	}
}

// orders are all orders of a list.
func orders(list []int) [][]int {
	if len(list) < 2 {
		return [][]int{list}
	}
	var all [][]int
	for i := range list {
		rest := slices.Delete(slices.Clone(list), i, i+1)
		for _, order := range orders(rest) {
			all = append(all, append([]int{list[i]}, order...))
		}
	}
	return all
}

// TestMissingTurns turns a cube from many lies by what is missing, and looks
// which side is in front then.
func TestMissingTurns(t *testing.T) {
	normals := map[int][3]float64{1: {0, -1, 0}, 2: {0, 0, 1}, 3: {1, 0, 0}, 4: {0, 0, -1}, 5: {-1, 0, 0}, 6: {0, 1, 0}}
	for tilt := 5.0; tilt < 360; tilt += 20 {
		for turn := 0.0; turn < 360; turn += 30 {
			for side := range normals {
				dTilt, dTurn := missingTurns(side, tilt, turn)
				if math.Cos(tilt*math.Pi/180) < 0 { // as the published cube does
					dTurn = -dTurn
				}
				a, b := (tilt+dTilt)*math.Pi/180, (turn+dTurn)*math.Pi/180
				n := normals[side]
				if depth := n[1]*math.Sin(a) + (n[2]*math.Cos(b)-n[0]*math.Sin(b))*math.Cos(a); depth < 0.999 {
					t.Errorf("from (%v, %v) the side %d comes only to a depth of %.2f", tilt, turn, side, depth)
				}
			}
		}
	}
}
