// Small pictures for menus and buttons.
"use strict";

var icons = {};

// Paths on a ground of 12 x 12; what is in "line" is drawn, what is in "fill" is filled.
icons.SHAPES = {
  disk: { line: "M1.5 1.5 H9.5 L10.5 2.5 V10.5 H1.5 Z", fill: "M3.5 1.5 H8.5 V4.5 H3.5 Z M3 7 H9 V10.5 H3 Z" },
  first: { line: "M2 2 V10", fill: "M10 1.5 V10.5 L3 6 Z" },
  last: { line: "M10 2 V10", fill: "M2 1.5 V10.5 L9 6 Z" },
  play: { fill: "M2.5 1 V11 L10.5 6 Z" },
  stop: { fill: "M2 2 H10 V10 H2 Z" },
  printer: { line: "M3.5 4 V1.5 H8.5 V4 M3.5 8 V10.5 H8.5 V8", fill: "M1 4 H11 V8 H1 Z" },
  "zoom-in": { line: "M7.5 7.5 L11 11 M8.5 5 A3.5 3.5 0 1 1 1.5 5 A3.5 3.5 0 1 1 8.5 5 M3 5 H7 M5 3 V7" },
  "zoom-out": { line: "M7.5 7.5 L11 11 M8.5 5 A3.5 3.5 0 1 1 1.5 5 A3.5 3.5 0 1 1 8.5 5 M3 5 H7" },
};

// make is an icon in the colour of the text around it.
icons.make = function (name) {
  const { line, fill } = icons.SHAPES[name];
  return core.makeSVG("svg", { class: "icon", width: 12, height: 12, viewBox: "0 0 12 12", "data-icon": name },
    ...line ? [core.makeSVG("path", { d: line, fill: "none", stroke: "currentColor", "stroke-width": 1.3 })] : [],
    ...fill ? [core.makeSVG("path", { d: fill, fill: "currentColor" })] : []);
};
