// Runs in every document before its own scripts, and notes what a page does that it should
// not. What it notes lies under a symbol, where no page looks.
(() => {
  "use strict";
  const watch = {
    episode: 0, // episodes started in this document
    errors: [], // what went wrong, in the order of time
    draws: [], // where chance was used after a start
    timers: new Map(), // id -> {kind, episode, where}: those that will still fire
    handlers: [], // {target, type, handler, capture, episode, where}
    covered: false, // a cover was there before the first start
    polls: 0, // how often the driver asked whether the page is ready
  };
  Object.defineProperty(window, Symbol.for("pix2act.watch"), { value: watch });

  const DRIVER = "the driver"; // a call from no file at all
  // where is the place in the page's own files that a call comes from, such as
  // "tasks/press-it.html:17"; the runtime's own files are passed over.
  const where = function () {
    const lines = new Error().stack.split("\n").slice(1);
    const places = lines.map((line) => line.match(/\/([^/\s]+\/[^/\s?]+)[^/\s]*?:(\d+):\d+\)?$/)).filter((m) => m !== null);
    const own = places.find((m) => !m[1].startsWith("core/")) || places[0];
    return own ? own[1] + ":" + own[2] : DRIVER;
  };
  const note = (text) => { if (watch.errors.length < 50 && !watch.errors.includes(text)) watch.errors.push(text); };

  // ---- Errors.

  window.addEventListener("error", function (event) {
    if (event.target !== window) {
      note(`cannot load ${event.target.src || event.target.href || event.target.tagName}`);
    } else {
      const file = (event.filename || "").split("/").slice(-2).join("/");
      note(`error in the console: ${event.message} (${file}:${event.lineno})`);
    }
  }, true);
  window.addEventListener("unhandledrejection", (event) => note(`error in the console: ${event.reason} (in a promise)`));
  const consoleError = console.error;
  console.error = function (...parts) {
    note(`error in the console: ${parts.join(" ")} (${where()})`);
    consoleError.apply(console, parts);
  };
  for (const name of ["alert", "confirm", "prompt", "print"]) {
    window[name] = function () {
      note(`calls ${name}(), which stops the page until somebody answers (${where()})`);
      return name === "confirm" ? false : name === "prompt" ? null : undefined;
    };
  }

  // ---- Chance.

  const draw = function (what) {
    const place = `${what} (${where()})`;
    if (watch.draws.length < 20 && !watch.draws.includes(place)) watch.draws.push(place);
  };
  for (const name of ["getRandomValues", "randomUUID"]) {
    const own = Crypto.prototype[name];
    Crypto.prototype[name] = function (...parts) {
      if (watch.episode > 0) draw(`crypto.${name}, which no seed fixes`);
      return own.apply(this, parts);
    };
  }
  // started is called when a problem has been made: whatever is drawn from now on is late.
  watch.started = function () {
    const seeded = Math.random;
    Math.random = function () {
      draw("Math.random after the start");
      return seeded();
    };
  };

  // ---- Timers. What a timer sets belongs to the episode that the timer belongs to.

  let running = null;
  const setters = { setTimeout: "timer", setInterval: "interval", requestAnimationFrame: "frame" };
  for (const [name, kind] of Object.entries(setters)) {
    const own = window[name];
    window[name] = function (action, ...rest) {
      if (typeof action !== "function") return own.call(window, action, ...rest);
      const timer = { kind, episode: running === null ? watch.episode : running, where: where() };
      const id = own.call(window, function (...values) {
        if (kind !== "interval") watch.timers.delete(kind === "frame" ? "f" + id : id);
        const before = running;
        running = timer.episode;
        try {
          return action.apply(this, values);
        } finally {
          running = before;
        }
      }, ...rest);
      watch.timers.set(kind === "frame" ? "f" + id : id, timer);
      return id;
    };
  }
  for (const [name, prefix] of [["clearTimeout", ""], ["clearInterval", ""], ["cancelAnimationFrame", "f"]]) {
    const own = window[name];
    window[name] = function (id) {
      watch.timers.delete(prefix === "f" ? "f" + id : Number(id));
      return own.call(window, id);
    };
  }

  // ---- Handlers.

  const captures = (options) => (typeof options === "object" && options !== null ? Boolean(options.capture) : Boolean(options));
  const add = EventTarget.prototype.addEventListener;
  EventTarget.prototype.addEventListener = function (type, handler, options) {
    const once = typeof options === "object" && options !== null && (options.once || options.signal);
    const target = this || window;
    const from = where();
    if (handler && !once && from !== DRIVER && (target instanceof Node || target === window)) {
      watch.handlers.push({ target: target, type, handler, capture: captures(options), episode: running === null ? watch.episode : running, where: from });
    }
    return add.call(target, type, handler, options);
  };
  const remove = EventTarget.prototype.removeEventListener;
  EventTarget.prototype.removeEventListener = function (type, handler, options) {
    const target = this || window, capture = captures(options);
    const at = watch.handlers.findIndex((h) =>
      h.target === target && h.type === type && h.handler === handler && h.capture === capture);
    if (at >= 0) watch.handlers.splice(at, 1);
    return remove.call(target, type, handler, options);
  };

  const nameOf = function (target) {
    if (target === window) return "the window";
    if (target === document) return "the document";
    return target.tagName ? "<" + target.tagName.toLowerCase() + (target.id ? " id=" + target.id : "") + ">" : String(target);
  };

  // leftovers are the timers and handlers of earlier episodes that are still there.
  watch.leftovers = function () {
    const early = (thing) => thing.episode > 0 && thing.episode < watch.episode;
    const found = [];
    for (const timer of watch.timers.values()) {
      if (early(timer)) found.push(`${timer.kind === "interval" ? "an" : "a"} ${timer.kind} set in an earlier episode (${timer.where}) still runs: use core.after, every, frame or animate`);
    }
    for (const handler of watch.handlers) {
      if (early(handler) && (handler.target === window || handler.target.isConnected)) {
        found.push(`a handler for ${handler.type} on ${nameOf(handler.target)}, added in an earlier episode (${handler.where}), is still there: use core.on`);
      }
    }
    return [...new Set(found)];
  };

  // animations are the browser's own that run now.
  watch.animations = () => document.getAnimations().map(function (animation) {
    const target = animation.effect && animation.effect.target;
    return `${animation.transitionProperty ? "a CSS transition of " + animation.transitionProperty : "a CSS animation"} runs on ${target ? nameOf(target) : "something"}`;
  });

  // ---- What is there.

  const RUNTIME = new Set(["click-canvas", "reward-display", "sync-task-cover", "attention-canvas"]);
  // Marks that the published runtime leaves on elements.
  const MARKS = new Set(["data-wob_ref", "data-wob_eps", "data-tampered", "data-recording_target"]);

  // snapshot describes everything in the body but the runtime's own parts, a line for each
  // thing that can differ.
  watch.snapshot = function () {
    const lines = [];
    const visit = function (node, path) {
      if (node instanceof Text) {
        if (node.data.trim() !== "") lines.push(`${path}: text ${JSON.stringify(node.data)}`);
        return;
      }
      if (!(node instanceof Element) || RUNTIME.has(node.id)) return;
      const here = path + (path && " > ") + node.tagName.toLowerCase() + (node.id ? "#" + node.id : "");
      const attributes = [...node.attributes].filter((a) => !MARKS.has(a.name)).map((a) => `${a.name}=${JSON.stringify(a.value)}`).sort();
      lines.push(`${here}: ${attributes.join(" ") || "no attributes"}`);
      for (const property of ["value", "checked", "selectedIndex", "scrollTop", "scrollLeft"]) {
        const value = node[property];
        if (typeof value === "string" || value > 0 || value === true) lines.push(`${here}: ${property} ${JSON.stringify(value)}`);
      }
      for (const child of node.childNodes) visit(child, here);
    };
    visit(document.body, "");
    const focus = document.activeElement;
    lines.push("focus: on " + (focus ? nameOf(focus) : "nothing"));
    lines.push("scrolled: " + window.scrollX + " " + window.scrollY);
    return lines;
  };

  const CONTROLS = "button, input:not([type=hidden]), select, textarea, a, [contenteditable], [tabindex], [role=button], [draggable=true]";
  const seen = (element) => {
    const box = element.getBoundingClientRect(), style = getComputedStyle(element);
    return box.width > 0 && box.height > 0 && style.visibility !== "hidden" && !element.closest("#query, #reward-display, #sync-task-cover, #click-canvas");
  };

  // hidden are the controls that nobody can reach in a picture of that size: not there, and not in
  // something that scrolls and is itself there.
  watch.hidden = function (width, height) {
    const found = [];
    for (const control of document.querySelectorAll(CONTROLS)) {
      if (!seen(control)) continue;
      let scrolled = false;
      for (let up = control.parentElement; up; up = up.parentElement) {
        const style = getComputedStyle(up);
        if (/auto|scroll/.test(style.overflowX + style.overflowY) && (up.scrollHeight > up.clientHeight || up.scrollWidth > up.clientWidth)) scrolled = true;
      }
      const box = control.getBoundingClientRect();
      const inside = Math.max(0, Math.min(box.right, width) - Math.max(box.left, 0)) * Math.max(0, Math.min(box.bottom, height) - Math.max(box.top, 0));
      if (!scrolled && inside < 0.5 * box.width * box.height) {
        const label = (control.innerText || control.value || "").trim().slice(0, 20);
        found.push(`${nameOf(control)}${label ? ` "${label}"` : ""} lies at x ${Math.round(box.left)} to ${Math.round(box.right)}, y ${Math.round(box.top)} to ${Math.round(box.bottom)}`);
      }
    }
    return found;
  };

  // targets are the points at which something waits for the mouse, with what waits: "click" or
  // "press". Buttons that hand in come last.
  watch.targets = function (width, height) {
    const elements = new Map();
    for (const control of document.querySelectorAll(CONTROLS)) elements.set(control, "click");
    for (const { target, type } of watch.handlers) {
      if (!(target instanceof Element) || !target.isConnected || target === document.body || target.contains(document.getElementById("area"))) continue;
      if (/^(mousedown|pointerdown)$/.test(type)) elements.set(target, "press");
      else if (/^(click|mouseup|mouseenter|mouseover|dblclick)$/.test(type) && !elements.has(target)) elements.set(target, "click");
    }
    const points = [];
    for (const [element, kind] of elements) {
      if (!seen(element)) continue;
      const box = element.getBoundingClientRect();
      const x = Math.floor(box.left + box.width / 2), y = Math.floor(box.top + box.height / 2);
      if (x < 0 || y < 0 || x >= width || y >= height) continue;
      points.push({ x, y, kind, last: element.id === "subbtn" || element.type === "submit" });
    }
    return [...points.filter((p) => !p.last), ...points.filter((p) => p.last)];
  };

  // foreign are the addresses outside of the suite that something was loaded from.
  watch.foreign = () => [...new Set(performance.getEntriesByType("resource").map((entry) => entry.name)
    .filter((name) => /^https?:/.test(name) && !name.startsWith(location.origin)))];
})();
