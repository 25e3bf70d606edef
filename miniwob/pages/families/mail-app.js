// A mail program in the task's area, with five views: the list, the search, a mail, the
// answer to it, and passing it on. It does nothing with mails by itself but showing them and
// their stars; what people ask of it is told to whoever made it.
"use strict";

var mail = {};

// app shows messages, each {sender, subject, body, starred}. It calls on.star and
// on.trash(message) when these signs are pressed, in the list, the results or the mail; and
// on.reply(message, text) and on.forward(message, to, text) when a form is sent.
mail.app = function (messages, on) {
  const views = []; // what is shown is the last; it covers the others

  const open = function (view) {
    if (views.length > 0) views[views.length - 1].hidden = true;
    views.push(view);
    core.put(view);
  };
  const back = function () {
    views.pop().remove();
    views[views.length - 1].hidden = false;
  };

  // press makes an element answer to the mouse, and to Enter and the space bar.
  const press = function (element, action) {
    element.setAttribute("role", "button");
    element.tabIndex = 0;
    core.on(element, "click", function (event) {
      event.stopPropagation(); // the signs lie on a row that is pressed too
      action();
    });
    core.on(element, "keydown", function (event) {
      if (event.target !== element || (event.key !== "Enter" && event.key !== " ")) return;
      event.preventDefault();
      action();
    });
    return element;
  };
  const sign = (name, attributes, action) =>
    press(core.make("span", { title: name, ...attributes }, mail.icon(name)), action);

  // The star and the trash can of a message. A message can be shown in several views.
  const signs = function (message) {
    const index = messages.indexOf(message);
    const star = sign("star", { class: "star", "data-message": index }, function () {
      message.starred = !message.starred;
      document.querySelectorAll(`#area .star[data-message="${index}"]`).forEach(
        (other) => other.classList.toggle("clicked", message.starred));
      on.star(message);
    });
    star.classList.toggle("clicked", message.starred === true);
    const trash = sign("trash", { class: "trash" }, () => on.trash(message));
    return core.make("div", { class: "email-actions" }, star, trash);
  };

  // A row of the list or of the results, with a found text marked.
  const row = function (message, found) {
    const part = (name, text) => core.make("div", { class: "email-" + name }, ...mail.mark(mail.shorten(text), found));
    return press(core.make("div", { class: "email-thread", "data-index": messages.indexOf(message) },
      core.make("div", { class: "email-left" },
        part("sender", message.sender), part("subject", message.subject), part("body", message.body)),
      signs(message),
    ), () => open(reader(message)));
  };

  const list = () => core.make("div", { id: "main", class: "mail-view" },
    core.make("div", { id: "main-header", class: "mail-bar" },
      core.make("h2", null, "Inbox"), sign("search", { id: "open-search" }, function () {
        open(search());
        document.getElementById("search-input").focus();
      })),
    ...messages.map((message) => row(message, "")));

  // The results follow what is typed. Blanks alone find nothing.
  const search = function () {
    const input = core.make("input", { id: "search-input", type: "text", placeholder: "Search mail" });
    const results = core.make("div", { id: "search-results" });
    core.on(input, "input", function () {
      const found = mail.search(messages, input.value);
      results.replaceChildren(...found.map((message) => row(message, input.value)));
    });
    return core.make("div", { id: "search", class: "mail-view" },
      core.make("div", { id: "search-bar", class: "mail-bar mail-bar-light" },
        sign("back", { id: "search-cancel" }, back), input),
      core.make("h4", null, "Found"), results);
  };

  const reader = (message) => core.make("div", { id: "email", class: "mail-view" },
    core.make("div", { id: "email-bar", class: "mail-bar" }, sign("back", { id: "close-email" }, back), signs(message)),
    core.make("div", { class: "email-subject" }, message.subject),
    core.make("div", { class: "email-sender" }, message.sender),
    core.make("div", { class: "email-to" }, "to me"),
    core.make("div", { class: "email-body" }, message.body),
    core.make("div", { class: "email-send" },
      press(core.make("span", { class: "email-reply" }, mail.icon("reply"), core.make("div", null, "Reply")),
        () => open(reply(message))),
      press(core.make("span", { class: "email-forward" }, mail.icon("forward"), core.make("div", null, "Forward")),
        () => open(forward(message)))));

  // A form with its bar, a line that says to whom, the subject and the text.
  const form = (name, to, subject, text, send) => core.make("div", { id: name, class: "mail-view mail-form" },
    core.make("div", { id: name + "-bar", class: "mail-bar mail-bar-light" },
      sign("back", { id: "close-" + name }, back), sign("send", { id: "send-" + name }, send)),
    core.make("div", { class: name + "-info" }, core.make("label", null, "to: "), to),
    core.make("div", { class: name + "-subject" }, core.make("label", null, "subject: "), subject),
    text);

  const reply = function (message) {
    const text = core.make("textarea", { id: "reply-text" });
    return form("reply", core.make("span", { class: "reply-sender" }, message.sender), "Re: " + message.subject, text,
      () => on.reply(message, text.value));
  };

  const forward = function (message) {
    const to = core.make("input", { type: "text", class: "forward-sender" });
    const text = core.make("textarea", { id: "forward-text" }, message.body);
    return form("forward", to, message.subject, text, () => on.forward(message, to.value, text.value));
  };

  open(list());
};

// search gives the messages with a text somewhere in sender, subject or body, in either case.
mail.search = function (messages, text) {
  if (text.trim() === "") return [];
  const wanted = text.toLowerCase();
  return messages.filter((m) => [m.sender, m.subject, m.body].some((part) => part.toLowerCase().includes(wanted)));
};

// mark gives a text as nodes, with the first place of another text in it marked.
mail.mark = function (text, found) {
  const at = found === "" ? -1 : text.toLowerCase().indexOf(found.toLowerCase());
  if (at < 0) return [text];
  const end = at + found.length;
  return [text.slice(0, at), core.make("span", { class: "highlight" }, text.slice(at, end)), text.slice(end)];
};

// shorten cuts a text for the list.
mail.shorten = (text) => (text.length <= 15 ? text : text.slice(0, 15) + "..");

// The signs, in a square of 12.
mail.ICONS = {
  star: ["M6 1 L7.5 4.4 L11.2 4.7 L8.4 7.1 L9.3 10.8 L6 8.8 L2.7 10.8 L3.6 7.1 L0.8 4.7 L4.5 4.4 Z"],
  trash: ["M2.5 4 H9.5 L9 11.5 H3 Z", "M1.5 2.5 H10.5 M4.5 2 V0.8 H7.5 V2", "M4.7 5.5 V10 M7.3 5.5 V10"],
  search: ["M7.7 7.7 L11.3 11.3", "M8.7 4.8 A3.9 3.9 0 1 1 0.9 4.8 A3.9 3.9 0 1 1 8.7 4.8 Z"],
  back: ["M7.5 1.5 L3 6 L7.5 10.5"],
  send: ["M0.8 1 L11.5 6 L0.8 11 L2.8 6 Z", "M2.8 6 H11"],
  reply: ["M5 1 L0.8 4.8 L5 8.6 V6.3 C8.5 6.1 10 7.5 11.2 11 C11.4 6 9.5 3.5 5 3.3 Z"],
  forward: ["M7 1.5 L11.4 6 L7 10.5 V7.6 H0.8 V4.4 H7 Z"],
};

mail.icon = (name) => core.makeSVG("svg", { viewBox: "0 0 12 12", class: "icon icon-" + name },
  ...mail.ICONS[name].map((d) => core.makeSVG("path", { d: d })));
