// The tasks that ask to keep the pointer on something: chase-circle, hover-shape. They end by
// themselves shortly before their time is over.
"use strict";

var hover = {};

hover.END = 9900; // ms after the start

// meter adds up the time for which the pointer is off the target; inside(x, y) tells of a
// point of the page whether it is on it. look() has to be called whenever the target has
// moved; missed() gives the milliseconds so far.
hover.meter = function (inside) {
  let x = NaN, y = NaN, on = false, last = Date.now(), missed = 0;
  const look = function () {
    const now = Date.now();
    if (!on) missed += now - last;
    last = now;
    on = inside(x, y);
  };
  core.on(document, "mousemove", (event) => { x = event.pageX; y = event.pageY; look(); });
  core.on(document.documentElement, "mouseleave", () => { x = y = NaN; look(); });
  return { look: look, missed: () => (look(), missed) };
};
