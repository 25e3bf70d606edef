package domdiff

import (
	"bytes"
	"context"
	"fmt"
	"math"

	"pix2act/chrome"
	"pix2act/miniwob"
)

// Difference is something that the two runtimes do not have in common on a page.
type Difference struct {
	Task string `json:"task"`
	Seed int64  `json:"seed"`
	// Where is the function, and the element.
	Where  string `json:"where"`
	Theirs string `json:"theirs"`
	Ours   string `json:"ours"`
	// Choice names the documented choice that it is, see Choices; "" is none.
	Choice string `json:"choice,omitempty"`
}

func (d Difference) String() string {
	return fmt.Sprintf("%s seed %d: %s: theirs %s, ours %s", d.Task, d.Seed, d.Where, d.Theirs, d.Ours)
}

// Options say what is compared, and where.
type Options struct {
	Public *miniwob.Suite // the published pages
	Pool   *chrome.Pool
	// Promised compares what our runtime does by default, which is what the published
	// document promises. Otherwise ours is asked to behave as the published code does.
	Promised bool
}

// maxDifferences bounds what is told of a page: the first differences explain the others.
const maxDifferences = 40

// tries is how often a page is looked at whose browser fails.
const tries = 3

// Compare looks at a public page with either runtime. No differences is the answer that is
// hoped for; where Promised is set, none but Choices. Of one kind, the first few are told.
func Compare(ctx context.Context, o Options, task string, seed int64) (found []Difference, err error) {
	for range tries {
		if found, err = compare(ctx, o, task, seed); !chrome.IsFault(err) || ctx.Err() != nil {
			break
		}
	}
	return found, err
}

func compare(ctx context.Context, o Options, task string, seed int64) ([]Difference, error) {
	browser, err := o.Pool.Get(ctx)
	if err != nil {
		return nil, err
	}
	healthy := false
	defer func() { o.Pool.Put(browser, healthy) }()
	theirs, err := view(ctx, browser, o.Public, task, seed, false)
	if err != nil {
		return nil, fmt.Errorf("%s with its own runtime: %w", task, err)
	}
	mixed, err := o.Public.WithRuntime()
	if err != nil {
		return nil, err
	}
	ours, err := view(ctx, browser, mixed, task, seed, !o.Promised)
	if err != nil {
		return nil, fmt.Errorf("%s with our runtime: %w", task, err)
	}
	healthy = true
	c := comparison{task: task, seed: seed, told: map[string]int{}}
	c.sides(theirs, ours)
	return c.found, nil
}

// comparison gathers what differs.
type comparison struct {
	task  string
	seed  int64
	told  map[string]int // by choice
	ended bool           // what is compared was seen after the end of the episode
	found []Difference
}

func (c *comparison) find(where, theirs, ours string) { c.name("", where, theirs, ours) }

// name notes a difference that is a choice.
func (c *comparison) name(choice, where, theirs, ours string) {
	if c.told[choice]++; c.told[choice] <= maxDifferences {
		c.found = append(c.found, Difference{
			Task: c.task, Seed: c.seed, Where: where, Theirs: shorten(theirs), Ours: shorten(ours), Choice: choice,
		})
	}
}

func (c *comparison) same(where string, theirs, ours any) {
	if a, b := text(theirs), text(ours); a != b {
		c.find(where, a, b)
	}
}

func (c *comparison) sides(theirs, ours *side) {
	if !bytes.Equal(theirs.Task, ours.Task) {
		c.find("the picture of the task", "one", "another")
	}
	c.same("getUtterance", theirs.Utterance, ours.Utterance)
	c.tree("getDOMInfo", theirs.Tree, ours.Tree)
	c.tree("getDOMInfo, called again", theirs.Again, ours.Again)
	c.flat(theirs.Flat, ours.Flat)
	for i := range matrices {
		if !bytes.Equal(theirs.Attention[i], ours.Attention[i]) {
			c.find("visualizeAttention "+matrices[i], "one picture", "another")
		}
	}
	c.same("number of elements to click", len(theirs.Clicks), len(ours.Clicks))
	for i := range min(len(theirs.Clicks), len(ours.Clicks)) {
		a, b := theirs.Clicks[i], ours.Clicks[i]
		where := fmt.Sprintf("elementClick(%d) on %s", a.Ref, a.On)
		c.same(where+": the element", fmt.Sprint(a.Ref, a.On), fmt.Sprint(b.Ref, b.On))
		c.same(where+": what it returns", returned(a.Returned), returned(b.Returned))
		c.same(where+": done, raw reward", []any{a.Done, a.Raw}, []any{b.Done, b.Raw})
		if x, y := number(a.Reward), number(b.Reward); math.Abs(x-y) > clockError {
			c.find(where+": reward with the time", text(a.Reward), text(b.Reward))
		}
		c.ended = a.Done
		c.tree(where+", then getDOMInfo", a.Tree, b.Tree)
	}
}

// clockError is what two milliseconds are of the shortest limit: two documents begin at another
// fraction of a millisecond, and both times of a difference are in whole ones.
const clockError = 2.0 / 7000

func number(v any) float64 {
	n, ok := v.(float64)
	if !ok {
		return math.NaN()
	}
	return n
}

// returned leaves out the wording of a refusal, which is the browser's there and ours here.
func returned(v any) any {
	if _, refused := v.(string); refused {
		return "a text that says why not"
	}
	return v
}

// tree compares two records and what is below them.
func (c *comparison) tree(where string, theirs, ours node) {
	c.record(where, theirs, ours)
	a, _ := theirs["children"].([]any)
	b, _ := ours["children"].([]any)
	if len(a) != len(b) {
		c.find(where+" > "+nameOf(theirs)+": children", names(a), names(b))
		return
	}
	for i := range a {
		x, _ := a[i].(node)
		y, _ := b[i].(node)
		c.tree(where, x, y)
	}
}

// record compares two records without their children.
func (c *comparison) record(where string, theirs, ours node) {
	for _, key := range keys(theirs, ours) {
		if key == "children" {
			continue
		}
		a, inTheirs := theirs[key]
		b, inOurs := ours[key]
		x, y := "absent", "absent"
		if inTheirs {
			x = text(a)
		}
		if inOurs {
			y = text(b)
		}
		if x != y {
			c.name(choiceOf(theirs, key, a, b, c.ended), fmt.Sprintf("%s > %s: %s", where, nameOf(theirs), key), x, y)
		}
	}
}

func (c *comparison) flat(theirs, ours map[string]node) {
	all := node{}
	for ref := range theirs {
		all[ref] = nil
	}
	more := node{}
	for ref := range ours {
		more[ref] = nil
	}
	for _, ref := range keys(all, more) {
		a, b := theirs[ref], ours[ref]
		choice := ""
		if ref[0] == '-' {
			choice = textsKeepRefs
		}
		switch where := "flattenDOMInfo, ref " + ref; {
		case a == nil:
			c.name(choice, where, "absent", nameOf(b))
		case b == nil:
			c.name(choice, where, nameOf(a), "absent")
		default:
			c.record(where, a, b)
		}
	}
}

func names(children []any) string {
	var all []string
	for _, child := range children {
		n, _ := child.(node)
		name := nameOf(n)
		if n["tag"] == "t" {
			name += ":" + fmt.Sprint(n["text"])
		}
		all = append(all, name)
	}
	return fmt.Sprint(all)
}

func shorten(s string) string {
	const most = 160
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + "…"
	}
	return s
}
