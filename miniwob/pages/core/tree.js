// A tree of folders and files, of which the folders open and close.
"use strict";

// tree shows items, each {name, children}; what has a list of children, even an empty one, is a
// folder, and starts closed. A press on a folder's name or on its plus opens and closes it;
// onPress(item) is called after each press on an item of either kind. A press counts for the
// item that it falls on, not for the folders around it. With the keyboard: up and down go
// through what is shown, Home and End to its ends; right opens a folder and left closes it
// or goes to the folder around; Enter and the space bar press.
widgets.tree = function ({ id, items, onPress }) {
  const itemOf = new Map(); // list entry -> item
  const nameOf = (entry) => entry.querySelector(":scope > span");
  const inside = (entry) => entry.querySelector(":scope > ul"); // null for a file

  const open = function (entry, isOpen) {
    entry.classList.toggle("collapsable", isOpen);
    entry.classList.toggle("expandable", !isOpen);
    entry.setAttribute("aria-expanded", isOpen);
    inside(entry).style.display = isOpen ? "" : "none";
  };
  const isOpen = (entry) => entry.classList.contains("collapsable");

  const press = function (entry) {
    if (inside(entry)) open(entry, !isOpen(entry));
    onPress(itemOf.get(entry));
  };

  const build = function (item) {
    const folder = item.children !== undefined;
    const name = core.make("span", { class: folder ? "folder" : "file", tabindex: -1 },
      widgets.tree.icon(folder), item.name);
    const entry = core.make("li", { role: "treeitem" }, name);
    itemOf.set(entry, item);
    if (!folder) return entry;
    entry.prepend(core.make("div", { class: "hitarea" }, widgets.tree.sign()));
    entry.append(core.make("ul", { role: "group" }, ...item.children.map(build)));
    open(entry, false);
    return entry;
  };

  const tree = core.make("ul", { id: id || null, class: "tree", role: "tree" }, ...items.map(build));

  core.on(tree, "click", function (event) {
    const part = event.target.closest("span, .hitarea");
    if (part !== null) press(part.parentElement);
  });

  // One name at a time takes the focus from Tab: the one that had it last.
  let current = tree.querySelector("li");
  nameOf(current).tabIndex = 0;
  core.on(tree, "focusin", function (event) {
    const entry = event.target.closest("li");
    if (entry === null) return;
    nameOf(current).tabIndex = -1;
    current = entry;
    nameOf(current).tabIndex = 0;
  });
  core.on(tree, "keydown", function (event) {
    const entry = event.target.closest("li");
    const visible = [...tree.querySelectorAll("li")].filter((e) => e.offsetHeight > 0);
    const go = (to) => { if (to) nameOf(to).focus(); };
    const around = entry.parentElement.closest("li");
    const keys = {
      ArrowDown: () => go(visible[visible.indexOf(entry) + 1]),
      ArrowUp: () => go(visible[visible.indexOf(entry) - 1]),
      Home: () => go(visible[0]),
      End: () => go(visible[visible.length - 1]),
      ArrowRight: () => (!inside(entry) ? null : isOpen(entry) ? go(inside(entry).firstElementChild) : open(entry, true)),
      ArrowLeft: () => (inside(entry) && isOpen(entry) ? open(entry, false) : go(around)),
      Enter: () => press(entry),
      " ": () => press(entry),
    };
    if (!Object.hasOwn(keys, event.key)) return;
    event.preventDefault(); // no scrolling
    keys[event.key]();
  });
  return tree;
};

// icon draws a folder, with a flap that shows only while it is closed, or a written page.
widgets.tree.icon = function (folder) {
  const part = (d, attributes) => core.makeSVG("path", { d: d, ...attributes });
  const outline = { stroke: "#a06a1c", fill: "#f5c469" };
  return core.makeSVG("svg", { viewBox: "0 0 14 14" }, ...(folder
    ? [
      part("M1.5 11.5 V3.5 L2.5 2.5 H5.5 L6.5 4.5 H11.5 V11.5 Z", outline),
      part("M2.5 11.5 V6.5 H12.5 V11.5 Z", { ...outline, fill: "#ffdf98", class: "when-closed" }),
      part("M1.5 11.5 L4.5 6.5 H13.5 L11.5 11.5 Z", { ...outline, fill: "#ffdf98", class: "when-open" }),
    ]
    : [
      part("M2.5 0.5 H8.5 L11.5 3.5 V12.5 H2.5 Z M8.5 0.5 V3.5 H11.5", { stroke: "#8a8460", fill: "white" }),
      part("M4 6.5 H10 M4 8.5 H9 M4 10.5 H10", { stroke: "#7f9bb8" }),
      part("M4 4.5 H7", { stroke: "#d0605e" }),
    ]));
};

// sign draws the plus of a closed folder, of which only the bar is left when it is open.
widgets.tree.sign = () => core.makeSVG("svg", { viewBox: "0 0 9 9" },
  core.makeSVG("rect", { x: 0.5, y: 0.5, width: 8, height: 8, fill: "white", stroke: "#808080" }),
  core.makeSVG("path", { d: "M2 4.5 H7", stroke: "black" }),
  core.makeSVG("path", { d: "M4.5 2 V7", stroke: "black", class: "when-closed" }));
