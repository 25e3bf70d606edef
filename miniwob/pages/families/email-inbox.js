// The mail tasks: find somebody's mail in the inbox, and do with it what is asked for.
"use strict";

core.EPISODE_MAX_TIME = 30000;

// problem makes the genProblem of a task. many asks for 4 to 11 mails instead of 3; actions
// are those that may be asked for, of "reply", "forward", "delete" and "star". With phrasings, which
// belong to the actions, the instruction is in natural language (see mail.phrase), and who gets a
// forwarded mail is one of the others that wrote.
//
// Draws: how many mails, if many; sender, subject and body of each, a sender anew until it is
// another one; the mail asked for, by its place, or with phrasings by the order of all; the
// action; the text of a reply, or the name to forward to, anew until it is not the sender, or
// with phrasings none; the phrasing.
mail.problem = ({ many, actions, phrasings }) => function () {
  const messages = mail.draw(many ? core.randi(4, 12) : 3);
  const order = phrasings ? core.shuffle(messages.slice()) : null;
  const wanted = phrasings ? order[0] : messages[core.randi(0, messages.length)];
  const fields = { task: core.sample(actions), by: wanted.sender };
  if (fields.task === "reply") fields.message = words.text(1, 5);
  if (fields.task === "forward") fields.to = phrasings ? order[1].sender : mail.person([wanted]);

  if (phrasings) mail.phrase(fields, phrasings[fields.task], actions.length > 1);
  else mail.instruct(fields);
  mail.app(messages, {
    star: (message) => { if (fields.task === "star") core.answer(message === wanted); },
    trash: (message) => { if (fields.task === "delete") core.answer(message === wanted); },
    reply: (message, text) =>
      core.answer(fields.task === "reply" && message === wanted && text === fields.message),
    forward: (message, to, text) =>
      core.answer(fields.task === "forward" && message === wanted && to === fields.to && text === message.body),
  });
};

// draw draws n mails by n people.
mail.draw = function (n) {
  const messages = [];
  while (messages.length < n) {
    messages.push({ sender: mail.person(messages), subject: words.text(1, 3), body: words.text(5, 15) });
  }
  return messages;
};

// person draws somebody who wrote none of some mails.
mail.person = function (messages) {
  const name = core.sample(words.PEOPLE);
  return messages.some((message) => message.sender === name) ? mail.person(messages) : name;
};

// instruct says in plain words what is asked for.
mail.instruct = function ({ task, by, to, message }) {
  const bold = (text) => core.make("span", { class: "bold" }, text);
  const say = {
    reply: () => core.say("Open the mail from ", bold(by), ' and send the reply "', bold(message), '" to it.'),
    forward: () => core.say("Open the mail from ", bold(by), " and forward it, as it is, to ", bold(to), "."),
    delete: () => core.say("Look for the mail from ", bold(by), " and throw it away: press its trash can."),
    star: () => core.say("Look for the mail from ", bold(by), " and mark it as important: press its star."),
  };
  say[task]();
};

// phrase draws a way of saying it, from the half of the data mode. Drivers get the fields besides
// from core.getUtterance, but not in the mode "test"; with which task it is, if there are several.
mail.phrase = function (fields, { train, test }, several) {
  const phrase = core.sample(WOB_DATA_MODE === "test" ? test : train);
  core.say(phrase.replace("{from}", fields.by).replace("{to}", fields.to).replace("{text}", fields.message));
  const { task, ...slots } = fields;
  core.currentFields = several ? { task: task, ...slots } : slots;
};

// tellFields makes core.getUtterance give {utterance, fields} as drivers expect it of the tasks
// in natural language; in the mode "test" the instruction alone.
mail.tellFields = function () {
  const utterance = core.getUtterance;
  core.getUtterance = () =>
    (WOB_DATA_MODE === "test" ? utterance() : { utterance: utterance(), fields: core.currentFields });
};
