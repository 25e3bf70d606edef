package parsing

import (
	"fmt"
	"image"
	"strings"
	"testing"

	"pix2act/gui"
	"pix2act/markup"
)

// screenOf has the word "red" twice, once within a longer text, and everything else once.
func screenOf(t *testing.T, seed int64) Screen {
	t.Helper()
	tree := element1(t, `{"children":[
		{"words":[{"text":"red","box":[4,4,24,16]}],"size":10},
		{"children":[{"words":[{"text":"kitchen","box":[4,30,60,42]},{"text":"red","box":[64,30,84,42]}],"size":12,"button":true},
			{"image":{"source":"","description":"blue star"},"box":[100,30,120,50]}]},
		{"words":[{"text":"uncommonlylongwords","box":[4,80,120,92]},{"text":"cut","box":[124,80,140,92]}],"size":16,"cut":true}
	]}`)
	return Screen{Level: LevelWords, Seed: seed, Image: image.NewRGBA(image.Rect(0, 0, 160, 160)), Root: tree.settle()}
}

// Over many seeds: every place is right, no name has two places, no answer is too long, nothing is asked twice.
func TestQuestions(t *testing.T) {
	const length = 24
	places := map[string]Box{"red": box(4, 54, 24, 66), "kitchen red": box(4, 80, 84, 92), "blue star": box(100, 80, 120, 100), "cut": box(124, 130, 140, 142)}
	words := map[Box]string{
		box(4, 54, 24, 66): "red", box(4, 80, 60, 92): "kitchen", box(64, 80, 84, 92): "red", box(124, 130, 140, 142): "cut",
	}
	kinds := map[Kind]int{}
	answers := map[string]bool{}
	masked := 0
	for seed := range int64(400) {
		asked := map[string]bool{}
		for _, q := range screenOf(t, seed).questions(gui.DefaultBins, length) {
			kinds[q.Kind]++
			if key := string(q.Kind) + q.Answer; asked[key] {
				t.Fatalf("seed %d asks %s twice", seed, key)
			} else {
				asked[key] = true
			}
			switch q.Kind {
			case KindPoint:
				named := ""
				for text, place := range places {
					if q.Target == place {
						named = text
					}
				}
				if named == "" || named == "red" || !strings.Contains(q.Line, named) || !strings.Contains(q.Line, " ") {
					t.Fatalf("seed %d: %q is at %v", seed, q.Line, q.Target)
				}
				inTarget(t, q.Answer, "click", q.Target)
			case KindRead:
				text := strings.TrimPrefix(q.Answer, "keys ")
				if words[q.Target] != text {
					t.Fatalf("seed %d reads %q at %v", seed, text, q.Target)
				}
				inTarget(t, q.Line, "What is at", q.Target)
			case KindParse:
				n, err := markup.Parse(q.Answer)
				if err != nil || n.Len() > length || strings.Contains(q.Answer, "uncommonly") {
					t.Fatalf("seed %d: %s, %v", seed, q.Answer, err)
				}
				for _, mask := range q.Masks {
					masked++
					if mask != box(32, 80, 60, 92) {
						t.Errorf("seed %d masks %v, want the second half of kitchen", seed, mask)
					}
				}
			case KindCopy:
				text := strings.TrimPrefix(q.Answer, "keys ")
				if line := strings.NewReplacer("<b>", "", "</b>", "").Replace(q.Line); !strings.Contains(line, text) || len(text) > longest {
					t.Errorf("%q asks for %q", q.Line, text)
				}
			}
			answers[q.Answer] = true
		}
	}
	if kinds[KindPoint] < kinds[KindRead] || kinds[KindParse] != 400 || kinds[KindCopy] < 100 || masked == 0 {
		t.Errorf("kinds %v, %d masks: pointing must not be rarer than reading", kinds, masked)
	}
	for _, want := range []string{"<<kitchen red> <img_alt=blue star>>"} {
		if answers[want] {
			t.Errorf("%s has %d characters, more than %d", want, len(want), length)
		}
	}
	if empty := (Screen{Level: LevelPages, Root: element1(t, `{"words":[{"text":"averyveryverylongword","box":[0,0,9,9]}]}`)}); len(empty.questions(gui.DefaultBins, 8)) != 0 {
		t.Error("a screen without anything short enough is asked about")
	}
}

// inTarget checks that the bins after a beginning stand for a pixel of the target.
func inTarget(t *testing.T, text, beginning string, target Box) {
	t.Helper()
	var x, y int
	if _, err := fmt.Sscanf(strings.TrimPrefix(text, beginning), "%d %d", &x, &y); err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	px, py := gui.DefaultBins.Pixel(x, y, Width, Height)
	if !image.Pt(px, py).In(image.Rectangle(target)) {
		t.Errorf("%q is pixel %d, %d, outside of %v", text, px, py, target)
	}
}

// The pointer never lies over what is asked for.
func TestPointer(t *testing.T) {
	start := 0
	for seed := range int64(300) {
		s := screenOf(t, seed)
		for n, q := range s.questions(gui.DefaultBins, 60) {
			words := []Word{{"Click", box(3, 3, 25, 14)}, {"on", box(27, 3, 38, 14)}, {"it", box(40, 3, 60, 14)}}
			at := pointerFor(s, n, q, words)
			if at == gui.PointerStart {
				start++
			}
			covered := cursor.Add(at)
			if covered.Overlaps(image.Rectangle(q.Target)) || covered.Overlaps(image.Rect(40, 3, 60, 14)) {
				t.Fatalf("seed %d: the pointer at %v covers the target %v or the line's last word", seed, at, q.Target)
			}
		}
	}
	if start < 300 {
		t.Errorf("the pointer rests where episodes begin in %d questions, want about half of them", start)
	}
}

// Whatever the ground, text can be read and figures be seen.
func TestContrast(t *testing.T) {
	r := LevelPages.source(1, "contrast")
	for range 3000 {
		on := anyColour(r)
		if c := ink(r, on); c.contrast(on) < readable {
			t.Fatalf("text %v on %v has contrast %.2f", c, on, c.contrast(on))
		}
	}
	if got := white.contrast(black); got < 20.9 || got > 21.1 {
		t.Errorf("white on black has contrast %.2f, want 21", got)
	}
}

// A seed fixes a page, and each seed has its own.
func TestBodies(t *testing.T) {
	for _, level := range []Level{LevelLine, LevelWords, LevelPages} {
		known := map[string]int64{}
		for seed := range int64(200) {
			body := level.body(seed)
			if body != level.body(seed) {
				t.Fatalf("%s: seed %d gives two bodies", level, seed)
			}
			if other, same := known[body]; same {
				t.Errorf("%s: seeds %d and %d give the same body", level, other, seed)
			}
			known[body] = seed
		}
	}
}
