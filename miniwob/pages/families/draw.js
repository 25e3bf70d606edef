// The tasks of free-hand drawing: draw-circle, draw-line. A press starts a new stroke, and
// what the pointer does until it is released is the stroke.
//
// A point is a pair [x, y] in pixels of the picture.
"use strict";

var draw = {};

draw.DOT = 4; // radius

// picture makes the picture with a dot at a point, and the Submit button. At the end
// grade(stroke), of the points of the stroke, gives the raw reward; without a stroke it is -1.
draw.picture = function ({ dot, colour, grade }) {
  const mark = core.makeSVG("circle", { id: "circ", cx: dot[0], cy: dot[1], r: draw.DOT, fill: colour });
  const picture = core.put(core.makeSVG("svg", { id: "picture" }, mark));
  let stroke = [], path = null;
  const add = function (event) {
    const box = picture.getBoundingClientRect(); // with a border of a pixel
    stroke.push([event.clientX - box.left - 1, event.clientY - box.top - 1]);
    path.setAttribute("d", "M" + stroke.map((point) => point.join(",")).join(" L") + " l0,0"); // one point is a blot
  };
  widgets.drag(picture, {
    eager: true,
    begin: function (down) {
      if (path !== null) path.remove();
      path = core.makeSVG("path", {});
      picture.append(path);
      stroke = [];
      add(down);
    },
    move: add,
  });
  const submit = core.make("button", { id: "subbtn", class: "submit", type: "button" }, "Submit");
  core.on(submit, "click", function () {
    const raw = stroke.length === 0 ? -1 : grade(stroke);
    core.endEpisode(raw, raw > 0);
  });
  core.put(core.make("div", { id: "controls" }, submit));
};

// deviation is the standard deviation of numbers.
draw.deviation = function (numbers) {
  const mean = numbers.reduce((a, b) => a + b, 0) / numbers.length;
  return Math.sqrt(numbers.reduce((sum, n) => sum + (n - mean) ** 2, 0) / numbers.length);
};

// extent is how far apart the smallest and the greatest number are.
draw.extent = (numbers) => Math.max(...numbers) - Math.min(...numbers);

// below looks up a number in rows [bound, value]: the value of the first row with a greater
// bound, or else the last resort.
draw.below = function (number, rows, otherwise) {
  const row = rows.find(([bound]) => number < bound);
  return row ? row[1] : otherwise;
};
