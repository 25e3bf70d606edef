package miniwob

import (
	"fmt"
	"testing"

	"pix2act/chrome"
)

// spot is the place of a character of the editor's text: its left edge, and the middle of its line.
func (b *tab) spot(character int) (x, y float64) {
	b.t.Helper()
	p := get[[]float64](b, fmt.Sprintf(`(function (at) {
	const texts = document.createTreeWalker(document.querySelector(".editor-text"), NodeFilter.SHOW_TEXT);
	while (texts.nextNode() && at >= texts.currentNode.length) at -= texts.currentNode.length;
	const range = document.createRange();
	range.setStart(texts.currentNode, at);
	range.setEnd(texts.currentNode, at + 1);
	const box = range.getBoundingClientRect();
	return [box.left, (box.top + box.bottom) / 2];
})(%d)`, character))
	return p[0], p[1]
}

// TestEditor edits "Lux magna est." with mouse and keyboard.
func TestEditor(t *testing.T) {
	b := newTab(t, builtin(t))
	b.open("text-editor")
	const runs = `document.querySelector(".editor").runs.map((r) => r.text + Object.entries(r.style).map((s) => "[" + s.join("=") + "]").join(""))`
	b.run(`words.text = () => "Lux magna est."`)
	word := func(character int) { // double-clicks the word there
		x, y := b.spot(character)
		b.act(chrome.Click(x+3, y, 2)...)
	}
	drag := func(from, to int) {
		x1, y1 := b.spot(from)
		x2, y2 := b.spot(to)
		b.act(chrome.Move{X: x1, Y: y1}, chrome.Press{X: x1, Y: y1, Clicks: 1})
		b.act(chrome.Move{X: x2, Y: y2}, chrome.Release{X: x2, Y: y2, Clicks: 1})
	}
	caret := func(character int) {
		x, y := b.spot(character)
		b.act(chrome.Click(x, y, 1)...)
	}
	press := func(name string) { b.click(`document.querySelector(".editor-` + name + `")`) }
	swatch := func(colour string) {
		press("colour")
		b.click(`document.querySelector(".editor-swatch[data-value='` + colour + `']")`)
	}
	typed := func(text string) { b.act(chrome.Type(text)...) }
	for _, c := range []struct {
		name string
		do   func()
		want string
	}{
		{"untouched", func() {}, `["Lux magna est."]`},
		{"a word", func() { word(5); press("bold") }, `["Lux ","magna[bold=true]"," est."]`},
		{"and back", func() { word(5); press("bold"); press("bold") }, `["Lux magna est."]`},
		{"two attributes", func() { word(5); press("bold"); press("italic") }, `["Lux ","magna[bold=true][italic=true]"," est."]`},
		{"by keys", func() { word(5); b.key("u", chrome.Ctrl) }, `["Lux ","magna[underline=true]"," est."]`},
		{"by dragging", func() { drag(4, 13); press("italic") }, `["Lux ","magna est[italic=true]","."]`},
		{"backwards", func() { drag(13, 4); press("italic") }, `["Lux ","magna est[italic=true]","."]`},
		{"with the mark", func() { word(11); b.key("ArrowRight", chrome.Shift); press("bold") }, `["Lux magna ","est.[bold=true]"]`},
		{"all", func() { caret(2); b.key("a", chrome.Ctrl); press("underline") }, `["Lux magna est.[underline=true]"]`},
		{"all, partly so before", func() { word(5); press("bold"); b.key("a", chrome.Ctrl); press("bold") }, `["Lux magna est.[bold=true]"]`},
		{"neighbours of one style join", func() { word(1); press("bold"); drag(3, 13); press("bold") }, `["Lux magna est[bold=true]","."]`},
		{"a colour", func() { word(5); swatch("#f06666") }, `["Lux ","magna[color=#f06666]"," est."]`},
		{"another colour", func() { word(5); swatch("#f06666"); swatch("#0066cc") }, `["Lux ","magna[color=#0066cc]"," est."]`},
		{"black is none", func() { word(5); swatch("#f06666"); swatch("#000000") }, `["Lux magna est."]`},
		{"the palette closes", func() { word(5); press("colour"); b.act(chrome.Click(150, 205, 1)...) }, `["Lux magna est."]`},
		{"typed in a word", func() { word(5); press("bold"); caret(6); typed("x") }, `["Lux ","maxgna[bold=true]"," est."]`},
		{"typed behind it", func() { word(5); press("bold"); caret(9); typed("x") }, `["Lux ","magnax[bold=true]"," est."]`},
		{"typed over it", func() { word(5); press("bold"); word(5); typed("xy") }, `["Lux ","xy[bold=true]"," est."]`},
		{"style of what is typed next", func() { caret(3); press("bold"); typed("xy") }, `["Lux","xy[bold=true]"," magna est."]`},
		{"forgotten elsewhere", func() { caret(3); press("bold"); caret(5); typed("xy") }, `["Lux mxyagna est."]`},
		{"erased backwards", func() { caret(5); b.key("Backspace", 0) }, `["Lux agna est."]`},
		{"erased forwards", func() { caret(5); b.key("Delete", 0) }, `["Lux mgna est."]`},
		{"erased selection", func() { drag(2, 6); b.key("Backspace", 0) }, `["Lugna est."]`},
		{"nothing before the start", func() { caret(0); b.key("Backspace", 0) }, `["Lux magna est."]`},
		{"a new line", func() { caret(4); b.key("Enter", 0); typed("x") }, `["Lux \nxmagna est."]`},
		{"and gone", func() { caret(4); b.key("Enter", 0); b.key("Backspace", 0) }, `["Lux magna est."]`},
		{"an empty line", func() { caret(4); b.key("Enter", 0); b.key("Enter", 0); typed("x") }, `["Lux \n\nxmagna est."]`},
		{"over two lines", func() { caret(4); b.key("Enter", 0); b.key("a", chrome.Ctrl); press("bold") }, `["Lux \nmagna est.[bold=true]"]`},
		{"copied and pasted", func() {
			word(5)
			press("bold")
			b.key("c", chrome.Ctrl)
			b.key("End", 0)
			b.key("v", chrome.Ctrl)
		}, `["Lux ","magna[bold=true]"," est.magna"]`},
		{"cut", func() { word(5); b.key("x", chrome.Ctrl) }, `["Lux  est."]`},
		{"undone", func() { word(5); press("bold"); typed("x"); b.key("z", chrome.Ctrl) }, `["Lux ","magna[bold=true]"," est."]`},
		{"undone twice", func() { word(5); press("bold"); typed("x"); b.key("z", chrome.Ctrl); b.key("z", chrome.Ctrl) }, `["Lux magna est."]`},
		{"and done again", func() {
			word(5)
			press("bold")
			b.key("z", chrome.Ctrl)
			b.key("z", chrome.Ctrl)
			b.key("y", chrome.Ctrl)
		}, `["Lux ","magna[bold=true]"," est."]`},
		{"a character of no keyboard", func() { caret(4); typed("ö日") }, `["Lux ö日magna est."]`},
	} {
		b.start("text-editor", 0)
		c.do()
		b.want(c.name, runs, c.want)
		b.want(c.name+": what is shown", `document.querySelector(".editor-text").textContent === document.querySelector(".editor").runs.map((r) => r.text).join("").replaceAll("\n", "")`, `true`)
		if open := get[bool](b, `document.querySelector(".editor-palette").classList.contains("open")`); open {
			t.Errorf("%s: the palette stays open", c.name)
		}
	}
	b.start("text-editor", 0)
	word(5)
	press("bold")
	b.want("the selection stays", `getSelection().toString()`, `"magna"`)
	b.want("the toolbar tells", `[...document.querySelectorAll(".editor-toolbar .active")].map((e) => e.title)`, `["Bold"]`)
	caret(1)
	b.want("and changes with the caret", `document.querySelectorAll(".editor-toolbar .active").length`, `0`)
}

