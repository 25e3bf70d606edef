package parsing

import (
	"context"
	"errors"
	"fmt"
	"html"
	"image"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pix2act/chrome"
	"pix2act/episode"
	"pix2act/gui"
)

// launch starts a browser, or skips the test where none is installed.
func launch(t *testing.T) *chrome.Browser {
	t.Helper()
	if _, err := chrome.Find(); err != nil {
		t.Skipf("!!! SKIPPED, NO BROWSER: %v", err)
	}
	browser, err := chrome.Launch(t.Context(), chrome.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = browser.Close() })
	return browser
}

func painter(t *testing.T, browser *chrome.Browser, folder *Folder) *Painter {
	t.Helper()
	p, err := NewPainter(t.Context(), browser, folder)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.Close() })
	return p
}

func seedsFrom(first, n int64) []int64 {
	seeds := make([]int64, n)
	for i := range seeds {
		seeds[i] = first + int64(i)
	}
	return seeds
}

// What the browser itself says stands at a point, asked in another way than the sheet's reader does.
const wordAt = `((x, y) => {
	const element = document.elementFromPoint(x, y);
	if (element.value) return element.tagName === "SELECT" ? element.selectedOptions[0].text : element.value;
	if (element.placeholder) return element.placeholder;
	const figure = element.closest("svg");
	if (figure) return figure.getAttribute("aria-label");
	return element.textContent;
})(%d, %d)`

// Every place that is asked for shows the text or the picture that goes with it, and every region has something in it.
func TestPlacesAreRight(t *testing.T) {
	browser := launch(t)
	p := painter(t, browser, nil)
	for _, level := range []Level{LevelWords, LevelPages} {
		screens, err := p.Screens(t.Context(), level, seedsFrom(1000000, Batch))
		if err != nil {
			t.Fatal(err)
		}
		checked := map[Kind]int{}
		for i, s := range screens {
			for _, q := range s.questions(gui.DefaultBins, 60) {
				if q.Kind == KindCopy {
					continue
				}
				checked[q.Kind]++
				target := image.Rectangle(q.Target).Sub(image.Pt(0, LineHeight))
				if !target.In(s.Image.Rect) {
					t.Errorf("%s %d: the target %v lies outside of the screen", level, s.Seed, target)
				}
				if !hasInk(s.Image, target) {
					t.Errorf("%s %d: nothing is to be seen in %v, where %q is", level, s.Seed, target, q.Answer)
				}
				if q.Kind == KindParse {
					continue
				}
				var x, y int
				place := strings.TrimPrefix(q.Answer, "click ")
				want := strings.TrimPrefix(q.Answer, "keys ")
				if q.Kind == KindRead {
					place = strings.TrimPrefix(q.Line, "What is at ")
				} else {
					want = ""
				}
				if _, err := fmt.Sscanf(place, "%d %d", &x, &y); err != nil {
					t.Fatal(err)
				}
				px, py := gui.DefaultBins.Pixel(x, y, Width, Height)
				var text string
				at := fmt.Sprintf(wordAt, px+i%columns*Width, py-LineHeight+i/columns*(Height-LineHeight))
				if err := p.sheet.Evaluate(t.Context(), at, &text); err != nil {
					t.Fatal(err)
				}
				line := html.UnescapeString(strings.NewReplacer("<b>", "", "</b>", "").Replace(q.Line))
				found := want != "" && strings.Contains(strings.Join(strings.Fields(text), " "), want)
				for _, u := range units(s.Root) {
					found = found || want == "" && strings.Contains(line, u.text) && strings.Contains(text, u.text)
				}
				if !found {
					t.Errorf("%s %d: %q → %q, but the page has %q there", level, s.Seed, line, q.Answer, text)
				}
			}
		}
		if checked[KindPoint] < 40 || checked[KindRead] < 30 || checked[KindParse] < 40 {
			t.Errorf("%s: %v questions of %d screens: too few to tell", level, checked, Batch)
		}
	}
}

// hasInk tells whether a part of a picture has more than one colour.
func hasInk(picture *image.RGBA, part image.Rectangle) bool {
	first := picture.RGBAAt(part.Min.X, part.Min.Y)
	for y := part.Min.Y; y < part.Max.Y; y++ {
		for x := part.Min.X; x < part.Max.X; x++ {
			if picture.RGBAAt(x, y) != first {
				return true
			}
		}
	}
	return false
}

// With the words of a region gone from the page, the picture differs inside of its box and nowhere else.
func TestRegionsHoldTheirText(t *testing.T) {
	browser := launch(t)
	p := painter(t, browser, nil)
	size := LevelPages.size()
	before := []string{
		`<p style="margin:20px">left <i>Region</i> right</p>`,
		`<button style="margin:40px 10px">Region</button><p>below</p>`,
		`<div style="font:italic 30px serif">Region</div>`,
	}
	after := slices.Clone(before)
	for i := range after {
		after[i] = strings.Replace(after[i], "Region", `<span style="visibility:hidden">Region</span>`, 1)
	}
	shown, trees, err := p.lay(t.Context(), "screens", before, size)
	if err != nil {
		t.Fatal(err)
	}
	hidden, _, err := p.lay(t.Context(), "screens", after, size)
	if err != nil {
		t.Fatal(err)
	}
	for i, tree := range trees {
		var region Box
		tree.settle().each(func(e *Element) {
			if e.Text() == "Region" {
				region = e.Box
			}
		})
		// Slanted letters lean out of their boxes by a pixel or two; the frame is drawn two pixels outside.
		frame := image.Rectangle(region).Inset(-2)
		differs := 0
		for y := range size.Y {
			for x := range size.X {
				if shown[i].RGBAAt(x, y) != hidden[i].RGBAAt(x, y) {
					differs++
					if !image.Pt(x, y).In(frame) {
						t.Fatalf("%s: pixel %d, %d belongs to the word, and lies outside of %v", before[i], x, y, frame)
					}
				}
			}
		}
		if differs == 0 {
			t.Errorf("%s: hiding the word changed nothing", before[i])
		}
	}
}

