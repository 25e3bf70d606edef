package chrome

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"image"
	"time"

	"github.com/chromedp/cdproto"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/inspector"
	cdpage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/target"
)

// page is the Page of both ways of drawing, which differ in their screen.
type page struct {
	browser *Browser
	options PageOptions
	screen  screen

	target  target.ID
	session *session
	clock   clock
	opened  bool  // the tab has shown a document
	held    bool  // the left button is down
	broken  error // the fault after which nothing is known about the tab
}

// startOfTime is what the clock of every page shows when time stops after loading, in
// seconds since 1970: 2024-01-01 12:00 UTC.
const startOfTime = 1704110400

var (
	loaded  = cdproto.MethodType(cdpage.LoadEventFired.Method)
	expired = cdproto.MethodType(emulation.VirtualTimeBudgetExpired.Method)
	yes     = func() *bool { b := true; return &b }()
)

// Open makes a new tab rather than navigating the old one, so that nothing can
// be left over in it.
func (p *page) Open(ctx context.Context, url string) error {
	ctx, cancel := bounded(ctx)
	defer cancel()
	if p.session == nil || p.opened || p.broken != nil {
		if err := p.newTab(ctx); err != nil {
			return fmt.Errorf("opening a tab: %w", err)
		}
	}
	p.opened = true
	if err := p.load(ctx, url); err != nil {
		return p.lose(fmt.Errorf("opening %s: %w", url, err))
	}
	return nil
}

// newTab replaces the tab by a fresh one in which time stands still.
func (p *page) newTab(ctx context.Context) error {
	p.closeTab()
	p.broken, p.held, p.opened, p.clock = nil, false, false, clock{}
	b := p.browser
	created, err := do(ctx, b.root, target.CreateTarget, p.screen.target())
	if err != nil {
		return err
	}
	p.target = created.TargetID
	attached, err := do(ctx, b.root, target.AttachToTarget, target.AttachToTargetParams{TargetID: p.target, Flatten: yes})
	if err != nil {
		return err
	}
	p.session = b.connection.attach(attached.SessionID, loaded, expired)
	var stopped emulation.SetVirtualTimePolicyResult
	calls, err := p.session.send(
		request(inspector.Enable, cdp.Empty{}, nil),
		request(cdpage.Enable, cdpage.EnableParams{}, nil),
		request(emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{
			Width: int64(p.options.Width), Height: int64(p.options.Height), DeviceScaleFactor: 1,
		}, nil),
		request(emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true}, nil),
		request(cdpage.AddScriptToEvaluateOnNewDocument, cdpage.AddScriptToEvaluateOnNewDocumentParams{
			Source: prelude + p.options.Inject,
		}, nil),
		// Time stops before the document is asked for, so that all its scripts
		// see the same times.
		request(emulation.SetVirtualTimePolicy, emulation.SetVirtualTimePolicyParams{
			Policy: emulation.VirtualTimePolicyPause, InitialVirtualTime: startOfTime,
		}, &stopped),
	)
	if err == nil {
		err = p.session.wait(ctx, calls...)
	}
	p.clock.base = stopped.VirtualTimeTicksBase
	return err
}

// prelude runs in every document before its own scripts.
//
//go:embed prelude.js
var prelude string

// loadSlice is how much time is given to a document at once until it has loaded.
const loadSlice = 20 * time.Millisecond

// load brings a document to its load event. Time stands still while anything is
// being fetched, and the browser counts 10 ms for each round of fetches, so that
// loading takes the same virtual time however long it really takes.
func (p *page) load(ctx context.Context, url string) error {
	p.session.drain(loaded)
	navigated, err := do(ctx, p.session, cdpage.Navigate, cdpage.NavigateParams{URL: url})
	if err != nil {
		return err
	}
	if navigated.ErrorText != "" {
		return fmt.Errorf("the browser says %s", navigated.ErrorText)
	}
	for len(p.session.events[loaded]) == 0 {
		if err := p.pass(ctx, loadSlice, emulation.VirtualTimePolicyPauseIfNetworkFetchesPending); err != nil {
			return err
		}
	}
	if err := p.screen.warmUp(ctx); err != nil {
		return err
	}
	// However many frames that took, the next one comes at the same time.
	p.clock.last = max(p.clock.last, p.clock.base+p.clock.elapsed+0.1)
	_, err = do(ctx, p.session, runtime.Evaluate, runtime.EvaluateParams{Expression: "window.__releaseFrames?.()"})
	return err
}

// clock is the virtual time of a page, in milliseconds.
type clock struct {
	base    float64 // of the browser's own tick count, when time stopped
	elapsed float64 // virtual time since then
	last    float64 // tick of the frame before
}

// tick is the time of the next frame. Frames without time between them are a
// microsecond apart, as the compositor wants them in order.
func (c *clock) tick() float64 {
	c.last = max(c.last+0.001, c.base+c.elapsed)
	return c.last
}

