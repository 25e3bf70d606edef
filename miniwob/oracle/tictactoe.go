package oracle

import (
	"fmt"
	"sync"

	"pix2act/gui"
)

// board holds the marks of the nine squares in reading order: 1 is X, -1 the
// opponent's O, 0 a free square.
type board [9]int8

// linesOfBoard are the squares in a row, with each of its three squares first
// once, in the order in which the opponent of tic-tac-toe looks for a square
// to take: columns from the right, diagonals, rows by their last square.
var linesOfBoard = func() (lines [][3]int) {
	for _, column := range []int{2, 1, 0} {
		for row := range 3 {
			lines = append(lines, [3]int{column + 3*row, column + 3*((row+1)%3), column + 3*((row+2)%3)})
		}
	}
	lines = append(lines, [][3]int{{0, 4, 8}, {4, 0, 8}, {8, 0, 4}, {2, 4, 6}, {4, 2, 6}, {6, 2, 4}}...)
	for _, column := range []int{2, 1, 0} {
		for row := range 3 {
			lines = append(lines, [3]int{3*row + column, 3*row + (column+1)%3, 3*row + (column+2)%3})
		}
	}
	return lines
}()

// luck is the chance that the opponent places at random.
const luck = 0.55

func (b board) won(mark int8) bool {
	for _, l := range linesOfBoard {
		if b[l[0]] == mark && b[l[1]] == mark && b[l[2]] == mark {
			return true
		}
	}
	return false
}

func (b board) free() (squares []int) {
	for i, mark := range b {
		if mark == 0 {
			squares = append(squares, i)
		}
	}
	return squares
}

func (b board) with(square int, mark int8) board {
	b[square] = mark
	return b
}

// clever is the square that the opponent takes when it looks: one that wins, or
// else one that keeps X from winning; -1 if there is none.
func (b board) clever() int {
	for _, mark := range []int8{-1, 1} {
		for _, l := range linesOfBoard {
			if b[l[0]] == 0 && b[l[1]] == mark && b[l[2]] == mark {
				return l[0]
			}
		}
	}
	return -1
}

// replies are the opponent's moves with their chances.
func (b board) replies() [9]float64 {
	var chances [9]float64
	free, clever := b.free(), b.clever()
	random := luck
	if clever < 0 || len(free) == 9 {
		random = 1
	} else {
		chances[clever] = 1 - luck
	}
	for _, square := range free {
		chances[square] += random / float64(len(free))
	}
	return chances
}

// drawWorth makes a draw count a little more than a loss, where neither is
// the aim.
const drawWorth = 1e-3

// move is X's best square on a board, and what it is worth: the chance to win.
type move struct {
	square int
	worth  float64
}

// play knows the best move on every board on which X is to move.
var play = sync.OnceValue(func() map[board]move {
	known := map[board]move{}
	var best func(board) move
	// after is the worth of a board on which the opponent is to move.
	after := func(b board) float64 {
		switch {
		case b.won(1):
			return 1
		case len(b.free()) == 0:
			return drawWorth
		}
		worth := 0.0
		for square, chance := range b.replies() {
			if chance == 0 {
				continue
			}
			switch next := b.with(square, -1); {
			case next.won(-1):
			case len(next.free()) == 0:
				worth += chance * drawWorth
			default:
				worth += chance * best(next).worth
			}
		}
		return worth
	}
	best = func(b board) move {
		if m, ok := known[b]; ok {
			return m
		}
		m := move{square: -1, worth: -1}
		for _, square := range b.free() {
			if worth := after(b.with(square, 1)); worth > m.worth+1e-12 {
				m = move{square, worth}
			}
		}
		known[b] = m
		return m
	}
	empty := board{}
	best(empty)
	for square := range empty {
		best(empty.with(square, -1))
	}
	return known
})

// solveTicTacToe makes the move that wins most often against this opponent. What
// the opponent will draw is not foreseen, so that the move follows from the
// picture.
func solveTicTacToe(v view) (gui.Action, error) {
	var page struct {
		Marks   []int8
		Squares []*target
	}
	err := v.read(`(squares => ({
		Marks: squares.map(s => s.classList.contains("mark-x") ? 1 : s.classList.contains("mark-o") ? -1 : 0),
		Squares: squares.map(target),
	}))(all("#area .ttt-row span"))`, &page)
	if err != nil {
		return gui.Action{}, err
	}
	if len(page.Marks) != len(board{}) {
		return gui.Action{}, missing("nine squares")
	}
	m, ok := play()[board(page.Marks)]
	if !ok || m.square < 0 {
		return gui.Action{}, missing(fmt.Sprintf("move to make on %v", page.Marks))
	}
	return v.click(page.Squares[m.square], "square")
}