// Of a page of one's own, what is hidden, clipped or covered is not asked for.
func TestFolder(t *testing.T) {
	if _, err := OpenFolder(filepath.Join("testdata", "none")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a missing folder: %v", err)
	}
	if _, err := OpenFolder(t.TempDir()); !errors.Is(err, ErrNoPages) {
		t.Errorf("an empty folder: %v", err)
	}
	folder, err := OpenFolder(filepath.Join("testdata", "pages"))
	if err != nil || folder.Len() != 2 {
		t.Fatalf("%v, %v", folder, err)
	}
	p := painter(t, launch(t), folder)
	seen := map[string]bool{}
	blank := 0
	for batch := range int64(8) {
		screens, err := p.Screens(t.Context(), LevelFolder, seedsFrom(batch*FolderBatch, FolderBatch))
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range screens {
			if s.Root == nil {
				blank++
				continue
			}
			for _, u := range units(s.Root) {
				seen[u.text] = true
			}
		}
	}
	for _, want := range []string{"Home", "Oars", "Punt", "Seagull", "Register", "Rope", "<behind>"} {
		if !seen[want] {
			t.Errorf("%q was never found", want)
		}
	}
	for _, never := range []string{"Nobody", "Nor", "longerthanthebox", "An anchor", "Nobody sees this."} {
		if seen[never] {
			t.Errorf("%q is not to be seen, and was found", never)
		}
	}
	if blank == 0 {
		t.Error("the page without text never came")
	}
	if _, err := (&Painter{}).Screens(context.Background(), LevelFolder, []int64{0}); !errors.Is(err, ErrNoPages) {
		t.Errorf("without a folder: %v", err)
	}
}

// maker writes few examples.
func maker(pool *chrome.Pool, level Level, parallel int) Maker {
	return Maker{Level: level, Seeds: episode.SeedRange{First: 1000010, Last: 1000069}, TargetLength: 64, Pool: pool, Parallel: parallel}
}

func write(t *testing.T, ctx context.Context, m Maker, dir string) (episode.Manifest, error) {
	t.Helper()
	w, err := episode.NewWriter(dir, episode.Options{Manifest: m.Manifest(), ShardExamples: 50})
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Write(ctx, w); err != nil {
		return episode.Manifest{}, errors.Join(err, w.Suspend())
	}
	return w.Close()
}

// Two browser processes, alone and side by side, give the same files to the byte.
func TestSeedsFixTheBytes(t *testing.T) {
	launch(t)
	for _, level := range []Level{LevelLine, LevelWords, LevelPages} {
		var files [2][]episode.File
		for i := range files {
			pool := chrome.NewPool(1+i, chrome.Options{})
			m, err := write(t, t.Context(), maker(pool, level, 1+i), filepath.Join(t.TempDir(), "data"))
			_ = pool.Close()
			if err != nil {
				t.Fatal(err)
			}
			if m.Counts.Episodes+m.Counts.Dropped != 60 || m.Counts.Episodes < 50 {
				t.Errorf("%s: %+v of 60 screens", level, m.Counts)
			}
			files[i] = m.Files
		}
		if !slices.Equal(files[0], files[1]) {
			t.Errorf("%s: two browsers give other files:\n%v\n%v", level, files[0], files[1])
		}
	}
}

// An interrupted data set goes on to the examples that it would have had.
func TestInterruption(t *testing.T) {
	launch(t)
	pool := chrome.NewPool(1, chrome.Options{})
	defer pool.Close()
	whole, broken := filepath.Join(t.TempDir(), "whole"), filepath.Join(t.TempDir(), "broken")
	if _, err := write(t, t.Context(), maker(pool, LevelWords, 1), whole); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	interrupted := maker(pool, LevelWords, 1)
	interrupted.Progress = func(int64) { cancel() }
	if _, err := write(t, ctx, interrupted, broken); !errors.Is(err, context.Canceled) {
		t.Fatalf("the interrupted writing gave %v", err)
	}
	if _, err := write(t, t.Context(), maker(pool, LevelWords, 1), broken); err != nil {
		t.Fatal(err)
	}
	var texts [2][]string
	for i, dir := range []string{whole, broken} {
		set, err := episode.Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		for n := range set.Len() {
			e, err := set.Example(n)
			if err != nil {
				t.Fatal(err)
			}
			texts[i] = append(texts[i], fmt.Sprintf("%s %s %x", e.ID, e.Parse, e.Image))
		}
		_ = set.Close()
	}
	if !slices.Equal(texts[0], texts[1]) {
		t.Errorf("%d examples in one go, %d in two, and not the same", len(texts[0]), len(texts[1]))
	}
}

// A probe has one task for each kind and size of text, and asks what is learnt on other screens.
func TestProbe(t *testing.T) {
	launch(t)
	pool := chrome.NewPool(1, chrome.Options{})
	defer pool.Close()
	m := maker(pool, LevelPages, 1)
	m.Probe = true
	manifest, err := write(t, t.Context(), m, filepath.Join(t.TempDir(), "probe"))
	if err != nil {
		t.Fatal(err)
	}
	for _, task := range []string{"read-small", "read-medium", "read-large", "point-small", "point-medium", "point-large"} {
		if manifest.PerTask[task].Examples == 0 {
			t.Errorf("no example of %s: %v", task, manifest.PerTask)
		}
	}
	if len(manifest.PerTask) != 6 {
		t.Errorf("tasks %v", manifest.PerTask)
	}
}
