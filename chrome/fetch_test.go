package chrome

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"
)

// slowSite serves a page that shows a picture once it is clicked. The picture comes when it
// is let.
func slowSite(t *testing.T) (url string, requested <-chan struct{}, let chan<- struct{}) {
	t.Helper()
	asked, come := make(chan struct{}, 1), make(chan struct{})
	picture, err := os.ReadFile("testdata/shot.png")
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.HasSuffix(r.URL.Path, "late.png") {
			w.Header().Set("Content-Type", "text/html")
			_, _ = w.Write([]byte(`<!doctype html><body><script>onclick = () => { document.body.style.background = "url(late.png)"; }</script>`))
			return
		}
		asked <- struct{}{}
		select {
		case <-come:
		case <-r.Context().Done():
		}
		w.Header().Set("Content-Type", "image/png")
		_, _ = w.Write(picture)
	}))
	t.Cleanup(server.Close)
	return server.URL + "/", asked, come
}

// TestAwaitFetches clicks for a picture that comes late, in both browsers.
func TestAwaitFetches(t *testing.T) {
	t.Parallel()
	for _, options := range []Options{{}, {Fallback: true}} {
		if _, err := locate(options.Fallback); err != nil {
			t.Logf("ATTENTION: not tested with options %+v: %v", options, err)
			continue
		}
		url, requested, let := slowSite(t)
		p := openTest(t, launchTest(t, options), url)
		if waited, err := p.AwaitFetches(t.Context()); waited || err != nil {
			t.Errorf("waited %v for nothing (%v)", waited, err)
		}
		before := capture(t, p)
		act(t, p, append(Click(50, 50, 1), Advance{budget}, Frame{})...)
		evaluate[int](t, p, "1")
		<-requested
		if address, err := p.(*page).session.fetching(); !strings.HasSuffix(address, "/late.png") || err != nil {
			t.Errorf("fetching %q (%v)", address, err)
		}
		if missing := capture(t, p); differing(missing, before) != 0 {
			t.Error("the picture is there before it was sent")
		}
		close(let)
		if waited, err := p.AwaitFetches(t.Context()); !waited || err != nil {
			t.Fatalf("waited %v (%v)", waited, err)
		}
		if differing(capture(t, p), before) == 0 {
			t.Error("the picture was awaited, but is not shown")
		}
	}
}

// TestAwaitFetchesEnds waits for a picture that never comes, and for one whose tab dies.
func TestAwaitFetchesEnds(t *testing.T) {
	t.Parallel()
	url, requested, _ := slowSite(t)
	b := launchTest(t, Options{})
	ask := func(folder string) Page { // each its own, or the browser's cache would wait for the first
		p := openTest(t, b, url+folder)
		act(t, p, append(Click(50, 50, 1), Advance{budget}, Frame{})...)
		evaluate[int](t, p, "1")
		<-requested
		return p
	}
	short, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := ask("never/").AwaitFetches(short); !errors.Is(err, ErrDeadline) || !strings.Contains(err.Error(), "/late.png") {
		t.Errorf("a picture that never comes: %v", err)
	}
	p := ask("crash/")
	if _, err := p.(*page).session.send(command{method: "Page.crash", params: struct{}{}}); err != nil {
		t.Fatal(err)
	}
	if _, err := p.AwaitFetches(t.Context()); !errors.Is(err, ErrCrashed) {
		t.Errorf("a tab that crashes: %v", err)
	}
}

// TestAwaitFetchesOfFrames follows a link in a frame: its document is read as the page's time passes, so only its response
// is waited for.
func TestAwaitFetchesOfFrames(t *testing.T) {
	t.Parallel()
	p := openTest(t, launchTest(t, Options{}), site(t)+"frame.html")
	evaluate[int](t, p, `(document.querySelector("iframe").contentDocument.querySelector("a").click(), 1)`)
	act(t, p, Frame{})
	evaluate[int](t, p, "1")
	if _, err := p.AwaitFetches(t.Context()); err != nil {
		t.Fatal(err)
	}
	act(t, p, Advance{budget}, Frame{})
	if text := evaluate[string](t, p, `document.querySelector("iframe").contentDocument.body.innerText`); text != "there" {
		t.Errorf("the frame shows %q", text)
	}
}
