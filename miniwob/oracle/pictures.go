package oracle

import (
	"fmt"

	"pix2act/gui"
)

// readColours gives the colour asked for and the squares. The colour is a
// patch in the instruction or a word of it.
const readColours = `(() => {
	const leaves = selector => all(selector).filter(e => e.children.length === 0 && background(e) !== "");
	const squares = leaves("#area *").filter(e => e.getBoundingClientRect().width >= 20);
	const colours = squares.map(background);
	const patch = leaves("#query *")[0];
	const words = [slot(), ...instruction().split(/[^A-Za-z]+/)].map(word => word && colour(word));
	return {
		Wanted: patch ? background(patch) : words.find(word => colours.includes(word)) || "",
		Squares: squares.map(target),
		Colours: colours,
	};
})()`

// solveClickColor clicks the square of the colour asked for.
func solveClickColor(v view) (gui.Action, error) {
	var page struct {
		Wanted  string
		Squares []*target
		Colours []string
	}
	if err := v.read(readColours, &page); err != nil {
		return gui.Action{}, err
	}
	for i, colour := range page.Colours {
		if colour == page.Wanted {
			return v.click(page.Squares[i], "square of colour "+colour)
		}
	}
	return gui.Action{}, missing(fmt.Sprintf("square of the colour asked for (%q)", page.Wanted))
}

// readFigure names the figure by its drawing, as the buttons name it.
const readFigure = `(() => {
	const figure = document.querySelector("#area svg :is(rect, circle, ellipse, polygon, path, text)");
	const kinds = {rect: "Rectangle", circle: "Circle", ellipse: "Circle", polygon: "Triangle", path: "Triangle"};
	const name = !figure ? "" : kinds[figure.tagName] || (/[0-9]/.test(figure.textContent) ? "Number" : "Letter");
	return {Figure: name, Buttons: targets("#area button")};
})()`

// solveIdentifyShape clicks the button that names the figure.
func solveIdentifyShape(v view) (gui.Action, error) {
	var page struct {
		Figure  string
		Buttons []*target
	}
	if err := v.read(readFigure, &page); err != nil {
		return gui.Action{}, err
	}
	if page.Figure == "" {
		return gui.Action{}, missing("figure")
	}
	return v.click(labelled(page.Buttons, page.Figure), fmt.Sprintf("button %q", page.Figure))
}
