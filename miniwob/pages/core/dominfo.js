// The JavaScript API for reading a page: which elements are visible, where, and what is
// in them. docs/miniwob.md describes it, and where it keeps the published document's
// promises instead of the published code's behaviour; core.referenceAPI = true
// switches to the latter.
"use strict";

core.referenceAPI = false;
core.previousDOMInfo = {}; // ref -> element, of the last getDOMInfo
core.nextRefCode = 1;
core.nextTextRefCode = -1;

(function () {
  const HIDDEN = new Set(["query", "reward-display", "sync-task-cover", "click-canvas"]);

  let start = 0; // episodes started on this document
  let refs = new WeakMap(); // element -> {mark, ref}
  let textRefs = new WeakMap(); // text node -> {mark, refs of its lines}
  const touched = new WeakMap(); // element -> {mark, clicked}

  // Refs and marks hold for one episode. The reference counts finished episodes, so that
  // its marks outlive an episode that is started again.
  const mark = () => (core.referenceAPI ? "e" + WOB_EPISODE_ID : "s" + start);

  // resetRefCode begins the refs of a new episode.
  core.resetRefCode = function () {
    start++;
    core.nextRefCode = 1;
    core.nextTextRefCode = -1;
  };

  function refOf(element) {
    const known = refs.get(element);
    if (known !== undefined && known.mark === mark()) return known.ref;
    const ref = core.nextRefCode++;
    refs.set(element, { mark: mark(), ref: ref });
    return ref;
  }

  function textRefOf(node, line) {
    if (core.referenceAPI) return core.nextTextRefCode--;
    let known = textRefs.get(node);
    if (known === undefined || known.mark !== mark()) {
      known = { mark: mark(), refs: [] };
      textRefs.set(node, known);
    }
    while (known.refs.length <= line) known.refs.push(core.nextTextRefCode--);
    return known.refs[line];
  }

  // ---- Which elements were touched in this episode.

  function touch(event) {
    const element = event.target;
    if (!(element instanceof Element) || element === core.cover_div) return;
    if (core.EP_TIMER === null && event.type !== "click") return; // the runtime's own focus moves
    const before = touched.get(element);
    const clicked = before !== undefined && before.clicked === mark();
    touched.set(element, { mark: mark(), clicked: clicked ? mark() : null });
  }
  for (const type of ["click", "mousedown", "keydown", "input", "change", "focusin"]) {
    window.addEventListener(type, touch, true);
  }
  // What the reference counts: a click that reaches the body.
  core.markClicked = function (element) {
    touched.set(element, { mark: mark(), clicked: mark() });
  };

  function isTampered(element) {
    const touch = touched.get(element);
    if (touch === undefined) return false;
    return (core.referenceAPI ? touch.clicked : touch.mark) === mark();
  }

  // ---- The tree.

  // getDOMInfo describes the visible part of the tree under base, or of the whole page.
  core.getDOMInfo = function (base) {
    core.previousDOMInfo = {};
    return describe(base || document.body);
  };

  function describe(element) {
    if (HIDDEN.has(element.id)) return undefined;
    const box = element.getBoundingClientRect();
    if (box.width === 0 || box.height === 0) return undefined;
    const style = window.getComputedStyle(element);
    const info = {
      tag: element.tagName,
      left: box.left, top: box.top, width: box.width, height: box.height,
      children: [],
      id: element.id,
      classes: classesOf(element),
      ref: refOf(element),
      bgColor: style.backgroundColor,
      fgColor: style.color,
    };
    const focused = document.activeElement === element;
    const tampered = isTampered(element);
    if (focused || !core.referenceAPI) info.focused = focused;
    if (tampered || !core.referenceAPI) info.tampered = tampered;
    describeValue(element, info);
    core.previousDOMInfo[info.ref] = element;
    describeChildren(element, info);
    return info;
  }

  function classesOf(element) {
    if (core.referenceAPI) return element.className;
    return element instanceof SVGElement ? element.className.baseVal : element.className;
  }

  function describeValue(element, info) {
    if (element instanceof HTMLInputElement) {
      const ticked = element.type === "checkbox" || element.type === "radio";
      info.tag += "_" + element.type;
      info.value = ticked ? element.checked : element.value;
    } else if (element instanceof HTMLTextAreaElement) {
      info.value = element.value;
    }
  }

  // An element without child elements has its texts as `text`. Otherwise each line of each
  // text becomes a pseudo-element with the tag "t".
  function describeChildren(element, info) {
    const nodes = [...element.childNodes].filter((node) =>
      node instanceof Element || (node instanceof Text && /\S/.test(node.data)));
    if (!nodes.some((node) => node instanceof Element)) {
      info.text = nodes.map((node) => node.data.trim()).join(" ");
      return;
    }
    for (const node of nodes) {
      if (node instanceof Text) {
        info.children.push(...linesOf(node));
      } else {
        const child = describe(node);
        if (child !== undefined) info.children.push(child);
      }
    }
  }

  // linesOf cuts a text into the parts that each lie in one box of a line.
  function linesOf(node) {
    const range = document.createRange();
    const boxes = function (from, to) {
      range.setStart(node, from);
      range.setEnd(node, to);
      return range.getClientRects();
    };
    const lines = [];
    for (let from = 0; from < node.length;) {
      // The longest part from here that lies in one box, by bisection: more text
      // never lies in fewer boxes. One character always fits, so that this ends.
      let fits = from + 1, breaks = node.length + 1;
      while (breaks - fits > 1) {
        const middle = (fits + breaks) >> 1;
        if (boxes(from, middle).length <= 1) fits = middle;
        else breaks = middle;
      }
      const box = boxes(from, fits)[0];
      const text = node.data.slice(from, fits).trim();
      if (box !== undefined && box.width > 0 && box.height > 0 && text !== "") {
        lines.push({
          tag: "t",
          left: box.left, top: box.top, width: box.width, height: box.height,
          ref: textRefOf(node, lines.length),
          children: [],
          text: text,
        });
      }
      from = fits;
    }
    return lines;
  }

  // flattenDOMInfo lists a tree by ref.
  core.flattenDOMInfo = function (info, flat) {
    flat = flat || {};
    flat[info.ref] = info;
    for (const child of info.children) core.flattenDOMInfo(child, flat);
    return flat;
  };

  // elementClick clicks an element of the last getDOMInfo wherever it is, and focuses it. It
  // returns true, or a text that tells why it could not.
  core.elementClick = function (ref) {
    const element = core.previousDOMInfo[ref];
    if (element === undefined) {
      return `no element has the ref ${ref} in the last getDOMInfo`;
    }
    try {
      core.canvasDrawElementClick(element);
      if (element instanceof SVGElement) {
        for (const type of ["mousedown", "mouseup", "click"]) element.dispatchEvent(new Event(type));
      } else {
        element.click();
        element.focus();
      }
      return true;
    } catch (error) {
      return error.message;
    }
  };
})();

// The API under the names that its published document uses.
var getDOMInfo = (base) => core.getDOMInfo(base);
var flattenDOMInfo = (info, flat) => core.flattenDOMInfo(info, flat);
var elementClick = (ref) => core.elementClick(ref);
var visualizeAttention = (rows) => core.visualizeAttention(rows);
