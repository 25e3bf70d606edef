package oracle

import (
	"fmt"

	"pix2act/gui"
)

// readMenu follows the way to the item asked for as far as it can be seen. The
// way is told, or it is that of the item with a label or an icon.
const readMenu = `(() => {
	const face = entry => entry.firstElementChild;
	const label = entry => clean(face(entry).textContent);
	const above = entry => entry ? [...above(entry.parentElement.closest("li")), entry] : [];
	const iconIn = element => {
		const icon = element.querySelector("[data-icon], .ui-icon");
		return icon && (icon.dataset.icon || [...icon.classList].find(name => name.startsWith("ui-icon-")));
	};
	const menu = document.querySelector("#area ul");
	const entries = Array.from(menu.querySelectorAll("li"));
	const icon = iconIn(document.querySelector("#query"));
	const labelled = (/labeled "(.*)"/.exec(instruction()) || [])[1] || slot() || instruction().replace(/^Select /, "");
	let way = [];
	if (icon) {
		way = above(entries.find(entry => !entry.querySelector("ul") && iconIn(face(entry)) === icon));
	} else if (document.querySelector("#open-menu")) {
		way = above(entries.find(entry => label(entry) === labelled));
	} else {
		let level = menu;
		for (const name of labelled.split(">")) {
			const entry = level && [...level.children].find(entry => label(entry) === name);
			if (!entry) break;
			way.push(entry);
			level = entry.querySelector(":scope > ul");
		}
	}
	const seen = way.filter(shown);
	const last = seen[seen.length - 1];
	return {
		Button: target(first("#open-menu")),
		Item: last ? target(face(last)) : null,
		Leaf: seen.length === way.length,
		Hovered: last !== undefined && face(last).matches(":hover"),
	};
})()`

// solveClickMenu opens menus by pointing at what they belong to, and clicks
// the item asked for.
func solveClickMenu(v view) (gui.Action, error) {
	var page struct {
		Button, Item  *target
		Leaf, Hovered bool
	}
	if err := v.read(readMenu, &page); err != nil {
		return gui.Action{}, err
	}
	switch {
	case page.Item == nil && page.Button != nil:
		return v.click(page.Button, "button of the menu")
	case page.Item == nil:
		return gui.Action{}, missing("item asked for")
	case page.Leaf:
		return v.click(page.Item, "item asked for")
	case page.Hovered:
		return gui.Action{Verb: gui.Wait}, nil
	}
	return v.point(gui.Move, page.Item, "item on the way to the one asked for")
}

// readPie gives the middle of a pie menu and the place of the slice asked for:
// around its label, where it is hit.
const readPie = `(() => {
	const text = element => clean(element.textContent);
	const middle = first("#area .pie-middle circle, #wheelnav-divWheel-spreader");
	const sign = document.querySelector("#area .pie-middle text, #wheelnav-divWheel-spreadertitle");
	const label = all("#area svg text").find(element => element !== sign && text(element) === slot());
	let slice = null, grown = false;
	if (label) {
		const l = box(label), m = box(middle);
		const x = l.X + l.W / 2, y = l.Y + l.H / 2;
		grown = Math.hypot(x - m.X - m.W / 2, y - m.Y - m.H / 2) > 50;
		const area = label.closest(".pie-slice") || document.getElementById(label.id.replace("title", "slice"));
		const hits = [];
		lattice.ys.forEach((v, j) => lattice.xs.forEach((u, i) => {
			if (Math.abs(u - x) > 10 || Math.abs(v - y) > 10) return;
			const hit = document.elementFromPoint(u, v);
			if (hit && (area.contains(hit) || label.contains(hit))) hits.push([i, j]);
		}));
		slice = {X: x - 10, Y: y - 10, W: 20, H: 20, Hits: hits, Covers: [], Text: text(label), Focused: false};
	}
	return {Middle: target(middle), Open: sign && text(sign) !== "+", Grown: grown, Slice: slice};
})()`

// solveClickPie opens the menu, lets it grow and clicks the slice asked for.
func solveClickPie(v view) (gui.Action, error) {
	var page struct {
		Middle, Slice *target
		Open, Grown   bool
	}
	if err := v.read(readPie, &page); err != nil {
		return gui.Action{}, err
	}
	switch {
	case !page.Open:
		return v.click(page.Middle, "middle of the menu")
	case !page.Grown:
		return gui.Action{Verb: gui.Wait}, nil
	}
	return v.click(page.Slice, fmt.Sprintf("slice %q", page.Slice.Text))
}
