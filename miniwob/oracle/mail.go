package oracle

import (
	"errors"

	"pix2act/gui"
)

// mailScroll is how far the wheel turns at once in a list of mails, in CSS
// pixels: less than what is shown, so that no mail is passed over.
const mailScroll = 100

// readMail gives what is asked for and the view that is shown: of its parts
// those that the task needs. In the tasks with natural language the slots are
// not set off from the text; there the page's own record of them counts, since
// no small set of rules reads what hundreds of people say. Elsewhere they are
// in bold.
const readMail = `(() => {
	const text = e => e ? clean(e.innerText) : "";
	const wanted = (() => {
		if (core.currentFields) return {task: "forward", ...core.currentFields};
		const says = Array.from(document.querySelector("#query").childNodes)
			.filter(node => node.nodeType === Node.TEXT_NODE).map(node => node.data).join(" ");
		const kinds = {reply: /reply/i, forward: /forward/i, delete: /trash/i, star: /star/i};
		const task = Object.keys(kinds).find(kind => kinds[kind].test(says)) || "";
		const [by, slot] = all("#query .bold").map(text);
		return {task, by, to: slot, message: slot};
	})();
	const view = first("#main, #search, #email, #reply, #forward");
	const row = all("#main .email-thread").find(row => text(row.querySelector(".email-sender")) === wanted.by);
	const field = first("#reply textarea, #forward .forward-sender");
	const body = document.querySelector("#email .email-body");
	const copy = first("#forward textarea");
	return {
		Task: wanted.task, By: wanted.by || "",
		Typed: (wanted.task === "reply" ? wanted.message : wanted.to) || "",
		View: view ? view.id : "",
		Scroller: target(view), Hovered: view !== null && view.matches(":hover"),
		Back: target(first("#search-cancel, #close-email, #close-reply, #close-forward")),
		Sender: text(first("#email .email-sender, #reply .reply-sender")),
		Row: row ? {
			star: target(row.querySelector(".star")), delete: target(row.querySelector(".trash")),
			reply: target(row.querySelector(".email-left")), forward: target(row.querySelector(".email-left")),
		} : null,
		Signs: {
			star: target(first("#email .star")), delete: target(first("#email .trash")),
			reply: target(first("#email .email-reply")), forward: target(first("#email .email-forward")),
		},
		Field: target(field), Value: field ? field.value : "",
		All: field !== null && field.selectionStart === 0 && field.selectionEnd === field.value.length,
		Changed: copy !== null && body !== null && copy.value !== body.textContent,
		Send: target(first("#send-reply, #send-forward")),
	};
})()`

// mailbox is what readMail reads.
type mailbox struct {
	Task, By, Typed, View, Sender, Value string
	Scroller, Back, Field, Send          *target
	Hovered, All, Changed                bool
	Row, Signs                           map[string]*target
}

// solveMail finds the mail in the list, scrolling where it must, and presses
// its star or trash can there; or opens it, presses Reply or Forward, fills the
// form in and sends it.
func solveMail(v view) (gui.Action, error) {
	var m mailbox
	if err := v.read(readMail, &m); err != nil {
		return gui.Action{}, err
	}
	switch {
	case m.Task == "" || m.By == "":
		return gui.Action{}, missing("task in its instruction")
	case m.View == "main" && m.Row == nil:
		return gui.Action{}, missing("mail by " + m.By)
	case m.View == "main":
		return m.reach(v, m.Row[m.Task], m.Task)
	case m.View == "email" && m.Sender == m.By:
		return m.reach(v, m.Signs[m.Task], m.Task)
	case m.View == m.Task && !m.Changed && (m.Task == "forward" || m.Sender == m.By):
		return m.fill(v)
	default: // somewhere else
		return v.click(m.Back, "way back")
	}
}

// reach clicks a part of the view, and scrolls until it shows.
func (m mailbox) reach(v view, t *target, name string) (gui.Action, error) {
	action, err := v.click(t, name)
	switch {
	case !errors.Is(err, errUnreachable):
		return action, err
	case !m.Hovered:
		return v.nearest(m.Scroller), nil
	case t.Y < m.Scroller.Y:
		return gui.Action{Verb: gui.Scroll, DeltaY: -mailScroll}, nil
	default:
		return gui.Action{Verb: gui.Scroll, DeltaY: mailScroll}, nil
	}
}

// fill types into a form and sends it. What else stands there is selected
// first, so that typing replaces it.
func (m mailbox) fill(v view) (gui.Action, error) {
	switch {
	case m.Field == nil || m.Typed == "":
		return gui.Action{}, missing("field to fill in")
	case m.Value == m.Typed:
		return v.click(m.Send, "Send button")
	case !m.Field.Focused:
		return v.click(m.Field, "field")
	case m.All:
		return gui.Action{Verb: gui.Keys, Text: m.Typed}, nil
	default:
		return gui.Action{Verb: gui.Key, Modifiers: []string{"ctrl"}, Key: "a"}, nil
	}
}
