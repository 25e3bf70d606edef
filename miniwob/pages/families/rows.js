// Rows of text, boxes to type into, and buttons; one label is asked for.
"use strict";

var rows = {};

// play fills the page, with buttons out of the labels.
// Draws: per row its kind and content, then the label; again if it does not fit.
rows.play = function (labels) {
  const ROWS = 6;
  const area = document.getElementById("area");
  let buttons;
  do {
    area.replaceChildren();
    buttons = [];
    for (let i = 0; i < ROWS; i++) rows.add(labels, buttons, i === ROWS - 1);
  } while (area.getBoundingClientRect().bottom > 205);

  const wanted = core.sample(buttons).textContent;
  core.say(`Press the button labelled "${wanted}".`);
  for (const button of buttons) {
    core.on(button, "click", () => core.answer(button.textContent === wanted));
  }
};

// add draws a row; the last one is a button if there is none yet.
rows.add = function (labels, buttons, last) {
  const kind = last && buttons.length === 0 ? 1 : core.randf(0, 1);
  if (kind < 0.33) {
    core.put(core.make("div", null, words.phrase(3)));
  } else if (kind < 0.66) {
    if (core.randf(0, 1) < 0.5) core.put(core.make("span", null, words.phrase(3) + ": "));
    core.put(core.make("input", { type: "text", style: `width: ${core.randi(40, 150)}px;` }), core.make("br"));
  } else {
    const label = core.sample(labels);
    const button = core.make("button", null, core.randf(0, 1) < 0.5 ? words.capital(label) : label);
    buttons.push(core.put(button));
    if (core.randf(0, 1) < 0.5) core.put(core.make("br"));
  }
};
