// Tabs: a row of labels, one of which shows its panel. It extends widgets.
"use strict";

// tabs makes a panel for each {label, body}; active is the one shown at first. A click on a
// label, or Enter or Space with the focus on it, shows its panel; arrows, Home and End show
// others. The element returned has the labels as .labels and the panels as .panels.
widgets.tabs = function (pages, active = 0) {
  const labels = pages.map(({ label }) => core.make("li", { role: "tab" }, core.make("a", null, label)));
  const panels = pages.map(({ body }, i) => core.make("div", { id: "tabs-" + (i + 1), role: "tabpanel" }, ...body));
  const tabs = core.make("div", { class: "tabs" }, core.make("ul", { role: "tablist" }, ...labels), ...panels);
  tabs.labels = labels;
  tabs.panels = panels;

  const show = function (shown) {
    labels.forEach(function (label, i) {
      label.tabIndex = i === shown ? 0 : -1;
      label.setAttribute("aria-selected", i === shown);
      panels[i].style.display = i === shown ? "" : "none";
    });
  };
  show(active);
  labels.forEach(function (label, i) {
    const last = labels.length - 1;
    const goals = { ArrowRight: i === last ? 0 : i + 1, ArrowDown: i === last ? 0 : i + 1,
      ArrowLeft: i === 0 ? last : i - 1, ArrowUp: i === 0 ? last : i - 1, Home: 0, End: last };
    core.on(label, "click", () => { label.focus(); show(i); });
    core.on(label, "keydown", function (event) {
      if (event.key === "Enter" || event.key === " ") return label.click();
      if (!Object.hasOwn(goals, event.key)) return;
      event.preventDefault(); // no scrolling
      show(goals[event.key]);
      labels[goals[event.key]].focus();
    });
  });
  return tabs;
};
