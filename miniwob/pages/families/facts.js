// A table of facts about a person: read-table, read-table-2.
"use strict";

var facts = {};

facts.ROWS = 5;

facts.year = () => String(core.randi(1940, 2016));
facts.KINDS = [
  ["Color", words.COLOURS],
  ["First name", words.PEOPLE],
  ["Last name", words.SURNAMES],
  ["Country", words.COUNTRIES],
  ["Gender", ["Female", "Male"]],
  ["Language", words.LANGUAGES],
  ["Born in", facts.year],
  ["Religion", words.RELIGIONS],
];

// kinds draws the kinds of facts of a table: [label, values] each.
facts.kinds = () => core.shuffle(facts.KINDS.slice()).slice(0, facts.ROWS);

// table draws a value for each kind, shows them, and returns [label, value] pairs.
facts.table = function (kinds) {
  const pairs = kinds.map(([label, values]) => [label, Array.isArray(values) ? core.sample(values) : values()]);
  core.put(core.make("div", { id: "tab" }, core.make("table", null, core.make("tbody", null,
    ...pairs.map((pair) => core.make("tr", null, ...pair.map((text) => core.make("td", null, text))))))));
  return pairs;
};
