package parsing

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// outlines are figures by name, drawn in a square of 24 units.
var outlines = []struct{ name, path string }{
	{"square", "M2 2h20v20H2z"},
	{"rectangle", "M1 6h22v12H1z"},
	{"circle", "M12 1a11 11 0 1 0 .01 0z"},
	{"triangle", "M12 2L23 22H1z"},
	{"diamond", "M12 1L22 12L12 23L2 12z"},
	{"star", "M12 1l3.3 7.5 8.2.8-6.2 5.4 1.8 8-7.1-4.2-7.1 4.2 1.8-8L.5 9.3l8.2-.8z"},
	{"cross", "M3 6l3-3 6 6 6-6 3 3-6 6 6 6-3 3-6-6-6 6-3-3 6-6z"},
	{"plus", "M9 2h6v7h7v6h-7v7H9v-7H2V9h7z"},
	{"arrow", "M1 9h12V3l10 9-10 9v-6H1z"},
	{"heart", "M12 22C4 15 1 11 1 7a5.5 5.5 0 0 1 11-1 5.5 5.5 0 0 1 11 1c0 4-3 8-11 15z"},
	{"tick", "M2 13l4-4 4 4L19 3l3 4-12 14z"},
	{"house", "M12 1L23 11h-3v11h-6v-7h-4v7H4V11H1z"},
	{"flag", "M4 1h2v1h15l-4 5 4 5H6v11H4z"},
	{"bell", "M12 1c5 0 7 4 7 8v6l3 4H2l3-4V9c0-4 2-8 7-8zM9 20h6a3 3 0 0 1-6 0z"},
	{"envelope", "M1 4h22v2l-11 8L1 6zm0 5l11 8 11-8v11H1z"},
	{"moon", "M15 1a11 11 0 1 0 8 15A10 10 0 0 1 15 1z"},
}

// distinct is the least contrast of an icon with its ground.
const distinct = 1.8

// figure draws an icon that stands out from a ground. Its description, such as
// "red star", is its text for those who do not see it.
func figure(r *rand.Rand, on colour, side int) string {
	fill := named[r.IntN(len(named))]
	for fill.contrast(on) < distinct {
		fill = named[r.IntN(len(named))]
	}
	o := pick(r, outlines)
	return fmt.Sprintf(`<svg role="img" aria-label="%s %s" width="%d" height="%d" viewBox="0 0 24 24" style="vertical-align:middle"><path fill="%s" d="%s"/></svg>`,
		fill.name, o.name, side, side, fill.colour, o.path)
}

// figures draws a row of icons, some of them with names.
func (p page) figures() string {
	side := pick(p.Rand, []int{12, 16, 20, 28, 40})
	var b strings.Builder
	for range 2 + p.IntN(4) {
		icon := figure(p.Rand, p.ground, side)
		if p.IntN(3) == 0 {
			icon += " " + p.escaped(cased(p.Rand, pick(p.Rand, listed)))
		}
		b.WriteString(element("span", fmt.Sprintf("display:inline-block;margin:2px %dpx;", 2+p.IntN(8)), icon))
	}
	return element("div", "", b.String())
}