// TestEditorRewards styles words and texts as asked, and otherwise.
func TestEditorRewards(t *testing.T) {
	b := newTab(t, builtin(t))
	b.open("text-editor")
	// One seed for each thing that can be asked for.
	seeds := map[string]int64{}
	for seed := int64(0); len(seeds) < 4 && seed < 200; seed++ {
		b.start("text-editor", seed)
		asked := get[[]string](b, bolds)
		what := map[bool]string{true: "everything", false: "word"}[asked[0] == "everything"]
		switch asked[1] {
		case "bold", "red":
			seeds[what+" "+asked[1]] = seed
		}
	}
	// style selects characters of the text and calls then.
	selected := func(expression string, then ...func()) func() {
		return func() {
			b.run(`document.querySelector(".editor-text").focus()`)
			b.run(`(function (part) {
	const node = document.querySelector(".editor-text p").firstChild, from = node.data.indexOf(part);
	getSelection().setBaseAndExtent(node, from, node, from + part.length);
})(` + expression + `)`)
			b.act()
			for _, f := range then {
				f()
			}
			b.submit()
		}
	}
	press := func(name string) func() {
		return func() { b.click(`document.querySelector(".editor-` + name + `")`) }
	}
	colour := func(value string) func() {
		return func() {
			press("colour")()
			b.click(`document.querySelector(".editor-swatch[data-value='` + value + `']")`)
		}
	}
	const text, word = `document.querySelector(".editor-text").textContent`, bolds + `[0]`
	eb, er, wb, wr := seeds["everything bold"], seeds["everything red"], seeds["word bold"], seeds["word red"]
	b.rewards([]answer{
		{"text-editor", eb, "right", selected(text, press("bold")), 1},
		{"text-editor", eb, "with a line more", selected(text, press("bold"), func() { b.key("End", chrome.Ctrl); b.key("Enter", 0) }), 1},
		{"text-editor", eb, "but the last mark", selected(text+`.slice(0, -1)`, press("bold")), -1},
		{"text-editor", eb, "underlined too", selected(text, press("bold"), press("underline")), -1},
		{"text-editor", eb, "another attribute", selected(text, press("italic")), -1},
		{"text-editor", eb, "another text", selected(text, press("bold"), func() { b.key("End", chrome.Ctrl); b.act(chrome.Type("x")...) }), -1},
		{"text-editor", eb, "untouched", b.submit, -1},
		{"text-editor", er, "right", selected(text, colour("#e60000")), 1},
		{"text-editor", er, "another red", selected(text, colour("#5c0000")), 1},
		{"text-editor", er, "orange", selected(text, colour("#ff9900")), -1},
		{"text-editor", er, "bold too", selected(text, colour("#e60000"), press("bold")), -1},
		{"text-editor", wb, "right", selected(word, press("bold")), 1},
		{"text-editor", wb, "with the blank behind", selected(word+` + (`+text+`.includes(`+word+` + " ") ? " " : "")`, press("bold")), 1},
		{"text-editor", wb, "everything", selected(text, press("bold")), -1},
		{"text-editor", wb, "the first letter only", selected(word+`[0]`, press("bold")), -1},
		{"text-editor", wb, "untouched", b.submit, -1},
		{"text-editor", wr, "right", selected(word, colour("#f06666")), 1},
		{"text-editor", wr, "blue", selected(word, colour("#66a3e0")), -1},
	})
}
