package oracle

import (
	"strconv"

	"pix2act/gui"
)

// solveGuessNumber halves the numbers that are left. The last guess and what
// the page says about it tell which ones these are: each number is guessed in
// one situation only.
func solveGuessNumber(v view) (gui.Action, error) {
	var page struct {
		Said  string
		Guess int
		Box   entry
		form
	}
	// The right half of the box has the arrows of a number field.
	err := v.read(`(() => {
		const said = /(higher|lower) than (-?\d+)/.exec(clean(first("#feedback").innerText)) || ["", "", "-1"];
		const box = entry(first("#tt"), "");
		if (box.Field) box.Field.Hits = box.Field.Hits.filter(([i]) => lattice.xs[i] < box.Field.X + box.Field.W / 2);
		return {Said: said[1], Guess: Number(said[2]), Box: box, ...form([])};
	})()`, &page)
	if err != nil {
		return gui.Action{}, err
	}
	if page.Box.Field == nil {
		return gui.Action{}, missing("number box")
	}
	page.Box.Wanted = strconv.Itoa(nextGuess(page.Said, page.Guess))
	page.Entries = []entry{page.Box}
	return page.fill(v)
}

// nextGuess is the middle of the numbers from 0 to 9 that are left after a
// guess about which the page said "higher" or "lower"; it said "" before the
// first guess.
func nextGuess(said string, guess int) int {
	low, high := 0, 9
	for low < high {
		middle := (low + high) / 2
		switch {
		case said == "" || guess < 0 || guess > 9:
			return middle
		case guess == middle && said == "higher":
			return (middle + 1 + high) / 2
		case guess == middle:
			return (low + middle - 1) / 2
		case guess < middle:
			high = middle - 1
		default:
			low = middle + 1
		}
	}
	return low
}

// solveGenerateNumber lets numbers come up until one is as asked for.
func solveGenerateNumber(v view) (gui.Action, error) {
	var page struct {
		Fits             bool
		Generate, Submit *target
	}
	err := v.read(`(() => {
		const text = instruction(), shown = clean(first("#display-number").innerText), n = Number(shown);
		const bound = Number((/than (\d+)/.exec(text) || [])[1]);
		const fits = /less/.test(text) ? n < bound : /greater/.test(text) ? n > bound : /odd/.test(text) ? n % 2 === 1 : n % 2 === 0;
		return {Fits: /\d/.test(shown) && fits, Generate: target(first("#generate")), Submit: target(first("#submit"))};
	})()`, &page)
	if err != nil {
		return gui.Action{}, err
	}
	if page.Fits {
		return v.click(page.Submit, "Submit button")
	}
	return v.click(page.Generate, "Generate button")
}

// solveUseSpinner clicks the arrows of the spinner and submits.
func solveUseSpinner(v view) (gui.Action, error) {
	var page struct {
		Wanted, Value    *int
		Up, Down, Submit *target
	}
	err := v.read(`(() => {
		const number = text => /^-?\d+$/.test(text) ? Number(text) : null;
		return {
			Wanted: number((/-?\d+/.exec(instruction()) || [""])[0]), Value: number((first("#spinner") || {value: ""}).value),
			Up: target(first(".spinner-up, .ui-spinner-up")), Down: target(first(".spinner-down, .ui-spinner-down")),
			Submit: target(first("#subbtn")),
		};
	})()`, &page)
	if err != nil {
		return gui.Action{}, err
	}
	switch {
	case page.Wanted == nil || page.Value == nil:
		return gui.Action{}, missing("spinner with a number to set")
	case *page.Value < *page.Wanted:
		return v.click(page.Up, "arrow up")
	case *page.Value > *page.Wanted:
		return v.click(page.Down, "arrow down")
	default:
		return v.click(page.Submit, "Submit button")
	}
}
