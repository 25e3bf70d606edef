// The pie menu: slices around a middle that shows and hides them. It extends widgets.
"use strict";

// pie makes a slice for each label, clockwise from the bottom, hidden at first. A press on
// the middle lets them grow out of it, or shrink back, in ms. onSelect(label) is told of a
// slice that is pressed. As in menus that remember, one slice is marked: the first, later the
// one pressed last.
widgets.pie = function (labels, ms, onSelect) {
  const SIDE = 156, CENTRE = SIDE / 2, INNER = 30, OUTER = 72, MIDDLE = 19;
  const step = 2 * Math.PI / labels.length;
  const at = (radius, angle) => [radius * Math.cos(angle), radius * Math.sin(angle)];

  const slices = labels.map(function (label, i) {
    const angle = Math.PI / 2 + i * step, from = angle - step / 2, to = angle + step / 2;
    const [x, y] = at((INNER + OUTER) / 2, angle);
    return core.makeSVG("g", { class: "pie-slice", fill: i % 2 === 0 ? "#e2502a" : "#f0702e" },
      core.makeSVG("path", { d: `M${at(INNER, from)} L${at(OUTER, from)} A${OUTER} ${OUTER} 0 0 1 ${at(OUTER, to)}
        L${at(INNER, to)} A${INNER} ${INNER} 0 0 0 ${at(INNER, from)} Z` }),
      core.makeSVG("text", { x, y, "text-anchor": "middle", "dominant-baseline": "central", "font-size": "24px" }, label));
  });
  const wheel = core.makeSVG("g", null, ...slices);
  const sign = core.makeSVG("text", { "text-anchor": "middle", "dominant-baseline": "central", "font-size": "20px" });
  const middle = core.makeSVG("g", { class: "pie-middle" }, core.makeSVG("circle", { r: MIDDLE }), sign);
  const pie = core.makeSVG("svg", { class: "pie", width: SIDE, height: SIDE },
    core.makeSVG("g", { transform: `translate(${CENTRE} ${CENTRE})` }, wheel, middle));

  let open = false;
  let size = 0; // of the slices, from 0 to 1
  let stop = () => {};
  const scale = function (now) {
    size = now;
    wheel.setAttribute("transform", `scale(${size})`);
    wheel.style.display = size === 0 ? "none" : "";
  };
  const show = () => { sign.textContent = open ? "\u2212" : "+"; };
  show();
  scale(0);
  core.on(middle, "click", function () {
    open = !open;
    show();
    stop();
    const from = size, to = open ? 1 : 0;
    if (ms === 0) scale(to);
    else stop = core.animate(ms, (share) => scale(from + (to - from) * share * share));
  });

  const mark = (marked) => slices.forEach((slice, i) => slice.classList.toggle("marked", i === marked));
  mark(0);
  slices.forEach((slice, i) => core.on(slice, "click", function () {
    mark(i);
    onSelect(labels[i]);
  }));
  return pie;
};
