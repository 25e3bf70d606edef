package parsing

import (
	"fmt"
	"html"
	"math/rand/v2"
	"strings"
)

// page is what the blocks of a page have in common.
type page struct {
	*rand.Rand
	ground colour
	size   int // of its text, in pixels
	accent colour
}

// pageBody draws a page: blocks below each other, more than fit. The sheet takes
// away those that do not.
func pageBody(r *rand.Rand) string {
	on := ground(r)
	p := page{Rand: r, ground: on, size: pick(r, []int{10, 10, 10, 11, 12, 13, 14, 16}), accent: anyColour(r)}
	var b strings.Builder
	if p.IntN(3) == 0 {
		b.WriteString(p.heading())
	}
	blocks := []func() string{
		p.paragraph, p.paragraph, p.buttons, p.buttons, p.form, p.form, p.choices, p.choices, p.list, p.table, p.figures, p.figures,
		p.tabs, p.menu, p.card, p.items, p.scattered,
	}
	// A page is of few kinds: a list with buttons below, or rows of buttons and texts.
	kinds := []func() string{pick(r, blocks), pick(r, blocks), pick(r, blocks)}
	for range 8 {
		b.WriteString(pick(r, kinds)())
	}
	family := pick(r, families)
	style := fmt.Sprintf("height:100%%;box-sizing:border-box;padding:%dpx;background:%s;color:%s;font-family:%s;font-size:%dpx;",
		2+p.IntN(4), on, ink(r, on), family, p.size)
	return element("div data-fit", style, b.String())
}

func (p page) escaped(text string) string { return html.EscapeString(text) }

func (p page) heading() string {
	tag := pick(p.Rand, []string{"h2", "h3", "h4"})
	text := words(p.Rand, 1+p.IntN(2))
	style := fmt.Sprintf("margin:2px 0 3px;font-size:%dpx;", fitting(p.Rand, text, p.size, 22, 150))
	if p.IntN(3) == 0 {
		style += fmt.Sprintf("background:%s;color:%s;padding:2px;", p.accent, plainest(p.accent))
	}
	return element(tag, style, p.escaped(text))
}

// paragraph draws running text, with links in it at times.
func (p page) paragraph() string {
	links := p.IntN(2) == 0
	var b strings.Builder
	for i := range 3 + p.IntN(12) {
		if i > 0 {
			b.WriteByte(' ')
		}
		text := p.escaped(word(p.Rand))
		switch {
		case links && p.IntN(4) == 0:
			text = p.link(text)
		case p.IntN(12) == 0:
			text = "<b>" + text + "</b>"
		}
		b.WriteString(text)
	}
	return element("p", "margin:2px 0 5px;", b.String())
}

// link draws a link in its own blue, or in the text's colour where blue would be hard to read.
func (p page) link(text string) string {
	style := "text-decoration:underline;color:#0000ee;"
	if (colour{0, 0, 0xee}).contrast(p.ground) < readable {
		style = "text-decoration:underline;"
	}
	return element("a", style, text)
}

func (p page) button() string {
	style := fmt.Sprintf("font-size:%dpx;margin:1px 4px 2px 0;", p.size)
	if p.IntN(4) == 0 {
		style += fmt.Sprintf("background:%s;color:%s;border:1px solid #666;border-radius:%dpx;padding:2px 6px;",
			p.accent, plainest(p.accent), p.IntN(8))
	}
	if p.IntN(4) == 0 {
		style += fmt.Sprintf("margin-left:%dpx;", p.IntN(60))
	}
	return element("button", style, p.escaped(label(p.Rand)))
}

func (p page) buttons() string {
	var b strings.Builder
	for range 1 + p.IntN(3) {
		b.WriteString(p.button())
	}
	return element("div", "margin:2px 0;", b.String())
}

// form draws fields with their names, some of them filled in.
func (p page) form() string {
	var b strings.Builder
	field := func(control string) {
		direction := pick(p.Rand, []string{"row", "column"})
		b.WriteString(element("label", fmt.Sprintf("display:flex;flex-direction:%s;align-items:flex-start;margin:2px 0;gap:3px;", direction),
			element("span", "", p.escaped(label(p.Rand)))+control))
	}
	style := fmt.Sprintf("font-size:%dpx;font-family:inherit;", p.size)
	for range 1 + p.IntN(3) {
		text := p.escaped(word(p.Rand))
		wide := style + fmt.Sprintf("width:%dpx;", 50+p.IntN(50))
		switch p.IntN(6) {
		case 0:
			field(element("input", wide, "")) // empty
		case 1:
			field(element(`input placeholder="`+text+`"`, wide, ""))
		case 2:
			field(element("select", style, "<option>"+text+"</option><option>"+p.escaped(word(p.Rand))+"</option>"))
		case 3:
			field(element("textarea", wide+"height:30px;", text))
		default:
			field(element(`input value="`+text+`"`, wide, ""))
		}
	}
	return b.String() + element("button", style, p.escaped(pick(p.Rand, []string{"Submit", "OK", "Save", "Search", "Send", "Login", "Next"})))
}

