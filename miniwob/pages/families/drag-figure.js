// Figures of an SVG picture that can be dragged about within it: drag-circle,
// drag-single-shape, drag-shapes, drag-shapes-2.
"use strict";

var figures = {};

// movable lets a figure be dragged. Its box stays within the picture.
figures.movable = function (figure, picture) {
  let at = [0, 0]; // by how much it has been moved
  let held = [0, 0];
  widgets.drag(figure, {
    begin: () => { held = at; },
    move: function (event, down) {
      const box = figure.getBBox();
      at = [
        keep(held[0] + event.pageX - down.pageX, -box.x, picture.clientWidth - box.x - box.width),
        keep(held[1] + event.pageY - down.pageY, -box.y, picture.clientHeight - box.y - box.height),
      ];
      figure.setAttribute("transform", `translate(${at[0]},${at[1]})`);
    },
  });
  figure.setAttribute("cursor", "pointer");
  figure.moved = () => at;
  return figure;
};

const keep = (number, least, most) => Math.min(most, Math.max(least, number));

// corner is the upper left one of a movable figure's box, where it is now.
figures.corner = function (figure) {
  const box = figure.getBBox(), [x, y] = figure.moved();
  return [box.x + x, box.y + y];
};

// frame is an empty box to drag things into.
figures.frame = ({ x, y, width, height }) => core.makeSVG("rect", {
  class: "frame", x: x, y: y, width: width, height: height, fill: "none", stroke: "black", "stroke-width": 2, "pointer-events": "none",
});

// inside tells whether the corner of a movable figure lies within a frame {x, y, width, height}.
figures.inside = function (figure, frame) {
  const [x, y] = figures.corner(figure);
  return x > frame.x && x < frame.x + frame.width && y > frame.y && y < frame.y + frame.height;
};

// overlaps tells whether a frame covers a part of a cell of a grid of shapes.
figures.overlaps = function (frame, column, row) {
  const x = shapes.CELL * column, y = shapes.CELL * row;
  return frame.x < x + shapes.CELL && frame.x + frame.width > x && frame.y < y + shapes.CELL && frame.y + frame.height > y;
};

// directed is a task: the figure that make() draws is to be dragged some way in a direction. Draws
// the direction, then the figure.
figures.directed = function (noun, make) {
  const direction = core.sample(["left", "right", "up", "down"]);
  core.say(`Drag the ${noun} `, core.make("span", { class: "bold" }, direction), ", then press Submit.");
  const picture = core.put(core.makeSVG("svg", { id: "area_svg" }));
  const figure = figures.movable(make(), picture);
  picture.append(figure);
  core.put(widgets.submit(function () {
    const [x, y] = figure.moved();
    return { left: x < 0, right: x > 0, up: y < 0, down: y > 0 }[direction];
  }));
};
