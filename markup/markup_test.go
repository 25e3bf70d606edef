package markup

import (
	"errors"
	"reflect"
	"strings"
	"testing"
)

func TestForm(t *testing.T) {
	for _, c := range []struct {
		text string
		node Node
	}{
		{"<Submit>", Node{Text: "Submit"}},
		{"<<<Python> <img_src=py_logo.png img_alt=Python>> <Submit>>", Node{Group: []Node{
			{Group: []Node{{Text: "Python"}, {Image: &Image{"py_logo.png", "Python"}}}},
			{Text: "Submit"},
		}}},
		{"<img_alt=red circle>", Node{Image: &Image{Description: "red circle"}}},
		{"<img_src=a\\ b.png>", Node{Image: &Image{Source: "a b.png"}}},
		{"<img_src=>", Node{Image: &Image{}}},
		{`<a \< b \\ c\>>`, Node{Text: `a < b \ c>`}},
		{`<\img_alt=x>`, Node{Text: "img_alt=x"}},
	} {
		if got := c.node.String(); got != c.text {
			t.Errorf("%+v is written %q, want %q", c.node, got, c.text)
		}
		got, err := Parse(c.text)
		if err != nil || !reflect.DeepEqual(got, c.node) {
			t.Errorf("%q is read as %+v, %v; want %+v", c.text, got, err, c.node)
		}
	}
	// The figure in the paper sets members on lines of their own.
	if got, err := Parse("<<a>\n<b><c>>"); err != nil || got.String() != "<<a> <b> <c>>" {
		t.Errorf("white space between members: %v, %v", got, err)
	}
}

func TestRefusals(t *testing.T) {
	for text, reason := range map[string]string{
		"":                         "no <",
		"Submit":                   "no <",
		"<Submit":                  "no >",
		"<>":                       "single blanks",
		"< a>":                     "single blanks",
		"<a  b>":                   "single blanks",
		"<a>>":                     "after the end",
		"<<a> b>":                  "no <",
		"<<a>":                     "no <",
		"<a<b>>":                   "no >",
		"<img_src=a b>":            "no img_alt=",
		`<a\`:                      "backslash",
		"<a\xff>":                  "UTF-8",
		strings.Repeat("<", 10000): "too deep",
	} {
		_, err := Parse(text)
		if !errors.Is(err, ErrMarkup) || !strings.Contains(err.Error(), reason) {
			t.Errorf("%.20q: %v, want %q", text, err, reason)
		}
	}
}

// What is read is written so that it reads the same.
func FuzzParse(f *testing.F) {
	for _, text := range []string{"<a>", "<<a> <img_src=b img_alt=c d>>", `<\<>`, "<<a><<b> <c>>>", "<img_alt=x>", "<img_src= img_alt=x>"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		n, err := Parse(text)
		if err != nil {
			return
		}
		again, err := Parse(n.String())
		if err != nil || !reflect.DeepEqual(again, n) {
			t.Errorf("%q is read as %#v, written %q, and read as %#v, %v", text, n, n.String(), again, err)
		}
	})
}

// Any text becomes words that survive writing and reading.
func FuzzWords(f *testing.F) {
	f.Add(" a  <b> \\ ")
	f.Add("img_src=x")
	f.Fuzz(func(t *testing.T, text string) {
		words := Words(text)
		if words == "" {
			return
		}
		for _, n := range []Node{{Text: words}, {Image: &Image{words, words}}, {Image: &Image{Source: words}}, {Image: &Image{Description: words}}} {
			if got, err := Parse(n.String()); err != nil || !reflect.DeepEqual(got, n) {
				t.Errorf("%q is read as %#v, %v", n.String(), got, err)
			}
		}
	})
}
