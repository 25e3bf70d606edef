// Menus of several levels. It extends widgets.
"use strict";

// menu makes a menu of items {label, icon, disabled, items}; items are those of the item's own
// menu, icon is a node in front of the label. The item under the pointer stands out; its menu
// opens after a short while, and at once when it is pressed. With the focus in the menu,
// arrows, Home, End and Escape go about, Enter and Space press. onSelect(item) is told of
// every item pressed that is not disabled, also of those with a menu.
widgets.menu = function (items, onSelect) {
  const WAIT = 300; // ms
  const of = new Map(); // items by their list elements
  let active = null; // the list element that stands out
  let timer = null;

  const root = level(items);
  root.tabIndex = 0;

  function level(items) {
    return core.make("ul", { class: "menu", role: "menu" }, ...items.map(function (item) {
      const face = core.make("div", { role: "menuitem", "aria-disabled": item.disabled ? "true" : null }, item.icon || "", item.label);
      const entry = core.make("li", { class: "menu-item" }, face);
      of.set(entry, item);
      if (item.items) {
        const below = level(item.items);
        below.style.display = "none";
        face.setAttribute("aria-haspopup", "true");
        face.append(core.makeSVG("svg", { class: "menu-arrow", viewBox: "0 0 6 8" }, core.makeSVG("path", { d: "M1 1 L4.5 4 L1 7" })));
        entry.append(below);
      }
      return entry;
    }));
  }

  // below is an entry's own menu, above the entry whose menu it is in.
  const below = (entry) => entry.querySelector(":scope > .menu");
  const above = (entry) => entry.parentElement.closest(".menu-item");

  const later = function (action) {
    clearTimeout(timer);
    timer = core.after(WAIT, action);
  };
  const activate = function (entry) {
    active = entry;
    for (const each of of.keys()) {
      each.firstChild.classList.toggle("active", entry !== null && each.contains(entry));
    }
  };

  // open shows an entry's menu and hides all that are not on the way to it.
  const open = function (entry) {
    clearTimeout(timer);
    for (const menu of root.querySelectorAll(".menu")) {
      menu.style.display = menu.parentElement.contains(entry) ? "" : "none";
    }
    const menu = below(entry);
    if (!menu) return;
    menu.style.left = entry.offsetWidth - 1 + "px";
    menu.style.top = "-1px";
    const box = menu.getBoundingClientRect();
    menu.style.top = Math.min(-1, 209 - box.height - entry.getBoundingClientRect().top) + "px";
  };
  const close = function () {
    activate(null);
    for (const menu of root.querySelectorAll(".menu")) menu.style.display = "none";
  };
  const press = function (entry) {
    activate(entry);
    open(entry);
    onSelect(of.get(entry));
  };

  // at is the entry that an event is about, unless that is disabled.
  const at = function (event) {
    const entry = event.target.closest(".menu-item");
    return entry && !of.get(entry).disabled ? entry : null;
  };
  core.on(root, "mouseover", function (event) {
    const entry = at(event);
    if (!entry) return;
    activate(entry);
    later(() => open(entry));
  });
  core.on(root, "mouseleave", () => later(close));
  core.on(root, "click", function (event) {
    const entry = at(event);
    root.focus();
    if (entry) press(entry);
  });

  const usable = (menu) => [...menu.children].filter((entry) => !of.get(entry).disabled);
  const keys = {
    ArrowDown: (all, i) => all[(i + 1) % all.length],
    ArrowUp: (all, i) => all[(i + all.length - 1) % all.length],
    Home: (all) => all[0],
    End: (all) => all[all.length - 1],
    ArrowRight: () => below(active) ? usable(below(active))[0] : active,
    ArrowLeft: () => above(active) || active,
    Escape: () => above(active) || active,
  };
  core.on(root, "keydown", function (event) {
    const presses = event.key === "Enter" || event.key === " ";
    if (!presses && !Object.hasOwn(keys, event.key)) return;
    event.preventDefault(); // no scrolling
    if (active === null) return activate(usable(root)[0]);
    if (presses) return press(active);
    const menu = active.parentElement;
    if (event.key === "ArrowRight" && below(active)) open(active);
    activate(keys[event.key](usable(menu), usable(menu).indexOf(active)));
    if (active.contains(menu)) open(above(active) || root);
  });
  return root;
};
