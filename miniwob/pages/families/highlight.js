// Text to select: highlight-text, highlight-text-2.
"use strict";

var highlight = {};

// page draws whether the text stands above the button. fill gives, in the text's element, what is
// to be selected. Blanks do not count.
highlight.page = function (fill) {
  const letters = (text) => text.replace(/\s/g, "");
  const above = core.randi(0, 2) === 1;
  const text = core.make("div", { id: "randomText" });
  const wanted = fill(text);
  const button = widgets.submit(() => letters(window.getSelection().toString()) === letters(wanted));
  core.put(...(above ? [text, button] : [button, text]));
};
