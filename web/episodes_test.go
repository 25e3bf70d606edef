package web

import (
	"bytes"
	"errors"
	"flag"
	"image"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"pix2act/gui"
	"pix2act/play"
)

var update = flag.Bool("update", false, "write the golden files anew")

var dataURL = regexp.MustCompile(`data:image/png;base64,[^"]+`)

func render(t *testing.T, withReport bool, records []play.Record) string {
	t.Helper()
	report := fixtureReport()
	if !withReport {
		report = nil
	}
	var out bytes.Buffer
	if err := EpisodesPage(&out, "Bundled agent on a few tasks", report, records); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// body cuts style and script out, which have files of their own, and the
// pictures, which are package gui's.
func body(page string) string {
	page = dataURL.ReplaceAllString(page, "data:image/png;base64,…")
	page = strings.ReplaceAll(page, pageCSS, "…")
	return strings.ReplaceAll(page, pageJS, "…")
}

func TestEpisodesPageGolden(t *testing.T) {
	page := render(t, true, fixture())
	if path := os.Getenv("PIX2ACT_PAGE"); path != "" {
		// For looking at it.
		if err := os.WriteFile(path, []byte(page), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	got := body(page)
	golden := filepath.Join("testdata", "episodes.html")
	if *update {
		if err := os.WriteFile(golden, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		a, b := strings.Split(got, "\n"), strings.Split(string(want), "\n")
		for i := range min(len(a), len(b)) {
			if a[i] != b[i] {
				t.Fatalf("line %d differs (run with -update to accept):\n got %s\nwant %s", i+1, a[i], b[i])
			}
		}
		t.Fatalf("%d lines, want %d (run with -update to accept)", len(a), len(b))
	}
}

// A page must need nothing but itself.
func TestEpisodesPageIsSelfContained(t *testing.T) {
	page := body(render(t, true, fixture()))
	for _, outside := range []string{"http:", "https:", "//cdn", "@import", "url(", "<link", "ZgotmplZ"} {
		if strings.Contains(page, outside) || strings.Contains(pageCSS+pageJS, outside) {
			t.Errorf("the page contains %q", outside)
		}
	}
	if strings.Contains(page, "Kanesha </script>") {
		t.Error("typed text is not escaped")
	}
}

func TestEpisodesPageWithoutReport(t *testing.T) {
	page := body(render(t, false, fixture()[:1]))
	if !strings.Contains(page, "miniwob · 1 episode") || strings.Contains(page, "<table>") {
		t.Error("a page without a report has no summary line, or a table")
	}
	if page := body(render(t, false, nil)); !strings.Contains(page, "No episode to show.") {
		t.Error("an empty page says nothing")
	}
}

// The page of one episode says who played it and by which protocol, without a table of one line.
func TestEpisodesPageOfOne(t *testing.T) {
	report := fixtureReport()
	report.Episodes = 1
	report.Protocol.InjectedStyles = []string{"one", "two"}
	var out bytes.Buffer
	if err := EpisodesPage(&out, "drag-box", report, fixture()[1:2]); err != nil {
		t.Fatal(err)
	}
	page := body(out.String())
	for _, want := range []string{"agent <b>bundled</b>", "HeadlessChrome/156.0.1", "<dd>one; two</dd>"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	for _, unwanted := range []string{"<table>", "95 %", "the grammar"} {
		if strings.Contains(page, unwanted) {
			t.Errorf("the page has %q", unwanted)
		}
	}
}

func TestEpisodesPageWriterFails(t *testing.T) {
	if err := EpisodesPage(failing{}, "x", nil, fixture()); !errors.Is(err, errFull) {
		t.Errorf("got %v, want %v", err, errFull)
	}
}

var errFull = errors.New("disk full")

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errFull }

func TestMarks(t *testing.T) {
	before := gui.NewObservation(image.NewRGBA(image.Rect(0, 0, 160, 210)), image.Point{}, 1)
	below := gui.NewObservation(image.NewRGBA(image.Rect(0, 0, 320, 460)), image.Pt(0, 40), 2)
	step := func(action string, o gui.Observation) play.Recorded { return play.Recorded{Action: action, Before: o} }
	h := newHand(gui.DefaultBins)

	// Bin 3 of 32 on 160 px is pixel 18, bin 21 on 210 px is 141.
	marks, _ := h.do(step("begin_drag 3 21", before), []play.Recorded{step("wait", before), step("end_drag 23 13", before)})
	last := marks[len(marks)-1]
	if last.Kind != "arrow" || !last.Dashed || last.X != 18.5 || last.Y != 141.5 || last.ToX != 118.5 || last.ToY != 89.5 {
		t.Errorf("the drag to come is drawn as %+v", last)
	}
	marks, _ = h.do(step("end_drag 23 13", before), nil)
	if m := marks[0]; m.Kind != "arrow" || m.Dashed || m.X != 18.5 || m.ToX != 118.5 {
		t.Errorf("the drag is drawn as %+v", m)
	}
	// With a header above and two picture pixels a page pixel.
	marks, _ = h.do(step("click 3 21", below), nil)
	if m := marks[0]; m.Kind != "ring" || m.X != 37 || m.Y != 323 {
		t.Errorf("the click is drawn as %+v", m)
	}
	for action, want := range map[string]string{"keys a  b": "“a  b”", "key ctrl A": "ctrl + A", "scroll -30": "scroll -30", "wait": "wait"} {
		if _, label := h.do(step(action, before), nil); label != want {
			t.Errorf("%s has the label %q, want %q", action, label, want)
		}
	}
	if marks, label := h.do(step("no action", before), nil); marks != nil || label != "" {
		t.Errorf("text that is no action is drawn: %v %q", marks, label)
	}
}

func TestNumbers(t *testing.T) {
	for x, want := range map[float64]string{1: "1", -1: "−1", 0.5: "0.5", 0.125: "0.13", -0.001: "0", 100: "100"} {
		if got := number(x); got != want {
			t.Errorf("number(%v) = %q, want %q", x, got, want)
		}
	}
}
