package oracle

import (
	"math"
	"regexp"
	"slices"
	"strconv"

	"pix2act/gui"
)

// wait lets time pass.
var wait = gui.Action{Verb: gui.Wait}

// readMoving gives the circle to be followed, or the square that is coloured.
const readMoving = `target(first("#circ") || all("#area svg rect").find(e => getComputedStyle(e).fill !== "rgb(0, 0, 0)"))`

// solveFollow keeps the pointer on something that moves.
func solveFollow(v view) (gui.Action, error) {
	var goal *target
	if err := v.read(readMoving, &goal); err != nil {
		return gui.Action{}, err
	}
	action, err := v.point(gui.Move, goal, "thing to follow")
	if err == nil && sameAction(action, v.memory.follows) {
		return wait, nil
	}
	v.memory.follows = action
	return action, err
}

// readItems gives the middles of the circles, and the picture.
const readItems = `({
	Items: all(".item").map(box),
	Picture: target(first("#area svg")),
})`

// solveMovingItems clicks any circle whose middle is well inside the picture,
// and waits for the next. Those at the sides would be hit too, on the published
// page, by a click that is meant for another.
func solveMovingItems(v view) (gui.Action, error) {
	var page struct {
		Items   []box
		Picture *target
	}
	if err := v.read(readItems, &page); err != nil {
		return gui.Action{}, err
	}
	if page.Picture == nil {
		return gui.Action{}, missing("picture")
	}
	slices.SortStableFunc(page.Items, func(a, b box) int { return int(100 * (a.Y - b.Y)) })
	for _, item := range page.Items {
		x, y := item.X+item.W/2, item.Y+item.H/2
		if x < 30 || x > 130 {
			continue
		}
		binX, binY, err := page.Picture.best(v.lattice, func(px, py int) float64 {
			return -math.Hypot(float64(px)-x, float64(py)-y)
		})
		return gui.Action{Verb: gui.Click, X: binX, Y: binY}, err
	}
	return wait, nil
}

// readSimon gives the buttons, and which of them is lit, from 1; 0 for none.
const readSimon = `(() => {
	const buttons = all("#area button");
	return {Buttons: buttons.map(target), Lit: buttons.findIndex(b => b.classList.contains("push")) + 1};
})()`

// simon is what has been seen of the lights, and how many buttons have been pressed.
type simon struct {
	shown   []int
	lit     int
	dark    int // ms since the last light
	pressed int
}

// solveSimonSays watches the lights until they have been dark for longer than
// between two of them, and presses the buttons in their order. What has been
// shown is gone, so it is remembered.
func solveSimonSays(v view) (gui.Action, error) {
	var page struct {
		Buttons []*target
		Lit     int
	}
	if err := v.read(readSimon, &page); err != nil {
		return gui.Action{}, err
	}
	m := &v.memory.simon
	if m.pressed == 0 {
		if page.Lit != 0 && page.Lit != m.lit {
			m.shown = append(m.shown, page.Lit)
		}
		m.lit = page.Lit
		m.dark += v.budget()
		if page.Lit != 0 {
			m.dark = 0
		}
		if len(m.shown) == 0 || m.dark < 600 {
			return wait, nil
		}
	}
	if m.pressed == len(m.shown) {
		return gui.Action{}, missing("end after all buttons that were shown")
	}
	m.pressed++
	return v.click(page.Buttons[m.shown[m.pressed-1]-1], "button")
}

// budget is the time that an action takes, in ms.
func (v view) budget() int { return v.page.Episode().Settings.WithDefaults().BudgetMS }

// readPrice gives the highest price to be paid, the one shown, and the button.
const readPrice = `(() => {
	const price = text => { const n = /\$([\d.]*\d)/.exec(text); return n ? Number(n[1]) : null; };
	return {
		Most: price(instruction()), Shown: price((document.querySelector("#stock-price") || {}).innerText || ""),
		Buy: target(first("#buy")),
	};
})()`

// solveStockMarket waits for a price that is low enough, and buys.
func solveStockMarket(v view) (gui.Action, error) {
	var page struct {
		Most, Shown *float64
		Buy         *target
	}
	if err := v.read(readPrice, &page); err != nil {
		return gui.Action{}, err
	}
	switch {
	case page.Most == nil:
		return gui.Action{}, missing("price in its instruction")
	case page.Shown == nil || *page.Shown > *page.Most:
		return wait, nil
	}
	return v.click(page.Buy, "Buy button")
}

// secondsAsked is the pause between the buttons.
var secondsAsked = regexp.MustCompile(`wait (\d+) second`)

// solveButtonDelay presses ONE, waits, and presses TWO. The page looks the same
// all the while, so the time is counted.
func solveButtonDelay(v view) (gui.Action, error) {
	var page struct {
		Instruction string
		Buttons     []*target
	}
	if err := v.read(`({Instruction: instruction(), Buttons: targets("#area button")})`, &page); err != nil {
		return gui.Action{}, err
	}
	pause := secondsAsked.FindStringSubmatch(page.Instruction)
	one, two := labelled(page.Buttons, "ONE"), labelled(page.Buttons, "TWO")
	if pause == nil || one == nil || two == nil {
		return gui.Action{}, missing("two buttons and a pause")
	}
	seconds, err := strconv.Atoi(pause[1])
	if err != nil {
		return gui.Action{}, err
	}
	last, waited := v.memory.last, &v.memory.waited
	if *waited > 0 || last.Verb == gui.Click || last.Verb == gui.Key && last.Key == "Enter" {
		*waited += v.budget() // since ONE was pressed
	}
	left := 1000*seconds - *waited
	switch {
	case *waited == 0:
		return v.press(one, "button ONE")
	case left <= 0:
		return v.press(two, "button TWO")
	case len(two.Hits) == 0 && !two.Focused && left <= v.budget():
		return gui.Action{Verb: gui.Key, Key: "Tab"}, nil // it is covered; Enter will press it
	}
	return wait, nil
}
