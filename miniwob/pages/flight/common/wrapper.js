// What the flight tasks share: the form of an airline in a frame, and beside it what to fill in, a
// map of keys and values. Handing the form in ends the episode with the share of the
// requested fields that are right, whatever the time; a required field that is empty, or
// leaving the form for another document, with -1.
//
// A page says which form it shows and draws its questions, each {instruction, request}: what
// people are told, and the names and values of the fields that count.
"use strict";

core.EPISODE_MAX_TIME = 60000;

var flight = {};

// task makes the genProblem of a page. form is the address of the document in the frame, draw()
// draws a question, and required(data) lists the names of the fields that must not be empty.
flight.task = ({ form, draw, required }) => function () {
  const question = core.currentQuestion = draw(); // which drivers may look at
  flight.tell(question.instruction);

  // A frame of its own for each episode: the browser would put back into a used one what
  // was typed.
  WOB_TASK_READY = false;
  const frame = core.make("iframe", { id: "wrap", sandbox: "allow-same-origin allow-scripts allow-forms", src: form });
  core.on(frame, "load", function () {
    const child = frame.contentWindow;
    if (child.flightForm === undefined) {
      flight.end(-1, "the form was left for another page");
      return;
    }
    child.flightForm.onSubmit = (data) => flight.end(...flight.judge(data, question.request, required(data)));
    WOB_TASK_READY = true;
  });
  core.put(frame);
};

// tell writes the instruction, as the JSON that drivers read and as a table.
flight.tell = function (instruction) {
  core.say(JSON.stringify(instruction));
  const rows = Object.entries(instruction).map(([key, value]) =>
    core.make("tr", null, core.make("th", null, key), core.make("td", null, String(value))));
  document.getElementById("query-pretty").replaceChildren(core.make("table", null, ...rows));
  document.getElementById("reward-reason").replaceChildren();
};

// judge gives the reward of a filled form, and why.
flight.judge = function (data, request, required) {
  const missing = required.filter((name) => !data[name]);
  if (missing.length > 0) return [-1, "missing: " + missing.join(", ")];
  const names = Object.keys(request);
  const wrong = names.filter((name) => data[name] !== request[name]);
  if (wrong.length === 0) return [1, "all right"];
  return [1 - wrong.length / names.length, "wrong: " + wrong.join(", ")];
};

flight.end = function (reward, reason) {
  if (core.EP_TIMER === null) return;
  document.getElementById("reward-reason").textContent = reason;
  core.endEpisode(reward, false, reason);
};

// pool makes questions for the tasks that have a fixed number of them: the same at each load, the
// first for training and the last for the data mode "test".
flight.pool = function (name, train, test, make) {
  const random = new Math.seedrandom(name);
  const integer = (min, max) => min + Math.floor(random() * (max - min));
  const questions = new Map();
  while (questions.size < train + test) {
    const question = make(integer);
    questions.set(JSON.stringify(question), question);
  }
  const all = [...questions.values()];
  return { train: all.slice(0, train), test: all.slice(train) };
};
flight.sample = (pool) => core.sample(WOB_DATA_MODE === "test" ? pool.test : pool.train);

// returnTrip makes a question for a pool: there and back, both in March.
flight.returnTrip = function (integer, cities, request) {
  const from = integer(0, cities.length), to = (from + integer(1, cities.length)) % cities.length;
  const days = [integer(1, 32), integer(1, 32)].sort((a, b) => a - b);
  return {
    instruction: {
      "Departure City": cities[from].city, "Departure Day": days[0], "Departure Month": 3,
      "Destination City": cities[to].city, "One Way or Round Trip": "return flight",
      "Returning Day": days[1], "Returning Month": 3,
    },
    request: request(cities[from], cities[to], days[0], days[1]),
  };
};

// The JavaScript API reads the form, which has refs of its own. Until it has loaded there is
// nothing to read.
core.getDOMInfo = function () {
  const child = document.getElementById("wrap").contentWindow;
  if (!child.core || !child.core.getDOMInfo) return null;
  child.core.referenceAPI = core.referenceAPI;
  return child.core.getDOMInfo();
};
core.elementClick = (ref) => document.getElementById("wrap").contentWindow.core.elementClick(ref);
