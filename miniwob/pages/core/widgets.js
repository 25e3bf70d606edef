// The widgets of the task pages: dialog, slider, things to drag. They answer to the
// mouse and the keyboard as people expect of them. Listeners belong to the episode.
"use strict";

var widgets = {};

// drag calls begin, move and end while the pointer drags the element, with the
// pointer's place on the page. begin may refuse by returning false. A press that
// does not move is not a drag unless eager is set.
widgets.drag = function (element, { begin, move, end, eager }) {
  core.on(element, "mousedown", function (down) {
    if (down.button !== 0) return;
    down.preventDefault(); // no selection of text
    if (begin && begin(down) === false) return;
    let moved = eager;
    const onMove = function (event) {
      if (event.buttons === 0) return onUp(event); // released outside the window
      if (!moved && event.pageX === down.pageX && event.pageY === down.pageY) return;
      moved = true;
      move(event, down);
    };
    const onUp = function (event) {
      document.removeEventListener("mousemove", onMove);
      document.removeEventListener("mouseup", onUp);
      if (moved && end) end(event, down);
    };
    core.on(document, "mousemove", onMove);
    core.on(document, "mouseup", onUp);
  });
};

// draggable lets an absolutely placed element be dragged, by itself or by a handle.
widgets.draggable = function (element, handle) {
  let left = 0, top = 0;
  widgets.drag(handle || element, {
    begin: function () {
      left = element.offsetLeft;
      top = element.offsetTop;
      if (document.activeElement !== document.body) document.activeElement.blur();
    },
    move: function (event, down) {
      element.style.left = left + event.pageX - down.pageX + "px";
      element.style.top = top + event.pageY - down.pageY + "px";
    },
  });
  element.classList.add("draggable");
  return element;
};

// dialog opens a window over the task, at a place on the page and of a size; its
// title bar drags it. onClose is called when its x is pressed. As in other dialogs, the
// keyboard is with the x at first.
widgets.dialog = function ({ left, top, width, height, title, onClose }, ...body) {
  const cross = core.makeSVG("svg", { viewBox: "0 0 10 10", "stroke-width": 2 },
    core.makeSVG("path", { d: "M1.5 1.5 L8.5 8.5 M8.5 1.5 L1.5 8.5" }));
  const close = core.make("button", { class: "dialog-close", type: "button", title: "Close" }, cross);
  const bar = core.make("div", { class: "dialog-title" }, title || "", close);
  const dialog = core.make("div", {
    class: "dialog",
    role: "dialog",
    style: `left: ${left}px; top: ${top}px; width: ${width}px; height: ${height}px;`,
  }, bar, core.make("div", { class: "dialog-body", id: "dialog" }, ...body));
  core.put(dialog);
  widgets.draggable(dialog, bar);
  core.on(close, "mousedown", (event) => event.stopPropagation()); // the x does not drag
  core.on(close, "click", onClose);
  close.focus();
  return dialog;
};

// slider puts a handle on a track of the given length, for whole numbers from min to max.
// A press on the track moves the handle there; it can be dragged; with the keyboard,
// arrows go one step, PageUp and PageDown a fifth of the way, Home and End to the ends.
// onChange is called with each new value. The element returned has it as .value.
widgets.slider = function ({ id, min, max, value, vertical, length, onChange }) {
  const handle = core.make("span", { class: "slider-handle", tabindex: 0 });
  const slider = core.make("div", {
    id: id || null,
    class: "slider " + (vertical ? "slider-vertical" : "slider-horizontal"),
    style: (vertical ? "height: " : "width: ") + length + "px;",
  }, handle);

  const place = function () {
    const share = 100 * (slider.value - min) / (max - min) + "%";
    handle.style[vertical ? "bottom" : "left"] = share;
  };
  const set = function (wanted) {
    const next = Math.min(max, Math.max(min, wanted));
    if (next === slider.value) return;
    slider.value = next;
    place();
    onChange(next);
  };
  slider.value = value;
  place();

  // The value under a point of the page, on a track that includes its borders.
  const valueAt = function (x, y) {
    const box = slider.getBoundingClientRect();
    const share = vertical
      ? 1 - (y - window.scrollY - box.top) / box.height
      : (x - window.scrollX - box.left) / box.width;
    return min + Math.round(Math.min(1, Math.max(0, share)) * (max - min));
  };

  // Where the pointer holds the handle, from its middle.
  let holdX = 0, holdY = 0;
  widgets.drag(slider, {
    eager: true,
    begin: function (down) {
      holdX = holdY = 0;
      if (down.target === handle) {
        const box = handle.getBoundingClientRect();
        holdX = down.clientX - (box.left + box.width / 2);
        holdY = down.clientY - (box.top + box.height / 2);
      }
      handle.focus();
      handle.classList.add("held");
      set(valueAt(down.pageX - holdX, down.pageY - holdY));
    },
    move: (event) => set(valueAt(event.pageX - holdX, event.pageY - holdY)),
    end: () => handle.classList.remove("held"),
  });

  const page = Math.ceil((max - min) / 5);
  const keys = {
    ArrowRight: () => slider.value + 1, ArrowUp: () => slider.value + 1,
    ArrowLeft: () => slider.value - 1, ArrowDown: () => slider.value - 1,
    PageUp: () => slider.value + page, PageDown: () => slider.value - page,
    Home: () => min, End: () => max,
  };
  core.on(handle, "keydown", function (event) {
    if (!Object.hasOwn(keys, event.key)) return;
    event.preventDefault(); // no scrolling
    set(keys[event.key]());
  });
  return slider;
};

// submit is the button that hands in the answer; check tells whether it is right, or the
// raw reward.
widgets.submit = function (check, attributes) {
  const button = core.make("button", { id: "subbtn", class: "submit", type: "button", ...attributes }, "Submit");
  core.on(button, "click", () => core.answer(check()));
  return button;
};
