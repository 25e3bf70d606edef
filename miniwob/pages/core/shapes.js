// Shapes on a grid of square cells: letters, digits, rectangles, circles and triangles, in
// two sizes and seven colours. A shape is {column, row, colour, extent, group, name}:
// its extent in pixels, its group ("letter", "digit" or "shape"), and which of them.
"use strict";

var shapes = {};

shapes.CELL = 20; // pixels
shapes.LARGE = 20;
shapes.SMALL = 10;
shapes.COLOURS = ["red", "green", "blue", "aqua", "black", "magenta", "yellow"];
shapes.KINDS = ["circle", "rectangle", "triangle"];

// In the order of a keyboard.
shapes.LETTERS = "qwertyuiopasdfghjklzxcvbnmQWERTYUIOPASDFGHJKLZXCVBNM";
shapes.DIGITS = "1234567890";

// cell draws a cell that is not in taken, a set to which it is added. allowed may refuse
// further ones. Draws: column, row; again while the cell will not do.
shapes.cell = function (taken, columns, rows, allowed) {
  for (;;) {
    const column = core.randi(0, columns), row = core.randi(0, rows);
    const key = column + " " + row;
    if (taken.has(key) || allowed && !allowed(column, row)) continue;
    taken.add(key);
    return { column, row };
  }
};

// random draws what stands in a cell. Draws: colour, size, group (letter 50 %, digit
// 20 %, shape 30 %), which.
shapes.random = function (cell) {
  const colour = core.sample(shapes.COLOURS);
  const extent = core.randf(0, 1) < 0.5 ? shapes.LARGE : shapes.SMALL;
  const u = core.randf(0, 1);
  const group = u < 0.5 ? "letter" : u < 0.7 ? "digit" : "shape";
  const name = core.sample({ letter: shapes.LETTERS, digit: shapes.DIGITS, shape: shapes.KINDS }[group]);
  return { ...cell, colour, extent, group, name };
};

// grid draws n shapes in different cells, shape by shape: its cell, then the rest.
shapes.grid = function (n, columns, rows) {
  const taken = new Set();
  return Array.from({ length: n }, () => shapes.random(shapes.cell(taken, columns, rows)));
};

// element is the picture of a shape.
shapes.element = function ({ column, row, colour, extent, name }) {
  const x = (column + 0.5) * shapes.CELL, y = (row + 0.5) * shapes.CELL;
  return shapes.figure({ name, x, y, extent, colour });
};

// figure is a rectangle, circle, triangle, letter or digit around a point.
shapes.figure = function ({ name, x, y, extent, colour }) {
  const left = x - extent / 2, top = y - extent / 2;
  const look = { fill: colour, cursor: "pointer" };
  switch (name) {
  case "rectangle":
    return core.makeSVG("rect", { x: left, y: top, width: extent, height: extent, ...look });
  case "circle":
    return core.makeSVG("circle", { cx: x, cy: y, r: extent / 2, ...look });
  case "triangle":
    return core.makeSVG("polygon",
      { points: `${left},${top + extent} ${x},${top} ${left + extent},${top + extent}`, ...look });
  }
  return core.makeSVG("text", {
    x, y, "text-anchor": "middle", "dominant-baseline": "central", "font-size": extent + "px", ...look,
  }, name);
};

shapes.size = (shape) => shape.extent === shapes.LARGE ? "large" : "small";

// describe tells some of what a shape is, in words: {size, colour, what}. Draws: whether to
// tell the size, the colour, and what it is, which is told if nothing else is; of that
// whether the very one ("triangle", "7") or the group; else it is an "item".
shapes.describe = function (shape) {
  const coin = () => core.randf(0, 1) < 0.5;
  const size = coin() ? shapes.size(shape) : "";
  const colour = coin() ? shape.colour : "";
  let what = "item";
  if (coin() || size === "" && colour === "") what = coin() ? shape.name : shape.group;
  return { size, colour, what };
};

// text is a description as it is read.
shapes.text = ({ size, colour, what }) => [size, colour, what].filter((word) => word !== "").join(" ");

// matches tells whether a description fits a shape.
shapes.matches = (shape, { size, colour, what }) =>
  (size === "" || size === shapes.size(shape)) &&
  (colour === "" || colour === shape.colour) &&
  (what === "item" || what === shape.name || what === shape.group);
