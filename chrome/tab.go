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
	"github.com/chromedp/cdproto/inspector"
	"github.com/chromedp/cdproto/network"
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

// startOfTime is what the clock of every page shows when its first script runs,
// in seconds since 1970: 2024-01-01 12:00 UTC.
const startOfTime = 1704110400

var (
	loaded  = cdproto.MethodType(cdpage.LoadEventFired.Method)
	expired = cdproto.MethodType(emulation.VirtualTimeBudgetExpired.Method)
	yes     = func() *bool { b := true; return &b }()
	nothing = int64(0) // of what is fetched is kept for us
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
		request(network.Enable, network.EnableParams{MaxTotalBufferSize: &nothing, MaxResourceBufferSize: &nothing}, nil),
		request(emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{
			Width: int64(p.options.Width), Height: int64(p.options.Height), DeviceScaleFactor: 1,
		}, nil),
		// The two kinds of browsers differ in what generic families they know.
		request(cdpage.SetFontFamilies, cdpage.SetFontFamiliesParams{FontFamilies: &genericFonts}, nil),
		request(emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true}, nil),
		request(cdpage.AddScriptToEvaluateOnNewDocument, cdpage.AddScriptToEvaluateOnNewDocumentParams{
			Source: fmt.Sprintf("%s(%t);\n%s\n%s", prelude, b.beginFrame, popups, p.options.Inject),
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

// genericFonts are the headless shell's own.
var genericFonts = cdpage.FontFamilies{
	Standard: "Times New Roman", Serif: "Times New Roman", SansSerif: "Arial", Fixed: "Courier New",
}

// prelude runs in every document before its own scripts.
//
//go:embed prelude.js
var prelude string

// popups runs after it, and keeps controls from opening windows that no capture shows.
//
//go:embed popups.js
var popups string

// InjectedStyles names what is changed in the look and the ways of every page's controls.
func InjectedStyles() []string {
	return []string{"select lists drawn in the page", "date, time and colour windows kept shut"}
}

// loadSlice is how much time is given to a document at once until it has
// loaded.
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
