package chrome

import (
	"image"
	"net/http"
	"net/http/httptest"
	"os"
	"testing"
	"time"
)

// site serves the pages in testdata.
func site(t testing.TB) string {
	t.Helper()
	server := httptest.NewServer(http.FileServerFS(os.DirFS("testdata")))
	t.Cleanup(server.Close)
	return server.URL + "/"
}

// launchTest starts a browser for one test.
func launchTest(t testing.TB, options Options) *Browser {
	t.Helper()
	b, err := Launch(t.Context(), options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := b.Close(); err != nil {
			t.Error(err)
		}
	})
	return b
}

func openTest(t testing.TB, b *Browser, url string) Page {
	t.Helper()
	p, err := b.NewPage(t.Context(), PageOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Open(t.Context(), url); err != nil {
		t.Fatal(err)
	}
	return p
}

func act(t testing.TB, p Page, events ...Event) {
	t.Helper()
	if err := p.Act(t.Context(), events); err != nil {
		t.Fatal(err)
	}
}

func evaluate[T any](t testing.TB, p Page, expression string) T {
	t.Helper()
	var v T
	if err := p.Evaluate(t.Context(), expression, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

func capture(t testing.TB, p Page) *image.RGBA {
	t.Helper()
	img, err := p.Capture(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return img
}

const budget = 100 * time.Millisecond

// TestNeverStale clicks a page that encodes the number of clicks in its colour and
// in its state, from handlers that act at once, in a timer and in an animation
// frame.
func TestNeverStale(t *testing.T) {
	t.Parallel()
	b := launchTest(t, Options{})
	url := site(t)
	for _, hook := range []string{"sync", "timer", "frame", "promise"} {
		t.Run(hook, func(t *testing.T) {
			p := openTest(t, b, url+"count.html?"+hook)
			for i := 1; i <= 100; i++ {
				act(t, p, append(Click(float64(10+i), float64(20+i), 1), Advance{budget}, Frame{})...)
				if n := evaluate[int](t, p, "clicks"); n != i {
					t.Fatalf("click %d: state says %d", i, n)
				}
				if c := capture(t, p).RGBAAt(80, 100); int(c.R) != i {
					t.Fatalf("click %d: pixels say %d", i, c.R)
				}
			}
		})
	}
}
