package miniwob

import (
	"fmt"
	"strings"
	"testing"

	"pix2act/chrome"
	"pix2act/gui"
)

// JavaScript for the mail tasks: the slots in bold, and the mails in the list by the asked sender
// and by another.
const (
	slotBold  = `document.querySelectorAll("#query .bold")`
	mailRows  = `[...document.querySelectorAll("#main .email-thread")]`
	askedRow  = mailRows + `.find((e) => e.querySelector(".email-sender").textContent === ` + slotBold + `[0].textContent)`
	otherRow  = mailRows + `.find((e) => e.querySelector(".email-sender").textContent !== ` + slotBold + `[0].textContent)`
	inResults = `document.querySelector("#search-results .email-thread")`
)

// part is JavaScript for a part of an element.
func part(element, selector string) string {
	return fmt.Sprintf(`(%s).querySelector(%q)`, element, selector)
}

// answerMail opens a mail of the list, replies to it and sends.
func (b *tab) answerMail(row, text string) {
	b.t.Helper()
	b.click(row)
	b.click(`document.querySelector(".email-reply")`)
	b.click(id("reply-text"))
	b.act(chrome.Type(text)...)
	b.click(id("send-reply"))
}

// forwardMail opens a mail of the list, forwards it and sends, with something more in its text.
func (b *tab) forwardMail(row, to, more string) {
	b.t.Helper()
	b.click(row)
	b.click(`document.querySelector(".email-forward")`)
	b.click(`document.querySelector(".forward-sender")`)
	b.act(chrome.Type(to)...)
	if more != "" {
		b.click(id("forward-text"))
		b.act(chrome.Chord("End", chrome.Ctrl)...)
		b.act(chrome.Type(more)...)
	}
	b.click(id("send-forward"))
}

// findMail opens the search and types the asked sender.
func (b *tab) findMail() {
	b.t.Helper()
	b.click(id("open-search"))
	b.act(chrome.Type(get[string](b, slotBold+`[0].textContent`))...)
}

// TestMailRewards deletes, stars, answers and forwards mails.
func TestMailRewards(t *testing.T) {
	b := newTab(t, builtin(t))
	click := func(elements ...string) func() {
		return func() {
			for _, e := range elements {
				b.click(e)
			}
		}
	}
	const starInMail, trashInMail = `document.querySelector("#email .star")`, `document.querySelector("#email .trash")`
	slot := func() string { return get[string](b, slotBold+`[1].textContent`) }
	var answers []answer
	for _, c := range []struct{ task, right, decoy, rightInMail string }{
		{"email-inbox-delete", ".trash", ".star", trashInMail},
		{"email-inbox-important", ".star", ".trash", starInMail},
	} {
		answers = append(answers, []answer{
			{c.task, 0, "right", click(part(askedRow, c.right)), 1},
			{c.task, 0, "right, in the mail", click(askedRow, c.rightInMail), 1},
			{c.task, 0, "right, in the results", func() { b.findMail(); b.click(part(inResults, c.right)) }, 1},
			{c.task, 0, "right, after the other sign", click(part(askedRow, c.decoy), part(otherRow, c.decoy), part(askedRow, c.right)), 1},
			{c.task, 0, "another mail", click(part(otherRow, c.right)), -1},
			{c.task, 0, "another mail, in it", click(otherRow, c.rightInMail), -1},
			{c.task, 0, "the other sign", click(part(askedRow, c.decoy)), endless},
			{c.task, 0, "opened", click(askedRow), endless},
			{c.task, 0, "an answer", func() { b.answerMail(askedRow, "Salve.") }, -1},
			{c.task, 0, "passed on", func() { b.forwardMail(askedRow, "Alma", "") }, -1},
		}...)
	}
	both := click(part(askedRow, ".star"), part(askedRow, ".trash"), part(otherRow, ".star"), part(otherRow, ".trash"))
	b.rewards(append(answers, []answer{
		{"email-inbox-reply", 0, "right", func() { b.answerMail(askedRow, slot()) }, 1},
		{"email-inbox-reply", 0, "a blank too many", func() { b.answerMail(askedRow, slot()+" ") }, -1},
		{"email-inbox-reply", 0, "nothing", func() { b.answerMail(askedRow, "") }, -1},
		{"email-inbox-reply", 0, "to another", func() { b.answerMail(otherRow, slot()) }, -1},
		{"email-inbox-reply", 0, "passed on", func() { b.forwardMail(askedRow, slot(), "") }, -1},
		{"email-inbox-reply", 0, "stars and trash cans", both, endless},
		{"email-inbox-reply", 0, "stars, then right", func() { both(); b.answerMail(askedRow, slot()) }, 1},
		{"email-inbox-reply", 0, "not sent", click(askedRow, `document.querySelector(".email-reply")`, id("close-reply"), id("close-email")), endless},
		{"email-inbox-forward", 0, "right", func() { b.forwardMail(askedRow, slot(), "") }, 1},
		{"email-inbox-forward", 0, "nobody", func() { b.forwardMail(askedRow, "", "") }, -1},
		{"email-inbox-forward", 0, "not capital", func() { b.forwardMail(askedRow, strings.ToLower(slot()), "") }, -1},
		{"email-inbox-forward", 0, "another mail", func() { b.forwardMail(otherRow, slot(), "") }, -1},
		{"email-inbox-forward", 0, "the text changed", func() { b.forwardMail(askedRow, slot(), ".") }, -1},
		{"email-inbox-forward", 0, "an answer", func() { b.answerMail(askedRow, slot()) }, -1},
		{"email-inbox-forward", 0, "stars and trash cans", both, endless},
	}...))
}

