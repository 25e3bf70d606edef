// A country to be entered of which the beginning is told, and mostly the end.
"use strict";

// useAutocomplete makes the page; the list comes delay ms after the last key. Draws: country,
// letters of the beginning, letters of the end, whether the end is asked for. Right is
// every country with that beginning and end; the two put together are none.
function useAutocomplete(delay) {
  const country = core.sample(words.COUNTRIES);
  const start = country.slice(0, core.randi(2, 5));
  let end = country.slice(-core.randi(2, 5));
  const asked = core.randf(0, 1) < 0.75;
  if (!asked) end = "";
  const bold = (text) => core.make("b", { class: "bold" }, text);
  const both = [' and ends with "', bold(end), '"'];
  core.say('Enter a country that begins with "', bold(start), '"', ...(asked ? both : []), ".");

  const box = core.make("input", { id: "tags", type: "text" });
  widgets.autocomplete(box, {
    items: words.COUNTRIES,
    match: (item, typed) => item.toLowerCase().startsWith(typed.toLowerCase()),
    delay,
  });
  core.put(core.make("label", { for: "tags" }, "Country:"), box, widgets.submit(() =>
    words.COUNTRIES.includes(box.value) && box.value.startsWith(start) && box.value.endsWith(end)));
}
