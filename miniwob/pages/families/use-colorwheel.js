// The tasks of choosing a colour: use-colorwheel, use-colorwheel-2.
"use strict";

core.EPISODE_MAX_TIME = 7000;

// askForColour is such a task: wanted is the colour as [red, green, blue], parts say which.
function askForColour(wanted, ...parts) {
  core.say("Choose the colour ", ...parts, " with the colour picker, then press Submit.");
  const box = widgets.colourPicker({ id: "col", rgb: [0xAB, 0x25, 0x67] });
  const submit = core.make("button", { id: "subbtn", class: "submit", type: "button" }, "Submit");
  core.on(submit, "click", function () {
    const rgb = box.rgb();
    const off = wanted.reduce((sum, channel, i) => sum + Math.abs(channel - rgb[i]), 0) / 3;
    const raw = 1 - off / 255;
    core.endEpisode(raw, raw > 0);
  });
  core.put(core.make("div", null, "Colour:"), box, submit);
}
