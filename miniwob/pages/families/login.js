// Forms of two labelled boxes and a button: enter-password, login-user, login-user-popup.
"use strict";

var login = {};

// form puts a row for each {id, label, type} and a button below; right is asked about the
// texts of the boxes when the button is pressed. Returns the boxes and the button.
login.form = function (rows, caption, right) {
  const boxes = rows.map((row) => core.make("input", { id: row.id, type: row.type }));
  const button = core.make("button", { id: "subbtn", class: "submit", type: "button" }, caption);
  const lines = rows.map((row, i) =>
    core.make("p", null, core.make("label", { for: row.id }, row.label), boxes[i]));
  core.put(core.make("div", { id: "form" }, ...lines, button));
  core.on(button, "click", () => core.answer(right(...boxes.map((box) => box.value))));
  return [...boxes, button];
};

// user asks for a user's name and password. Draws: name, password.
login.user = function () {
  const name = core.sample(words.NAMES).toLowerCase();
  const password = words.code(2, 6);
  core.say("Log in with the ", core.make("b", null, "username"), ` "${name}" and the `,
    core.make("b", null, "password"), ` "${password}".`);
  return login.form([
    { id: "username", label: "Username", type: "text" },
    { id: "password", label: "Password", type: "password" },
  ], "Log in", (user, secret) => user === name && secret === password);
};
