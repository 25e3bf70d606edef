package train

import (
	"errors"
	"fmt"
	"math"
	"testing"

	"pix2act/episode"
)

func TestSamplerIsAPureFunctionOfDraws(t *testing.T) {
	streams := []stream{{1, refs(0, 5)}, {3, refs(1, 40)}}
	s := newSampler(streams, 7)
	var all []ref
	for range 300 {
		all = append(all, s.draw())
	}
	later := newSampler(streams, 7)
	later.skip(123)
	for i := 123; i < 300; i++ {
		if got := later.draw(); got != all[i] {
			t.Fatalf("draw %d is %v, want %v", i, got, all[i])
		}
	}
	counts := map[int32]int{}
	for _, r := range all {
		counts[r.source]++
	}
	if share := float64(counts[1]) / 300; math.Abs(share-0.75) > 0.08 {
		t.Errorf("the source of weight 3 of 4 has a share of %.2f", share)
	}
}

// Every pass over a stream holds each example once, in another order.
func TestSamplerPasses(t *testing.T) {
	s := newSampler([]stream{{1, refs(0, 20)}}, 1)
	orders := map[string]bool{}
	for range 4 {
		seen := map[ref]bool{}
		text := ""
		for range 20 {
			r := s.draw()
			seen[r] = true
			text += fmt.Sprint(r.index, " ")
		}
		if len(seen) != 20 {
			t.Fatalf("a pass holds %d of 20", len(seen))
		}
		orders[text] = true
	}
	if len(orders) != 4 {
		t.Error("two passes have the same order")
	}
}

func refs(source int32, n int) []ref {
	var list []ref
	for i := range n {
		list = append(list, ref{source, int32(i)})
	}
	return list
}

func TestCorpus(t *testing.T) {
	var a, b toy
	for seed := range 300 {
		for step := range 2 {
			a = append(a, episode.Example{ID: fmt.Sprintf("s/one/%d/%d", 1000000+seed, step)})
		}
		if seed < 100 {
			a = append(a, episode.Example{ID: fmt.Sprintf("s/two/%d/0", 1000000+seed)})
		}
		b = append(b, episode.Example{ID: fmt.Sprintf("%d-three-0", 1000000+seed)})
	}
	sources := []Source{{Name: "a", Examples: a}, {Name: "b", Weight: 10, Examples: b}}
	c, err := newCorpus(sources, false, nil)
	if err != nil {
		t.Fatal(err)
	}
	development := 0
	for task, list := range c.development {
		for _, r := range list {
			id := sources[r.source].Examples.ID(int(r.index))
			if !episode.Validation(id) || taskOf(id) != task {
				t.Errorf("%s is a development example of %s", id, task)
			}
		}
		development += len(list)
	}
	if c.training+development != 1000 || development < 50 || development > 150 {
		t.Errorf("%d training and %d development examples", c.training, development)
	}
	if len(c.streams) != 2 || c.streams[1].weight != 10 || c.streams[0].weight != float64(len(c.streams[0].refs)) {
		t.Errorf("streams %d", len(c.streams))
	}
	if c, err = newCorpus(sources, true, nil); err != nil || len(c.streams) != 3 || c.streams[0].weight != c.streams[1].weight {
		t.Errorf("balanced: %d streams, %v", len(c.streams), err)
	}
	// A task that is held out leaves nothing behind, neither in the training nor in the development part.
	c, err = newCorpus(sources, false, []string{"one"})
	if err != nil {
		t.Fatal(err)
	}
	if development = len(c.development["s/two"]) + len(c.development["three"]); c.training+development != 400 ||
		c.development["s/one"] != nil || fmt.Sprint(c.tasks) != "[s/two three]" {
		t.Errorf("without one: %d training and %d development examples of %v", c.training, development, c.tasks)
	}
	if _, err = newCorpus(sources, false, []string{"one", "two", "three"}); !errors.Is(err, ErrNoExamples) {
		t.Errorf("without any: %v, want ErrNoExamples", err)
	}
}

func TestParseFolder(t *testing.T) {
	for _, c := range []struct {
		text string
		want Folder
		ok   bool
	}{
		{"data", Folder{Dir: "data"}, true},
		{"a=b/data=2.5", Folder{Dir: "a=b/data", Weight: 2.5}, true},
		{"data=0", Folder{}, false}, {"data=x", Folder{}, false}, {"=2", Folder{}, false}, {"", Folder{}, false}, {"data=NaN", Folder{}, false},
	} {
		got, err := ParseFolder(c.text)
		if got != c.want || (err == nil) != c.ok {
			t.Errorf("%q: %+v, %v", c.text, got, err)
		}
	}
}

func TestNearlyAndStuck(t *testing.T) {
	for _, c := range []struct {
		answer, target string
		want           bool
	}{
		{"click 3 4", "click 3 4", true}, {"click 4 3", "click 3 4", true}, {"click 5 4", "click 3 4", false},
		{"move 3 4", "click 3 4", false}, {"keys 3 4", "keys 3 5", false}, {"keys a", "keys a", true}, {"", "wait", false},
	} {
		if nearly(c.answer, c.target) != c.want {
			t.Errorf("%q for %q", c.answer, c.target)
		}
	}
	if d := (&Development{Examples: 50, Commonest: 0.95, CommonestTarget: 0.1}); !d.stuck() {
		t.Error("one answer to everything went unnoticed")
	}
	if d := (&Development{Examples: 50, Commonest: 0.95, CommonestTarget: 0.95}); d.stuck() {
		t.Error("one right answer to everything is no fault")
	}
}
