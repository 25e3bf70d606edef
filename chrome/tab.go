package chrome

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"image"
	"math"
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
	decoder decoder
	opened  bool                   // the tab has shown a document
	held    bool                   // the left button is down
	holder  runtime.RemoteObjectID // the prelude's function that holds animation callbacks back
	broken  error                  // the fault after which nothing is known about the tab
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
			Source: fmt.Sprintf("%s(%t);\n%s", prelude, b.beginFrame, p.options.Inject),
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
	p.clock.startAt(stopped.VirtualTimeTicksBase)
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
	p.session.drain(loaded)
	if err := p.screen.warmUp(ctx); err != nil {
		return err
	}
	// However many frames that took, the next one comes at the same time.
	p.clock.last = max(p.clock.last, p.clock.base+p.clock.elapsed+500)
	if err := p.takeHold(ctx); err != nil {
		return err
	}
	return p.hold(ctx, false)
}

// clock is the virtual time of a page, in microseconds, the browser's own
// resolution. Two frames at the same time hang the browser, so that it must
// not be left to how fractions of milliseconds happen to be rounded.
type clock struct {
	base    int64 // the browser's tick count when time stopped
	elapsed int64 // virtual time since then
	last    int64 // tick of the frame before
}

// tick is the time of the next frame, in milliseconds. Frames without time
// between them are a microsecond apart.
func (c *clock) tick() float64 {
	c.last = max(c.last+1, c.base+c.elapsed)
	return (float64(c.last) + 0.5) / 1000 // whichever way it is rounded
}

// startAt sets the tick count, in milliseconds, that virtual time is added to.
func (c *clock) startAt(ticks float64) { c.base = int64(math.Round(ticks * 1000)) }

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
	if err := p.follow(ctx); err != nil {
		return p.lose(err)
	}
	sequence, err := p.translate(events)
	if err != nil {
		return err // nothing was done
	}
	for _, step := range sequence {
		if err := step.do(ctx); err != nil {
			return p.lose(fmt.Errorf("event %d (%T): %w", step.event, events[step.event], err))
		}
	}
	return nil
}

// step is one exchange with the browser: a run of inputs, an advance, a frame.
type step struct {
	event int // the last event of it, for error messages
	do    func(context.Context) error
}

// translate turns events into steps. Refusing an event refuses them all.
func (p *page) translate(events []Event) ([]step, error) {
	var steps []step
	var inputs []command
	held := p.held
	flush := func(event int) {
		if batch := inputs; len(batch) > 0 {
			steps = append(steps, step{event, func(ctx context.Context) error { return p.send(ctx, batch) }})
			inputs = nil
		}
	}
	for i, event := range events {
		switch event := event.(type) {
		case Advance:
			flush(i - 1)
			steps = append(steps, step{i, func(ctx context.Context) error { return p.advance(ctx, event.By) }})
		case Frame:
			flush(i - 1)
			steps = append(steps, step{i, p.screen.frame})
		default:
			command, err := p.input(event)
			if err != nil {
				p.held = held
				return nil, fmt.Errorf("event %d: %w", i, err)
			}
			// Two moves in a row would be made one, or not, as chance has it.
			if len(inputs) > 0 && waitsForFrame(inputs[len(inputs)-1]) && waitsForFrame(command) {
				flush(i - 1)
			}
			inputs = append(inputs, command)
		}
	}
	flush(len(events) - 1)
	return steps, nil
}

// send sends inputs and waits until the page has handled them.
func (p *page) send(ctx context.Context, inputs []command) error {
	calls, err := p.session.send(inputs...)
	if err != nil {
		return err
	}
	if waitsForFrame(inputs[len(inputs)-1]) {
		return p.screen.deliver(ctx, calls)
	}
	return p.session.wait(ctx, calls...)
}

// waitsForFrame tells whether the page handles an input only when it draws, unless
// another one follows.
func waitsForFrame(c command) bool {
	switch params := c.params.(type) {
	case wheel:
		return true
	case input.DispatchMouseEventParams:
		return params.Type == input.DispatchMouseEventTypeMouseMoved
	}
	return false
}

// advance lets virtual time pass.
func (p *page) advance(ctx context.Context, by time.Duration) error {
	if by <= 0 {
		return nil
	}
	return p.pass(ctx, by, emulation.VirtualTimePolicyAdvance)
}

// pass lets virtual time pass under a policy, one microsecond more than asked for: a
// timer that falls due at the very end would else run before the end or after
// it, as chance has it.
func (p *page) pass(ctx context.Context, by time.Duration, policy emulation.VirtualTimePolicy) error {
	microseconds := by.Microseconds() + 1
	budget := (float64(microseconds) + 0.5) / 1000
	p.session.drain(expired)
	passing, err := do(ctx, p.session, emulation.SetVirtualTimePolicy, emulation.SetVirtualTimePolicyParams{
		Policy: policy, Budget: &budget,
	})
	if err == nil {
		_, err = p.session.event(ctx, expired)
	}
	p.clock.startAt(passing.VirtualTimeTicksBase)
	p.clock.elapsed += microseconds
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
	picture, err := p.decoder.decode(data, p.options.Crop)
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
