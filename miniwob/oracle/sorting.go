package oracle

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"pix2act/gui"
)

// readSortable gives the items of a list that is sorted by dragging, in their
// order, the places they take, and which of them the button is down on.
const readSortable = `(() => {
	const lines = Array.from(document.querySelectorAll("#sortable li"));
	const floats = e => getComputedStyle(e).position === "absolute";
	return {
		Instruction: instruction(),
		Items: lines.filter(e => clean(e.innerText) !== "").map(target),
		Places: lines.filter(e => !floats(e)).map(box),
		Held: lines.filter(e => clean(e.innerText) !== "").findIndex(e => e.matches(":active")),
		Submit: target(first("#subbtn")),
	};
})()`

// sortable is what readSortable reads.
type sortable struct {
	Instruction string
	Items       []*target
	Places      []box
	Held        int
	Submit      *target
}

// solveDragItem drags one item to its place; the first drop is the answer.
func solveDragItem(v view) (gui.Action, error) {
	var s sortable
	if err := v.read(readSortable, &s); err != nil {
		return gui.Action{}, err
	}
	order := dragOrder.FindStringSubmatch(s.Instruction)
	if order == nil {
		return gui.Action{}, missing("item to drag in its instruction")
	}
	for at, item := range s.Items {
		if item.Text != order[1] {
			continue
		}
		to, err := placeOf(order[2], at, len(s.Items))
		if err != nil {
			return gui.Action{}, err
		}
		if s.Held >= 0 {
			return v.drop(s.Places, to)
		}
		return v.point(gui.BeginDrag, item, fmt.Sprintf("item %q", item.Text))
	}
	return gui.Action{}, missing(fmt.Sprintf("item %q", order[1]))
}

// dragOrder is the instruction: the name and where it is to go.
var dragOrder = regexp.MustCompile(`^Drag (\S+) (.+?)\.?$`)

// cells are the names of the cells of a grid of nine.
var cells = strings.Split("top left,top center,top right,center left,center,center right,bottom left,bottom center,bottom right", ",")

// placeOf is the index that a place stands for, for the item at an index of n.
func placeOf(place string, at, n int) (int, error) {
	row := 1
	if n == len(cells) {
		row = 3
		for i, name := range cells {
			if place == "to the "+name {
				return i, nil
			}
		}
	}
	place = strings.TrimSuffix(place, " position")
	switch place {
	case "to the top":
		return 0, nil
	case "to the bottom":
		return n - 1, nil
	case "up by one":
		return at - row, nil
	case "down by one":
		return at + row, nil
	case "left by one":
		return at - 1, nil
	case "right by one":
		return at + 1, nil
	}
	if digits := regexp.MustCompile(`\d`).FindString(place); digits != "" {
		number, err := strconv.Atoi(digits)
		return number - 1, err
	}
	return 0, missing(fmt.Sprintf("place %q", place))
}

// drop lets a held item go at a place, on the half that is farther from where
// it came: there every kind of list has made room. A list that flows puts what
// comes from the lower left behind its goal; so the way goes sideways first.
func (v view) drop(places []box, to int) (gui.Action, error) {
	if to < 0 || to >= len(places) {
		return gui.Action{}, missing(fmt.Sprintf("place %d", to+1))
	}
	last, place := v.memory.last, places[to]
	px, py := v.pixel(last.X, last.Y)
	x, sideways := far(v.lattice.Xs, float64(px), place.X, place.W)
	y, along := far(v.lattice.Ys, float64(py), place.Y, place.H)
	if sideways == 0 {
		x = last.X
	}
	if along == 0 {
		y = last.Y
	}
	if sideways > 0 && along < 0 {
		return gui.Action{Verb: gui.Move, X: x, Y: last.Y}, nil
	}
	return gui.Action{Verb: gui.EndDrag, X: x, Y: y}, nil
}

// far gives the bin on one axis in the middle of the half of an extent that is
// farther from a pixel, and on which side of the pixel the extent lies; 0 if it
// holds the pixel.
func far(pixels []int, from, start, length float64) (bin, side int) {
	switch {
	case from < start:
		return closest(pixels, start+0.75*length), 1
	case from > start+length:
		return closest(pixels, start+0.25*length), -1
	}
	return 0, 0
}

// solveSortNumbers drags numbers to their places, with as few drags as it
// takes, and submits.
func solveSortNumbers(v view) (gui.Action, error) {
	var s sortable
	if err := v.read(readSortable, &s); err != nil {
		return gui.Action{}, err
	}
	var numbers []int
	for _, item := range s.Items {
		n, err := strconv.Atoi(item.Text)
		if err != nil {
			return gui.Action{}, fmt.Errorf("the item %q is no number", item.Text)
		}
		numbers = append(numbers, n)
	}
	from, to := bestMove(numbers, s.Held)
	switch {
	case s.Held >= 0:
		return v.drop(s.Places, to)
	case from == to:
		return v.click(s.Submit, "Submit button")
	}
	return v.point(gui.BeginDrag, s.Items[from], "number")
}

// bestMove finds the move that leaves most numbers in rising order, of one
// number or of all (held < 0). It moves nothing where they are sorted.
func bestMove(numbers []int, held int) (from, to int) {
	most := rising(numbers)
	if most == len(numbers) {
		return max(held, 0), max(held, 0)
	}
	if held >= 0 {
		most, from, to = 0, held, held
	}
	for i := range numbers {
		if held >= 0 && i != held {
			continue
		}
		for j := range numbers {
			if n := rising(moved(numbers, i, j)); n > most {
				most, from, to = n, i, j
			}
		}
	}
	return from, to
}

// moved is the list with the number at one index taken to another.
func moved(numbers []int, from, to int) []int {
	var rest []int
	rest = append(rest, numbers[:from]...)
	rest = append(rest, numbers[from+1:]...)
	list := append([]int{}, rest[:to]...)
	return append(append(list, numbers[from]), rest[to:]...)
}

// rising is the length of the longest part, not together, that does not fall.
func rising(numbers []int) int {
	longest := 0
	length := make([]int, len(numbers))
	for i, n := range numbers {
		length[i] = 1
		for j := range i {
			if numbers[j] <= n {
				length[i] = max(length[i], length[j]+1)
			}
		}
		longest = max(longest, length[i])
	}
	return longest
}
