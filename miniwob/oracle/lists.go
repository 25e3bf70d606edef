package oracle

import (
	"slices"

	"pix2act/gui"
)

// readList gives a drop-down list of the browser's own: the entry asked for,
// the one chosen, and whether the list is open.
const readList = `(() => {
	const list = first("#options"), wanted = (/^(?:Select|Choose) (.*?) (?:from|in) the list/.exec(instruction()) || [])[1] || "";
	const options = list ? Array.from(list.options) : [];
	return {
		List: target(list), Chosen: list ? clean(list.selectedOptions[0].text) : "", Wanted: wanted,
		Open: list !== null && list.matches(":open"), Hovers: options.some(option => option.matches(":hover")),
		Shown: target(options.filter(shown).find(option => target(option).Hits.length > 0)),
		Entry: target(options.find(option => clean(option.text) === wanted)), Submit: target(first("#subbtn, #area button")),
	};
})()`

// solveChooseList opens the list, clicks the entry and submits. An entry out of
// sight is scrolled to.
func solveChooseList(v view) (gui.Action, error) {
	var page struct {
		Chosen, Wanted             string
		Open, Hovers               bool
		List, Shown, Entry, Submit *target
	}
	if err := v.read(readList, &page); err != nil {
		return gui.Action{}, err
	}
	switch {
	case page.List == nil || page.Entry == nil:
		return gui.Action{}, missing("list with the entry asked for")
	case !page.Open && page.Chosen == page.Wanted:
		return v.click(page.Submit, "Submit button")
	case !page.Open:
		return v.click(page.List, "list")
	case len(page.Entry.Hits) > 0:
		return v.click(page.Entry, "entry "+page.Wanted)
	default:
		return v.scrollOver(page.Shown, page.Hovers, listScroll)
	}
}

// listScroll is how far the wheel turns over a list, so that no entry is passed
// over.
const listScroll = 50

// readListBox gives a list box: the entries asked for in the list's order, how many are chosen, how many
// of those asked for are, the places of the first two in the list, and the first one.
const readListBox = `(() => {
	const list = first("#options");
	const wanted = ((/^(?:Select|Choose) (.*?) (?:from|in) the (?:scroll )?list/.exec(instruction()) || [])[1] || "").split(", ");
	const options = list ? Array.from(list.options) : [];
	const asked = options.filter((option, i) => wanted.includes(clean(option.text)) &&
		i === options.findIndex(other => other.text === option.text)); // one of two with the same name is enough
	return {
		List: target(list), Asked: asked.map(option => option.index), Entry: target(asked[0]),
		Chosen: options.filter(option => option.selected).map(option => option.index),
		Hovers: list !== null && list.matches(":hover"), AtEnd: list !== null && list.scrollHeight - list.scrollTop - list.clientHeight < 1,
		Submit: target(first("#subbtn, #area button")),
	};
})()`

// solveClickScrollList clicks the first entry, goes to the second one with the
// arrow keys while Ctrl keeps the first chosen, adds it with Space, and
// submits. A frame around an entry shows how far the keys have gone; scripts
// cannot read that, so the oracle counts.
func solveClickScrollList(v view) (gui.Action, error) {
	var page struct {
		Asked, Chosen       []int
		List, Entry, Submit *target
		Hovers, AtEnd       bool
	}
	if err := v.read(readListBox, &page); err != nil {
		return gui.Action{}, err
	}
	switch {
	case page.List == nil || page.Entry == nil:
		return gui.Action{}, missing("list box with the entries asked for")
	case slices.Equal(page.Asked, page.Chosen):
		return v.click(page.Submit, "Submit button")
	case len(page.Chosen) == 1 && page.Chosen[0] == page.Asked[0] && page.List.Focused:
		if v.memory.arrows < page.Asked[1]-page.Asked[0] {
			v.memory.arrows++
			return gui.Action{Verb: gui.Key, Modifiers: []string{"ctrl"}, Key: "ArrowDown"}, nil
		}
		return gui.Action{Verb: gui.Key, Modifiers: []string{"ctrl"}, Key: "Space"}, nil
	case len(page.Entry.Hits) > 0:
		v.memory.arrows = 0
		return v.click(page.Entry, "entry")
	case page.AtEnd:
		return v.scrollOver(page.List, page.Hovers, -listScroll)
	default:
		return v.scrollOver(page.List, page.Hovers, listScroll)
	}
}

// solveFormSequence3 opens the styled list, clicks the entry and then the
// button asked for. An entry out of sight is scrolled to.
func solveFormSequence3(v view) (gui.Action, error) {
	var page struct {
		Wanted, Chosen      string
		Open, Hovers        bool
		Head, List          *target
		Entry, Button, Shut *target
	}
	err := v.read(`(() => {
		const wanted = (/^Choose "?(.*?)"? from the/.exec(instruction()) || [])[1] || "", button = quotes().pop();
		const label = first(".dropdown-label, .selectric .label"), list = first(".dropdown-list, .selectric-items");
		return {
			Wanted: wanted, Chosen: label ? clean(label.innerText) : "",
			Open: list !== null, Hovers: list !== null && list.matches(":hover"),
			Head: target(first(".dropdown-head, .selectric")), List: target(list),
			Entry: target(all(".dropdown-list li, .selectric-items li").find(entry => clean(entry.innerText) === wanted)),
			Button: target(all("#buttons button").find(each => clean(each.innerText) === button)),
		};
	})()`, &page)
	if err != nil {
		return gui.Action{}, err
	}
	switch {
	case page.Wanted == "" || page.Head == nil:
		return gui.Action{}, missing("list with an entry to choose")
	case !page.Open && page.Chosen == page.Wanted:
		return v.click(page.Button, "button asked for")
	case !page.Open:
		return v.click(page.Head, "list")
	case page.Entry != nil && len(page.Entry.Hits) > 0:
		return v.click(page.Entry, "entry "+page.Wanted)
	default:
		return v.scrollOver(page.List, page.Hovers, listScroll)
	}
}
