package oracle

import "pix2act/gui"

// The answers of these tasks are read from the page, worked out, and typed.
// Each expression reads a form.
const (
	readEnterText2 = `form([[first("#tt"), /upper/i.test(instruction()) ? slot().toUpperCase() : slot().toLowerCase()]])`

	readEnterPassword = `form([[first("#password"), slot()], [first("#verify"), slot()]])`

	readLogin = `form([[first("#username"), quotes()[0] || ""], [first("#password"), quotes()[1] || ""]])`

	readFindWord = `form([[first("#answer-input"),
		(clean(first("#area p").innerText).split(" ")[ordinals()[0] - 1] || "").replace(/[^a-zA-Z0-9]/g, "")]])`

	readTable = `form([[first("#tt"), cells().get(bolds()[0]) || ""]])`

	readTable2 = `form([["#ll1", "#tt1"], ["#ll2", "#tt2"]].map(([label, box]) =>
		[first(box), cells().get(clean(first(label).innerText).replace(/:$/, "")) || ""]))`

	readSum = `(() => {
		const sum = /(\d+)\s*([-+x])\s*(\d+)/.exec(clean(first("#math-problem").innerText));
		const [one, two] = sum ? [Number(sum[1]), Number(sum[3])] : [0, 0];
		return form([[first("#math-answer"), sum ? String({"+": one + two, "-": one - two, "x": one * two}[sum[2]]) : ""]]);
	})()`

	readEquation = `(() => {
		const side = /(\d+|x)\s*([-+])\s*(\d+|x)\s*=\s*(\d+)/.exec(clean(first("#math-problem").innerText));
		if (!side) return form([[first("#math-answer"), ""]]);
		const digit = Number(side[1] === "x" ? side[3] : side[1]), result = Number(side[4]);
		const x = side[2] === "+" ? result - digit : side[1] === "x" ? result + digit : digit - result;
		return form([[first("#math-answer"), String(x)]]);
	})()`

	readCaptcha = `form([[first("#tt"), first("#captcha").textContent.trim()]])`

	readBlocks = `form([[first("#math-answer"), String(all(".addition-block").length)]])`

	// The rows of the search form stand in any order, and a label above,
	// before or below its box: the box belongs to the row with the label.
	readMovies = `(() => {
		const [genre, director, year] = bolds();
		const boxes = all("#area input").map(box => {
			let row = box.parentElement;
			while (clean(row.innerText) === "") row = row.parentElement;
			const label = clean(row.innerText);
			return [box, /genre/i.test(label) ? genre : /director/i.test(label) ? director : year];
		});
		return form(boxes, first("#area button, #area .final, #area .ui-submit, #area .go"));
	})()`
)

// readCells is put before expressions that look things up in a table of two
// columns.
const readCells = `(() => {
	const cells = () => new Map(all("#tab tr").map(row => Array.from(row.cells, cell => clean(cell.innerText))));
	return `

// tabled is the expression with the table at hand.
func tabled(expression string) string { return readCells + expression + ";\n})()" }

// solveLoginUserPopup goes back to the form when a message gets in the way.
func solveLoginUserPopup(v view) (gui.Action, error) {
	var back *target
	if err := v.read(`target(first("#popup-cancel"))`, &back); err != nil {
		return gui.Action{}, err
	}
	if back != nil {
		return v.click(back, "Cancel button")
	}
	return entering(readLogin)(v)
}

// solveFocusText2 clicks into the box of the ordinal asked for.
func solveFocusText2(v view) (gui.Action, error) {
	var field *target
	if err := v.read(`target(all("#area input")[ordinals()[0] - 1])`, &field); err != nil {
		return gui.Action{}, err
	}
	return v.click(field, "text box")
}

// solveCopyPaste moves the text of a text area into the box. It cuts the text
// instead of copying it: what has been copied cannot be seen, an empty text
// area can, and so the picture tells what comes next.
func solveCopyPaste(v view) (gui.Action, error) {
	var page struct {
		Area, Box, Submit *target
		Text, Pasted      string
		Whole             bool
	}
	err := v.read(`(() => {
		const area = all("#area textarea")[(ordinals()[0] || 1) - 1] || null, box = first("#answer-input");
		const text = area ? area.value : "";
		return {
			Area: target(area), Box: target(box), Submit: target(first("#subbtn")),
			Text: text, Pasted: box ? box.value : "",
			Whole: area !== null && area.selectionStart === 0 && area.selectionEnd === text.length,
		};
	})()`, &page)
	if err != nil {
		return gui.Action{}, err
	}
	switch {
	case page.Area == nil || page.Box == nil:
		return gui.Action{}, missing("text area with a text box")
	case page.Text != "" && !page.Area.Focused:
		return v.click(page.Area, "text area")
	case page.Text != "" && !page.Whole:
		return gui.Action{Verb: gui.Key, Modifiers: []string{"ctrl"}, Key: "a"}, nil
	case page.Text != "":
		return gui.Action{Verb: gui.Key, Modifiers: []string{"ctrl"}, Key: "x"}, nil
	case page.Pasted != "":
		return v.click(page.Submit, "Submit button")
	case !page.Box.Focused:
		return v.click(page.Box, "text box")
	default:
		return gui.Action{Verb: gui.Key, Modifiers: []string{"ctrl"}, Key: "v"}, nil
	}
}

// solveHighlight selects the paragraph asked for, all of the text where there
// is none, by a triple click.
func solveHighlight(v view) (gui.Action, error) {
	var page struct {
		Paragraph, Submit *target
		Selected          bool
	}
	err := v.read(`(() => {
		const letters = text => text.replace(/\s/g, "");
		const paragraph = all("#randomText p")[ordinals()[0] - 1] || first("#randomText");
		return {
			Paragraph: target(paragraph), Submit: target(first("#subbtn")),
			Selected: paragraph !== null && letters(String(getSelection())) === letters(paragraph.innerText),
		};
	})()`, &page)
	if err != nil {
		return gui.Action{}, err
	}
	if page.Selected {
		return v.click(page.Submit, "Submit button")
	}
	return v.point(gui.TripleClick, page.Paragraph, "paragraph")
}