// choices draws check boxes or radio buttons.
func (p page) choices() string {
	kind := pick(p.Rand, []string{"checkbox", "radio"})
	var b strings.Builder
	for range 2 + p.IntN(4) {
		checked := ""
		if p.IntN(4) == 0 {
			checked = " checked"
		}
		b.WriteString(element("label", "display:block;", `<input type="`+kind+`" style="margin:2px"`+checked+">"+p.escaped(label(p.Rand))))
	}
	return element("div", "margin:2px 0;", b.String())
}

func (p page) list() string {
	var b strings.Builder
	for range 2 + p.IntN(4) {
		text := p.escaped(words(p.Rand, 1+p.IntN(2)))
		if p.IntN(5) == 0 {
			text = p.link(text)
		}
		b.WriteString("<li>" + text + "</li>")
	}
	return element(pick(p.Rand, []string{"ul", "ol"}), fmt.Sprintf("margin:2px 0;padding-left:%dpx;", 2*p.size), b.String())
}

func (p page) table() string {
	columns := 2 + p.IntN(2)
	border := pick(p.Rand, []string{"none", "1px solid #999", "1px solid currentColor"})
	var b strings.Builder
	for row := range 2 + p.IntN(4) {
		b.WriteString("<tr>")
		for range columns {
			text := pick(p.Rand, listed)
			if p.IntN(3) == 0 {
				text = fmt.Sprint(p.IntN(1000))
			}
			tag := "td"
			if row == 0 {
				tag = "th"
			}
			b.WriteString(element(tag, "padding:1px 3px;border:"+border+";", p.escaped(cased(p.Rand, text))))
		}
		b.WriteString("</tr>")
	}
	return element("table", fmt.Sprintf("border-collapse:collapse;margin:2px 0;font-size:%dpx;", min(p.size, 12)), b.String())
}

func (p page) tabs() string {
	var b strings.Builder
	for i := range 2 + p.IntN(2) {
		style := "padding:2px 4px;border:1px solid #aaa;"
		if i == 0 {
			style += fmt.Sprintf("background:%s;color:%s;", p.accent, plainest(p.accent))
		}
		b.WriteString(element("span", style, p.escaped(cased(p.Rand, pick(p.Rand, listed)))))
	}
	return element("div", "display:flex;margin:2px 0;", b.String()) + p.paragraph()
}

func (p page) menu() string {
	var b strings.Builder
	for range 2 + p.IntN(5) {
		b.WriteString(element("div", "padding:1px 8px;border-bottom:1px solid #bbb;", p.escaped(label(p.Rand))))
	}
	return element("div", "display:inline-block;border:1px solid #888;margin:2px 0;min-width:70px;", b.String())
}

// card draws a box with a title bar, as dialogs have.
func (p page) card() string {
	bar := element("div", fmt.Sprintf("background:%s;color:%s;padding:2px 4px;font-weight:bold;", p.accent, plainest(p.accent)), p.escaped(label(p.Rand)))
	inside := element("div", "padding:3px 4px;", p.escaped(words(p.Rand, 2+p.IntN(4)))+"<br>"+p.button())
	return element("div", fmt.Sprintf("border:1px solid #777;border-radius:%dpx;margin:3px 0;", p.IntN(5)), bar+inside)
}

// items draws rows of a name with a line of small print, as mail and shop lists have.
func (p page) items() string {
	var b strings.Builder
	for range 2 + p.IntN(3) {
		name := element("b", "", p.escaped(label(p.Rand)))
		if p.IntN(2) == 0 {
			name = figure(p.Rand, p.ground, p.size) + " " + name
		}
		b.WriteString(element("div", "border-bottom:1px solid #ccc;padding:2px 0;", name+
			element("div", fmt.Sprintf("font-size:%dpx;", max(p.size-2, 9)), p.escaped(words(p.Rand, 2+p.IntN(2))))))
	}
	return element("div", "margin:2px 0;", b.String())
}

// scattered draws short texts at distances from each other.
func (p page) scattered() string {
	var b strings.Builder
	for range 2 + p.IntN(4) {
		text := label(p.Rand)
		style := typeface(p.Rand, fitting(p.Rand, text, 9, 20, 70), ink(p.Rand, p.ground)) + fmt.Sprintf("margin:%dpx %dpx;display:inline-block;", p.IntN(8), 3+p.IntN(14))
		b.WriteString(element("span", style, p.escaped(text)))
	}
	return element("div", "white-space:normal;", b.String())
}
