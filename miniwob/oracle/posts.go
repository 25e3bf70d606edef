package oracle

import (
	"strconv"

	"pix2act/gui"
)

// postStep is how far posts are scrolled at once: less than what can be seen by
// the height of a post, so that each is all in sight once.
const postStep = 90

// readPosts lists the posts, and what the instruction asks for: the person
// (@name), the label of a button, and a number.
const readPosts = `(() => {
	` + readScrolling + `
	const parts = Array.from(document.querySelectorAll("#query .bold"), part => clean(part.textContent));
	const label = parts.find(part => !/^[@\d]/.test(part)) || "";
	const kind = label.toLowerCase();
	return {
		User: parts.find(part => part.startsWith("@")) || "",
		Number: parts.find(part => /^\d+$/.test(part)) || "",
		Scroller: scroller,
		Posts: all(".media").map(post => ({
			User: clean(post.querySelector(".username").textContent),
			Place: place(post),
			Button: place(post.querySelector(".controls > span." + CSS.escape(kind))),
			Marked: post.querySelector(".active." + CSS.escape(kind)) !== null,
			Wrong: place(Array.from(post.querySelectorAll(".active")).find(button => !button.classList.contains(kind))),
			Dots: place(post.querySelector(".more")),
			Entry: place(Array.from(post.querySelectorAll("li")).filter(shown).find(entry => clean(entry.textContent).startsWith(label))),
		})),
		Submit: place(first("#submitRow button")),
	};
})()`

// post is what is on a post. Button is the icon asked for, if it is an icon,
// Entry the entry of the menu behind the dots, if it is open and has it, Wrong
// another icon that is marked.
type post struct {
	User                       string
	Place, Button, Dots, Entry *place
	Marked                     bool
	Wrong                      *place
}

// posts is a page with posts.
type posts struct {
	User, Number string
	Scroller     scroller
	Posts        []post
	Submit       *place
}

// press clicks a button of a post after the whole post has been in sight.
func (s posts) press(v view, p post, button *place, name string) (gui.Action, error) {
	if button != nil && button.InSight && !p.Place.InSight && p.Entry == nil {
		button.InSight = false
	}
	return s.Scroller.find(v, button, postStep, name)
}

// solveSocialMedia finds the first post of the person, and presses the icon, or
// the entry of the menu behind the dots.
func solveSocialMedia(v view) (gui.Action, error) {
	var page posts
	if err := v.read(readPosts, &page); err != nil {
		return gui.Action{}, err
	}
	for _, p := range page.Posts {
		switch {
		case p.User != page.User:
		case p.Button != nil:
			return page.press(v, p, p.Button, "icon")
		case p.Entry != nil:
			return page.press(v, p, p.Entry, "entry of the menu")
		default:
			return page.press(v, p, p.Dots, "dots")
		}
	}
	return gui.Action{}, missing("post by " + page.User)
}

// solveMarkPosts goes through the posts from the top, marks those of the person,
// as many as are asked for, and submits.
func solveMarkPosts(v view) (gui.Action, error) {
	var page posts
	if err := v.read(readPosts, &page); err != nil {
		return gui.Action{}, err
	}
	left := len(page.Posts)
	if number, err := strconv.Atoi(page.Number); err == nil {
		left = number
		for _, p := range page.Posts {
			if p.User == page.User && p.Marked {
				left--
			}
		}
	}
	for _, p := range page.Posts {
		own := p.User == page.User
		switch {
		case p.Wrong != nil:
			return page.press(v, p, p.Wrong, "icon marked by mistake")
		case own && !p.Marked && left > 0, p.Marked && (!own || left < 0):
			return page.press(v, p, p.Button, "icon")
		}
	}
	return page.Scroller.find(v, page.Submit, postStep, "Submit button")
}
