package miniwob

import (
	"fmt"
	"testing"

	"pix2act/chrome"
)

// TestMailApp goes through the views of the mail program with three mails.
func TestMailApp(t *testing.T) {
	b := newTab(t, builtin(t))
	b.open("email-inbox")
	const (
		row      = `document.querySelectorAll("#main .email-thread")`
		result   = `document.querySelectorAll("#search-results .email-thread")`
		starOne  = row + `[0].querySelector(".star")`
		trashTwo = row + `[1].querySelector(".trash")`
		mailStar = `document.querySelector("#email .star")`
		reply    = `document.querySelector(".email-reply")`
		forward  = `document.querySelector(".email-forward")`
		to       = `document.querySelector(".forward-sender")`
	)
	click := func(elements ...string) func() {
		return func() {
			for _, e := range elements {
				b.click(e)
			}
		}
	}
	typed := func(text string) { b.act(chrome.Type(text)...) }
	keys := func(names ...string) {
		for _, name := range names {
			b.act(chrome.Chord(name, 0)...)
		}
	}
	search := func(text string) func() { return func() { b.click(id("open-search")); typed(text) } }
	for _, c := range []struct {
		what string
		do   func()
		// The view shown, what it says, and what was told.
		view, says, told string
	}{
		{"the list", func() {}, "main", "Inbox|Anton|Aqua.|Ager flos.|Berta|Bellum antonii.|Crux.|Carla|Canis.|Luna lupus magn..", ""},
		{"the star", click(starOne), "main", "", "star Anton"},
		{"the trash can", click(trashTwo), "main", "", "trash Berta"},
		{"a mail", click(row + `[2]`), "email", "Canis.|Carla|to me|Luna lupus magnus.|Reply|Forward", ""},
		{"a mail, and back", click(row+`[2]`, id("close-email")), "main", "", ""},
		{"the star of a mail", click(row+`[2]`, mailStar), "email", "", "star Carla"},
		{"the trash can of a mail", click(row+`[2]`, `document.querySelector("#email .trash")`), "email", "", "trash Carla"},
		{"an answer", func() {
			b.click(row + `[1]`)
			b.click(reply)
			b.click(id("reply-text"))
			typed("Ave, Berta")
			b.click(id("send-reply"))
		},
			"reply", "to: |Berta|subject: |Re: Bellum antonii.", "reply Berta: Ave, Berta"},
		{"an answer, and back", click(row+`[1]`, reply, id("close-reply")), "email", "", ""},
		{"passed on", func() {
			b.click(row + `[1]`)
			b.click(forward)
			b.click(to)
			typed("Carla")
			b.click(id("send-forward"))
		},
			"forward", "to: |subject: |Bellum antonii.", "forward Berta to Carla: Crux."},
		{"passed on, and back", click(row+`[1]`, forward, id("close-forward"), id("close-email")), "main", "", ""},
		{"a search by sender", search("Carl"), "search", "Found|Carl|a|Canis.|Luna lupus magn..", ""},
		{"a search in all parts, in either case", search("anton"), "search", "Found|Anton|Aqua.|Ager flos.|Berta|Bellum |anton|ii.|Crux.", ""},
		{"a search in what is not shown", search("magnus"), "search", "Found|Carla|Canis.|Luna lupus magn..", ""},
		{"a search for blanks", search("  "), "search", "Found", ""},
		{"a search for nothing any more", func() { search("Carl")(); keys("Backspace", "Backspace", "Backspace", "Backspace") }, "search", "Found", ""},
		{"a search that finds nothing", search("w"), "search", "Found", ""},
		{"a search, and back", func() { search("Carl")(); b.click(id("search-cancel")) }, "main", "", ""},
		{"a found mail", func() { search("Carl")(); b.click(result + `[0]`) }, "email", "Canis.|Carla|to me|Luna lupus magnus.|Reply|Forward", ""},
		{"a found mail, and back", func() { search("Carl")(); b.click(result + `[0]`); b.click(id("close-email")) }, "search", "Found|Carl|a|Canis.|Luna lupus magn..", ""},
		{"the star of a found mail", func() { search("Carl")(); b.click(result + `[0].querySelector(".star")`) }, "search", "", "star Carla"},
		{"keys: the search", func() { keys("Tab", "Enter"); typed("Carl"); keys("Tab", "Enter") }, "email", "", ""},
		{"keys: the star", func() { keys("Tab", "Tab", "Tab", " ") }, "main", "", "star Anton"},
		{"keys: a mail", func() { keys("Tab", "Tab", "Enter") }, "email", "", ""},
	} {
		b.start("email-inbox", 0)
		b.run(`document.getElementById("area").replaceChildren(); var told = [];
mail.app([{sender: "Anton", subject: "Aqua.", body: "Ager flos."}, {sender: "Berta", subject: "Bellum antonii.", body: "Crux."},
	{sender: "Carla", subject: "Canis.", body: "Luna lupus magnus."}], {
	star: (m) => told.push("star " + m.sender), trash: (m) => told.push("trash " + m.sender),
	reply: (m, text) => told.push("reply " + m.sender + ": " + text),
	forward: (m, to, text) => told.push("forward " + m.sender + " to " + to + ": " + text),
})`)
		c.do()
		const shown = `[...document.querySelectorAll(".mail-view")].filter((v) => v.offsetHeight > 0)`
		b.want(c.what+": view", shown+`.map((v) => v.id).join()`, fmt.Sprintf("%q", c.view))
		if c.says != "" {
			b.want(c.what+": says", `(function () {
	const texts = [], walk = document.createTreeWalker(`+shown+`[0], NodeFilter.SHOW_TEXT);
	while (walk.nextNode()) if (walk.currentNode.data !== "" && walk.currentNode.parentElement.tagName !== "TEXTAREA") texts.push(walk.currentNode.data);
	return texts.join("|");
})()`, fmt.Sprintf("%q", c.says))
		}
		b.want(c.what+": told", `told.join()`, fmt.Sprintf("%q", c.told))
	}

	// One star in all views.
	b.start("email-inbox", 0)
	stars := func(element string) bool { return get[bool](b, element+`.classList.contains("clicked")`) }
	b.click(starOne)
	b.click(row + `[0]`)
	if !stars(mailStar) {
		t.Error("the star of the list does not show in the mail")
	}
	b.click(mailStar)
	b.click(id("close-email"))
	if stars(starOne) {
		t.Error("the star taken away in the mail shows in the list")
	}
}
