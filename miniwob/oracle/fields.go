package oracle

import (
	"fmt"
	"strings"

	"pix2act/gui"
)

// readTimed gives a date or time field: what it is to hold, what it holds, what
// is to be typed, and the field with the hits on its first part only.
const readTimed = `(() => {
	const field = first("#tt"), text = instruction();
	const date = /(\d\d)\/(\d\d)\/(\d{4})/.exec(text), time = /(\d+):(\d\d)\s*([AP])M/.exec(text);
	const two = n => String(n).padStart(2, "0");
	let wanted = "", typed = "";
	if (date) [wanted, typed] = [date[3] + "-" + date[1] + "-" + date[2], date[1] + date[2] + date[3]];
	if (time) [wanted, typed] = [two(time[1] % 12 + (time[3] === "P" ? 12 : 0)) + ":" + time[2], two(time[1]) + time[2] + time[3] + "M"];
	const part = target(field);
	if (part) part.Hits = part.Hits.filter(([i]) => lattice.xs[i] < part.X + 16);
	return {Field: part, Value: field ? field.value : "", Wanted: wanted, Typed: typed, Submit: target(first("#subbtn"))};
})()`

// solveEnterTimed fills in a date or time field: a click on its first part,
// the digits of all parts without anything between them, Submit. The part that
// the keyboard is in shows in the picture; scripts cannot read that, so the
// oracle types only right after the click.
func solveEnterTimed(v view) (gui.Action, error) {
	var page struct {
		Field, Submit        *target
		Value, Wanted, Typed string
	}
	if err := v.read(readTimed, &page); err != nil {
		return gui.Action{}, err
	}
	switch {
	case page.Wanted == "":
		return gui.Action{}, missing("date or time in its instruction")
	case page.Value == page.Wanted:
		return v.click(page.Submit, "Submit button")
	case page.Field != nil && page.Field.Focused && v.memory.last.Verb == gui.Click:
		return gui.Action{Verb: gui.Keys, Text: page.Typed}, nil
	default:
		return v.click(page.Field, "field")
	}
}

// solveFormSequence sets the slider from -10 to 10, ticks the box asked for
// and no other, and submits.
func solveFormSequence(v view) (gui.Action, error) {
	var s slider
	if err := v.read(readSlider, &s); err != nil {
		return gui.Action{}, err
	}
	var page struct{ Wrong *target }
	err := v.read(`{Wrong: target(all("#area input[type=checkbox]").find((box, i) => box.checked !== (i === ordinals()[0] - 1)))}`, &page)
	switch {
	case err != nil:
		return gui.Action{}, err
	case s.Track == nil || s.Handle == nil:
		return gui.Action{}, missing("slider")
	case s.Wanted == nil:
		return gui.Action{}, missing("number in its instruction")
	case s.Value != *s.Wanted:
		s.low, s.span = -10, 20
		return s.approach(v)
	case page.Wrong != nil:
		return v.click(page.Wrong, "box to tick")
	default:
		return v.click(s.Submit, "Submit button")
	}
}

// solveFormSequence2 presses the radio button asked for, types the number into
// its box, and submits.
func solveFormSequence2(v view) (gui.Action, error) {
	var radio *target
	err := v.read(`target(all("#area input[type=radio]").find((button, i) => i === ordinals()[0] - 1 && !button.checked))`, &radio)
	if err != nil {
		return gui.Action{}, err
	}
	if radio != nil {
		return v.click(radio, "radio button")
	}
	return entering(`form(all("#area input[type=text]").map((box, i) => [box, i === ordinals()[1] - 1 ? quotes()[0] : ""]))`)(v)
}

// solveSearchEngine types the word, searches, turns to the page of the rank
// asked for and clicks the result.
func solveSearchEngine(v view) (gui.Action, error) {
	var page struct {
		Box          entry
		Rank         int
		Found        bool
		Here         int
		Search, Turn *target
		Result       *target
	}
	err := v.read(`(() => {
		const rank = (ordinals()[0] || 1) - 1, wanted = Math.floor(rank / 3) + 1;
		const links = all("#page-content a"), active = first("#pagination .active");
		return {
			Box: entry(first("#search-text"), slot()), Rank: rank + 1, Found: links.length > 0,
			Here: active && Number(clean(active.innerText)) === wanted ? wanted : 0,
			Search: target(first("#search")), Result: target(links[rank % 3]),
			Turn: target(all("#pagination a").find(link => clean(link.innerText) === String(wanted))),
		};
	})()`, &page)
	if err != nil {
		return gui.Action{}, err
	}
	switch {
	case page.Box.Field == nil || page.Box.Wanted == "":
		return gui.Action{}, missing("box with something to search for")
	case page.Box.Value != page.Box.Wanted:
		return page.Box.enter(v)
	case !page.Found || page.Box.Field.Focused: // what is found may belong to another word
		return v.click(page.Search, "Search button")
	case page.Here == 0:
		return v.click(page.Turn, "page of the result")
	default:
		return v.click(page.Result, fmt.Sprintf("result %d", page.Rank))
	}
}

// solveTerminal clicks the terminal, lists the files and removes one with the
// extension asked for. Of several it takes one whose extension occurs in it for
// the first time at its end: the public page misjudges others, such as puppy.py.
func solveTerminal(v view) (gui.Action, error) {
	var page struct {
		Terminal      *target
		Hovers        bool
		Typed, Wanted string
	}
	err := v.read(`(() => {
		const terminal = first("#terminal"), asked = bolds()[0] || "";
		const extension = asked.startsWith(".") ? asked.slice(1) : "";
		const lines = all(".terminal-line"), listing = lines.findLast(line => /\$ ls$/.test(clean(line.innerText)));
		const files = listing && listing.nextElementSibling ? clean(listing.nextElementSibling.innerText).split(" ") : [];
		const fits = files.filter(file => (/\.(.*)$/.exec(file) || ["", ""])[1] === extension);
		const best = fits.find(file => file.indexOf(extension) === file.length - extension.length) || fits[0];
		return {
			Terminal: target(terminal), Hovers: terminal !== null && terminal.matches(":hover"),
			Typed: document.querySelector("#active-input").textContent, Wanted: best ? "rm " + best : "ls",
		};
	})()`, &page)
	if err != nil {
		return gui.Action{}, err
	}
	switch {
	case page.Terminal == nil:
		return gui.Action{}, missing("terminal")
	case !page.Hovers:
		return v.click(page.Terminal, "terminal")
	case page.Typed == page.Wanted:
		return gui.Action{Verb: gui.Key, Key: "Enter"}, nil
	case strings.HasPrefix(page.Wanted, page.Typed):
		return gui.Action{Verb: gui.Keys, Text: page.Wanted[len(page.Typed):]}, nil
	default:
		return gui.Action{Verb: gui.Key, Key: "Backspace"}, nil
	}
}
