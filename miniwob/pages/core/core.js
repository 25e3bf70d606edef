// The runtime of a task page: it starts and ends episodes, keeps the time, and shows the
// rewards. Names that drivers of MiniWoB++ pages use (WOB_*, core.*, the ids of elements)
// mean here what they mean there; docs/miniwob.md lists them.
//
// A page defines a function genProblem() that fills #query and #area, and calls
// core.startEpisode() when it has loaded. Everything it builds goes into these two; what
// it has to tell the browser to call back (core.on, core.after, core.every, core.frame) ends
// with the episode. So every episode begins in the same state as on a fresh page.
"use strict";

var core = {};

var WOB_REWARD_GLOBAL = 0; // reward of the finished episode, less for being slow
var WOB_RAW_REWARD_GLOBAL = 0; // the same, whatever the time
var WOB_REWARD_REASON = null; // why, where the page says so
var WOB_DONE_GLOBAL = false; // false while an episode runs, and before the first
var WOB_EPISODE_ID = 0; // episodes finished on this document
var WOB_TASK_READY = true; // false while a page still loads what an episode needs
var WOB_DATA_MODE = "default"; // which part of the problems to draw from

core.EPISODE_MAX_TIME = 10000; // ms; read when an episode starts
core.EP_TIMER = null; // the time-out of the running episode; null while none runs
core.CD_TIMER = null; // ticks for the time left
core.ept0 = null; // when the episode started, ms
core.cover_div = null; // hides the task between episodes
core.display = []; // what the runtime adds to the page, the cover last
core.wob_latest = null; // last reward
core.wob_scores = []; // the last ten

// ---- Chance. All of it comes from Math.random, which Math.seedrandom seeds.

// randi draws an integer from min up to, not including, max.
core.randi = (min, max) => Math.floor(Math.random() * (max - min) + min);

// randf draws a number from min up to, not including, max.
core.randf = (min, max) => Math.random() * (max - min) + min;

// sample draws one entry of a list.
core.sample = (list) => list[core.randi(0, list.length)];

// shuffle permutes a list in place, from its end, and returns it.
core.shuffle = function (list) {
  for (let n = list.length; n > 0; n--) {
    const pick = Math.floor(Math.random() * n);
    [list[n - 1], list[pick]] = [list[pick], list[n - 1]];
  }
  return list;
};

core.getOpt = (options, name, otherwise) =>
  options[name] === undefined ? otherwise : options[name];

// ---- The address: ?mode=test draws from the test problems.

core.QueryString = Object.fromEntries(new URLSearchParams(window.location.search));

core.setDataMode = function (mode) {
  WOB_DATA_MODE = mode;
};

if (core.QueryString.mode) core.setDataMode(core.QueryString.mode);

// ---- What the episode owns.

(function () {
  let cleanups = [];

  // on listens until the episode's successor starts.
  core.on = function (target, type, handler, options) {
    target.addEventListener(type, handler, options);
    cleanups.push(() => target.removeEventListener(type, handler, options));
  };

  // after and every are timers that end with the episode at the latest.
  core.after = function (ms, action) {
    const id = setTimeout(action, ms);
    cleanups.push(() => clearTimeout(id));
    return id;
  };
  core.every = function (ms, action) {
    const id = setInterval(action, ms);
    cleanups.push(() => clearInterval(id));
    return id;
  };

  // frame calls back before the next picture, unless the episode's successor has started.
  core.frame = function (action) {
    const id = requestAnimationFrame(action);
    cleanups.push(() => cancelAnimationFrame(id));
    return id;
  };

  // animate calls draw(share) before every picture, with the share of the time that has
  // passed, from 0 to 1, and then done. Returns a function that stops it.
  core.animate = function (ms, draw, done) {
    const began = Date.now();
    let stopped = false;
    const step = function () {
      if (stopped) return;
      const share = Math.min(1, (Date.now() - began) / ms);
      draw(share);
      if (share < 1) core.frame(step);
      else if (done) done();
    };
    step();
    return () => { stopped = true; };
  };

  const RUNTIME = new Set(["click-canvas", "reward-display", "sync-task-cover", "attention-canvas"]);

  // What the page itself brought, when it had loaded: the children of the body and of the
  // two parts that problems are built in, with the parts' styles.
  let brought = null;
  const parts = () => ["query", "area"].map((id) => document.getElementById(id)).filter((part) => part !== null);
  function remember() {
    brought = new Map([document.body, ...parts()].map((element) =>
      [element, { children: [...element.childNodes], style: element.getAttribute("style") }]));
  }

  // clearPage brings the document back to how it was when it had loaded. What needs the layout
  // comes first, while there is one.
  core.clearPage = function () {
    cleanups.forEach((cleanup) => cleanup());
    cleanups = [];
    if (brought === null) remember();
    forgetFocus();
    window.getSelection().removeAllRanges();
    window.scrollTo(0, 0);
    parts().forEach((part) => part.scrollTo(0, 0));
    for (const child of [...document.body.children]) {
      if (!brought.get(document.body).children.includes(child) && !RUNTIME.has(child.id)) child.remove();
    }
    for (const part of parts()) {
      const was = brought.get(part);
      if (was === undefined) continue; // the page has made it anew
      part.replaceChildren(...was.children);
      // Asked for first, since a style that scripts set becomes an attribute only then.
      if (was.style !== null) part.setAttribute("style", was.style);
      else if (part.hasAttribute("style")) part.removeAttribute("style");
    }
  };

  // Without focus the next Tab goes on from the last place that was clicked. Focus on a
  // passing element at the top of the page sends it there.
  function forgetFocus() {
    const top = document.createElement("span");
    top.tabIndex = -1;
    document.body.prepend(top);
    top.focus({ preventScroll: true });
    top.blur();
    top.remove();
  }
})();

