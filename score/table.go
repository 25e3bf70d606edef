package score

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"pix2act/gui"
)

// Width is the number of characters a table tries to stay within.
const Width = 80

// WriteTable writes the report as text for people: a line for each task and one
// for all, then faults and protocol. With a second report, as a rule a random
// agent's on the same episodes, its successes and scores stand beside; nil
// leaves them out.
func (r Report) WriteTable(w io.Writer, beside *Report) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "%s on %s, seeds %s\nscore %s of 100, success %s %% (95 %% interval %s)\n\n",
		r.Agent, r.Suite, r.Seeds, Tenths(r.MeanScore), percent(r.Success), interval(r.SuccessCI95))

	table := r.table(beside)
	lines := table.lines(Width)
	rule := strings.Repeat("─", longest(lines))
	heads := 1
	if beside != nil {
		fmt.Fprintln(out, besideTitle(lines[0], r.nameOf(beside)))
	}
	for i, line := range lines {
		if i == heads || i == len(lines)-1 && i > heads {
			fmt.Fprintln(out, rule)
		}
		fmt.Fprintln(out, line)
	}
	fmt.Fprintln(out)
	for _, line := range r.notes(beside) {
		fmt.Fprintln(out, line)
	}
	return out.Flush()
}

// table has a head, the tasks, and last the line over all episodes.
func (r Report) table(beside *Report) *columns {
	t := &columns{}
	head := []string{"task", "episodes", "success", "95 % CI", "score", "steps"}
	if beside != nil {
		t.groups = []int{len(head)}
		head[1] = "n"
		head = append(head, "success", "score")
	}
	t.row(head...)
	line := func(name string, episodes int, success float64, ci [2]float64, score, steps float64, other *Task) {
		cells := []string{name, strconv.Itoa(episodes), percent(success), interval(ci), percent(score), Tenths(steps)}
		if episodes == 0 {
			cells = []string{name, "0", "-", "-", "-", "-"}
		}
		if beside != nil {
			if other == nil || other.Episodes == 0 {
				cells = append(cells, "-", "-")
			} else {
				cells = append(cells, percent(other.Success), percent(other.Score))
			}
		}
		t.row(cells...)
	}
	for _, task := range r.Tasks {
		line(task.Task, task.Episodes, task.Success, task.SuccessCI95, task.Score, task.MeanSteps, beside.find(task.Task))
	}
	var other *Task
	if beside != nil {
		other = &Task{Episodes: beside.Episodes, Success: beside.Success, Score: beside.MeanScore / 100}
	}
	line("all", r.Episodes, r.Success, r.SuccessCI95, r.MeanScore/100, r.MeanSteps, other)
	return t
}

// find gives a task's result, nil where there is none (or no report).
func (r *Report) find(task string) *Task {
	if r == nil {
		return nil
	}
	i := slices.IndexFunc(r.Tasks, func(t Task) bool { return t.Task == task })
	if i < 0 {
		return nil
	}
	return &r.Tasks[i]
}

// besideTitle names the second agent over its columns.
func besideTitle(head, agent string) string {
	before, _, _ := strings.Cut(head, "│")
	return strings.Repeat(" ", utf8.RuneCountInString(before)) + "│ " + agent
}

// nameOf is the agent of a second report, with what tells it from this one's where both are called the same.
func (r Report) nameOf(beside *Report) string {
	if beside.Agent != r.Agent {
		return beside.Agent
	}
	p, q := r.Protocol, beside.Protocol
	for _, d := range []struct{ here, there, name string }{
		{p.CheckpointHash, q.CheckpointHash, "checkpoint " + short(q.CheckpointHash)},
		{r.Suite, beside.Suite, beside.Suite}, {r.Seeds, beside.Seeds, "seeds " + beside.Seeds},
		{p.Mode, q.Mode, q.Mode + " data"}, {p.Version, q.Version, "program " + q.Version},
	} {
		if d.here != d.there {
			return beside.Agent + ", " + d.name
		}
	}
	return beside.Agent + ", before"
}

