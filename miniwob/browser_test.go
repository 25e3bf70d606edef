package miniwob

import (
	"context"
	"encoding/json"
	"fmt"
	"image"
	"net/http"
	"net/http/httptest"
	"os"
	"testing"
	"time"

	"pix2act/chrome"
	"pix2act/gui"
)

// pool is shared by the tests that look at pages: two browsers, for tests that compare
// what two of them show.
var pool = chrome.NewPool(2, chrome.Options{})

func TestMain(m *testing.M) {
	code := m.Run()
	pool.Close()
	os.Exit(code)
}

// tab is a page of a suite in a browser.
type tab struct {
	t      *testing.T
	suite  *Suite
	server *httptest.Server
	page   chrome.Page
}

// newTab lends a browser and serves the suite until the test ends. Without a browser the
// test fails: set-up installs one.
func newTab(t *testing.T, suite *Suite) *tab {
	t.Helper()
	return newTabOfSize(t, suite, viewportWidth, viewportHeight)
}

func newTabOfSize(t *testing.T, suite *Suite, width, height int) *tab {
	t.Helper()
	b, err := pool.Get(t.Context())
	if err != nil {
		t.Fatalf("no browser: %v", err)
	}
	page, err := b.NewPage(t.Context(), chrome.PageOptions{Width: width, Height: height})
	if err != nil {
		pool.Put(b, false)
		t.Fatal(err)
	}
	server := httptest.NewServer(http.FileServerFS(suite.Files()))
	t.Cleanup(func() {
		err := page.Close()
		pool.Put(b, err == nil)
		server.Close()
	})
	return &tab{t: t, suite: suite, server: server, page: page}
}

func builtin(t *testing.T) *Suite {
	t.Helper()
	s, err := Builtin()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// wheelVariable names the file of the public pages.
const wheelVariable = "PIX2ACT_MINIWOB_WHEEL"

func public(t *testing.T) *Suite {
	t.Helper()
	path := os.Getenv(wheelVariable)
	if path == "" {
		t.Skipf("SKIPPED: the public pages are NOT tested; set %s to the wheel of miniwob 1.1.0", wheelVariable)
	}
	s, err := Public(path)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func (b *tab) context() (context.Context, context.CancelFunc) {
	return context.WithTimeout(b.t.Context(), 20*time.Second)
}

// open loads a task's page.
func (b *tab) open(task string) { b.openQuery(task, "") }

func (b *tab) openQuery(task, query string) {
	b.t.Helper()
	script, err := b.suite.Script(task)
	if err != nil {
		b.t.Fatal(err)
	}
	ctx, cancel := b.context()
	defer cancel()
	if err := b.page.Open(ctx, b.server.URL+"/"+script.Path+query); err != nil {
		b.t.Fatalf("open %s: %v", task, err)
	}
	if !get[bool](b, script.Ready) {
		b.t.Fatalf("%s is not ready", task)
	}
}

// start starts an episode in the loaded document.
func (b *tab) start(task string, seed int64) { b.startMode(task, seed, gui.ModeTrain) }

func (b *tab) startMode(task string, seed int64, mode string) {
	b.t.Helper()
	script, err := b.suite.Script(task)
	if err != nil {
		b.t.Fatal(err)
	}
	b.run(script.Reset(gui.Episode{Task: task, Seed: seed, Mode: mode}))
}

// await lets a started episode load what it needs.
func (b *tab) await(task string) {
	b.t.Helper()
	script, err := b.suite.Script(task)
	if err != nil {
		b.t.Fatal(err)
	}
	for range 200 {
		if get[bool](b, script.Ready) {
			return
		}
		b.act()
	}
	b.t.Fatalf("%s: the started episode does not get ready", task)
}

// run evaluates JavaScript for its effect.
func (b *tab) run(expression string) {
	b.t.Helper()
	ctx, cancel := b.context()
	defer cancel()
	if err := b.page.Evaluate(ctx, expression, nil); err != nil {
		b.t.Fatalf("evaluate: %v", err)
	}
}

// get evaluates JavaScript.
func get[T any](b *tab, expression string) T {
	b.t.Helper()
	ctx, cancel := b.context()
	defer cancel()
	var value T
	if err := b.page.Evaluate(ctx, expression, &value); err != nil {
		b.t.Fatalf("evaluate: %v", err)
	}
	return value
}

// act does input, lets time pass and draws, as one action does.
func (b *tab) act(events ...chrome.Event) {
	b.t.Helper()
	ctx, cancel := b.context()
	defer cancel()
	events = append(events, chrome.Advance{By: 100 * time.Millisecond}, chrome.Frame{})
	if err := b.page.Act(ctx, events); err != nil {
		b.t.Fatalf("act: %v", err)
	}
}

func (b *tab) capture() *image.RGBA {
	b.t.Helper()
	ctx, cancel := b.context()
	defer cancel()
	img, err := b.page.Capture(ctx)
	if err != nil {
		b.t.Fatalf("capture: %v", err)
	}
	return img
}

// point is the middle of an element that is chosen by JavaScript.
func (b *tab) point(element string) (x, y float64) {
	b.t.Helper()
	p := get[[]float64](b, fmt.Sprintf(`(function () {
	const box = (%s).getBoundingClientRect();
	return [box.left + box.width / 2, box.top + box.height / 2];
})()`, element))
	return p[0], p[1]
}

// click clicks the middle of an element that is chosen by JavaScript.
func (b *tab) click(element string) {
	b.t.Helper()
	x, y := b.point(element)
	b.act(chrome.Click(x, y, 1)...)
}

// id is JavaScript for an element.
func id(name string) string {
	text, _ := json.Marshal(name)
	return fmt.Sprintf("document.getElementById(%s)", text)
}

// state is what the suite's script reads.
type state struct {
	Done   bool    `json:"done"`
	Raw    float64 `json:"raw"`
	Reason *string `json:"reason"`
}

func (b *tab) state(task string) state {
	b.t.Helper()
	script, err := b.suite.Script(task)
	if err != nil {
		b.t.Fatal(err)
	}
	return get[state](b, script.State)
}

// wantEnd checks that the episode has ended with a raw reward.
func (b *tab) wantEnd(task string, raw float64) {
	b.t.Helper()
	if s := b.state(task); !s.Done || s.Raw != raw {
		b.t.Errorf("%s: state %+v, want it done with raw reward %v", task, s, raw)
	}
}

func (b *tab) wantRunning(task string) {
	b.t.Helper()
	if s := b.state(task); s.Done || s.Raw != 0 {
		b.t.Errorf("%s: state %+v, want it running", task, s)
	}
}
