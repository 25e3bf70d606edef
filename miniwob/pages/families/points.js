// The tasks that ask for a point of a plane: circle-center, find-midpoint, right-angle,
// bisect-angle. A click puts the answer's blue dot where it falls, another click moves
// it, and Submit hands it in.
//
// A point is a pair [x, y] in pixels of the plane.
"use strict";

var points = {};

points.RADIUS = 3.5; // of a dot

// plane makes the plane with what is given in it, and the Submit button. Once there is an
// answer, rays(answer) gives the points that it is joined to. At the end grade(answer)
// gives the raw reward, and the marks solution(), SVG elements, are shown.
points.plane = function ({ given, rays, grade, solution }) {
  const plane = core.put(core.makeSVG("svg", { id: "svg-grid" }, ...given));
  let answer = null, drawn = [];
  core.on(plane, "click", function (event) {
    const box = plane.getBoundingClientRect();
    answer = [event.clientX - box.left, event.clientY - box.top];
    drawn.forEach((element) => element.remove());
    drawn = rays.map((to) => points.line(answer, to, "blue"));
    drawn.push(points.dot(answer, "blue", "blue-circle"));
    plane.append(...drawn);
  });
  const submit = core.make("button", { id: "subbtn", class: "submit", type: "button" }, "Submit");
  core.on(submit, "click", function () {
    plane.append(...solution());
    const raw = answer === null ? -1 : grade(answer);
    core.endEpisode(raw, raw > 0);
  });
  core.put(submit);
};

points.dot = (at, colour, id) =>
  core.makeSVG("circle", { id: id || null, cx: at[0], cy: at[1], r: points.RADIUS, fill: colour });

points.line = (from, to, colour) =>
  core.makeSVG("line", { x1: from[0], y1: from[1], x2: to[0], y2: to[1], stroke: colour });

points.distance = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);

points.middle = (a, b) => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];

// near tells whether two points are less than a gap apart in both directions.
points.near = (a, b, gap) => Math.abs(a[0] - b[0]) < gap && Math.abs(a[1] - b[1]) < gap;

// angle is the one at the vertex between the ways to a and b, in degrees from 0 to 180;
// NaN where one of them is the vertex.
points.angle = function (a, vertex, b) {
  const u = [a[0] - vertex[0], a[1] - vertex[1]], v = [b[0] - vertex[0], b[1] - vertex[1]];
  const cosine = (u[0] * v[0] + u[1] * v[1]) / (Math.hypot(...u) * Math.hypot(...v));
  return Math.acos(Math.min(1, Math.max(-1, cosine))) * 180 / Math.PI;
};

// closeness falls from 1 at no distance to 0 at the reach, and is -1 from there on.
points.closeness = (distance, reach) => distance < reach ? 1 - distance / reach : -1;
