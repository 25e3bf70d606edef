package domdiff

import (
	"os"
	"slices"
	"testing"

	"pix2act/chrome"
	"pix2act/miniwob"
)

const (
	// wheelVariable names the file of the public pages.
	wheelVariable = "PIX2ACT_MINIWOB_WHEEL"
	// slowVariable asks for all pages; make domdiff compares them on three seeds.
	slowVariable = "PIX2ACT_SLOW"
)

// few are pages with all that the trees can hold: text in lines, inputs of many kinds, lists, SVG, canvas, menus, what
// scrolls, and elements that end the episode.
var few = []string{
	"click-shape", "click-widget", "email-inbox", "enter-date", "read-table", "text-editor", "use-slider-2",
}

func setUp(t *testing.T) (*miniwob.Suite, *chrome.Pool) {
	t.Helper()
	if _, err := chrome.Find(); err != nil {
		t.Skipf("NO BROWSER: the runtime is NOT compared: %v", err)
	}
	path := os.Getenv(wheelVariable)
	if path == "" {
		t.Skipf("PUBLIC PAGES MISSING: the runtime is NOT compared; set %s to the wheel of miniwob 1.1.0", wheelVariable)
	}
	suite, err := miniwob.Public(path)
	if err != nil {
		t.Fatal(err)
	}
	pool := chrome.NewPool(1, chrome.Options{})
	t.Cleanup(func() { pool.Close() })
	return suite, pool
}

// TestNoDifference finds none on public pages between their runtime and ours, when ours behaves as the published code.
func TestNoDifference(t *testing.T) {
	suite, pool := setUp(t)
	tasks := few
	if os.Getenv(slowVariable) != "" {
		tasks, _ = suite.List("all")
	}
	for _, task := range tasks {
		found, err := Compare(t.Context(), Options{Public: suite, Pool: pool}, task, 1)
		if err != nil {
			t.Error(err)
		}
		for _, d := range found {
			t.Error(d)
		}
	}
}

// TestChoices finds, when ours behaves as the published document promises, the documented choices, all of them, and
// nothing else.
func TestChoices(t *testing.T) {
	suite, pool := setUp(t)
	seen := map[string]bool{}
	for _, task := range []string{"click-shape", "click-checkboxes", "click-link", "enter-text"} {
		found, err := Compare(t.Context(), Options{Public: suite, Pool: pool, Promised: true}, task, 1)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range found {
			seen[d.Choice] = true
			if !slices.Contains(Choices, d.Choice) {
				t.Error(d)
			}
		}
	}
	for _, choice := range Choices {
		if !seen[choice] {
			t.Errorf("no page shows that %s", choice)
		}
	}
}

// TestComparison compares records that differ in one thing each.
func TestComparison(t *testing.T) {
	record := func(changes node) node {
		n := node{"tag": "DIV", "id": "x", "ref": 1.0, "left": 2.5, "children": []any{node{"tag": "t", "ref": -1.0, "text": "a", "children": []any{}}}}
		for key, value := range changes {
			n[key] = value
			if value == nil {
				delete(n, key)
			}
		}
		return n
	}
	for _, c := range []struct {
		name string
		ours node
		want int
	}{
		{"nothing", record(nil), 0},
		{"a number", record(node{"left": 2.25}), 1},
		{"a field more", record(node{"value": "v"}), 1},
		{"a field less", record(node{"id": nil}), 1},
		{"a child more", record(node{"children": []any{node{}, node{}}}), 1},
		{"a text", record(node{"children": []any{node{"tag": "t", "ref": -1.0, "text": "b", "children": []any{}}}}), 1},
		{"the order of children's fields", record(node{"children": []any{node{"text": "a", "children": []any{}, "ref": -1.0, "tag": "t"}}}), 0},
	} {
		found := comparison{told: map[string]int{}}
		found.tree("here", record(nil), c.ours)
		if len(found.found) != c.want {
			t.Errorf("%s: %d differences, want %d: %v", c.name, len(found.found), c.want, found.found)
		}
	}
}
