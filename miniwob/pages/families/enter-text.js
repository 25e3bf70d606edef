// A box to type into and a button, a little out of their place: enter-text and its variants.
"use strict";

var enterText = {};

// form draws left and top of the box and top of the button. right is asked about the text when it is
// handed in.
enterText.form = function (right) {
  const left = core.randi(0, 20);
  const top = core.randi(0, 20);
  const box = core.make("input", { id: "tt", type: "text" });
  const button = widgets.submit(() => right(box.value), { style: `margin-top: ${core.randi(0, 20)}px;` });
  core.put(core.make("div", { id: "form", style: `margin-left: ${left}px; margin-top: ${top}px;` }, box, " ", button));
};
