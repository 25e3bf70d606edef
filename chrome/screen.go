package chrome

import (
	"context"
	"time"

	"github.com/chromedp/cdproto/headlessexperimental"
	"github.com/chromedp/cdproto/target"
)

// screen is how a page's frames are made and looked at.
type screen interface {
	// target is how to create the tab.
	target() target.CreateTargetParams
	// warmUp brings a new tab to where captures show its content. Animation
	// callbacks are held back meanwhile.
	warmUp(ctx context.Context) error
	// frame draws one frame.
	frame(ctx context.Context) error
	// deliver draws what frames it takes until inputs that wait for one have been
	// handled, without running animation callbacks.
	deliver(ctx context.Context, inputs []*call) error
	// capture draws one frame and returns the viewport as PNG. The bytes are
	// valid until the next call.
	capture(ctx context.Context) ([]byte, error)
}

// drawnScreen draws exactly the frames that it is asked for.
type drawnScreen struct{ page *page }

func (d *drawnScreen) target() target.CreateTargetParams {
	return target.CreateTargetParams{
		URL:   "about:blank",
		Width: int64(d.page.options.Width), Height: int64(d.page.options.Height),
		EnableBeginFrameControl: yes,
	}
}

// frameInterval is what a page is told about the rate of frames, in
// milliseconds.
const frameInterval = 1000.0 / 60

func (d *drawnScreen) beginFrame(ctx context.Context, screenshot *headlessexperimental.ScreenshotParams) (headlessexperimental.BeginFrameResult, error) {
	var result headlessexperimental.BeginFrameResult
	err := d.page.browser.draw(ctx, func(ctx context.Context) (err error) {
		result, err = do(ctx, d.page.session, headlessexperimental.BeginFrame, headlessexperimental.BeginFrameParams{
			FrameTimeTicks: d.page.clock.tick(), Interval: frameInterval, Screenshot: screenshot,
		})
		return err
	})
	return result, err
}

func (d *drawnScreen) frame(ctx context.Context) error {
	_, err := d.beginFrame(ctx, nil)
	return err
}

// deliveryPatience is how long after a frame an input may be acknowledged
// before another frame is tried.
const deliveryPatience = 10 * time.Millisecond

// deliver relies on nothing about the order in which the input and a frame
// reach the page, as they travel by different ways through several processes. When
// the input has gone through, the frames that it took have left no trace.
func (d *drawnScreen) deliver(ctx context.Context, inputs []*call) error {
	p := d.page
	if err := p.hold(ctx, true); err != nil {
		return err
	}
	last := inputs[len(inputs)-1]
	before := p.clock
	for delivered := false; !delivered; {
		if err := d.frame(ctx); err != nil {
			return err
		}
		select {
		case err := <-last.done:
			last.done <- err // wait reads it again
			delivered = true
		case <-time.After(deliveryPatience):
		case <-ctx.Done():
			return ended(ctx, last.method)
		}
	}
	// The next frame comes at the same time however many these were.
	p.clock.last = max(p.clock.last, before.last+100)
	if err := p.hold(ctx, false); err != nil {
		return err
	}
	return p.session.wait(ctx, inputs...)
}

var fastPNG = &headlessexperimental.ScreenshotParams{
	Format: headlessexperimental.ScreenshotParamsFormatPng, OptimizeForSpeed: true,
}

// capture asks for pictures until there is one: the first frames of a document
// have none, and the page may go to another one by itself at any time.
func (d *drawnScreen) capture(ctx context.Context) ([]byte, error) {
	for {
		result, err := d.beginFrame(ctx, fastPNG)
		if err != nil || len(result.ScreenshotData) > 0 {
			return result.ScreenshotData, err
		}
	}
}

// warmUp brings a new tab to its first picture.
func (d *drawnScreen) warmUp(ctx context.Context) error {
	_, err := d.capture(ctx)
	return err
}
