// A text box for a colour, with a pop-up to choose it from: a pad of hue and saturation, and
// a bar of value.
"use strict";

// The colours of a picker: [hue 0 to 360, saturation 0 to 1, value 0 to 1] and
// [red, green, blue], each 0 to 255.
widgets.rgbOf = function ([hue, saturation, value]) {
  const channel = function (n) {
    const k = (n + hue / 60) % 6;
    return Math.round(255 * value * (1 - saturation * Math.max(0, Math.min(k, 4 - k, 1))));
  };
  return [channel(5), channel(3), channel(1)];
};

widgets.hsvOf = function ([red, green, blue]) {
  const most = Math.max(red, green, blue), span = most - Math.min(red, green, blue);
  if (span === 0) return [0, 0, most / 255];
  let hue = (red - green) / span + 4;
  if (most === red) hue = (green - blue) / span;
  else if (most === green) hue = (blue - red) / span + 2;
  return [(60 * hue + 360) % 360, span / most, most / 255];
};

widgets.hexOf = (rgb) => rgb.map((n) => n.toString(16).padStart(2, "0")).join("").toUpperCase();

// rgbFrom reads what is typed: six hexadecimal digits, or three; null for anything else.
widgets.rgbFrom = function (text) {
  let digits = text.trim().replace(/^#/, "");
  if (/^[0-9a-f]{3}$/i.test(digits)) digits = digits.replace(/./g, "$&$&");
  if (!/^[0-9a-f]{6}$/i.test(digits)) return null;
  return [0, 2, 4].map((at) => parseInt(digits.slice(at, at + 2), 16));
};

// colourPicker is the text box, which shows its colour by name and as its ground. The
// pop-up opens when the box is pressed or gets the focus, lies over what is below it, and
// closes with a press outside, Enter, Escape or Tab. box.rgb() is the colour.
widgets.colourPicker = function ({ id, rgb }) {
  const WIDTH = 101, HEIGHT = 71, BAR = 16;
  const box = core.make("input", { id: id, type: "text", class: "colour", autocomplete: "off", spellcheck: "false" });
  const cross = core.make("div", { class: "colour-cross" });
  const mark = core.make("div", { class: "colour-mark" });
  const pad = sheet("colour-pad", WIDTH, HEIGHT, cross), bar = sheet("colour-bar", BAR, HEIGHT, mark);
  const popup = core.make("div", { class: "colour-popup" }, pad.element, bar.element);
  let hsv = widgets.hsvOf(rgb);
  paintPad(pad.canvas);

  box.rgb = () => rgb;
  const show = function (text) {
    if (text) box.value = widgets.hexOf(rgb);
    box.style.backgroundColor = `rgb(${rgb.join(", ")})`;
    box.style.color = 0.3 * rgb[0] + 0.6 * rgb[1] + 0.1 * rgb[2] < 128 ? "white" : "black";
    cross.style.left = hsv[0] / 360 * (WIDTH - 1) + "px";
    cross.style.top = (1 - hsv[1]) * (HEIGHT - 1) + "px";
    mark.style.top = (1 - hsv[2]) * (HEIGHT - 1) + "px";
    paintBar(bar.canvas, widgets.rgbOf([hsv[0], hsv[1], 1]));
  };
  const choose = function (change) {
    hsv = change;
    rgb = widgets.rgbOf(hsv);
    show(true);
  };
  const press = (area, change) => widgets.drag(area.element, {
    eager: true,
    begin: (down) => choose(change(...area.share(down))),
    move: (event) => choose(change(...area.share(event))),
  });
  press(pad, (x, y) => [360 * x, 1 - y, hsv[2]]);
  press(bar, (x, y) => [hsv[0], hsv[1], 1 - y]);
  core.on(popup, "mousedown", (event) => event.preventDefault()); // the focus stays in the box

  const close = () => popup.remove();
  const open = function () {
    if (popup.isConnected) return;
    popup.style.left = box.offsetLeft + "px";
    popup.style.top = box.offsetTop + box.offsetHeight + "px";
    box.offsetParent.append(popup);
  };
  core.on(box, "mousedown", open);
  core.on(box, "focus", open);
  core.on(box, "input", function () {
    const typed = widgets.rgbFrom(box.value);
    if (typed === null) return;
    rgb = typed;
    hsv = widgets.hsvOf(rgb);
    show(false);
  });
  core.on(box, "blur", function () { show(true); close(); });
  core.on(box, "keydown", function (event) {
    if (event.key !== "Enter" && event.key !== "Escape") return;
    show(true);
    close();
  });
  core.on(document, "mousedown", function (event) {
    if (event.target !== box && !popup.contains(event.target)) close();
  });
  show(true);
  return box;
};

// sheet is a canvas with a marker, inside an element with room around it. share(event) is
// the pointer's place on the canvas, from 0 to 1 in both directions; beside it, that of
// the nearest point.
function sheet(name, width, height, marker) {
  const canvas = core.make("canvas", { width: width, height: height });
  const element = core.make("div", { class: name }, core.make("div", null, canvas, marker));
  const along = (at, length) => Math.min(1, Math.max(0, at / (length - 1)));
  return {
    canvas: canvas,
    element: element,
    share: function (event) {
      const frame = canvas.getBoundingClientRect();
      const x = event.clientX - frame.left - canvas.clientLeft, y = event.clientY - frame.top - canvas.clientTop;
      return [along(x, width), along(y, height)];
    },
  };
}

// paintPad paints the hues from left to right, paler downwards.
function paintPad(canvas) {
  const context = canvas.getContext("2d");
  const hues = context.createLinearGradient(0, 0, canvas.width - 1, 0);
  for (let i = 0; i <= 6; i++) hues.addColorStop(i / 6, `hsl(${60 * i}, 100%, 50%)`);
  paint(context, canvas, hues);
  const pale = context.createLinearGradient(0, 0, 0, canvas.height - 1);
  pale.addColorStop(0, "rgba(255, 255, 255, 0)");
  pale.addColorStop(1, "white");
  paint(context, canvas, pale);
}

// paintBar paints a colour, darker downwards.
function paintBar(canvas, rgb) {
  const context = canvas.getContext("2d");
  const values = context.createLinearGradient(0, 0, 0, canvas.height - 1);
  values.addColorStop(0, `rgb(${rgb.join(", ")})`);
  values.addColorStop(1, "black");
  paint(context, canvas, values);
}

function paint(context, canvas, style) {
  context.fillStyle = style;
  context.fillRect(0, 0, canvas.width, canvas.height);
}
