package chrome

import (
	"context"
	"errors"

	"github.com/chromedp/cdproto/headlessexperimental"
	"github.com/chromedp/cdproto/target"
)

// screen is how a page's frames are made and looked at.
type screen interface {
	// target is how to create the tab.
	target() target.CreateTargetParams
	// warmUp brings a new tab to where captures show its content.
	warmUp(ctx context.Context) error
	// frame draws one frame and waits for inputs that are handled with it.
	frame(ctx context.Context, inputs []*call) error
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

func (d *drawnScreen) beginFrame(ctx context.Context, screenshot *headlessexperimental.ScreenshotParams, inputs []*call) (headlessexperimental.BeginFrameResult, error) {
	var result headlessexperimental.BeginFrameResult
	err := d.page.browser.draw(ctx, func(ctx context.Context) error {
		calls, err := d.page.session.send(request(headlessexperimental.BeginFrame, headlessexperimental.BeginFrameParams{
			FrameTimeTicks: d.page.clock.tick(), Interval: frameInterval, Screenshot: screenshot,
		}, &result))
		if err != nil {
			return err
		}
		return d.page.session.wait(ctx, append(calls, inputs...)...)
	})
	return result, err
}

func (d *drawnScreen) frame(ctx context.Context, inputs []*call) error {
	_, err := d.beginFrame(ctx, nil, inputs)
	return err
}

var fastPNG = &headlessexperimental.ScreenshotParams{
	Format: headlessexperimental.ScreenshotParamsFormatPng, OptimizeForSpeed: true,
}

var errNoPicture = errors.New("the browser drew a frame but gave no picture of it")

func (d *drawnScreen) capture(ctx context.Context) ([]byte, error) {
	result, err := d.beginFrame(ctx, fastPNG, nil)
	if err == nil && len(result.ScreenshotData) == 0 {
		err = errNoPicture
	}
	return result.ScreenshotData, err
}

// warmUp asks for pictures until there is one: the first frames of a new tab have
// none.
func (d *drawnScreen) warmUp(ctx context.Context) error {
	for {
		if _, err := d.capture(ctx); !errors.Is(err, errNoPicture) {
			return err
		}
	}
}
