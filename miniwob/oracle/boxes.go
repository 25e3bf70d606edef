package oracle

import "pix2act/gui"

// readBoxes gives a box that is not as asked for, and the button. Of
// labels asked for by meaning, the page knows which words go together.
const readBoxes = `(() => {
	const asked = slot() || (/^Select (?:words similar to )?(.*) and click Submit/.exec(instruction()) || [])[1] || "";
	const names = asked === "nothing" ? [] : asked.split(", ");
	const groups = window.SYNONYMS || (window.words || {}).SYNONYMS || [];
	const same = (a, b) => a === b || groups.some(group => group.includes(a) && group.includes(b));
	const byMeaning = /\bwords (similar to|like)\b/.test(instruction());
	const wanted = label => names.some(name => byMeaning ? same(name, label) : name === label);
	const wrong = all("#area label input").filter(input => {
		const asked = wanted(clean(input.closest("label").innerText));
		return input.type === "radio" ? asked && !input.checked : asked !== input.checked;
	});
	return {Wrong: target(pick(wrong)), Submit: target(first("#subbtn"))};
})()`

// solveBoxes puts right what is ticked, from the top, and submits.
func solveBoxes(v view) (gui.Action, error) { return v.putRight(readBoxes) }

// putRight clicks something that is wrong, and the button once nothing is.
func (v view) putRight(read string) (gui.Action, error) {
	var page struct{ Wrong, Submit *target }
	if err := v.read(read, &page); err != nil {
		return gui.Action{}, err
	}
	if page.Wrong != nil {
		return v.click(page.Wrong, "what is wrong")
	}
	return v.click(page.Submit, "Submit button")
}

// readDigit compares the boxes with the pattern: with the squares of the
// picture or, where that is an image, with what the page made it from.
const readDigit = `(() => {
	const squares = all("aside rect").slice(1).map(square => square.getAttribute("fill") === "white");
	const pattern = squares.length > 0 ? squares : PATTERNS[Number(slot())].flat().map(mark => mark === 1);
	const wrong = all("#checkboxes input").filter((box, i) => box.checked !== pattern[i]);
	return {Wrong: target(pick(wrong)), Submit: target(first("#subbtn"))};
})()`

// solveNumberCheckboxes copies a digit box by box.
func solveNumberCheckboxes(v view) (gui.Action, error) { return v.putRight(readDigit) }

// readShades tells the hue of a square by its strongest part.
const readShades = `(() => {
	const asked = slot() || (/shades of (\w+)/.exec(instruction()) || [])[1];
	const hue = square => {
		const parts = getComputedStyle(square).backgroundColor.match(/\d+/g).map(Number);
		return ["red", "green", "blue"][parts.indexOf(Math.max(...parts.slice(0, 3)))];
	};
	const wrong = all("#area > span").filter(square => square.classList.contains("selected") !== (hue(square) === asked));
	return {Wrong: target(pick(wrong)), Submit: target(first("#submit"))};
})()`

// solveClickShades marks the squares of a hue.
func solveClickShades(v view) (gui.Action, error) { return v.putRight(readShades) }

// readParities finds the first number that is not marked as what it is.
const readParities = `(() => {
	const wrong = all("#area .row").flatMap(row => {
		const odd = Number(row.querySelector(".display-number").textContent) % 2 !== 0;
		const button = row.querySelector(odd ? ".odd" : ".even");
		return button.classList.contains("selected") ? [] : [button];
	});
	return {Wrong: target(pick(wrong)), Submit: target(first("#submit"))};
})()`

// solveOddOrEven marks the numbers.
func solveOddOrEven(v view) (gui.Action, error) { return v.putRight(readParities) }
