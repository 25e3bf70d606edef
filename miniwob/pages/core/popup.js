// What pops up over the task next to a text box: calendars and lists.
"use strict";

// popup shows an element next to a box of the task, until close is called, the box loses
// the keyboard, or the pointer presses elsewhere. gap lies between them, above places it on
// the box's upper side but not over the instruction, and fade is the time in ms it takes to
// appear and to go.
widgets.popup = function (anchor, element, { above, gap = 0, fade = 0 } = {}) {
  let shown = false, stop = () => {};

  const turn = function (from, to, done) {
    stop();
    if (fade === 0) return done();
    stop = core.animate(fade, (share) => { element.style.opacity = from + (to - from) * share; }, function () {
      element.style.removeProperty("opacity");
      done();
    });
  };
  const popup = {
    shown: () => shown,
    open: function () {
      if (shown) return popup.place();
      shown = true;
      element.classList.remove("leaving");
      document.body.append(element);
      popup.place();
      turn(0, 1, () => {});
    },
    place: function () {
      const box = anchor.getBoundingClientRect();
      const area = document.getElementById("area").getBoundingClientRect();
      const room = document.documentElement.clientWidth - element.offsetWidth;
      element.style.left = Math.max(0, Math.min(box.left, room)) + window.scrollX + "px";
      element.style.top = window.scrollY + (above ? Math.max(area.top, box.top - gap - element.offsetHeight) : box.bottom + gap) + "px";
    },
    close: function () {
      if (!shown) return;
      shown = false;
      element.classList.add("leaving"); // lets the pointer through
      turn(1, 0, () => element.remove());
    },
  };
  // The box keeps the keyboard while the pointer is on what popped up.
  core.on(element, "mousedown", (event) => event.preventDefault());
  core.on(document, "mousedown", function (event) {
    if (event.target !== anchor && !element.contains(event.target)) popup.close();
  });
  core.on(anchor, "blur", popup.close);
  return popup;
};
