package parsing

import (
	"encoding/json"
	"testing"
)

func element1(t *testing.T, text string) *Element {
	t.Helper()
	var e *Element
	if err := json.Unmarshal([]byte(text), &e); err != nil {
		t.Fatal(err)
	}
	return e
}

// What is not seen goes, groups of one go, and what is cut is known all the way up.
func TestSettle(t *testing.T) {
	const a, b = `{"words":[{"text":"a","box":[10,10,20,20]}],"size":10}`, `{"words":[{"text":"b","box":[30,10,40,20]},{"text":"c","box":[42,10,50,24]}],"size":12}`
	for _, c := range []struct {
		name, tree, markup string
		box                Box
		cut, button        bool
	}{
		{"a text", a, "<a>", box(10, 10, 20, 20), false, false},
		{"groups of one", `{"children":[{"children":[` + a + `],"button":true}]}`, "<a>", box(10, 10, 20, 20), false, true},
		{"two texts", `{"children":[` + a + `,` + b + `]}`, "<<a> <b c>>", box(10, 10, 50, 24), false, false},
		{"an empty group", `{"children":[` + a + `,{"children":[{"children":[]}]}]}`, "<a>", box(10, 10, 20, 20), false, false},
		{"something cut", `{"children":[` + a + `,{"children":[{"cut":true},` + b + `]}]}`, "<<a> <b c>>", box(10, 10, 50, 24), true, false},
		{"a picture", `{"children":[{"image":{"source":"x.png","description":"an  x"},"box":[1,2,3,4]}]}`, "<img_src=x.png img_alt=an x>", box(1, 2, 3, 4), false, false},
	} {
		e := element1(t, c.tree).settle()
		if got := e.Markup().String(); got != c.markup || e.Box != c.box || e.Cut != c.cut || e.Button != c.button {
			t.Errorf("%s: %s in %v, cut %v, button %v; want %s in %v, %v, %v", c.name, got, e.Box, e.Cut, e.Button, c.markup, c.box, c.cut, c.button)
		}
	}
	if e := element1(t, `null`).settle(); e != nil {
		t.Errorf("nothing became %+v", e)
	}
	if err := json.Unmarshal([]byte(`{"box":[1,2,3]}`), &Element{}); err != nil {
		t.Errorf("missing numbers are zero: %v", err)
	}
	if err := json.Unmarshal([]byte(`{"box":"left"}`), &Element{}); err == nil {
		t.Error("a box of letters is read")
	}
}

func box(left, top, right, bottom int) Box {
	var b Box
	b.Min.X, b.Min.Y, b.Max.X, b.Max.Y = left, top, right, bottom
	return b
}
