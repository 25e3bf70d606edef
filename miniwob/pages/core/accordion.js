// The accordion: sections of which one can be open, or none. It extends widgets.
"use strict";

// accordion makes sections {title, body}, all closed. A click on a title, or Enter or Space
// with the focus on it, opens its section, closes the one that is open, and closes an open
// one; arrows, Home and End move the focus. ms is how long a section takes to move.
// The element returned has the open section's number as .active, or null.
widgets.accordion = function (sections, ms) {
  const parts = sections.map(function ({ title, body }) {
    const head = core.make("h3", { role: "tab", tabindex: -1, "aria-expanded": "false", "aria-selected": "false" }, title);
    const panel = core.make("div", { class: "accordion-panel", role: "tabpanel", style: "display: none;" }, ...body);
    return { head, panel, stop: () => {} };
  });
  const accordion = core.make("div", { class: "accordion", role: "tablist" },
    ...parts.flatMap(({ head, panel }) => [head, panel]));
  accordion.active = null;
  parts[0].head.tabIndex = 0;

  // move grows or shrinks a panel from the height it has.
  const move = function (part, open) {
    const { head, panel } = part;
    head.setAttribute("aria-expanded", open);
    head.setAttribute("aria-selected", open);
    part.stop();
    if (ms === 0) return settle(panel, open);
    const from = panel.style.display === "none" ? 0 : panel.offsetHeight;
    settle(panel, true);
    const to = open ? panel.offsetHeight : 0;
    panel.classList.add("moving");
    part.stop = core.animate(ms,
      (share) => { panel.style.height = from + (to - from) * ease(share) + "px"; },
      () => settle(panel, open));
  };
  const settle = function (panel, open) {
    panel.classList.remove("moving");
    panel.style.height = "";
    panel.style.display = open ? "" : "none";
  };
  // ease starts and ends gently.
  const ease = (share) => (1 - Math.cos(share * Math.PI)) / 2;

  const press = function (i) {
    const before = accordion.active;
    accordion.active = i === before ? null : i;
    if (before !== null) move(parts[before], false);
    if (accordion.active !== null) move(parts[i], true);
  };
  const focus = function (i) {
    parts.forEach(({ head }, k) => { head.tabIndex = k === i ? 0 : -1; });
    parts[i].head.focus();
  };
  parts.forEach(function ({ head }, i) {
    const last = parts.length - 1;
    const goals = { ArrowDown: i === last ? 0 : i + 1, ArrowRight: i === last ? 0 : i + 1,
      ArrowUp: i === 0 ? last : i - 1, ArrowLeft: i === 0 ? last : i - 1, Home: 0, End: last };
    core.on(head, "click", () => { focus(i); press(i); });
    core.on(head, "keydown", function (event) {
      if (event.key === "Enter" || event.key === " ") press(i);
      else if (Object.hasOwn(goals, event.key)) focus(goals[event.key]);
      else return;
      event.preventDefault(); // no scrolling
    });
  });
  return accordion;
};
