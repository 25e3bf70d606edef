// Lists whose items are put into another order by dragging.
"use strict";

// sortable makes a list of items, which are nodes or texts: a column, or a grid whose cells
// flow from left to right where grid is set. While an item is dragged it follows the
// pointer, an empty place of its size waits for it, and the others make room. The empty
// place is always the one nearest to the pointer. onDrop(from, to) tells an item's index
// before and after a drag, also when they are the same.
widgets.sortable = function ({ items, grid, onDrop }) {
  const list = core.make("ul", { id: "sortable", class: grid ? "sortable sortable-grid" : "sortable" });
  for (const item of items) {
    const element = core.make("li", null, core.make("div", null, item));
    list.append(element);
    sortableItem(list, element, grid, onDrop);
  }
  return list;
};

function sortableItem(list, item, grid, onDrop) {
  let hold = [0, 0]; // the pointer's place on the item
  let gap = null; // the empty place, while the item is dragged
  let from = 0;
  widgets.drag(item, {
    begin: function (down) {
      const box = item.getBoundingClientRect();
      hold = [down.clientX - box.left, down.clientY - box.top];
      from = placesIn(list, null).indexOf(item);
    },
    move: function (event) {
      if (gap === null) gap = lift(item);
      const frame = list.getBoundingClientRect();
      item.style.left = event.clientX - hold[0] - frame.left + "px";
      item.style.top = event.clientY - hold[1] - frame.top + "px";
      const all = placesIn(list, item);
      const to = nearest(all, event, grid), at = all.indexOf(gap);
      if (to < at) all[to].before(gap);
      if (to > at) all[to].after(gap);
    },
    end: function () {
      gap.replaceWith(item);
      gap = null;
      item.classList.remove("sortable-held");
      if (item.hasAttribute("style")) item.removeAttribute("style"); // asked for first, as in clearPage
      onDrop(from, placesIn(list, null).indexOf(item));
    },
  });
}

// places are the parts of the list in their order, without the item that is dragged.
const placesIn = (list, dragged) => [...list.children].filter((child) => child !== dragged);

// lift takes an item out of the flow and leaves an empty place.
function lift(item) {
  const box = item.getBoundingClientRect();
  const gap = core.make("li", { class: "sortable-gap" });
  item.before(gap);
  item.classList.add("sortable-held");
  item.style.width = box.width + "px";
  item.style.height = box.height + "px";
  return gap;
}

// nearest is the index of the place whose middle is nearest to the pointer.
function nearest(all, event, grid) {
  const off = all.map(function (place) {
    const box = place.getBoundingClientRect();
    const dx = event.clientX - (box.left + box.right) / 2, dy = event.clientY - (box.top + box.bottom) / 2;
    return grid ? Math.hypot(dx, dy) : Math.abs(dy);
  });
  return off.indexOf(Math.min(...off));
}
