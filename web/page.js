"use strict";
(() => {
  const byId = (id) => document.getElementById(id);
  const episodes = [...document.querySelectorAll(".episode")];
  const wanted = { task: "", outcome: "" };

  function filter() {
    let shown = 0;
    for (const e of episodes) {
      const fits = (!wanted.task || e.dataset.task === wanted.task) &&
        (!wanted.outcome || e.dataset.outcome === wanted.outcome);
      e.hidden = !fits;
      if (fits) shown++;
    }
    byId("count").textContent = `${shown} of ${episodes.length} episode${episodes.length === 1 ? "" : "s"}`;
    document.querySelector(".empty").hidden = shown > 0;
  }

  // A row of buttons of which one is pressed.
  function choice(id, chosen) {
    const group = byId(id);
    group.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (!button) return;
      for (const b of group.children) b.setAttribute("aria-pressed", String(b === button));
      chosen(button.dataset);
    });
  }

  byId("task").addEventListener("change", (event) => { wanted.task = event.target.value; filter(); });
  choice("outcome", (data) => { wanted.outcome = data.outcome; filter(); });
  choice("zoom", (data) => document.body.style.setProperty("--zoom", data.zoom));
  byId("marks").addEventListener("change", (event) =>
    document.body.classList.toggle("no-marks", !event.target.checked));

  const fold = byId("fold");
  fold.addEventListener("click", () => {
    const open = fold.textContent === "unfold all";
    for (const e of episodes) e.open = open;
    fold.textContent = open ? "fold all" : "unfold all";
  });

  document.querySelector(".filters").hidden = episodes.length === 0;
  filter();
})();
