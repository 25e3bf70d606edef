// Questions for the form of flight.Alaska that are drawn anew for each episode.
"use strict";

flight.CITIES = airports.of(["Anchorage", "Atlanta", "Atlantic City", "Austin", "Boston", "Buffalo", "Charlotte",
  "Charlottesville", "Chicago", "Dallas", "Denver", "Honolulu", "Las Vegas", "Los Angeles", "Miami", "Nashville",
  "New York", "Orlando", "Philadelphia", "Phoenix", "Portland", "Salt Lake City", "San Diego", "San Francisco",
  "Seattle", "Tampa"]);

// auto makes the genProblem of a task.
//
// Draws: the order of the cities, of which the first two are asked for; two days of March; whether
// one way; how many passengers; with seat, coach or first.
flight.auto = ({ seat }) => flight.task({
  form: "../Alaska/index.html",
  draw: function () {
    const [from, to] = core.shuffle(flight.CITIES.slice());
    const days = [core.randi(1, 32), core.randi(1, 32)];
    const oneWay = core.randf(0, 1) < 0.5;
    if (!oneWay) days.sort((a, b) => a - b);
    const passengers = core.randi(1, 4);

    const instruction = {
      "Departure City": from.city, "Destination City": to.city,
      "Ticket Type": oneWay ? "One-way" : "Return flight", "Departure Day": days[0],
    };
    const request = {
      "SearchFields.DepartureCity": airports.long(from), "SearchFields.ArrivalCity": airports.long(to),
      "SearchFields.SearchType": oneWay ? "OneWay" : "RoundTrip", "SearchFields.DepartureDate": `3/${days[0]}/2017`,
    };
    if (!oneWay) {
      instruction["Returning Day"] = days[1];
      request["SearchFields.ReturnDate"] = `3/${days[1]}/2017`;
    }
    instruction["Passengers"] = passengers;
    request["SearchFields.NumberOfTravelers"] = String(passengers);
    if (seat) {
      const cabin = core.randf(0, 1) < 0.5 ? "Coach" : "First";
      instruction["Seat type"] = request["SearchFields.CabinType"] = cabin;
    }
    return { instruction, request };
  },
  required: function (data) {
    const always = ["SearchFields.DepartureCity", "SearchFields.ArrivalCity", "SearchFields.DepartureDate"];
    return data["SearchFields.SearchType"] === "OneWay" ? always : [...always, "SearchFields.ReturnDate"];
  },
});
