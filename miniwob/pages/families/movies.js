// A search for films by genre, director and year: multi-orderings in one form, multi-layouts in five.
"use strict";

var movies = {};

movies.FIELDS = ["genre", "director", "year"];

movies.GENRES = [
  "Animation", "Biography", "Comedy", "Detective", "Disaster", "Drama", "Epic", "Fantasy", "Heist",
  "Horror", "Musical", "Noir", "Romance", "Slapstick", "Sports", "Spy", "War", "Western",
];

// problem draws genre, director and year, and says what to search for. It returns what judges the
// texts of the three boxes; neither case nor blanks around matter for the first two.
movies.problem = function () {
  const genre = core.sample(movies.GENRES).toLowerCase();
  const director = core.sample(words.SURNAMES);
  const year = String(core.randi(1970, 2018));
  const bold = (text) => core.make("b", null, text);
  core.say("Look for ", bold(genre), " movies by the director ", bold(director), " from the year ", bold(year), ".");
  const same = (text, wanted) => text.trim().toLowerCase() === wanted.toLowerCase();
  return (boxes) => same(boxes.genre.value, genre) && same(boxes.director.value, director) && boxes.year.value === year;
};

// Each layout has the labels of its boxes, what it makes of a label and a box, the frame around the rows,
// and the button.
movies.div = (name, ...children) => core.make("div", { class: name }, ...children);
movies.button = (text) => core.make("button", { type: "button" }, text);
movies.LAYOUTS = {
  lines: {
    labels: ["Genre:", "Director:", "Year:"],
    row: (label, box) => core.make("p", null, core.make("span", null, label), box),
    frame: (rows) => rows,
    button: movies.button("Submit"),
  },
  blocks: {
    labels: ["Genre", "Director's name", "Year"],
    row: (label, box) => movies.div("row", movies.div("label", label), box),
    frame: (rows) => rows,
    button: movies.button("Search"),
  },
  table: {
    labels: ["Genre", "Director", "Year"],
    row: (label, box) => core.make("tr", null, core.make("th", null, label), core.make("td", null, box)),
    frame: (rows) => [movies.div("title", "Find a movie"), core.make("table", null, core.make("tbody", null, ...rows))],
    button: movies.div("final", "Submit"),
  },
  cards: {
    labels: ["Movie genre", "Director's name", "Year of release"],
    row: (label, box) => movies.div("field", movies.div("label", label), box),
    frame: (rows) => rows,
    button: movies.button("Go!"),
  },
  dark: {
    labels: ["Genre", "Director", "Year"],
    row: (label, box) => movies.div("entry", box, movies.div("label", label)),
    frame: (rows) => [movies.div("entries", ...rows)],
    button: movies.div("go", "Search"),
  },
};

// show puts a layout with its rows in a drawn order.
movies.show = function (name, right) {
  const layout = movies.LAYOUTS[name];
  const boxes = {};
  const rows = movies.FIELDS.map(function (field, i) {
    boxes[field] = core.make("input", { type: "text" });
    return layout.row(layout.labels[i], boxes[field]);
  });
  const submit = layout.button.cloneNode(true);
  core.on(submit, "click", () => core.answer(right(boxes)));
  core.put(movies.div("movies " + name, ...layout.frame(core.shuffle(rows)), movies.div("submit-row", submit)));
};
