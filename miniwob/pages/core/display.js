// What stands beside the task, for people: rewards, time left, the trail of clicks, the
// attention of an agent. It lies right of the 160 pixels that an agent sees.
"use strict";

(function () {
  // createDisplay adds the display and the cover to the page, where they are not there yet: a
  // driver may have taken them away.
  core.createDisplay = function () {
    if (core.cover_div === null) makeDisplay();
    for (const part of core.display) {
      if (!part.isConnected) document.body.append(part);
    }
  };

  function makeDisplay() {
    const line = (label, id, text) =>
      core.make("p", null, label + " ", core.make("b", { id: id }, text));
    const canvas = core.make("canvas", { id: "click-canvas", width: 160, height: 210 });
    core.clickTrackCtx = canvas.getContext("2d");
    core.cover_div = core.make("div", { id: "sync-task-cover" }, "START");
    core.cover_div.addEventListener("click", () => core.startEpisodeReal());
    const rewards = core.make("div", { id: "reward-display" },
      line("Last reward:", "reward-last", "-"),
      line("Mean of last 10:", "reward-avg", "-"),
      line("Seconds left:", "timer-countdown", "-"),
      line("Episodes done:", "episode-id", "0"));
    core.display = [canvas, rewards, core.cover_div];
    document.body.addEventListener("click", core.canvasDrawClick);
  }

  // writeDisplay sets a text of the display, with its colour.
  function writeDisplay(id, text, colour) {
    const element = document.getElementById(id);
    if (element === null) return; // taken away in mid-episode
    element.textContent = text;
    if (colour !== undefined) element.style.color = colour;
  }

  core.updateDisplay = function (reward) {
    core.wob_latest = reward;
    core.wob_scores = [...core.wob_scores, reward].slice(-10);
    const mean = core.rewardAvg();
    writeDisplay("reward-last", reward.toFixed(2), core.computeColor(reward));
    writeDisplay("reward-avg", mean.toFixed(2), core.computeColor(mean));
    writeDisplay("episode-id", WOB_EPISODE_ID);
  };

  core.rewardAvg = () => core.wob_scores.reduce((a, b) => a + b, 0) / core.wob_scores.length;

  // computeColor goes from red at -1 over orange to green at 1.
  core.computeColor = function (reward) {
    const r = Math.min(1, Math.max(-1, reward));
    return `hsl(${Math.round(60 + 60 * r)}, 100%, 35%)`;
  };

  core.hideDisplay = function () {
    core.createDisplay();
    document.getElementById("reward-display").style.display = "none";
  };

  // startCountdown shows the seconds left, once a second.
  core.startCountdown = function (ms) {
    core.clearTimer();
    const total = ms / 1000;
    let left = total;
    const show = function () {
      const shown = Math.max(0, left);
      writeDisplay("timer-countdown", shown + " / " + total, core.computeColor(2 * shown / total - 1));
      left--;
    };
    show();
    core.CD_TIMER = setInterval(show, 1000);
  };

  core.clearTimer = function () {
    clearInterval(core.CD_TIMER);
    core.CD_TIMER = null;
    writeDisplay("timer-countdown", "-", "black");
  };

  // ---- The trail of clicks.

  const CLICK_COLOUR = "rgba(100, 100, 255, 0.8)";

  // fadeClicks lightens what was drawn before.
  function fadeClicks() {
    const ctx = core.clickTrackCtx;
    ctx.globalCompositeOperation = "screen";
    ctx.fillStyle = "hsl(0, 0%, 80%)";
    ctx.fillRect(0, 0, 160, 210);
    ctx.globalCompositeOperation = "source-over";
    return ctx;
  }

  // canvasDrawClick marks a click of the mouse. Clicks made by scripts leave no dot.
  core.canvasDrawClick = function (event) {
    if (event.target === core.cover_div) return;
    core.markClicked(event.target);
    if (!event.isTrusted || event.pageX > 160 || event.pageY > 210) return;
    const ctx = fadeClicks();
    ctx.fillStyle = CLICK_COLOUR;
    ctx.beginPath();
    ctx.arc(event.pageX, event.pageY, 5, 0, 2 * Math.PI);
    ctx.fill();
  };

  // canvasDrawElementClick marks an element that elementClick clicks.
  core.canvasDrawElementClick = function (element) {
    const box = element.getBoundingClientRect();
    const ctx = fadeClicks();
    ctx.fillStyle = CLICK_COLOUR;
    ctx.fillRect(box.left, box.top, box.width, box.height);
  };

  core.canvasClear = function () {
    core.clickTrackCtx.fillStyle = "white";
    core.clickTrackCtx.fillRect(0, 0, 160, 210);
  };

  // ---- Attention.

  // visualizeAttention paints rows of numbers, 0 black to 1 white, as a grid of squares over
  // the task's area: at most 20 by 20, 8 pixels apart. Fewer rows or shorter ones leave
  // the rest blank; no rows clear the canvas. What is no number counts as 0. The canvas
  // appears with the first call.
  core.visualizeAttention = function (rows) {
    const GRID = 20, PITCH = 8, SIDE = 6, LEFT = 4, TOP = 54;
    if (core.attentionCtx === undefined) {
      const canvas = core.make("canvas", { id: "attention-canvas", width: 160, height: 210 });
      document.body.append(canvas);
      core.attentionCtx = canvas.getContext("2d");
    }
    const ctx = core.attentionCtx;
    ctx.clearRect(0, 0, 160, 210);
    [...rows].slice(0, GRID).forEach(function (row, i) {
      [...row].slice(0, GRID).forEach(function (value, j) {
        ctx.fillStyle = `hsl(0, 0%, ${(Number(value) || 0) * 100}%)`;
        ctx.fillRect(LEFT + PITCH * j - SIDE / 2, TOP + PITCH * i - SIDE / 2, SIDE, SIDE);
      });
    });
  };
})();
