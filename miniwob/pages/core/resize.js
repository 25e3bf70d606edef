// Handles that change the size of an element.
"use strict";

// resizable wraps an absolutely placed element so that it can be resized by its right
// edge, its lower edge, and the corner between them. An element does not get smaller than
// least pixels. It returns the wrapper.
widgets.resizable = function (element, least = 10) {
  const wrapper = core.make("div", { class: "resizable" }, element);
  for (const [edges, wide, high] of [["e", 1, 0], ["s", 0, 1], ["se", 1, 1]]) {
    const handle = core.make("div", { class: "resizable-handle resizable-" + edges });
    let width = 0, height = 0;
    widgets.drag(handle, {
      begin: function () { width = element.offsetWidth; height = element.offsetHeight; },
      move: function (event, down) {
        element.style.width = Math.max(least, width + wide * (event.pageX - down.pageX)) + "px";
        element.style.height = Math.max(least, height + high * (event.pageY - down.pageY)) + "px";
      },
    });
    wrapper.append(handle);
  }
  return wrapper;
};
