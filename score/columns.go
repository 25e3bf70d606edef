package score

import (
	"strings"
	"unicode/utf8"
)

// columns lays out rows of cells: the first column to the left, the others to
// the right, as wide as they need to be.
type columns struct {
	rows   [][]string
	groups []int // columns before which a rule stands
}

func (c *columns) row(cells ...string) { c.rows = append(c.rows, cells) }

func (c *columns) widths() []int {
	var widths []int
	for _, row := range c.rows {
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	return widths
}

// lines gives the rows as text, at most the wanted number of characters wide
// where narrower gaps can do it; the names of tasks are never cut.
func (c *columns) lines(wanted int) []string {
	widths := c.widths()
	gap := 3
	total := func() int {
		sum := 0
		for _, w := range widths {
			sum += w + gap
		}
		return sum - gap + 2*len(c.groups)
	}
	for gap > 1 && total() > wanted {
		gap--
	}
	out := make([]string, len(c.rows))
	for n, row := range c.rows {
		var line strings.Builder
		for i, cell := range row {
			if i > 0 {
				line.WriteString(strings.Repeat(" ", gap))
			}
			for _, g := range c.groups {
				if g == i {
					line.WriteString("│ ")
				}
			}
			pad := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell))
			if i == 0 {
				line.WriteString(cell + pad)
			} else {
				line.WriteString(pad + cell)
			}
		}
		out[n] = strings.TrimRight(line.String(), " ")
	}
	return out
}
