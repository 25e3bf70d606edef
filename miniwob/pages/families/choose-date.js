// A day to be chosen in a calendar of 2016 that opens on December.
"use strict";

core.EPISODE_MAX_TIME = 20000;

// chooseDate makes the page for days from the beginning of a month on. It draws one number,
// the day. The calendar covers Submit while it is open.
function chooseDate({ month, fade }) {
  const first = dates.at(2016, month, 1), last = dates.at(2016, 12, 31);
  const wanted = dates.text(dates.draw(first, last));
  core.say("Choose the date ", core.make("b", { class: "bold" }, wanted), " and press Submit.");

  const box = core.make("input", { id: "datepicker", type: "text", readonly: "" });
  widgets.datepicker(box, { first, last, opens: last, fade });
  core.put(core.make("p", null, core.make("label", { for: "datepicker" }, "Date: "), box),
    widgets.submit(() => box.value === wanted));
}
