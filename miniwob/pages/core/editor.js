// An editor of rich text: bold, italics, underlining and the colours of a palette. The text is edited as
// runs (richtext.js) and drawn from them after every change. Extends widgets.js.
"use strict";

// Columns of the palette, from the full colour over its light to its dark shades. Black is the text's own colour.
widgets.PALETTE = {
  black: ["#000000", "#ffffff", "#bbbbbb", "#888888", "#444444"],
  red: ["#e60000", "#facccc", "#f06666", "#a10000", "#5c0000"],
  orange: ["#ff9900", "#ffebcc", "#ffc266", "#b26b00", "#663d00"],
  yellow: ["#ffff00", "#ffffcc", "#ffff66", "#b2b200", "#666600"],
  green: ["#008a00", "#cce8cc", "#66b966", "#006100", "#003700"],
  blue: ["#0066cc", "#cce0f5", "#66a3e0", "#0047b2", "#002966"],
  purple: ["#9933ff", "#ebd6ff", "#c285ff", "#6b24b2", "#3d1466"],
};

// editor shows a text without attributes. Text is selected with the mouse or the keyboard as everywhere;
// a button of the toolbar, or Ctrl with B, I or U, gives the selection its attribute, or takes it away if all of
// it has it; with nothing selected, what is typed next gets it. Ctrl with Z and Y undo and redo. The element
// returned has the runs as .runs.
widgets.editor = function ({ id, text }) {
  const page = core.make("div", { id: id, class: "editor-text", contenteditable: "true", spellcheck: "false" });
  const editor = core.make("div", { class: "editor" });
  editor.runs = richtext.merged([{ text: text, style: {} }]);
  let range = { anchor: 0, focus: 0 }; // the selection as places in the text
  let pending = null; // style of what is typed next, where the user chose one
  let undone = [], done = []; // states to go forward and back to

  // ---- From runs to elements, and places to and fro.

  const TAGS = { bold: "strong", italic: "em", underline: "u" };
  const drawn = function (run) {
    let node = document.createTextNode(run.text);
    for (const [name, tag] of Object.entries(TAGS)) if (run.style[name]) node = core.make(tag, null, node);
    return run.style.color ? core.make("span", { style: `color: ${run.style.color};` }, node) : node;
  };
  const draw = () => page.replaceChildren(...richtext.lines(editor.runs).map((line) =>
    core.make("p", null, ...(line.length > 0 ? line.map(drawn) : [core.make("br")]))));

  // placeOf is the place in the text of a point of the document within the page.
  const placeOf = function (node, offset) {
    const lines = [...page.children];
    const lengths = lines.map((line) => line.textContent.length + 1);
    const before = (n) => lengths.slice(0, n).reduce((sum, length) => sum + length, 0);
    if (node === page) return Math.min(before(offset), before(lines.length) - 1);
    const inside = document.createRange();
    const index = lines.findIndex((line) => line.contains(node));
    inside.setStart(lines[index], 0);
    inside.setEnd(node, offset);
    return before(index) + inside.toString().length;
  };
  const pointOf = function (place) {
    for (const line of page.children) {
      if (place <= line.textContent.length) {
        const texts = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
        while (texts.nextNode()) {
          if (place <= texts.currentNode.length) return [texts.currentNode, place];
          place -= texts.currentNode.length;
        }
        return [line, 0];
      }
      place -= line.textContent.length + 1;
    }
    return [page, page.children.length];
  };
  const holds = (node) => node !== null && page.contains(node);
  const look = function () {
    const selection = window.getSelection();
    if (!holds(selection.anchorNode) || !holds(selection.focusNode)) return;
    const next = {
      anchor: placeOf(selection.anchorNode, selection.anchorOffset),
      focus: placeOf(selection.focusNode, selection.focusOffset),
    };
    if (next.anchor !== range.anchor || next.focus !== range.focus) pending = null;
    range = next;
    showStyle();
  };
  const select = () => window.getSelection().setBaseAndExtent(...pointOf(range.anchor), ...pointOf(range.focus));
  const ends = () => [Math.min(range.anchor, range.focus), Math.max(range.anchor, range.focus)];

  // ---- Changes.

  const change = function (runs, next) {
    done.push({ runs: editor.runs, range: range });
    undone = [];
    show({ runs: runs, range: next });
  };
  const show = function (state) {
    editor.runs = state.runs;
    range = state.range;
    draw();
    select();
    showStyle();
  };
  const travel = function (from, to) {
    if (from.length === 0) return;
    to.push({ runs: editor.runs, range: range });
    show(from.pop());
  };
  const replace = function (from, to, insert) {
    const style = pending || (from < to ? richtext.slice(editor.runs, from, to)[0].style : richtext.styleAt(editor.runs, from));
    pending = null;
    const at = from + insert.length;
    change(richtext.replaced(editor.runs, from, to, [{ text: insert, style: style }]), { anchor: at, focus: at });
  };
  const style = () => pending || richtext.styleOf(editor.runs, ...ends());
  const give = function (name, value) {
    const [from, to] = ends();
    page.focus();
    if (from < to) change(richtext.styled(editor.runs, from, to, name, value), range);
    else pending = richtext.withStyle(style(), name, value);
    showStyle();
  };
  const toggle = (name) => give(name, style()[name] ? null : true);

  // ---- Toolbar.

  const button = function (name, title, action, ...label) {
    const element = core.make("button", { class: "editor-" + name, type: "button", title: title, tabindex: -1 }, ...label);
    core.on(element, "mousedown", (event) => event.preventDefault()); // the selection stays
    core.on(element, "click", action);
    return element;
  };
  const bar = core.make("span", { class: "editor-bar" });
  const colours = button("colour", "Colour", () => palette.classList.toggle("open"), "A", bar);
  const shades = Object.values(widgets.PALETTE);
  const palette = core.make("div", { class: "editor-palette" }, ...shades[0].flatMap((_, row) => shades.map(function (column) {
    const colour = column[row];
    const swatch = button("swatch", colour, function () {
      palette.classList.remove("open");
      give("color", colour === "#000000" ? null : colour);
    });
    swatch.dataset.value = colour;
    swatch.style.backgroundColor = colour;
    return swatch;
  })));
  const buttons = {
    bold: button("bold", "Bold", () => toggle("bold"), core.make("b", null, "B")),
    italic: button("italic", "Italics", () => toggle("italic"), core.make("i", null, "I")),
    underline: button("underline", "Underline", () => toggle("underline"), core.make("u", null, "U")),
  };
  const showStyle = function () {
    const now = style();
    for (const [name, element] of Object.entries(buttons)) element.classList.toggle("active", now[name] === true);
    bar.style.backgroundColor = now.color || "black";
  };
  core.on(document, "mousedown", function (event) {
    if (!palette.contains(event.target) && !colours.contains(event.target)) palette.classList.remove("open");
  });

  // ---- Input.

  core.on(document, "selectionchange", look);
  core.on(page, "dragstart", (event) => event.preventDefault());
  core.on(page, "beforeinput", function (event) {
    if (!event.cancelable) return; // see below
    event.preventDefault();
    look();
    let [from, to] = ends();
    const insert = {
      insertParagraph: "\n", insertLineBreak: "\n",
      insertFromPaste: event.dataTransfer && event.dataTransfer.getData("text/plain"),
      insertText: event.data, insertReplacementText: event.data,
    }[event.inputType];
    if (insert) return replace(from, to, insert);
    if (!event.inputType.startsWith("delete")) return;
    const [target] = event.getTargetRanges();
    if (from === to && target && holds(target.startContainer) && holds(target.endContainer)) {
      from = placeOf(target.startContainer, target.startOffset);
      to = placeOf(target.endContainer, target.endOffset);
    }
    if (from < to) replace(from, to, "");
  });
  // Input methods change the page themselves: the part of the text that differs is taken over.
  core.on(page, "input", function () {
    const before = richtext.text(editor.runs);
    const after = [...page.childNodes].map((line) => line.textContent).join("\n");
    let same = 0, tail = 0;
    while (same < Math.min(before.length, after.length) && before[same] === after[same]) same++;
    while (tail < Math.min(before.length, after.length) - same && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
    replace(same, before.length - tail, after.slice(same, after.length - tail));
  });
  const keys = {
    b: () => toggle("bold"), i: () => toggle("italic"), u: () => toggle("underline"),
    z: () => travel(done, undone), y: () => travel(undone, done),
  };
  core.on(page, "keydown", function (event) {
    const key = event.key.toLowerCase();
    if (!event.ctrlKey || event.altKey || !Object.hasOwn(keys, key)) return;
    event.preventDefault();
    keys[key]();
  });

  draw();
  showStyle();
  editor.append(core.make("div", { class: "editor-toolbar" }, colours, ...Object.values(buttons), palette), page);
  return editor;
};
