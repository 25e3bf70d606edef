package chrome

import (
	"context"
	"fmt"
	"slices"

	"github.com/chromedp/cdproto"
	jsonv2 "github.com/chromedp/cdproto/cdp/jsonv2"
	"github.com/chromedp/cdproto/network"
)

// fetches are what a tab's document is loading, by request. They come in real time, whatever
// the page's clock shows. Callers hold connection.mu.
type fetches struct {
	running map[network.RequestID]string // the address
	ended   chan struct{}                // a signal that there are fewer
}

func newFetches() fetches {
	return fetches{running: map[network.RequestID]string{}, ended: make(chan struct{}, 1)}
}

// endless are kinds of requests whose end a page does not wait for, or that have none.
var endless = []network.ResourceType{
	network.ResourceTypeEventSource, network.ResourceTypeMedia, network.ResourceTypePing,
	network.ResourceTypePrefetch, network.ResourceTypeWebSocket,
}

// note takes an event, and tells whether it was about a fetch.
func (f *fetches) note(method cdproto.MethodType, params jsonv2.Value) bool {
	switch string(method) {
	case network.RequestWillBeSent.Method:
		var event struct {
			RequestID network.RequestID    `json:"requestId"`
			Type      network.ResourceType `json:"type"`
			Request   struct {
				URL string `json:"url"`
			} `json:"request"`
		}
		if jsonv2.Unmarshal(params, &event) == nil && !slices.Contains(endless, event.Type) {
			f.running[event.RequestID] = event.Request.URL
		}
	case network.LoadingFinished.Method, network.LoadingFailed.Method:
		f.end(params, false)
	case network.ResponseReceived.Method:
		f.end(params, true)
	default:
		return false
	}
	return true
}

// end takes a fetch off. A document of a frame has come when its response has: the page reads the
// rest of it as its time passes, so that to wait for that would never end.
func (f *fetches) end(params jsonv2.Value, responded bool) {
	var event struct {
		RequestID network.RequestID    `json:"requestId"`
		Type      network.ResourceType `json:"type"`
	}
	if jsonv2.Unmarshal(params, &event) != nil || responded && event.Type != network.ResourceTypeDocument {
		return
	}
	delete(f.running, event.RequestID)
	f.signal()
}

// signal wakes who waits, to look again.
func (f *fetches) signal() {
	select {
	case f.ended <- struct{}{}:
	default:
	}
}

func (p *page) AwaitFetches(ctx context.Context) (bool, error) {
	if err := p.ready(); err != nil {
		return false, err
	}
	ctx, cancel := bounded(ctx)
	defer cancel()
	for waited := false; ; waited = true {
		address, err := p.session.fetching()
		if err != nil || address == "" {
			return waited, err
		}
		select {
		case <-p.session.fetches.ended:
		case <-ctx.Done():
			return true, p.lose(ended(ctx, fmt.Sprintf("waiting for %s, which the page fetches", shorten(address))))
		}
	}
}

// fetching returns the address of something that is being fetched, or "".
func (s *session) fetching() (string, error) {
	c := s.connection
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, address := range s.fetches.running {
		return address, s.err()
	}
	return "", s.err()
}
