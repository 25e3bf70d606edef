// What the oracles share in reading a page. The oracle puts `lattice`, the
// pixels that bins stand for, and `order` in front of this text and an
// expression behind it. Nothing here changes the page.

// A task in a frame is read there: the frame begins at the page's corner, so
// that places are the same.
const document = window.document.querySelector("iframe#wrap")?.contentDocument || window.document;

const clean = text => (text || "").replace(/\s+/g, " ").trim();

const shown = element => {
  const r = element.getBoundingClientRect();
  return r.width > 0 && r.height > 0 && getComputedStyle(element).visibility !== "hidden";
};

const all = selector => Array.from(document.querySelectorAll(selector)).filter(shown);
const first = selector => all(selector)[0] || null;

// The next of several things that may be done in any order: with order 0 the first.
const pick = list => list[order % list.length] || null;

const instruction = () => clean(document.querySelector("#query").innerText);

// The piece of the instruction that changes from episode to episode: what
// stands in quotation marks, or else in bold.
const slot = () => {
  const quoted = /["\u201c]([^"\u201c\u201d]*)["\u201d]/.exec(document.querySelector("#query").innerText);
  if (quoted) return clean(quoted[1]);
  const bold = document.querySelector("#query .bold, #query b, #query strong");
  return bold ? clean(bold.innerText) : "";
};

// All such pieces: what stands in quotation marks, and what in bold.
const quotes = () => Array.from(document.querySelector("#query").innerText.matchAll(/["\u201c]([^"\u201c\u201d]*)["\u201d]/g), q => clean(q[1]));
const bolds = () => all("#query .bold, #query b, #query strong").map(e => clean(e.innerText));

// The numbers of the ordinals in the instruction: 2 for "2nd".
const ordinals = () => Array.from(instruction().matchAll(/(\d+)(?:st|nd|rd|th)\b/g), o => Number(o[1]));

const box = element => {
  const r = element.getBoundingClientRect();
  return {X: r.left, Y: r.top, W: r.width, H: r.height};
};

// The bins that hit a box on the page, told by who is there, and the boxes that lie over it.
const region = (b, mine, around) => {
  const hits = [], covers = new Set();
  lattice.ys.forEach((y, j) => {
    if (y < b.Y || y > b.Y + b.H) return;
    lattice.xs.forEach((x, i) => {
      if (x < b.X || x > b.X + b.W) return;
      const hit = document.elementFromPoint(x, y);
      if (hit && mine(hit)) hits.push([i, j]);
      else if (hit && !around(hit)) covers.add(hit);
    });
  });
  return {...b, Hits: hits, Covers: Array.from(covers, box)};
};

// Where an element's content ends at its right: before its scroll bar, which takes no clicks for it.
const contentEnd = element => {
  const r = element.getBoundingClientRect(), bar = element.offsetWidth - element.clientWidth - 2 * element.clientLeft;
  return bar > 0 && element.clientWidth > 0 ? r.right - bar : r.right + 1;
};

// An element with the bins that hit it and the boxes that lie over it.
const target = element => {
  if (!element) return null;
  const t = region(box(element), hit => element.contains(hit), hit => hit.contains(element)), end = contentEnd(element);
  return {
    ...t, Hits: t.Hits.filter(([i]) => lattice.xs[i] < end),
    Text: clean(element.innerText || String(element.value ?? "")),
    Focused: element.contains(document.activeElement),
  };
};

const targets = selector => all(selector).map(target);

// A box to type into, with the text that it is to get. Where a box hides its selection from scripts, what
// the document has selected tells.
const entry = (field, wanted) => {
  const focused = field !== null && field === document.activeElement;
  const value = field ? field.value : "";
  const hidden = field === null || field.selectionStart === null;
  return {
    Field: target(field),
    Value: value,
    Wanted: wanted,
    Whole: focused && value !== "" && (hidden ? String(getSelection()) === value
      : field.selectionStart === 0 && field.selectionEnd === value.length),
    AtEnd: focused && !hidden && field.selectionStart === value.length,
  };
};

// Boxes with their texts, and the button that hands them in.
const form = (pairs, button = first("#subbtn")) => ({
  Entries: pairs.map(([field, wanted]) => entry(field, wanted)),
  Submit: target(button),
});

// A CSS colour in one spelling, or "" where there is none to see.
const colour = css => {
  const context = document.createElement("canvas").getContext("2d");
  context.fillStyle = "#010203";
  context.fillStyle = css;
  return context.fillStyle === "#010203" || context.fillStyle.startsWith("rgba") ? "" : context.fillStyle;
};
const background = element => colour(getComputedStyle(element).backgroundColor);

// Whether all of an element is to be seen in what scrolls it.
const inSight = (element, scroller) => {
  const r = element.getBoundingClientRect(), top = scroller.getBoundingClientRect().top + scroller.clientTop;
  return r.top >= top - 0.5 && r.bottom <= top + scroller.clientHeight + 0.5;
};
