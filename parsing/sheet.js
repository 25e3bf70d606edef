// What a painter asks of its pages: to lay out cells, and to tell what is seen in a part of a page.
"use strict";

globalThis.parsing = (() => {
  // lay fills the document with cells of a size, row by row.
  function lay(bodies, width, height, columns, kind) {
    const sheet = document.createDocumentFragment();
    const cells = bodies.map((body, i) => {
      const cell = document.createElement("div");
      cell.className = "cell " + kind;
      cell.style.cssText = `left:${(i % columns) * width}px;top:${Math.floor(i / columns) * height}px;width:${width}px;height:${height}px`;
      cell.innerHTML = body;
      sheet.append(cell);
      return cell;
    });
    document.body.replaceChildren(sheet);
    fit([...document.querySelectorAll("[data-fit]")]);
    return cells;
  }

  // fit takes away the blocks of pages that have no room above the bottom, but never the first. What is asked for is
  // asked of all pages before any is changed, since each change costs another layout.
  function fit(pages) {
    const bottoms = pages.map((page) => page.parentElement.getBoundingClientRect().bottom);
    const edges = pages.map((page) => [
      ...[...page.children].map((block) => block.getBoundingClientRect().top), page.lastElementChild.getBoundingClientRect().bottom,
    ]);
    pages.forEach((page, p) => {
      let room = bottoms[p] - edges[p][0];
      [...page.children].forEach((block, i) => {
        const height = edges[p][i + 1] - edges[p][i];
        if (i === 0 || height <= room) room -= height;
        else block.remove();
      });
    });
    const over = pages.filter((page, p) => page.children.length > 1 && page.lastElementChild.getBoundingClientRect().bottom > bottoms[p]);
    for (const page of over) page.lastElementChild.remove();
    if (over.length > 0) fit(over);
  }

  // screens lays out generated pages and tells what is seen on each.
  function screens(bodies, width, height, columns) {
    return lay(bodies, width, height, columns, "screen").map((cell) => read(cell, cell.getBoundingClientRect(), false));
  }

  // lines lays out the yellow lines of questions and tells what is seen in each.
  function lines(texts, width, height, columns) {
    return lay(texts, width, height, columns, "line").map((cell) => read(cell, cell.getBoundingClientRect(), false));
  }

  // cutouts tells what is seen in windows side by side over the visible part of a document.
  function cutouts(width, height, columns, rows) {
    const trees = [];
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        trees.push(read(document.body, new DOMRect(column * width, row * height, width, height), true));
      }
    }
    return trees;
  }

  // read gives the tree of an element as far as it is seen in a window, or null. Boxes are whole
  // pixels of the window: [left, top, right, bottom]. layered tells that elements may lie over each other, which
  // takes most of the time to find out; nothing does on generated pages.
  function read(root, window, layered) {
    const box = (r) => [
      Math.floor(r.left - window.left), Math.floor(r.top - window.top), Math.ceil(r.right - window.left), Math.ceil(r.bottom - window.top),
    ];
    const inside = (r) =>
      r.left >= window.left && r.top >= window.top && r.right <= window.right && r.bottom <= window.bottom && r.width > 0 && r.height > 0;
    const outside = (r) => r.right <= window.left || r.bottom <= window.top || r.left >= window.right || r.top >= window.bottom;

    // seen tells whether an element is what shows at the middle of a box and near its ends: nothing lies over it, and nothing clips it.
    function seen(element, r) {
      if (!layered) return true;
      const y = (r.top + r.bottom) / 2;
      return [r.left + Math.min(1, r.width / 4), (r.left + r.right) / 2, r.right - Math.min(1, r.width / 4)].every((x) => {
        const top = document.elementFromPoint(x, y);
        return top !== null && (element.contains(top) || (element.closest("label, button, a, svg") || element).contains(top));
      });
    }

    // textOf gives the words of a text node that are seen; cut tells that others are not, or only in part.
    function textOf(node, size) {
      const words = [];
      const range = document.createRange();
      let cut = false;
      let left = false; // words that are nowhere near the window
      for (const match of node.data.matchAll(/\S+/g)) {
        range.setStart(node, match.index);
        range.setEnd(node, match.index + match[0].length);
        const boxes = range.getClientRects();
        if (boxes.length === 1 && inside(boxes[0]) && seen(node.parentElement, boxes[0])) words.push({ text: match[0], box: box(boxes[0]) });
        else if ([...boxes].every(outside)) left = true;
        else cut = true;
      }
      return words.length > 0 ? { words, size, cut: cut || left } : cut ? { cut } : null;
    }

    // control gives what a form control shows, which is no text of the document.
    function control(element, size) {
      const r = element.getBoundingClientRect();
      if (outside(r)) return null;
      if (!inside(r) || !seen(element, r)) return { cut: true };
      const text = element.tagName === "SELECT" ? element.selectedOptions[0]?.text : element.value || element.placeholder;
      const whole = element.scrollWidth <= element.clientWidth && element.scrollHeight <= element.clientHeight;
      if (!text || !text.trim() || element.type === "password" || /checkbox|radio|range|color|file|hidden/.test(element.type)) return null;
      return whole ? { words: [{ text, box: box(r) }], size, control: true, cut: false } : { cut: true };
    }

    function picture(element) {
      const r = element.getBoundingClientRect();
      if (outside(r)) return null;
      if (!inside(r) || !seen(element, r)) return { cut: true };
      if (element.tagName === "IMG" && element.naturalWidth === 0) return { cut: true }; // its description is shown instead
      const address = element.currentSrc || element.getAttribute("src") || "";
      const source = address.startsWith("data:") ? "" : address.split(/[?#]/)[0].split("/").pop();
      const description = element.getAttribute("alt") || element.getAttribute("aria-label") || element.querySelector?.("title")?.textContent || "";
      return source || description ? { image: { source, description }, box: box(r) } : null;
    }

    function walk(element) {
      const style = getComputedStyle(element);
      if (style.display === "none" || style.visibility !== "visible" || style.opacity === "0") return null;
      if (/^(SCRIPT|STYLE|NOSCRIPT|IFRAME|CANVAS|VIDEO|OBJECT)$/.test(element.tagName)) return null;
      const size = Math.round(parseFloat(style.fontSize));
      if (/^(INPUT|SELECT|TEXTAREA)$/.test(element.tagName)) return control(element, size);
      if (element.tagName === "IMG" || element.tagName.toLowerCase() === "svg" || element.getAttribute("role") === "img") return picture(element);
      const children = [];
      for (const child of element.childNodes) {
        const part = child.nodeType === Node.TEXT_NODE ? textOf(child, size) : child.nodeType === Node.ELEMENT_NODE ? walk(child) : null;
        if (part) children.push(part);
      }
      if (children.length === 0) return null;
      return { children, button: element.tagName === "BUTTON", link: element.tagName === "A" };
    }
    return walk(root);
  }

  return { screens, lines, cutouts };
})();
