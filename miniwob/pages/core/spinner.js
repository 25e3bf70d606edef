// A box with a whole number and two arrows. Extends widgets.js.
"use strict";

// spinner starts at a value; its arrows go one step, and go on while they are held; with the keyboard,
// arrows go one step, PageUp and PageDown ten. Nothing can be typed. The box has the value.
widgets.spinner = function ({ id, value }) {
  const FIRST = 500, NEXT = 40, PAGE = 10; // ms until a held arrow goes on, and from then on; steps of a page
  const arrow = (name, path, title) => core.make("button", { class: "spinner-button spinner-" + name, type: "button", tabindex: -1, title: title },
    core.makeSVG("svg", { viewBox: "0 0 10 6" }, core.makeSVG("path", { d: path })));
  const up = arrow("up", "M5 1 L9 5 L1 5 Z", "More");
  const down = arrow("down", "M5 5 L9 1 L1 1 Z", "Less");
  const box = core.make("input", { id: id, class: "spinner-input", role: "spinbutton", readonly: "", autocomplete: "off" });
  box.value = value;
  const step = (n) => { box.value = Number(box.value) + n; };

  let timer = null;
  const stop = () => { clearTimeout(timer); clearInterval(timer); timer = null; };
  for (const [button, n] of [[up, 1], [down, -1]]) {
    core.on(button, "mousedown", function (event) {
      if (event.button !== 0) return;
      event.preventDefault(); // the box gets the focus
      box.focus();
      stop();
      step(n);
      timer = core.after(FIRST, function () { timer = core.every(NEXT, () => step(n)); });
    });
    core.on(button, "mouseleave", stop);
  }
  core.on(document, "mouseup", stop);

  const keys = { ArrowUp: 1, ArrowDown: -1, PageUp: PAGE, PageDown: -PAGE };
  core.on(box, "keydown", function (event) {
    if (!Object.hasOwn(keys, event.key)) return;
    event.preventDefault();
    step(keys[event.key]);
  });
  return core.make("span", { class: "spinner" }, box, up, down);
};
