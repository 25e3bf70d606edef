// Rich text as a list of runs {text, style}: pieces of text and the attributes that all of a piece has, such
// as {bold: true, color: "#e60000"}. Neighbours differ in style and none is empty. Lines end with "\n".
"use strict";

var richtext = {};

richtext.sameStyle = (a, b) =>
  Object.keys(a).length === Object.keys(b).length && Object.keys(a).every((name) => a[name] === b[name]);

// merged joins neighbours of one style and drops empty runs.
richtext.merged = function (runs) {
  const result = [];
  for (const run of runs) {
    const last = result[result.length - 1];
    if (run.text === "") continue;
    if (last && richtext.sameStyle(last.style, run.style)) last.text += run.text;
    else result.push({ text: run.text, style: run.style });
  }
  return result;
};

richtext.text = (runs) => runs.map((run) => run.text).join("");

// slice is what lies between two places, counted in characters.
richtext.slice = function (runs, from, to) {
  const result = [];
  let at = 0;
  for (const run of runs) {
    const text = run.text.slice(Math.max(0, from - at), Math.max(0, to - at));
    if (text !== "") result.push({ text: text, style: run.style });
    at += run.text.length;
  }
  return result;
};

// replaced puts other runs in the place of what lies between two places.
richtext.replaced = (runs, from, to, others) => richtext.merged([
  ...richtext.slice(runs, 0, from), ...others, ...richtext.slice(runs, to, Infinity),
]);

// styled sets an attribute between two places; the value null takes it away.
richtext.styled = (runs, from, to, name, value) => richtext.replaced(runs, from, to,
  richtext.slice(runs, from, to).map((run) => ({ text: run.text, style: richtext.withStyle(run.style, name, value) })));

richtext.withStyle = function (style, name, value) {
  const { [name]: _, ...rest } = style;
  return value === null ? rest : { ...rest, [name]: value };
};

// styleAt is the style that text typed at a place takes: that of the character before it.
richtext.styleAt = function (runs, at) {
  const [run] = richtext.slice(runs, Math.max(0, at - 1), Math.max(1, at));
  return run ? run.style : {};
};

// styleOf is what all characters between two places have in common; line ends do not count.
richtext.styleOf = function (runs, from, to) {
  const styles = richtext.slice(runs, from, to).filter((run) => run.text !== "\n").map((run) => run.style);
  if (styles.length === 0) return richtext.styleAt(runs, from);
  return Object.fromEntries(Object.entries(styles[0]).filter(([name, value]) => styles.every((style) => style[name] === value)));
};

// lines cuts runs at the line ends.
richtext.lines = function (runs) {
  const lines = [[]];
  for (const run of runs) {
    run.text.split("\n").forEach(function (text, i) {
      if (i > 0) lines.push([]);
      if (text !== "") lines[lines.length - 1].push({ text: text, style: run.style });
    });
  }
  return lines;
};
