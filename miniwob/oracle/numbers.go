package oracle

import (
	"strconv"

	"pix2act/gui"
)

// readNumbers gives what is to be pressed next: the 1, or the square of the
// smallest number. What is under a square only the page knows.
const readNumbers = `(() => {
	const one = all("#area_svg text").find(text => text.textContent === "1");
	const squares = all("#area_svg rect").sort((a, b) => a.dataset.index - b.dataset.index);
	return target(one || squares[0] || null);
})()`

// solveAscendingNumbers presses the numbers in their order.
func solveAscendingNumbers(v view) (gui.Action, error) {
	var next *target
	if err := v.read(readNumbers, &next); err != nil {
		return gui.Action{}, err
	}
	return v.click(next, "number to be pressed")
}

// solveFindGreatest turns up card after card, remembers their numbers, goes
// back to the greatest and submits.
func solveFindGreatest(v view) (gui.Action, error) {
	var page struct {
		Cards  []*target
		Open   int // the card that is up, or -1
		Number string
		Submit *target
	}
	const read = `(() => {
		const cards = all("#cardholder > div");
		const open = cards.findIndex(card => !card.classList.contains("hidden"));
		return {
			Cards: cards.map(target), Open: open, Number: open < 0 ? "" : clean(cards[open].textContent),
			Submit: target(first("#submit")),
		};
	})()`
	if err := v.read(read, &page); err != nil {
		return gui.Action{}, err
	}
	if page.Open >= 0 {
		number, err := strconv.Atoi(page.Number)
		if err != nil {
			return gui.Action{}, missing("number on the card")
		}
		v.memory.see(page.Open, number)
	}
	greatest := -1
	for i, card := range page.Cards {
		number, seen := v.memory.cards[i]
		if !seen {
			return v.click(card, "card that is face down")
		}
		if greatest < 0 || number > v.memory.cards[greatest] {
			greatest = i
		}
	}
	switch greatest {
	case -1:
		return gui.Action{}, missing("cards")
	case page.Open:
		return v.click(page.Submit, "Submit button")
	}
	return v.click(page.Cards[greatest], "card with the greatest number")
}

// see notes the number of a card.
func (m *memory) see(card, number int) {
	if m.cards == nil {
		m.cards = map[int]int{}
	}
	m.cards[card] = number
}
