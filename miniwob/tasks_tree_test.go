package miniwob

import (
	"fmt"
	"testing"

	"pix2act/chrome"
)

// treeShape is JavaScript for the form of a tree: f for a file, brackets for a folder.
const treeShape = `(function f(list) {
	return [...list.children].map((e) => e.querySelector(":scope > ul") ? "[" + f(e.querySelector(":scope > ul")) + "]" : "f").join(" ");
})(document.getElementById("tree"))`

// TestTreeGold compares the trees with those of the published page, and by its place in the list
// of names what is asked for: the names are our own.
func TestTreeGold(t *testing.T) {
	newTab(t, builtin(t)).golds([]gold{
		{"navigate-tree", treeShape, [3]string{"f f [[] []] [] [] f", "f f [f []] [f]", "f [f] f f f f []"}},
		{"navigate-tree", `[...document.querySelectorAll("#tree span")].map((e) => words.NAMES.indexOf(e.textContent)).join()`,
			[3]string{"46,49,43,47,0,6,30,7", "33,12,48,13,6,7,39", "25,4,30,48,43,5,35,12"}},
		{"navigate-tree", `String(words.NAMES.indexOf(core.getUtterance().match(/"(.*)"/)[1]))`, [3]string{"6", "48", "48"}},
	})
}

// TestTreeRewards presses items of trees. At seed 1 the asked one is the first folder, which
// holds a file and a folder; at seed 7 it lies in a folder.
func TestTreeRewards(t *testing.T) {
	b := newTab(t, builtin(t))
	item := func(kind string, n int) string {
		return fmt.Sprintf(`document.querySelectorAll("#tree span.%s")[%d]`, kind, n)
	}
	press := func(element string) func() { return func() { b.click(element) } }
	keys := func(names ...string) {
		for _, name := range names {
			b.act(chrome.Chord(name, 0)...)
		}
	}
	b.rewards([]answer{
		{"navigate-tree", 1, "right", press(item("folder", 0)), 1},
		{"navigate-tree", 1, "right, by its plus", press(`document.querySelector("#tree .hitarea")`), 1},
		{"navigate-tree", 1, "right, by key", func() { keys("Tab", "ArrowDown", "ArrowDown", "Enter") }, 1},
		{"navigate-tree", 1, "another file", press(item("file", 0)), -1},
		{"navigate-tree", 1, "another folder", press(item("folder", 2)), endless},
		{"navigate-tree", 1, "a file in another folder", func() { b.click(item("folder", 2)); b.click(item("file", 3)) }, -1},
		{"navigate-tree", 1, "beside the tree", func() { b.act(chrome.Click(80, 200, 1)...) }, endless},
		// What lies in the folder asked for is not that folder.
		{"navigate-tree", 1, "a folder in the right one", func() {
			keys("Tab", "ArrowDown", "ArrowDown", "ArrowRight")
			b.click(item("folder", 1))
		}, endless},
		{"navigate-tree", 1, "a file in the right folder", func() {
			keys("Tab", "ArrowDown", "ArrowDown", "ArrowRight")
			b.click(item("file", 2))
		}, -1},
	})
}

// TestTree opens and closes folders: a tree with a file, and a folder that holds a folder and a file.
func TestTree(t *testing.T) {
	b := newTab(t, builtin(t))
	b.open("navigate-tree")
	name := func(s string) string {
		return `[...document.querySelectorAll("#area span")].find((e) => e.textContent === "` + s + `")`
	}
	key := func(names ...string) func() {
		return func() {
			b.act(chrome.Chord("Tab", 0)...)
			for _, name := range names {
				b.act(chrome.Chord(name, 0)...)
			}
		}
	}
	click := func(elements ...string) func() {
		return func() {
			for _, e := range elements {
				b.click(e)
			}
		}
	}
	const plus = `document.querySelector("#area .hitarea")`
	for _, c := range []struct {
		what           string
		do             func()
		shown, pressed string
		focused        string
	}{
		{"nothing", func() {}, "a B", "", ""},
		{"a file", click(name("a")), "a B", "a", "a"},
		{"a folder", click(name("B")), "a B C d", "B", "B"},
		{"a folder twice", click(name("B"), name("B")), "a B", "B B", "B"},
		{"a plus", click(plus), "a B C d", "B", ""},
		{"a plus twice", click(plus, plus), "a B", "B B", ""},
		{"an empty folder", click(name("B"), name("C")), "a B C d", "B C", "C"},
		{"closed with an open folder inside, and opened again", click(name("B"), name("C"), name("B"), name("B")), "a B C d", "B C B B", "B"},
		{"keys: a press opens", key("ArrowDown", "Enter"), "a B C d", "B", "B"},
		{"keys: right opens and goes in", key("ArrowDown", "ArrowRight", "ArrowRight"), "a B C d", "", "C"},
		{"keys: left goes out and closes", key("End", "ArrowRight", "ArrowDown", "ArrowDown", "ArrowLeft", "ArrowLeft"), "a B", "", "B"},
		{"keys: ends", key("ArrowUp", "End", "ArrowDown", "Home"), "a B", "", "a"},
		{"keys: the space bar", key(" "), "a B", "a", "a"},
		{"keys: another", key("x"), "a B", "", "a"},
	} {
		b.start("navigate-tree", 0)
		b.run(`document.getElementById("area").replaceChildren(); var pressed = [];
core.put(widgets.tree({items: [{name: "a"}, {name: "B", children: [{name: "C", children: []}, {name: "d"}]}],
	onPress: (item) => pressed.push(item.name)}))`)
		c.do()
		b.want(c.what+": shown", `[...document.querySelectorAll("#area span")].filter((e) => e.offsetHeight > 0).map((e) => e.textContent).join(" ")`, fmt.Sprintf("%q", c.shown))
		b.want(c.what+": pressed", `pressed.join(" ")`, fmt.Sprintf("%q", c.pressed))
		b.want(c.what+": focused", `document.activeElement === document.body ? "" : document.activeElement.textContent`, fmt.Sprintf("%q", c.focused))
	}
}