// TestMailVariants counts mails and actions of each task.
func TestMailVariants(t *testing.T) {
	b := newTab(t, builtin(t))
	const all = "delete forward reply star"
	for _, c := range []struct{ task, mails, actions string }{
		{"email-inbox", "4-11", all},
		{"email-inbox-delete", "3-3", "delete"},
		{"email-inbox-forward", "3-3", "forward"},
		{"email-inbox-forward-nl", "3-3", "forward"},
		{"email-inbox-forward-nl-turk", "4-11", "forward"},
		{"email-inbox-important", "3-3", "star"},
		{"email-inbox-nl-turk", "4-11", all},
		{"email-inbox-noscroll", "3-3", all},
		{"email-inbox-reply", "3-3", "reply"},
		{"email-inbox-star-reply", "3-3", "reply star"},
	} {
		b.open(c.task)
		b.run(`core.EPISODE_MAX_TIME = 30000`)
		got := get[string](b, `(function () {
	const counts = [], tasks = new Set(), app = mail.app, phrase = mail.phrase, instruct = mail.instruct;
	mail.app = (messages) => counts.push(messages.length);
	mail.phrase = mail.instruct = (fields) => tasks.add(fields.task);
	for (let seed = 0; seed < 60; seed++) { Math.seedrandom(seed); genProblem(); }
	[mail.app, mail.phrase, mail.instruct] = [app, phrase, instruct];
	return Math.min(...counts) + "-" + Math.max(...counts) + " " + [...tasks].sort().join(" ");
})()`)
		if want := c.mails + " " + c.actions; got != want {
			t.Errorf("%s: %s, want %s", c.task, got, want)
		}
	}
	// The published pages draw senders that may be the same; then several mails count.
	b.want("no sender twice", `(function () {
	Math.seedrandom(1);
	for (let i = 0; i < 200; i++) if (new Set(mail.draw(11).map((m) => m.sender)).size < 11) return i;
	return "";
})()`, `""`)
}

