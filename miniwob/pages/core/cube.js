// A cube in space that is turned by dragging, and that turns on for a while when it is let go.
"use strict";

// cube is one with six labels, for its top, front, right, back, left and bottom. tilt and
// turn are how it lies at first, in degrees: the bottom comes to the front with tilt 90, the
// top with -90, and the left with turn 90. cube.front() is the label of the side that faces
// the viewer most; that side has the class active.
widgets.cube = function ({ labels, tilt, turn }) {
  const GAIN = 1.25; // degrees that a pixel gives in the end while the button stays down
  const TICK = 20; // ms
  const TAKE = 0.2, KEEP = 0.9; // of the speed in a tick: taken from the pointer; kept when free
  const REST = 0.05; // degrees in a tick that cannot be seen

  const sides = NORMALS.map((_, i) => core.make("div", { class: "cube-side" }, core.make("div", { class: "cube-image" }, labels[i])));
  const cube = core.make("div", { class: "cube" }, ...sides);
  const scene = core.make("div", { class: "cube-scene" }, cube);
  let front = 0;
  const show = function () {
    cube.style.transform = `rotateX(${tilt}deg) rotateY(${turn}deg)`;
    const depth = NORMALS.map((normal) => towards(normal, tilt, turn));
    front = depth.indexOf(Math.max(...depth));
    sides.forEach((side, i) => side.firstChild.classList.toggle("active", i === front));
    sides[0].firstChild.style.transform = `rotate(${turn}deg)`; // what is on top and below stays upright
    sides[5].firstChild.style.transform = `rotate(${-turn}deg)`;
  };
  show();

  let held = false, at = [0, 0], way = [0, 0], speed = [0, 0]; // way: of the pointer since the last tick
  const follow = function (event) {
    way = [way[0] + event.pageX - at[0], way[1] + event.pageY - at[1]];
    at = [event.pageX, event.pageY];
  };
  widgets.drag(scene, {
    eager: true,
    begin: function (down) { held = true; at = [down.pageX, down.pageY]; },
    move: follow,
    end: function (event) { follow(event); held = false; },
  });
  core.every(TICK, function () {
    if (held || way[0] !== 0 || way[1] !== 0) speed = speed.map((v, i) => v + TAKE * (GAIN * way[i] - v));
    else speed = speed.map((v) => Math.abs(KEEP * v) < REST ? 0 : KEEP * v);
    way = [0, 0];
    if (speed[0] === 0 && speed[1] === 0) return;
    turn = (turn + speed[0] + 360) % 360;
    tilt = Math.min(90, Math.max(-90, tilt - speed[1]));
    show();
  });
  scene.front = () => labels[front];
  return scene;
};

// NORMALS point out of the sides: x to the right, y down, z to the viewer.
const NORMALS = [[0, -1, 0], [0, 0, 1], [1, 0, 0], [0, 0, -1], [-1, 0, 0], [0, 1, 0]];

// towards is how far a direction of the cube points at the viewer, from -1 to 1.
function towards([x, y, z], tilt, turn) {
  const a = tilt * Math.PI / 180, t = turn * Math.PI / 180;
  return y * Math.sin(a) + (z * Math.cos(t) - x * Math.sin(t)) * Math.cos(a);
}
