package oracle

import (
	"strings"

	"pix2act/gui"
)

// readEditor gives what is asked of an editor's text: a word or "everything",
// and a style; how it stands with that; and what there is to click. Word is
// the place of the word. A mark that cannot be seen, in which the public page
// keeps the style of what is typed next, does not count.
const readEditor = `(() => {
	const [asked, style] = bolds();
	const everything = asked === "everything";
	const page = first("[contenteditable=true]");
	const shades = {
		red: ["#e60000", "#facccc", "#f06666", "#a10000", "#5c0000"], orange: ["#ff9900", "#ffebcc", "#ffc266", "#b26b00", "#663d00"],
		yellow: ["#ffff00", "#ffffcc", "#ffff66", "#b2b200", "#666600"], green: ["#008a00", "#cce8cc", "#66b966", "#006100", "#003700"],
		blue: ["#0066cc", "#cce0f5", "#66a3e0", "#0047b2", "#002966"], purple: ["#9933ff", "#ebd6ff", "#c285ff", "#6b24b2", "#3d1466"],
	};
	const ground = colour(getComputedStyle(page).color);
	// The styles of a piece of text, as one text.
	const styles = node => {
		const css = getComputedStyle(node.parentElement), shade = colour(css.color);
		return [
			Number(css.fontWeight) >= 600 ? "bold" : "", css.fontStyle === "italic" ? "italics" : "",
			node.parentElement.closest("u") ? "underlined" : "",
			shade === ground ? "" : Object.keys(shades).find(name => shades[name].includes(shade)) || shade,
		].filter(name => name !== "").join(" ");
	};
	const texts = [], walker = document.createTreeWalker(page, NodeFilter.SHOW_TEXT);
	while (walker.nextNode()) texts.push(walker.currentNode);
	const whole = texts.map(node => node.data).join("");
	const wanted = everything ? clean(whole) : asked;
	const styled = texts.filter(node => styles(node) !== "" && clean(node.data.replace(/\ufeff/g, "")) !== "");
	const joined = clean(styled.map(node => node.data).join(""));
	const selection = String(getSelection()).trim();

	// The place of the word among the others.
	let word = null;
	const start = everything ? -1 : (" " + whole + " ").indexOf(" " + asked + " ");
	if (start >= 0) {
		const range = document.createRange();
		let at = 0;
		for (const node of texts) {
			if (start >= at && start < at + node.length) range.setStart(node, start - at);
			if (start + asked.length > at && start + asked.length <= at + node.length) range.setEnd(node, start + asked.length - at);
			at += node.length;
		}
		word = region(box(range), hit => page.contains(hit), hit => hit.contains(page));
	}
	const button = {bold: ".editor-bold, .ql-bold", italics: ".editor-italic, .ql-italic", underlined: ".editor-underline, .ql-underline"}[style];
	const swatches = all(".editor-swatch, .ql-color .ql-picker-item");
	return {
		Done: joined === wanted && styled.every(node => styles(node) === style),
		Spoilt: styled.length > 0 && !(joined === wanted && styled.every(node => styles(node) === style)),
		Everything: everything, Wanted: wanted, Selected: selection, Page: target(page), Word: word,
		Button: target(first(button || ".editor-colour, .ql-color .ql-picker-label")),
		Swatch: button ? null : target(swatches.find(swatch => swatch.dataset.value === shades[style][0])),
		Stray: button && swatches.length > 0 ? target(first(".editor-colour, .ql-color .ql-picker-label")) : null,
		Submit: target(first("#subbtn")),
	};
})()`

// solveTextEditor selects the text, by Ctrl with A or a double click, gives it
// the style, and submits. Marks at the end of a word are added to what the
// double click selected by Shift with an arrow. A wrong style is undone, and a
// palette that nobody asked for is closed.
func solveTextEditor(v view) (gui.Action, error) {
	var page struct {
		Done, Spoilt, Everything                  bool
		Wanted, Selected                          string
		Page, Word, Button, Swatch, Stray, Submit *target
	}
	if err := v.read(readEditor, &page); err != nil {
		return gui.Action{}, err
	}
	switch {
	case page.Done:
		return v.click(page.Submit, "Submit button")
	case page.Stray != nil:
		return v.click(page.Stray, "button of the palette")
	case page.Spoilt && page.Page.Focused:
		return gui.Action{Verb: gui.Key, Modifiers: []string{"ctrl"}, Key: "z"}, nil
	case page.Swatch != nil: // the palette hides the selection, on the public page from scripts too
		return v.click(page.Swatch, "colour")
	case page.Selected == page.Wanted:
		return v.click(page.Button, "button of the style")
	case page.Everything && page.Page.Focused:
		return gui.Action{Verb: gui.Key, Modifiers: []string{"ctrl"}, Key: "a"}, nil
	case page.Everything || page.Spoilt:
		return v.click(page.Page, "text")
	case page.Selected != "" && strings.HasPrefix(page.Wanted, page.Selected):
		return gui.Action{Verb: gui.Key, Modifiers: []string{"shift"}, Key: "ArrowRight"}, nil
	default:
		return v.point(gui.DoubleClick, page.Word, "word "+page.Wanted)
	}
}
