package miniwob

import (
	"slices"
	"strings"

	"pix2act/gui"
)

// A list is a named group of tasks. Those without has are written in the rows of the
// catalogue; the others follow from what a row says.
type list struct {
	name  string
	about string
	has   func(gui.Task) bool
}

// lists are all of them, in the order in which help shows them.
var lists = []list{
	{"all", "what the suite has pages for", func(gui.Task) bool { return true }},
	{"first12", "the tasks that the bundled agent learns", nil},
	{"paper59", "the tasks of the Pix2Act paper", nil},
	{"heldout", "eight of paper59 that are kept from training, to measure transfer", nil},
	{"paper104", "original, additional and debug: what most published means are over", inPaper104},
	{"registered", "what the public package registers with Gymnasium", registered},
	{"original", "the oldest group of the benchmark", nil},
	{"hidden", "added as a hidden test", nil},
	{"nodelay", "the same as others, with nothing that moves", nil},
	{"additional", "added with MiniWoB++", nil},
	{"debug", "easier forms of other tasks", nil},

	{"animated", "pixels change without input", func(t gui.Task) bool { return t.Animated }},
	{"click", "clicks are enough", func(t gui.Task) bool { return slices.Equal(t.Actions, []string{"click"}) }},
	{"drag", "something is dragged", needs("begin_drag")},
	{"email", "an inbox", named("email-inbox")},
	{"flight", "the booking form of an airline", named("flight")},
	{"hover", "the pointer matters where it does not press", needs("move")},
	{"scroll", "something is out of sight", needs("scroll")},
	{"social", "a stream of short messages", named("social-media")},
	{"text", "something is typed", needs("keys")},
}

// named is the family of tasks whose names begin alike.
func named(prefix string) func(gui.Task) bool {
	return func(t gui.Task) bool { return strings.HasPrefix(t.Name, prefix) }
}

// needs is the family of tasks that take a kind of action.
func needs(action string) func(gui.Task) bool {
	return func(t gui.Task) bool { return slices.Contains(t.Actions, action) }
}

// inPaper104 tells whether a task is one of the 104 on which most published results are
// means: the original, additional and easier tasks, without hidden and nodelay ones.
func inPaper104(t gui.Task) bool {
	return slices.Contains(t.Lists, "original") || slices.Contains(t.Lists, "additional") || slices.Contains(t.Lists, "debug")
}

// unregistered are the pages of the public package that it registers no environment for: three
// that need real time, two that are unfinished, and an easier form of a flight page.
var unregistered = []string{
	"button-delay", "chase-circle", "flight.Alaska-auto-medium", "hover-shape", "moving-items", "simon-says",
}

func registered(t gui.Task) bool { return !slices.Contains(unregistered, t.Name) }

// join puts a task of the benchmark into the lists that follow from its row.
func join(t *gui.Task) {
	for _, l := range lists {
		if l.has != nil && l.has(*t) {
			t.Lists = append(t.Lists, l.name)
		}
	}
}

// general are the lists that any task may be in.
var general = []string{"all", "animated", "click", "drag", "hover", "scroll", "text"}

// joinGeneral puts a task of a user's folder into these.
func joinGeneral(t *gui.Task) {
	for _, l := range lists {
		if slices.Contains(general, l.name) && l.has(*t) && !slices.Contains(t.Lists, l.name) {
			t.Lists = append(t.Lists, l.name)
		}
	}
}

// Lists names the lists of tasks: "all" is what the suite offers, the others are groups
// and families of the benchmark.
func Lists() []string {
	names := make([]string, len(lists))
	for i, l := range lists {
		names[i] = l.name
	}
	return names
}

// AboutLists says in a line each what the lists are, for help texts.
func AboutLists() string {
	var b strings.Builder
	for _, l := range lists {
		b.WriteString("  " + l.name + strings.Repeat(" ", 12-len(l.name)) + l.about + "\n")
	}
	return b.String()
}
