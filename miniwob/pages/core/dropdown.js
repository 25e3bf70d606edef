// A drop-down list of our own drawing, where the browser's does not show in a picture. Extends widgets.js.
"use strict";

// dropdown shows the chosen one of some texts, the first at the start. A press opens and closes the list; a
// press on an entry chooses it, one beside the list closes it. With the keyboard, Enter, Space and the arrows
// open it; then the arrows move, Enter and Space choose, Escape closes. The element returned has the
// chosen text as .value.
widgets.dropdown = function ({ id, texts }) {
  const label = core.make("span", { class: "dropdown-label" });
  const head = core.make("div", { class: "dropdown-head", tabindex: 0, role: "combobox" }, label,
    core.makeSVG("svg", { viewBox: "0 0 10 6" }, core.makeSVG("path", { d: "M1 1 L9 1 L5 5 Z" })));
  const entries = texts.map((text) => core.make("li", { role: "option" }, text || "\u00a0"));
  const list = core.make("ul", { class: "dropdown-list", role: "listbox" }, ...entries);
  const dropdown = core.make("div", { id: id, class: "dropdown" }, head, list);

  let chosen = 0, marked = 0;
  const mark = function (index) {
    marked = Math.min(Math.max(index, 0), texts.length - 1);
    entries.forEach((entry, i) => entry.classList.toggle("marked", i === marked));
    entries[marked].scrollIntoView({ block: "nearest" });
  };
  const isOpen = () => dropdown.classList.contains("open");
  const open = function () {
    dropdown.classList.add("open");
    mark(chosen);
  };
  const close = () => dropdown.classList.remove("open");
  const choose = function (index) {
    entries[chosen].classList.remove("chosen");
    chosen = index;
    entries[chosen].classList.add("chosen");
    dropdown.value = texts[chosen];
    label.textContent = texts[chosen];
    close();
  };
  choose(0);

  core.on(head, "mousedown", () => (isOpen() ? close() : open()));
  core.on(list, "mousedown", (event) => event.preventDefault()); // the focus stays
  entries.forEach(function (entry, i) {
    core.on(entry, "mousemove", () => { if (marked !== i) mark(i); });
    core.on(entry, "click", () => choose(i));
  });
  core.on(document, "mousedown", (event) => { if (!dropdown.contains(event.target)) close(); });
  core.on(head, "blur", close);

  core.on(head, "keydown", function (event) {
    const opens = ["Enter", " ", "ArrowDown", "ArrowUp"].includes(event.key);
    const act = !isOpen() ? (opens ? open : null) : {
      "Enter": () => choose(marked), " ": () => choose(marked), "Escape": close,
      "ArrowDown": () => mark(marked + 1), "ArrowUp": () => mark(marked - 1),
      "Home": () => mark(0), "End": () => mark(texts.length - 1),
    }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
  return dropdown;
};
