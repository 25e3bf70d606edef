// A calendar that pops up to choose a day from.
"use strict";

// datepicker gives a read-only text box a calendar for the days from first to last. It opens
// on the month of `opens`, or of the day in the box, when the box gets the focus or is
// pressed. It has one month at a time, with arrows to the months before and after. A press
// on a day writes it into the box, as 12/31/2016 or what write(day) gives, and closes the
// calendar; a press elsewhere, Tab and Escape close it. With the keyboard, Ctrl and an arrow
// moves a mark by a day or a week, PageUp and PageDown by a month, and Enter takes the marked
// day. fade and above are those of popup. Returns the box.
widgets.datepicker = function (box, { first, last, opens, fade, above, write = dates.text }) {
  const calendar = core.make("div", { id: "ui-datepicker-div", class: "datepicker" });
  const popup = widgets.popup(box, calendar, { above, fade, gap: 1 });
  const clamp = (day) => Math.min(last, Math.max(first, day));
  let marked = clamp(opens), chosen = null;

  // The month before or after that of a day; its last day if it is shorter.
  const monthAway = function (day, step) {
    const month = dates.month(day) + step, year = dates.year(day);
    return Math.min(dates.at(year, month, dates.day(day)), dates.at(year, month + 1, 0));
  };
  const firstOfMonth = (day) => dates.at(dates.year(day), dates.month(day), 1);
  const lastOfMonth = (day) => dates.at(dates.year(day), dates.month(day) + 1, 0);

  const mark = function (day) {
    marked = clamp(day);
    draw();
    popup.place();
  };
  const choose = function (day) {
    chosen = marked = day;
    box.value = write(day);
    popup.close();
  };
  // A button without use stays a button: the browser would take the keyboard from the box if a
  // disabled one were pressed.
  const able = function (button, possible, action) {
    if (possible) core.on(button, "click", action);
    else button.setAttribute("aria-disabled", "true");
    return button;
  };
  const arrow = function (name, label, step, possible) {
    const sign = core.makeSVG("svg", { viewBox: "0 0 10 10" },
      core.makeSVG("path", { d: step < 0 ? "M6.5 2 L3.5 5 L6.5 8 Z" : "M3.5 2 L6.5 5 L3.5 8 Z" }));
    const button = core.make("button", { type: "button", tabindex: -1, class: "ui-datepicker-" + name, title: label }, sign);
    return able(button, possible, () => mark(monthAway(marked, step)));
  };
  const draw = function () {
    const from = firstOfMonth(marked), to = lastOfMonth(marked);
    const head = core.make("div", { class: "datepicker-head" },
      arrow("prev", "Month before", -1, from > first),
      core.make("span", { class: "ui-datepicker-month" }, dates.MONTHS[dates.month(from) - 1]), " ",
      core.make("span", { class: "ui-datepicker-year" }, String(dates.year(from))),
      arrow("next", "Month after", 1, to < last));
    const names = core.make("tr", null, ...dates.WEEKDAYS.map((name) => core.make("th", null, name.slice(0, 2))));
    const body = core.make("tbody");
    // Whole weeks, from the Sunday before the first day on.
    for (let day = from - dates.weekday(from) * dates.DAY; day <= to; ) {
      const week = core.make("tr");
      for (let i = 0; i < 7; i++, day += dates.DAY) {
        week.append(core.make("td", null, ...(day < from || day > to ? [] : [cell(day)])));
      }
      body.append(week);
    }
    calendar.replaceChildren(head, core.make("table", null, core.make("thead", null, names), body));
  };
  const cell = function (day) {
    const kind = (day === marked ? "marked " : "") + (day === chosen ? "chosen" : "");
    const button = core.make("button", { type: "button", tabindex: -1, class: kind || null }, String(dates.day(day)));
    return able(button, day >= first && day <= last, () => choose(day));
  };

  const open = function () {
    if (popup.shown()) return;
    draw();
    popup.open();
  };
  core.on(box, "focus", open);
  core.on(box, "mousedown", open);
  core.on(box, "keydown", function (event) {
    if (!popup.shown()) return;
    const moves = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };
    if (event.ctrlKey && Object.hasOwn(moves, event.key)) mark(marked + moves[event.key] * dates.DAY);
    else if (event.key === "PageUp") mark(monthAway(marked, -1));
    else if (event.key === "PageDown") mark(monthAway(marked, 1));
    else if (event.key === "Enter") choose(marked);
    else if (event.key === "Escape") popup.close();
    else return;
    event.preventDefault();
  });
  return box;
};
