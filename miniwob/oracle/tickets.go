package oracle

import (
	"strings"

	"pix2act/gui"
)

// readTrips lists the trips for sale. Length is in milliseconds where the
// page knows more than whole minutes, as the public ones do.
const readTrips = `all(".flight").map(card => {
	const length = card.querySelector(".time-duration"), button = card.querySelector("button");
	const [hours, minutes] = length.textContent.match(/\d+/g).map(Number);
	return {
		Length: Number(length.dataset.duration || 60000 * (60 * hours + minutes)),
		Price: Number(/\$(\d+)/.exec(button.textContent)[1]),
		Button: target(button),
	};
})`

// trip is what is on a card.
type trip struct {
	Length, Price float64
	Button        *target
}

// bestTrip gives the place of the trip that an instruction asks for, or -1.
func bestTrip(trips []trip, instruction string) int {
	var cost func(trip) float64
	switch {
	case strings.Contains(instruction, "cheapest"):
		cost = func(t trip) float64 { return t.Price }
	case strings.Contains(instruction, "most expensive"):
		cost = func(t trip) float64 { return -t.Price }
	case strings.Contains(instruction, "shortest"):
		cost = func(t trip) float64 { return t.Length }
	case strings.Contains(instruction, "longest"):
		cost = func(t trip) float64 { return -t.Length }
	default:
		return -1
	}
	best := -1
	for i, t := range trips {
		if best < 0 || cost(t) < cost(trips[best]) {
			best = i
		}
	}
	return best
}

// solveBuyTicket presses the button of the best trip.
func solveBuyTicket(v view) (gui.Action, error) {
	var page struct {
		Asked string
		Trips []trip
	}
	if err := v.read(`{Asked: instruction(), Trips: `+readTrips+`}`, &page); err != nil {
		return gui.Action{}, err
	}
	best := bestTrip(page.Trips, page.Asked)
	if best < 0 {
		return gui.Action{}, missing("trip that is asked for")
	}
	return v.click(page.Trips[best].Button, "button of the trip")
}
