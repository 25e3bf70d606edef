// The tasks of dragging one name of several to another place: drag-items, drag-items-grid.
"use strict";

// dragItems is such a task with some names, in a grid or a column. places(at) lists where
// the item at an index may be sent, as pairs of words and an index. The first drop is the
// answer.
function dragItems({ count, grid, places }) {
  const names = core.shuffle([...words.NAMES]).slice(0, count);
  const at = core.randi(0, count);
  const [place, target] = core.sample(places(at));
  core.say("Drag ", core.make("span", { class: "bold" }, names[at]), " ", core.make("span", { class: "bold" }, place), ".");
  core.put(widgets.sortable({
    items: names,
    grid: grid,
    onDrop: (from, to) => core.answer(from === at && to === target),
  }));
}
