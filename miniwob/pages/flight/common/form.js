// What the forms of the airlines share. A form is a document of its own in a frame. It loads
// core.js for the widgets and dominfo.js for the JavaScript API, and runs no episodes itself:
// it lives as long as one of the page around it.
"use strict";

core.EP_TIMER = -1; // touches count as in a running episode
core.canvasDrawElementClick = () => {}; // the trail of clicks belongs to the page around

// A form believes that it is the first of March 2017.
(function () {
  const real = Date, loaded = real.now(), first = new real(2017, 2, 1).getTime();
  const now = () => first + real.now() - loaded;
  window.Date = new Proxy(real, {
    apply: () => new real(now()).toString(),
    construct: (target, parts) => (parts.length === 0 ? new real(now()) : new real(...parts)),
    get: (target, name) => (name === "now" ? now : target[name]),
  });
})();

// onSubmit is called with the filled form, a map from names to values. Where a name occurs twice, as
// with a box that has a hidden field behind it for when it is not ticked, the first counts.
var flightForm = { onSubmit: function () {} };

window.addEventListener("DOMContentLoaded", function () {
  const form = document.querySelector(".miniwob-main-form");
  form.addEventListener("submit", function (event) {
    event.preventDefault();
    const data = {};
    for (const [name, value] of new FormData(form)) {
      if (!Object.hasOwn(data, name)) data[name] = value;
    }
    flightForm.onSubmit(data);
  });
});

// days lets a box choose a day from today on, for eleven months.
flightForm.days = function (box, write) {
  const now = new Date(), today = dates.at(now.getFullYear(), now.getMonth() + 1, now.getDate());
  widgets.datepicker(box, { first: today, last: today + 331 * dates.DAY, opens: today, fade: 0, write: write });
  box.readOnly = true;
};