// notes say what the numbers mean and what they depend on.
func (r Report) notes(beside *Report) []string {
	notes := []string{
		"success and score in %, means over every episode; score = raw reward/2 + 0.5,",
		"success = raw reward reaches the task's threshold; Wilson 95 % intervals.",
	}
	if r.Missing > 0 {
		notes = append(notes, fmt.Sprintf("INCOMPLETE: not played: %d of %d.", r.Missing, r.Missing+r.Episodes))
	}
	if beside != nil && (beside.Episodes != r.Episodes || beside.Seeds != r.Seeds ||
		beside.Protocol.SuiteHash != r.Protocol.SuiteHash || beside.Protocol.Mode != r.Protocol.Mode) {
		notes = append(notes, fmt.Sprintf("CAUTION: %s played other episodes (%d, seeds %s).", r.nameOf(beside), beside.Episodes, beside.Seeds))
	}
	invalid := 0
	for _, t := range r.Tasks {
		invalid += t.InvalidActions
	}
	if invalid > 0 {
		notes = append(notes, fmt.Sprintf("Illegal actions, answered with an error: %d.", invalid))
		notes = append(notes, wrap("the grammar: ", strings.Split(gui.Grammar, " | "))...)
	}
	const most = 5
	for i, f := range r.Faults {
		if i == most {
			notes = append(notes, fmt.Sprintf("… and %d more faults.", len(r.Faults)-most))
			break
		}
		end := "played again"
		if !f.Recovered {
			end = "lost, counted as failed"
		}
		last := ""
		if len(f.Errors) > 0 {
			last = f.Errors[len(f.Errors)-1]
		}
		what := fmt.Sprintf("%s seed %d, %s", f.Task, f.Seed, end)
		if f.Task == "" {
			what = "ended the evaluation"
		}
		notes = append(notes, fmt.Sprintf("fault: %s: %s", what, last))
	}
	return append(notes, wrap("protocol: ", r.protocol())...)
}

// protocol are the parts of the protocol that a table names.
func (r Report) protocol() []string {
	p := r.Protocol
	limit := "each task's own step limit"
	if p.StepLimit == 1 {
		limit = "at most 1 step"
	} else if p.StepLimit > 1 {
		limit = fmt.Sprintf("at most %d steps", p.StepLimit)
	}
	items := []string{"suite " + short(p.SuiteHash), p.Mode + " data", fmt.Sprintf("%d ms an action", p.BudgetMS), limit}
	if p.Browser != "" {
		items = append(items, p.Browser)
	}
	if p.Fonts != "" {
		items = append(items, "fonts "+short(p.Fonts))
	}
	if p.CheckpointHash != "" {
		items = append(items, "checkpoint "+short(p.CheckpointHash))
	}
	for _, style := range p.InjectedStyles {
		items = append(items, "injected: "+style)
	}
	if r.ObservationsSHA256 != "" {
		items = append(items, "observations "+short(r.ObservationsSHA256))
	}
	return items
}

// WriteMarkdown writes the table in Markdown, and the protocol below it.
func (r Report) WriteMarkdown(w io.Writer, beside *Report) error {
	out := bufio.NewWriter(w)
	t := r.table(beside)
	head := t.rows[0]
	head[1] = "episodes"
	if beside != nil {
		for _, i := range []int{len(head) - 2, len(head) - 1} {
			head[i] = r.nameOf(beside) + " " + head[i]
		}
	}
	rules := make([]string, len(head))
	for i := range rules {
		rules[i] = "---:"
	}
	rules[0] = "---"
	t.rows = slices.Insert(t.rows, 1, rules)
	for _, row := range t.rows {
		fmt.Fprintf(out, "| %s |\n", strings.Join(row, " | "))
	}
	fmt.Fprintf(out, "\n%s on %s, seeds %s: %s.\n", r.Agent, r.Suite, r.Seeds, strings.Join(r.protocol(), ", "))
	return out.Flush()
}

func longest(lines []string) int {
	n := 0
	for _, line := range lines {
		n = max(n, utf8.RuneCountInString(line))
	}
	return n
}

// wrap sets items one after the other, in lines of at most Width characters where
// they have gaps, under a title.
func wrap(title string, items []string) []string {
	indent := strings.Repeat(" ", utf8.RuneCountInString(title))
	line, lines := title, []string(nil)
	for i, item := range items {
		if i < len(items)-1 {
			item += ","
		}
		if line != title && line != indent && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(item) > Width {
			lines = append(lines, line)
			line = indent
		}
		if line != title && line != indent {
			line += " "
		}
		line += item
	}
	return append(lines, line)
}

// short is the beginning of a hash, enough to tell two apart.
func short(hash string) string {
	if hash == "" {
		return "unknown"
	}
	return hash[:min(12, len(hash))]
}

// Tenths writes a number with one decimal. Halves are rounded away from zero, as
// people do, and not to even.
func Tenths(x float64) string { return strconv.FormatFloat(math.Round(10*x)/10, 'f', 1, 64) }

func percent(x float64) string      { return Tenths(100 * x) }
func interval(ci [2]float64) string { return percent(ci[0]) + "–" + percent(ci[1]) }
