package chrome

import (
	"bytes"
	"image"
	"sync"
	"testing"
)

// TestPagesTakeTurns draws in two pages of one browser at the same time, which would
// kill it if the frames met.
func TestPagesTakeTurns(t *testing.T) {
	t.Parallel()
	b := launchTest(t, Options{})
	url := site(t) + "count.html"
	var group sync.WaitGroup
	for range 2 {
		group.Go(func() {
			p, err := b.NewPage(t.Context(), PageOptions{})
			if err == nil {
				err = p.Open(t.Context(), url)
			}
			for i := 1; i <= 50 && err == nil; i++ {
				if err = p.Act(t.Context(), append(Click(30, 30, 1), Advance{budget}, Frame{})); err != nil {
					break
				}
				var picture *image.RGBA
				if picture, err = p.Capture(t.Context()); err == nil && int(picture.RGBAAt(80, 100).R) != i {
					t.Errorf("click %d: pixels say %d", i, picture.RGBAAt(80, 100).R)
				}
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
}

// TestFallbackPixels compares plain Chromium with the headless shell on a page that
// does not move, after every kind of input.
func TestFallbackPixels(t *testing.T) {
	t.Parallel()
	if _, err := locate(true); err != nil {
		t.Skipf("ATTENTION: the fallback is not tested: %v", err)
	}
	url := site(t) + "static.html"
	steps := [][]Event{
		{},
		Click(100, 165, 1),
		Click(20, 60, 2),
		{Move{100, 20}},
		{Wheel{50, 120, 0, 40}},
		Click(60, 158, 1),
		Type("Hello, you"),
		{Move{4, 60}, Press{4, 60, 1}, Move{90, 60}},
		append([]Event{Release{90, 60, 1}}, Click(130, 200, 1)...),
	}
	var want []*image.RGBA
	for _, options := range []Options{{}, {Fallback: true}} {
		b := launchTest(t, options)
		if b.BeginFrame() == options.Fallback {
			t.Fatalf("options %+v gave the wrong browser", options)
		}
		p := openTest(t, b, url)
		for i, events := range steps {
			act(t, p, append(events, Advance{budget}, Frame{})...)
			got := capture(t, p)
			if got.Bounds() != image.Rect(0, 0, 160, 210) {
				t.Fatalf("bounds %v", got.Bounds())
			}
			if !options.Fallback {
				want = append(want, got)
			} else if !bytes.Equal(got.Pix, want[i].Pix) {
				t.Errorf("step %d: %d pixels differ", i, differing(got, want[i]))
			}
			if i > 0 && bytes.Equal(got.Pix, want[i-1].Pix) {
				t.Errorf("step %d changed nothing", i)
			}
		}
	}
}

func differing(a, b *image.RGBA) int {
	n := 0
	for i := 0; i < len(a.Pix); i += 4 {
		if !bytes.Equal(a.Pix[i:i+4], b.Pix[i:i+4]) {
			n++
		}
	}
	return n
}

// TestSamePixels repeats an animated page in two browsers.
func TestSamePixels(t *testing.T) {
	t.Parallel()
	url := site(t) + "moving.html"
	var want []*image.RGBA
	for range 2 {
		b := launchTest(t, Options{})
		for range 10 {
			p := openTest(t, b, url)
			for i, events := range [][]Event{{}, Click(40, 40, 1), {Move{70, 90}}, {Wheel{60, 100, 0, 30}}, Type("a"), {Move{10, 10}, Move{90, 90}}} {
				act(t, p, append(events, Advance{budget}, Frame{})...)
				got := capture(t, p)
				if len(want) <= i {
					want = append(want, got)
				} else if !bytes.Equal(got.Pix, want[i].Pix) {
					t.Errorf("step %d: %d pixels differ", i, differing(got, want[i]))
				}
				if i > 0 && bytes.Equal(got.Pix, want[i-1].Pix) {
					t.Errorf("step %d changed nothing", i)
				}
			}
			if err := p.Close(); err != nil {
				t.Error(err)
			}
		}
	}
}

// TestPageLeaves follows a page that goes to another document by itself.
func TestPageLeaves(t *testing.T) {
	t.Parallel()
	p := openTest(t, launchTest(t, Options{}), site(t)+"leave.html")
	act(t, p, append(Click(20, 20, 1), Advance{budget}, Frame{})...)
	act(t, p, Advance{budget}, Frame{})
	act(t, p, Advance{budget}, Frame{})
	if title := evaluate[string](t, p, "document.title"); title != "writes down every time it sees" {
		t.Fatalf("the page shows %q", title)
	}
	act(t, p, Frame{}, Move{5, 5}, Frame{})
	if n := evaluate[int](t, p, "log.filter(entry => entry[0] === 'frame').length"); n < 2 {
		t.Errorf("%d animation callbacks", n)
	}
	capture(t, p)
}

// TestDialog checks that a dialog, which would block the page, is confirmed.
func TestDialog(t *testing.T) {
	t.Parallel()
	p := openTest(t, launchTest(t, Options{}), site(t)+"dialog.html")
	act(t, p, append(Click(20, 20, 1), Advance{budget}, Frame{})...)
	if answer := evaluate[string](t, p, "answer"); answer != "true" {
		t.Errorf("the page got the answer %q", answer)
	}
	capture(t, p)
}