// ---- Episodes.

// startEpisode covers the task; a click on the cover, or a driver, starts the episode.
core.startEpisode = function () {
  core.createDisplay();
  core.cover_div.style.display = "block";
};

// startEpisodeReal starts an episode. The problem is drawn before the clock starts.
core.startEpisodeReal = function () {
  clearTimeout(core.EP_TIMER);
  core.EP_TIMER = null;
  core.createDisplay();
  core.clearPage();
  core.resetRefCode();
  genProblem();
  WOB_DONE_GLOBAL = false;
  WOB_REWARD_GLOBAL = 0;
  WOB_RAW_REWARD_GLOBAL = 0;
  WOB_REWARD_REASON = null;
  window.getSelection().removeAllRanges();
  core.canvasClear();
  core.cover_div.style.display = "none";
  core.ept0 = Date.now();
  core.startCountdown(core.EPISODE_MAX_TIME);
  core.EP_TIMER = setTimeout(() => core.endEpisode(-1, false, "timed out"), core.EPISODE_MAX_TIME);
  window.scrollTo(0, 0); // last, since it lays the page out
};

// endEpisode ends the running episode with a reward. Only the first call counts.
// slowIsLess takes from the reward the share of the time that has passed; it says nothing
// about success.
core.endEpisode = function (reward, slowIsLess, reason) {
  if (core.EP_TIMER === null) return;
  clearTimeout(core.EP_TIMER);
  core.EP_TIMER = null;
  WOB_RAW_REWARD_GLOBAL = reward;
  WOB_REWARD_REASON = reason === undefined ? null : reason;
  if (slowIsLess) reward *= Math.max(0, 1 - (Date.now() - core.ept0) / core.EPISODE_MAX_TIME);
  WOB_REWARD_GLOBAL = reward;
  WOB_DONE_GLOBAL = true;
  WOB_EPISODE_ID++;
  console.log("reward: " + WOB_REWARD_GLOBAL + " (raw: " + WOB_RAW_REWARD_GLOBAL + ")");
  core.updateDisplay(reward);
  core.clearTimer();
  core.startEpisode();
};

// answer ends an episode that is right (true), wrong (false), or worth a raw reward. A
// positive one is less for being slow.
core.answer = function (right) {
  const raw = typeof right === "number" ? right : right ? 1 : -1;
  core.endEpisode(raw, raw > 0);
};

// getUtterance is the instruction as plain text.
core.getUtterance = () =>
  document.getElementById("query").textContent.replace(/\s+/g, " ").trim();

// ---- Building a page.

(function () {
  function fill(element, attributes, children) {
    for (const [name, value] of Object.entries(attributes || {})) {
      if (value !== null) element.setAttribute(name, value);
    }
    element.append(...children);
    return element;
  }

  // make builds an element: make("button", {id: "subbtn"}, "Submit"). Attributes that are
  // null are left out; children are texts and nodes.
  core.make = (tag, attributes, ...children) =>
    fill(document.createElement(tag), attributes, children);

  // makeSVG does the same for SVG.
  core.makeSVG = (tag, attributes, ...children) =>
    fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
})();

// say writes the instruction, from texts and elements.
core.say = (...parts) => document.getElementById("query").replaceChildren(...parts);

// put adds to the task's area and returns the last of what it added.
core.put = function (...nodes) {
  document.getElementById("area").append(...nodes);
  return nodes[nodes.length - 1];
};
