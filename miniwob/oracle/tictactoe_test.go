package oracle

import (
	"math"
	"testing"
)

// TestTicTacToe searches the whole game for the chance to win against an
// opponent of these rules: no player who does not foresee its luck wins more.
func TestTicTacToe(t *testing.T) {
	first := play()[board{}]
	second := 0.0
	for square := range (board{}) {
		second += play()[board{}.with(square, -1)].worth / 9
	}
	// The opponent has the first move with 49 numbers out of 100.
	chance := 0.51*first.worth + 0.49*second
	for name, c := range map[string][2]float64{
		"X first": {first.worth, 0.9658}, "O first": {second, 0.7275}, "all": {chance, 0.8490},
	} {
		if math.Abs(c[0]-c[1]) > 0.0002 {
			t.Errorf("%s: the best player wins %.4f, want %.4f", name, c[0], c[1])
		}
	}
}

// TestClever looks for the square that the opponent takes when it looks.
func TestClever(t *testing.T) {
	const x, o = 1, -1
	for name, c := range map[string]struct {
		board board
		want  int
	}{
		"nothing to see":             {board{x, 0, 0, 0, o, 0, 0, 0, 0}, -1},
		"it wins before it blocks":   {board{x, x, 0, o, o, 0, x, 0, 0}, 5},
		"it blocks":                  {board{x, x, 0, 0, o, 0, 0, 0, 0}, 2},
		"the right column first":     {board{o, o, 0, 0, 0, o, 0, 0, o}, 2},
		"a column before a diagonal": {board{0, o, 0, 0, o, 0, 0, 0, o}, 7},
		"a diagonal before a row":    {board{o, 0, 0, 0, o, o, 0, 0, 0}, 8},
		"a row":                      {board{0, o, 0, 0, 0, 0, x, x, 0}, 8},
	} {
		if got := c.board.clever(); got != c.want {
			t.Errorf("%s: square %d, want %d", name, got, c.want)
		}
	}
}