// TestMailPhrasings looks at the ways of saying it: how many, none in both modes, every slot once and
// in its role, and room for all.
func TestMailPhrasings(t *testing.T) {
	b := newTab(t, builtin(t))
	b.open("email-inbox-nl-turk")
	for task, want := range map[string]string{"forward": "[134,24]", "reply": "[115,21]", "star": "[91,17]", "delete": "[73,14]"} {
		b.want(task+": how many", `[mail.PHRASINGS.`+task+`.train.length, mail.PHRASINGS.`+task+`.test.length]`, want)
	}
	check := func(pools string) {
		b.want("phrasings", `(function (pools) {
	const plain = (phrase) => phrase.toLowerCase().replace(/[^a-z{}]+/g, " ").trim();
	const slots = {forward: ["{from}", "{to}"], reply: ["{from}", "{text}"], star: ["{from}"], delete: ["{from}"]};
	const bad = [], seen = new Set(), query = document.getElementById("query");
	for (const [task, {train, test}] of Object.entries(pools)) {
		for (const phrase of [...train, ...test]) {
			if (seen.has(plain(phrase))) bad.push("twice: " + phrase);
			seen.add(plain(phrase));
			if ((phrase.match(/\{\w+\}/g) || []).sort().join() !== slots[task].slice().sort().join()) bad.push("slots: " + phrase);
			if (task === "forward" && /(from|by|of) \{to\}|\{to\}'s (mail|message|note|letter)|(forward|send|pass|give) \{from\} /i.test(phrase)) bad.push("roles: " + phrase);
			if (task === "reply" && !phrase.includes('"{text}"')) bad.push("not in quotation marks: " + phrase);
			core.say(phrase.replace("{from}", "Maximilian").replace("{to}", "Bernadette").replace("{text}", "Imperium imperium, imperium imperium."));
			if (query.scrollHeight > query.clientHeight || query.scrollWidth > query.clientWidth) bad.push("too long: " + phrase);
		}
	}
	return bad;
})(`+pools+`)`, `[]`)
	}
	check(`mail.PHRASINGS`)
	b.open("email-inbox-forward-nl")
	b.want("forward-nl: how many", `[PHRASINGS.train.length, PHRASINGS.test.length]`, "[30,1]")
	check(`{forward: PHRASINGS}`)
}

// TestMailModes looks at the instruction of the tasks in natural language in both data modes.
func TestMailModes(t *testing.T) {
	b := newTab(t, builtin(t))
	for _, c := range []struct{ task, fields string }{
		{"email-inbox-forward-nl", "by to"},
		{"email-inbox-forward-nl-turk", "by to"},
		{"email-inbox-nl-turk", "by message task|by task|by task to"},
	} {
		b.open(c.task)
		for seed := range int64(20) {
			b.start(c.task, seed)
			fields := get[string](b, `Object.keys(core.getUtterance().fields).sort().join(" ")`)
			if !strings.Contains("|"+c.fields+"|", "|"+fields+"|") {
				t.Errorf("%s, seed %d: fields %q, want %s", c.task, seed, fields, c.fields)
			}
			b.want("the slots are said", `Object.entries(core.getUtterance().fields).every(([name, value]) => name === "task" || core.getUtterance().utterance.includes(value))`, `true`)
			b.want("the mode's phrasing", phraseOf("train"), `true`)
			b.startMode(c.task, seed, gui.ModeTest)
			b.want("the instruction alone", `typeof core.getUtterance()`, `"string"`)
			b.want("the mode's phrasing", phraseOf("test"), `true`)
		}
	}
}

// phraseOf is JavaScript that tells whether the instruction is one of a mode's.
func phraseOf(mode string) string {
	return `(function (f) {
	const said = document.getElementById("query").textContent;
	const pool = typeof PHRASINGS === "undefined" ? mail.PHRASINGS[f.task || "forward"] : PHRASINGS;
	return pool.` + mode + `.some((p) => p.replace("{from}", f.by).replace("{to}", f.to).replace("{text}", f.message) === said);
})(core.currentFields)`
}

// TestMailDeterministic goes through all views twice on one document, and in another browser.
func TestMailDeterministic(t *testing.T) {
	first, second := newEnv(t, builtin(t), chrome.Options{}), newEnv(t, builtin(t), chrome.Options{})
	views := []string{
		"click 22 12", "click 10 18", "scroll 90", "scroll -50", "click 10 15", "click 22 9", "click 11 27", "click 10 20",
		"keys Ave.", "click 1 9", "click 18 27", "click 10 12", "keys Alma", "click 10 20", "keys x", "click 1 9", "click 1 9",
		"click 26 9", "keys a", "key Backspace", "keys er", "click 10 14", "key Tab", "key Enter", "wait",
	}
	for i, task := range []string{"email-inbox-reply", "email-inbox", "email-inbox-forward-nl-turk", "navigate-tree"} {
		episode := gui.Episode{Task: task, Seed: int64(1000000 + i)}
		want := play(t, first, episode, views)
		if task != "navigate-tree" && len(want) < 20 {
			t.Errorf("%s ended after %d steps: %s", task, len(want), want[len(want)-1])
		}
		compare(t, task+" again", play(t, first, episode, views), want)
		compare(t, task+" in another browser", play(t, second, episode, views), want)
	}
}
