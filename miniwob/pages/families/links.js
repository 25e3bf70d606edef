// Texts in which some words are links.
"use strict";

var links = {};

// paragraph is a text of 20 words, each a link with a chance of 20 %.
// Draws: the text; word by word whether it is a link.
links.paragraph = function () {
  const paragraph = core.make("p", { class: "links" });
  for (const word of words.text(20, 20).split(" ")) {
    const link = core.randf(0, 1) < 0.2;
    paragraph.append(link ? core.make("span", { class: "alink" }, word) : word, " ");
  }
  return paragraph;
};

// paragraphs draws n of them, again while there is no link in any.
links.paragraphs = function (n) {
  for (;;) {
    const all = Array.from({ length: n }, links.paragraph);
    if (all.some((paragraph) => paragraph.querySelector(".alink"))) return all;
  }
};

// choose draws one of the links; it and those with the same text are the right ones. Returns
// the text.
links.choose = function (paragraphs) {
  const all = paragraphs.flatMap((paragraph) => [...paragraph.querySelectorAll(".alink")]);
  const wanted = core.sample(all).textContent;
  for (const link of all) core.on(link, "click", () => core.answer(link.textContent === wanted));
  return wanted;
};
