// Boxes to tick. A problem is {labels, wanted, asked}: the label of each box, the places
// of those to tick, and what the instruction says of each of these.
"use strict";

var checkboxes = {};

// play shows problems until one fits the page; it is drawn anew each time. ask is what the
// instruction begins with. Submit pays (right - wrong) / boxes.
checkboxes.play = function (draw, { ask = "Tick ", columns = 1 } = {}) {
  do {
    document.getElementById("area").replaceChildren();
    const { labels, wanted, asked } = draw();
    const boxes = labels.map((_, i) => core.make("input", { type: "checkbox", id: "ch" + i }));
    core.put(core.make("div", { id: "boxes" }, ...inColumns(boxes.map(
      (box, i) => core.make("div", null, core.make("label", null, box, labels[i]))), columns)));
    core.put(widgets.submit(function () {
      const wrong = boxes.filter((box, i) => box.checked !== wanted.includes(i)).length;
      return (boxes.length - 2 * wrong) / boxes.length;
    }));
    core.say(ask, core.make("span", { class: "bold" }, asked.join(", ") || "nothing"), ", then Submit.");
  } while (!fits());

  // inColumns fills column by column; the first may be one row longer.
  function inColumns(nodes, columns) {
    const rows = Math.ceil(nodes.length / columns);
    return Array.from({ length: columns },
      (_, c) => core.make("div", null, ...nodes.slice(c * rows, (c + 1) * rows)));
  }

  function fits() {
    const query = document.getElementById("query");
    return query.scrollHeight <= query.clientHeight &&
      document.getElementById("subbtn").getBoundingClientRect().bottom <= 210 &&
      [...document.querySelectorAll("#boxes label")].every((label) => label.getBoundingClientRect().right <= 160);
  }
};

// choose wants some of n boxes, named in a new order. Draws: the order.
checkboxes.choose = function (n, targets, names) {
  const wanted = core.shuffle(Array.from({ length: n }, (_, i) => i)).slice(0, targets);
  return { wanted, asked: wanted.map((i) => names[i]) };
};

// codes draws labels that mean nothing.
checkboxes.codes = (n) => Array.from({ length: n }, () => words.code(2, 8));
