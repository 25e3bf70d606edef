// A text box that offers entries of a list for what is typed.
"use strict";

// autocomplete offers those of the items that match(item, typed) accepts, at most so many,
// below the box, delay ms after the last change of its text. An entry is taken by a press, or
// with the arrows and Enter or Tab, and write(item) is put into the box; Escape, a press
// elsewhere and leaving the box close the list. Returns the box.
widgets.autocomplete = function (box, { items, match, delay, most = Infinity, write = (item) => item }) {
  const list = core.make("ul", { class: "ui-autocomplete autocomplete" });
  const popup = widgets.popup(box, list);
  let timer = 0, active = null;

  const activate = function (entry) {
    if (active) active.classList.remove("active");
    active = entry;
    if (active) {
      active.classList.add("active");
      active.scrollIntoView({ block: "nearest" });
    }
  };
  const take = function (entry) {
    box.value = entry.dataset.value;
    close();
  };
  const close = function () {
    clearTimeout(timer);
    popup.close();
  };
  const offer = function () {
    const found = box.value === "" ? [] : items.filter((item) => match(item, box.value)).slice(0, most);
    if (found.length === 0) return close();
    active = null;
    list.replaceChildren(...found.map(function (item) {
      const entry = core.make("li", { class: "ui-menu-item", "data-value": write(item) }, item);
      core.on(entry, "mousemove", () => activate(entry));
      core.on(entry, "click", () => take(entry));
      return entry;
    }));
    popup.open();
    list.style.width = box.offsetWidth - 2 + "px";
    list.scrollTo(0, 0);
  };
  const later = function () {
    clearTimeout(timer);
    if (delay > 0) timer = core.after(delay, offer);
    else offer();
  };
  // The entry that is so many places from the active one; none lies before the first.
  const neighbour = function (step) {
    const entries = [...list.children];
    const places = entries.length + 1;
    return entries[(entries.indexOf(active) + 1 + step + places) % places - 1] || null;
  };

  core.on(box, "input", later);
  core.on(box, "blur", close);
  core.on(box, "keydown", function (event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && !popup.shown()) offer();
    else if (step) activate(neighbour(step));
    else if (event.key === "Escape" && popup.shown()) close();
    else if (event.key === "Enter" && popup.shown() && active) take(active);
    else if (event.key === "Tab" && popup.shown() && active) return take(active); // and on to the next
    else return;
    event.preventDefault();
  });
  box.autocomplete = "off"; // not the browser's own list
  return box;
};
