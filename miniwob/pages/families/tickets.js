// Trips for sale, each on a card with its length and a button with its price.
"use strict";

var tickets = {};

// draw draws a trip that begins on a day and ends within a day and a half, below a
// price in dollars. Draws: departure, arrival, price.
tickets.draw = function (day, below) {
  const departure = dates.draw(day, day + dates.DAY);
  const arrival = dates.draw(departure, day + 1.5 * dates.DAY);
  return { departure, arrival, price: core.randi(50, below) };
};

// The length is what the card shows, whole minutes: trips that look equally long are so.
tickets.duration = (trip) => dates.MINUTE * Math.floor((trip.arrival - trip.departure) / dates.MINUTE);

// line is a line of a card.
tickets.line = (label, ...details) => core.make("div", { class: "line" },
  core.make("span", { class: "label" }, label + ":"), core.make("div", { class: "details" }, ...details));

// card puts a trip up for sale; sell is called with it when its button is pressed.
tickets.card = function (trip, lines, sell) {
  const button = core.make("button", { type: "button", class: "buy" }, "Book for $" + trip.price);
  core.on(button, "click", () => sell(trip));
  const length = core.make("span", { class: "time-duration" }, dates.span(tickets.duration(trip)));
  return core.make("div", { class: "flight" }, ...lines, tickets.line("Duration", length), button);
};
