package miniwob

import (
	"testing"

	"pix2act/chrome"
)

// bold is JavaScript for the part of the instruction that stands in bold.
const bold = `document.querySelector("#query .bold").textContent`

// gold is what a page asks for at seeds 0, 1 and 2; text is JavaScript that tells it. The values are
// those of the published pages, whose draws ours repeat.
type gold struct {
	task, text string
	want       [3]string
}

func (b *tab) golds(golds []gold) {
	b.t.Helper()
	for _, g := range golds {
		b.open(g.task)
		for seed, want := range g.want {
			b.start(g.task, int64(seed))
			if got := get[string](b, g.text); got != want {
				b.t.Errorf("%s, seed %d: asks for %q, want %q", g.task, seed, got, want)
			}
		}
	}
}

// TestChoiceGold compares what is asked for with the published pages.
func TestChoiceGold(t *testing.T) {
	newTab(t, builtin(t)).golds([]gold{
		{"click-shape", bold, [3]string{"aqua item", "large digit", "9"}},
		{"count-shape", bold, [3]string{"large yellow item", "aqua item", "small green item"}},
	})
}

// TestShapeRewards gives right and wrong answers to what is asked about shapes.
func TestShapeRewards(t *testing.T) {
	b := newTab(t, builtin(t))
	// The shapes of a colour; and the others.
	const aqua, others = `document.querySelector("#area_svg [fill=aqua]")`, `document.querySelector("#area_svg :not([fill=aqua])")`
	number := func(n string) func() {
		return func() {
			b.click(`[...document.querySelectorAll("#count-buttons button")].find((x) => x.textContent === "` + n + `")`)
		}
	}
	b.rewards([]answer{
		{"click-shape", 0, "right", func() { b.click(aqua) }, 1},
		{"click-shape", 0, "another", func() { b.click(others) }, -1},
		{"click-shape", 0, "the ground", func() { b.act(chrome.Click(80, 80, 1)...) }, -1},
		{"click-shape", 0, "beside the picture", func() { b.act(chrome.Click(80, 20, 1)...) }, endless},
		{"count-shape", 2, "right", number("0"), 1}, // of no kind that is there
		{"count-shape", 2, "wrong", number("2"), -1},
		{"count-shape", 2, "the picture", func() { b.act(chrome.Click(20, 150, 1)...) }, -1},
		{"count-shape", 2, "between the buttons", func() { b.act(chrome.Click(150, 195, 1)...) }, endless},
	})
}

// TestShapes looks at descriptions and what they fit.
func TestShapes(t *testing.T) {
	b := newTab(t, builtin(t))
	b.open("click-shape")
	const seven = `({column: 0, row: 0, colour: "red", extent: shapes.LARGE, group: "digit", name: "7"})`
	for _, c := range []struct{ size, colour, what, fits string }{
		{"", "", "item", "true"},
		{"large", "", "item", "true"},
		{"small", "", "item", "false"},
		{"", "red", "7", "true"},
		{"", "blue", "7", "false"},
		{"", "", "digit", "true"},
		{"", "", "letter", "false"},
		{"", "", "8", "false"},
	} {
		b.want("fits", `shapes.matches(`+seven+`, {size: "`+c.size+`", colour: "`+c.colour+`", what: "`+c.what+`"})`, c.fits)
	}
	b.want("every description fits its shape, and tells something", `(function () {
	Math.seedrandom(1);
	for (let i = 0; i < 500; i++) {
		const [shape] = shapes.grid(1, 7, 7), d = shapes.describe(shape);
		if (!shapes.matches(shape, d) || shapes.text(d) === "item") return shapes.text(d);
	}
	return "";
})()`, `""`)
}
