package chrome

import (
	"context"
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

// Open makes a new tab rather than navigating the old one: a navigation while
// time stands still does not end, and nothing can be left over in a new tab.
func (p *page) Open(ctx context.Context, url string) error {
	ctx, cancel := bounded(ctx)
	defer cancel()
	p.closeTab()
	p.broken, p.held = nil, false
	if err := p.open(ctx, url); err != nil {
		p.closeTab()
		return fmt.Errorf("opening %s: %w", url, err)
	}
	return nil
}

func (p *page) open(ctx context.Context, url string) error {
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
	s := b.connection.attach(attached.SessionID, loaded, expired)
	p.session = s
	setUp := []command{
		request(inspector.Enable, cdp.Empty{}, nil),
		request(cdpage.Enable, cdpage.EnableParams{}, nil),
		request(emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{
			Width: int64(p.options.Width), Height: int64(p.options.Height), DeviceScaleFactor: 1,
		}, nil),
		request(emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true}, nil),
	}
	if p.options.Inject != "" {
		setUp = append(setUp, request(cdpage.AddScriptToEvaluateOnNewDocument,
			cdpage.AddScriptToEvaluateOnNewDocumentParams{Source: p.options.Inject}, nil))
	}
	calls, err := s.send(setUp...)
	if err == nil {
		err = s.wait(ctx, calls...)
	}
	if err != nil {
		return err
	}
	s.drain(loaded)
	navigated, err := do(ctx, s, cdpage.Navigate, cdpage.NavigateParams{URL: url})
	if err != nil {
		return err
	}
	if navigated.ErrorText != "" {
		return fmt.Errorf("the browser says %s", navigated.ErrorText)
	}
	if _, err = s.event(ctx, loaded); err != nil {
		return err
	}
	stopped, err := do(ctx, s, emulation.SetVirtualTimePolicy, emulation.SetVirtualTimePolicyParams{
		Policy: emulation.VirtualTimePolicyPause, InitialVirtualTime: startOfTime,
	})
	if err != nil {
		return err
	}
	p.clock = clock{base: stopped.VirtualTimeTicksBase}
	return p.screen.warmUp(ctx)
}

// clock is the virtual time of a page, in milliseconds.
type clock struct {
	base    float64 // of the browser's own tick count, when time stopped
	elapsed float64 // virtual time since then
	frames  int     // drawn since time last moved
}

// tick is the time of the next frame. Frames without time between them are a
// microsecond apart, as the compositor wants them in order.
func (c *clock) tick() float64 {
	c.frames++
	return c.base + c.elapsed + float64(c.frames)/1000
}

// ready refuses calls on a page that is closed or lost.
func (p *page) ready() error {
	if p.broken != nil {
		return p.broken
	}
	if p.session == nil {
		return fmt.Errorf("page: %w", ErrClosed)
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
	budget := float64(by) / float64(time.Millisecond)
	p.session.drain(expired)
	_, err := do(ctx, p.session, emulation.SetVirtualTimePolicy, emulation.SetVirtualTimePolicyParams{
		Policy: emulation.VirtualTimePolicyAdvance, Budget: &budget,
	})
	if err == nil {
		_, err = p.session.event(ctx, expired)
	}
	p.clock.elapsed += budget
	p.clock.frames = 0
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
