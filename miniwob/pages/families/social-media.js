// Posts of people, below each other, with little buttons below each post.
"use strict";

Object.assign(icons.SHAPES, {
  reply: { fill: "M0.5 5 L5 1 V3.4 C9 3.4 11.5 6 11.5 10.5 C10 8 8 6.8 5 6.8 V9 Z" },
  retweet: { line: "M3 9.5 V3.5 H7 M5 9.5 H9 V3.5", fill: "M0.5 5 L3 2 L5.5 5 Z M6.5 8 H11.5 L9 11 Z" },
  like: { fill: "M6 11 C2.5 8.2 0.8 6.4 0.8 4.2 C0.8 1 4.6 0.4 6 3 C7.4 0.4 11.2 1 11.2 4.2 C11.2 6.4 9.5 8.2 6 11 Z" },
  more: { fill: "M0.5 4.6 H3.3 V7.4 H0.5 Z M4.6 4.6 H7.4 V7.4 H4.6 Z M8.7 4.6 H11.5 V7.4 H8.7 Z" },
  share: { line: "M3 6 L9 2.8 M3 6 L9 9.2", fill: "M1 4.4 H4.2 V7.6 H1 Z M7.6 1 H10.8 V4.2 H7.6 Z M7.6 7.8 H10.8 V11 H7.6 Z" },
});

var posts = {};

// author draws who writes: two words for the @name and which one, two names and which one.
posts.author = function () {
  const candidates = [core.sample(words.NAMES), core.sample(words.FILLER)];
  const name = core.sample([core.sample(words.PEOPLE), core.sample(words.NAMES)]);
  return { name, user: "@" + core.sample(candidates).toLowerCase() };
};

// body draws what is written: how many words, and these as a text.
posts.body = function () {
  const n = core.randi(2, 6);
  return words.text(n, n);
};

// put shows a post, with icons of the kinds given, each in place of a button that calls
// press(kind, button). Returns its element.
posts.put = function ({ name, user, time, body }, kinds, press) {
  const buttons = kinds.map(function (kind) {
    const button = core.make("span", { class: kind, role: "button", title: words.capital(kind) }, icons.make(kind));
    core.on(button, "click", () => press(kind, button));
    return button;
  });
  return core.put(core.make("div", { class: "media" },
    core.make("div", { class: "details" },
      core.make("span", { class: "name" }, name), " ", core.make("span", { class: "username" }, user), " ",
      ...(time ? [core.make("span", { class: "time" }, time)] : [])),
    core.make("div", { class: "body" }, body),
    core.make("div", { class: "controls" }, ...buttons)));
};
