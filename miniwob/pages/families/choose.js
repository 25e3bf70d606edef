// Lists of names or countries to choose from: choose-list, click-scroll-list.
"use strict";

var choose = {};

// texts draws people or countries, their order, and how many from min up to, not including, max.
choose.texts = function (min, max) {
  const texts = core.shuffle((core.randf(0, 1) < 0.5 ? words.PEOPLE : words.COUNTRIES).slice());
  return texts.slice(0, core.randi(min, max));
};

// list puts a list of the browser's own with the texts, and a Submit button; right is asked about
// the texts that are chosen then.
choose.list = function (texts, attributes, right) {
  const list = core.put(core.make("select", { id: "options", ...attributes },
    ...texts.map((text) => core.make("option", null, text))));
  core.put(core.make("br"), widgets.submit(() => right(Array.from(list.selectedOptions, (option) => option.text))));
};
