package oracle

import (
	"fmt"

	"pix2act/gui"
)

// readShapes gives what fits a description, and the buttons with numbers.
// What a shape is follows from its drawing.
const readShapes = `(() => {
	const asked = slot() || (/^Click on an? (.+)$/.exec(instruction()) || /^How many (.+)s are there/.exec(instruction()) || [])[1] || "";
	const figures = {rect: "rectangle", circle: "circle", polygon: "triangle"};
	const is = element => {
		const name = figures[element.tagName] || element.textContent;
		const group = figures[element.tagName] ? "shape" : /[0-9]/.test(name) ? "digit" : "letter";
		const extent = group === "shape" ? element.getBBox().width : parseFloat(getComputedStyle(element).fontSize);
		return new Set([name, group, "item", extent >= 15 ? "large" : "small", element.getAttribute("fill")]);
	};
	const shapes = Array.from(document.querySelectorAll("#area_svg > *"));
	return {
		Asked: asked,
		Fitting: shapes.filter(element => asked.split(" ").every(word => is(element).has(word))).map(target),
		Buttons: targets("#count-buttons button"),
	};
})()`

type shapesPage struct {
	Asked   string
	Fitting []*target
	Buttons []*target
}

// solveClickShape clicks the fitting shape that is hit best.
func solveClickShape(v view) (gui.Action, error) {
	var page shapesPage
	if err := v.read(readShapes, &page); err != nil {
		return gui.Action{}, err
	}
	return v.clickBest(page.Fitting, fmt.Sprintf("shape that is a %q", page.Asked))
}

// clickBest gives a click on the one of several targets in which a bin lies
// deepest.
func (v view) clickBest(targets []*target, name string) (gui.Action, error) {
	var best *target
	var deepest float64
	for _, t := range targets {
		x, y, err := t.bin(v.lattice)
		if err != nil {
			continue
		}
		px, py := v.pixel(x, y)
		if depth := t.clearance(px, py); best == nil || depth > deepest {
			best, deepest = t, depth
		}
	}
	if best == nil && len(targets) > 0 {
		best = targets[0] // for its error
	}
	return v.click(best, name)
}

// solveCountShape counts the fitting shapes and clicks the button with the
// number.
func solveCountShape(v view) (gui.Action, error) {
	var page shapesPage
	if err := v.read(readShapes, &page); err != nil {
		return gui.Action{}, err
	}
	number := fmt.Sprint(len(page.Fitting))
	return v.click(labelled(page.Buttons, number), fmt.Sprintf("button %q", number))
}

// readSides counts the corners of the polygon on the canvas. The distance of
// the outline from the middle goes up and down once for each side, so of the
// waves from 3 to 7 times around, the strongest tells their number.
const readSides = `(() => {
	const canvas = first("#area canvas");
	const {width, height} = canvas;
	const pixels = canvas.getContext("2d").getImageData(0, 0, width, height).data;
	const marked = (x, y) => pixels[4 * (Math.round(y) * width + Math.round(x)) + 3] > 127;
	const waves = [3, 4, 5, 6, 7].map(sides => ({sides, re: 0, im: 0}));
	for (let n = 0; n < 360; n++) {
		const angle = n * Math.PI / 180;
		let radius = 0;
		while (radius < 50 && !marked(width / 2 + radius * Math.cos(angle), height / 2 + radius * Math.sin(angle))) radius += 0.25;
		for (const wave of waves) {
			wave.re += radius * Math.cos(wave.sides * angle);
			wave.im += radius * Math.sin(wave.sides * angle);
		}
	}
	const strength = wave => Math.hypot(wave.re, wave.im);
	const strongest = waves.reduce((a, b) => strength(b) > strength(a) ? b : a);
	return {Sides: String(strongest.sides), Buttons: targets("#area button")};
})()`

// solveCountSides clicks the button with the number of sides.
func solveCountSides(v view) (gui.Action, error) {
	var page struct {
		Sides   string
		Buttons []*target
	}
	if err := v.read(readSides, &page); err != nil {
		return gui.Action{}, err
	}
	return v.click(labelled(page.Buttons, page.Sides), fmt.Sprintf("button %q", page.Sides))
}
