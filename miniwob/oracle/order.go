package oracle

import (
	"slices"
	"strings"

	"pix2act/gui"
)

// readDishes lists the dishes in the order of the menu.
const readDishes = `(() => {
	` + readScrolling + `
	return {
		Asked: instruction(),
		Scroller: scroller,
		Dishes: all(".food-item").map(dish => ({
			Name: clean(dish.querySelector(".item-name").textContent),
			Kinds: Array.from(dish.querySelectorAll(".types img, .types title"), k => k.title || k.textContent),
			Quantity: Number(dish.querySelector(".quantity").textContent),
			Less: place(dish.querySelector(".remove")),
			More: place(dish.querySelector(".add")),
		})),
		Order: place(first("#submit-order button")),
	};
})()`

// dish is a line of the menu.
type dish struct {
	Name       string
	Kinds      []string
	Quantity   int
	Less, More *place
}

// quantities gives how much to order of each dish: one of each that is named, or
// the number asked for of the first dish of the kind.
func quantities(asked string, dishes []dish) []int {
	wanted := make([]int, len(dishes))
	number := strings.IndexAny(asked, "0123456789")
	for i, d := range dishes {
		if number < 0 {
			if strings.Contains(asked, d.Name) {
				wanted[i] = 1
			}
			continue
		}
		if slices.ContainsFunc(d.Kinds, func(kind string) bool { return strings.Contains(asked, kind) }) {
			wanted[i] = int(asked[number] - '0')
			break
		}
	}
	return wanted
}

// solveOrderFood goes through the menu from the top, sets the quantity of each
// dish, and orders.
func solveOrderFood(v view) (gui.Action, error) {
	var page struct {
		Asked    string
		Scroller scroller
		Dishes   []dish
		Order    *place
	}
	if err := v.read(readDishes, &page); err != nil {
		return gui.Action{}, err
	}
	for i, wanted := range quantities(page.Asked, page.Dishes) {
		switch d := page.Dishes[i]; {
		case d.Quantity < wanted:
			return page.Scroller.click(v, d.More, "plus of "+d.Name)
		case d.Quantity > wanted:
			return page.Scroller.click(v, d.Less, "minus of "+d.Name)
		}
	}
	return page.Scroller.click(v, page.Order, "button to order")
}
