// A flight to be searched for and booked: two airports, told by city or by code, and a day.
"use strict";

core.EPISODE_MAX_TIME = 30000;

// bookFlight makes the page; the lists of airports come delay ms after the last key, and the
// calendar fades for as long as fade says. Draws: for both ends of the flight the airport, and
// whether its city or its code is told; the day; whether the price or the length counts; how many
// flights there are, and for each of them departure, arrival and price; the same for the
// flights that another search finds, which are all wrong.
function bookFlight({ delay, fade }) {
  const PRICE = 1200; // dollars; all are below
  const first = dates.at(2016, 10, 1), last = dates.at(2016, 12, 31);
  const cost = { cheapest: (trip) => trip.price, shortest: tickets.duration };

  const from = drawEnd(), to = drawEnd();
  const day = dates.midnight(dates.draw(first, last));
  const choice = core.sample(Object.keys(cost));
  const drawTrips = () => Array.from({ length: core.randi(3, 5) }, () => tickets.draw(0, PRICE));
  const trips = drawTrips(), decoys = drawTrips();

  const bold = (text) => core.make("b", { class: "bold" }, text);
  core.say("Book the ", bold(choice), " one-way flight from ", bold(from.asked), " to ", bold(to.asked), " on ", bold(dates.text(day)), ".");

  const box = function (id, placeholder) {
    const input = core.make("input", { id, class: "flight-input", type: "text", placeholder });
    return widgets.autocomplete(input, {
      items: words.AIRPORTS,
      match: (item, typed) => item.toLowerCase().includes(typed.toLowerCase()),
      delay,
    });
  };
  const fromBox = box("flight-from", "From:"), toBox = box("flight-to", "To:");
  const dayBox = core.make("input", { id: "datepicker", class: "flight-input", type: "text", readonly: "" });
  widgets.datepicker(dayBox, { first, last, opens: last, fade, above: true });
  const search = core.make("button", { id: "search", type: "button" }, "Search");
  const menu = core.make("div", { id: "menu" },
    core.make("h2", null, "One-way flights"),
    core.make("div", null, fromBox), core.make("div", null, toBox),
    core.make("div", { class: "departure" }, core.make("div", null, "Departure Date"), dayBox), search);
  const results = core.make("div", { id: "results" });
  core.put(menu);

  core.on(search, "click", function () {
    const boxes = [fromBox, toBox, dayBox];
    for (const input of boxes) {
      const known = input === dayBox ? input.value !== "" : words.AIRPORTS.includes(input.value);
      input.classList.toggle("error", !known);
    }
    if (boxes.some((input) => input.classList.contains("error"))) return;
    const right = from.fits(fromBox.value) && to.fits(toBox.value) && dayBox.value === dates.text(day);
    show(right);
  });

  // show lists what was found.
  const show = function (right) {
    const code = (airport) => airport.slice(-4, -1);
    const found = right ? trips : decoys;
    const [month, date, year] = dayBox.value.split("/").map(Number);
    const began = dates.at(year, month, date);
    const least = Math.min(...found.map(cost[choice]));
    const end = (label, kind, time, airport) => tickets.line(label, dates.clock(began + time), core.make("br"),
      dates.long(began + time), core.make("div", { class: kind }, airport));
    const back = core.make("button", { id: "menu-back", type: "button" }, "Back");
    core.on(back, "click", () => results.replaceWith(menu));
    results.replaceChildren(
      core.make("div", { class: "flight-header" }, back),
      core.make("div", { class: "flight-summary" }, `${code(fromBox.value)} to ${code(toBox.value)} | ${dayBox.value}`),
      ...found.map((trip) => tickets.card(trip,
        [end("Depart", "depart-city", trip.departure, fromBox.value), end("Arrive", "arrive-city", trip.arrival, toBox.value)],
        () => core.answer(right && cost[choice](trip) === least))));
    menu.replaceWith(results);
    document.getElementById("area").scrollTo(0, 0);
  };
}

// drawEnd draws an airport and how it is told. A town with several airports can be told by
// its name: each of them will do.
function drawEnd() {
  const [, city, code] = /^(.*) \((.*)\)$/.exec(core.sample(words.AIRPORTS));
  const asked = core.sample([city, code]);
  return { asked, fits: (airport) => airport.startsWith(city + " (") && (asked === city || airport.endsWith(`(${code})`)) };
}
