package chrome

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
)

// pipe is the writing side of a connection without a browser.
type pipe struct {
	bytes.Buffer
	err error
}

func (p *pipe) Write(b []byte) (int, error) {
	if p.err != nil {
		return 0, p.err
	}
	return p.Buffer.Write(b)
}

func (p *pipe) SetWriteDeadline(time.Time) error { return nil }

var version = cdp.Command[cdp.Empty, struct{ Product string }]{Method: "Browser.getVersion"}

func TestConnection(t *testing.T) {
	t.Parallel()
	var written pipe
	c := newConnection(&written)
	root := c.attach("")
	var results [2]struct{ Product string }
	calls, err := root.send(request(version, cdp.Empty{}, &results[0]), request(version, cdp.Empty{}, &results[1]))
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"id":1,"method":"Browser.getVersion"}` + "\x00" + `{"id":2,"method":"Browser.getVersion"}` + "\x00"
	if written.String() != want {
		t.Errorf("wrote %q", written.String())
	}
	// Replies may come in any order, with noise between them, and be long.
	long := strings.Repeat("x", 1<<18)
	input := `{"id":2,"result":{"Product":"` + long + `"}}` + "\x00" + `nonsense` + "\x00" + `{"method":"A.b"}` + "\x00" +
		`{"id":99,"result":{}}` + "\x00" + `{"id":1,"error":{"code":-5,"message":"no"}}` + "\x00"
	if err := c.read(strings.NewReader(input)); !errors.Is(err, io.EOF) {
		t.Errorf("read: %v", err)
	}
	var refused *ProtocolError
	if err := root.wait(t.Context(), calls[0]); !errors.As(err, &refused) || refused.Code != -5 {
		t.Errorf("first call: %v", err)
	}
	if err := root.wait(t.Context(), calls[1]); err != nil || results[1].Product != long {
		t.Errorf("second call: %v, %d characters", err, len(results[1].Product))
	}
	if len(c.pending) != 0 {
		t.Errorf("%d calls are still pending", len(c.pending))
	}
}

func TestConnectionEnds(t *testing.T) {
	t.Parallel()
	c := newConnection(&pipe{})
	tab := c.attach("tab", loaded)
	calls, err := tab.send(request(version, cdp.Empty{}, nil))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := tab.wait(ctx, calls...); !errors.Is(err, context.Canceled) || errors.Is(err, ErrDeadline) {
		t.Errorf("cancelled: %v", err)
	}
	if len(c.pending) != 0 {
		t.Error("a given-up call is still pending")
	}
	c.handle([]byte(`{"method":"Inspector.targetCrashed","sessionId":"tab"}`))
	if _, err := tab.event(t.Context(), loaded); !errors.Is(err, ErrCrashed) {
		t.Errorf("event after a crash: %v", err)
	}
	if _, err := tab.send(request(version, cdp.Empty{}, nil)); !errors.Is(err, ErrCrashed) {
		t.Errorf("call after a crash: %v", err)
	}
	full := newConnection(&pipe{err: os.ErrDeadlineExceeded})
	calls, err = full.attach("").send(request(version, cdp.Empty{}, nil))
	if err != nil {
		t.Fatal(err)
	}
	if err := calls[0].session.wait(t.Context(), calls...); !errors.Is(err, ErrDeadline) {
		t.Errorf("a browser that reads nothing: %v", err)
	}
}

// FuzzRead feeds the connection what no browser would send.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{
		"{\"id\":1,\"result\":{\"Product\":\"x\"}}\x00", "{\"method\":\"Inspector.targetCrashed\",\"sessionId\":\"tab\"}\x00",
		"{\"method\":\"Target.detachedFromTarget\",\"params\":{\"sessionId\":\"tab\"}}\x00", "\x00\x00{", "{\"id\":1,\"result\":7}\x00",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		c := newConnection(&pipe{})
		tab := c.attach("tab", loaded)
		c.attach("")
		var result struct{ Product string }
		calls, err := tab.send(request(version, cdp.Empty{}, &result))
		if err != nil {
			t.Fatal(err)
		}
		if err := c.read(bytes.NewReader(data)); !errors.Is(err, io.EOF) {
			t.Errorf("read: %v", err)
		}
		c.fail(ErrExited)
		_ = tab.wait(t.Context(), calls...)
	})
}