// ready refuses calls on a page that is closed or lost.
func (p *page) ready() error {
	if p.broken != nil {
		return p.broken
	}
	if p.session == nil || !p.opened {
		return fmt.Errorf("the page shows no document: %w", ErrClosed)
	}
	return nil
}

// lose remembers the fault after which the page must not be used: when a call
// was given up half-way, the events that follow would be mistaken for
// those of the next call.
func (p *page) lose(err error) error {
	var refused *ProtocolError
	if err != nil && p.broken == nil && !errors.As(err, &refused) {
		p.broken = err
	}
	return err
}

func (p *page) Act(ctx context.Context, events []Event) error {
	if err := p.ready(); err != nil {
		return err
	}
	ctx, cancel := bounded(ctx)
	defer cancel()
	var inputs []command
	for i, event := range events {
		var err error
		switch event := event.(type) {
		case Advance:
			if err = p.flush(ctx, inputs, false); err == nil {
				err = p.advance(ctx, event.By)
			}
			inputs = inputs[:0]
		case Frame:
			err = p.flush(ctx, inputs, true)
			inputs = inputs[:0]
		default:
			inputs, err = p.input(inputs, event)
			if err != nil {
				return fmt.Errorf("event %d: %w", i, err) // nothing was sent of it
			}
		}
		if err != nil {
			return p.lose(fmt.Errorf("event %d (%T): %w", i, event, err))
		}
	}
	if err := p.flush(ctx, inputs, false); err != nil {
		return p.lose(fmt.Errorf("input: %w", err))
	}
	return nil
}

// flush sends inputs and waits until the page has handled them, with a frame if
// asked for. Moves and wheel turns are handled by the page only when it
// draws, so that if they come last they always get a frame.
func (p *page) flush(ctx context.Context, inputs []command, frame bool) error {
	if len(inputs) == 0 {
		if frame {
			return p.screen.frame(ctx, nil)
		}
		return nil
	}
	if !waitsForFrame(inputs[len(inputs)-1]) {
		calls, err := p.session.send(inputs...)
		if err == nil {
			err = p.session.wait(ctx, calls...)
		}
		if err == nil && frame {
			err = p.screen.frame(ctx, nil)
		}
		return err
	}
	// The frame travels by another way than the input and could overtake it, and
	// the input would then wait for ever. An answer from the
	// page to a question sent behind the input proves that the input has arrived.
	var answer runtime.EvaluateResult
	calls, err := p.session.send(append(inputs, request(runtime.Evaluate, runtime.EvaluateParams{Expression: "0"}, &answer))...)
	if err != nil {
		return err
	}
	last := len(calls) - 1
	if err := p.session.wait(ctx, calls[last]); err != nil {
		return err
	}
	return p.screen.frame(ctx, calls[:last])
}

func waitsForFrame(c command) bool {
	mouse, ok := c.params.(input.DispatchMouseEventParams)
	return ok && (mouse.Type == input.DispatchMouseEventTypeMouseMoved || mouse.Type == input.DispatchMouseEventTypeMouseWheel)
}

// advance lets virtual time pass.
func (p *page) advance(ctx context.Context, by time.Duration) error {
	if by <= 0 {
		return nil
	}
	return p.pass(ctx, by, emulation.VirtualTimePolicyAdvance)
}

// pass lets virtual time pass under a policy.
func (p *page) pass(ctx context.Context, by time.Duration, policy emulation.VirtualTimePolicy) error {
	budget := float64(by) / float64(time.Millisecond)
	p.session.drain(expired)
	passing, err := do(ctx, p.session, emulation.SetVirtualTimePolicy, emulation.SetVirtualTimePolicyParams{
		Policy: policy, Budget: &budget,
	})
	if err == nil {
		_, err = p.session.event(ctx, expired)
	}
	p.clock.base = passing.VirtualTimeTicksBase
	p.clock.elapsed += budget
	return err
}

func (p *page) Capture(ctx context.Context) (*image.RGBA, error) {
	if err := p.ready(); err != nil {
		return nil, err
	}
	ctx, cancel := bounded(ctx)
	defer cancel()
	data, err := p.screen.capture(ctx)
	if err != nil {
		return nil, p.lose(fmt.Errorf("capturing the page: %w", err))
	}
	picture, err := decodePNG(data, p.options.Crop)
	if err != nil {
		return nil, fmt.Errorf("decoding the screenshot: %w", err)
	}
	return picture, nil
}

func (p *page) Close() error {
	p.closeTab()
	return nil
}

func (p *page) closeTab() {
	if p.session != nil {
		p.session.fail(ErrClosed)
		p.session = nil
	}
	p.browser.closeTarget(p.target)
	p.target = ""
}
