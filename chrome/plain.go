package chrome

import (
	"context"

	cdpage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/target"
)

// plainScreen is the fallback's: the browser draws by its own clock, and always
// before it takes a picture.
type plainScreen struct{ page *page }

func (f *plainScreen) target() target.CreateTargetParams {
	return target.CreateTargetParams{
		URL:   "about:blank",
		Width: int64(f.page.options.Width), Height: int64(f.page.options.Height),
		NewWindow: yes, // a tab behind another one would not be drawn
	}
}

func (f *plainScreen) warmUp(ctx context.Context) error { return nil }

// frame asks for a picture and throws it away: the browser draws before it takes
// one.
func (f *plainScreen) frame(ctx context.Context) error {
	_, err := f.capture(ctx)
	return err
}

// deliver has only to wait: frames come by themselves.
func (f *plainScreen) deliver(ctx context.Context, inputs []*call) error {
	return f.page.session.wait(ctx, inputs...)
}

func (f *plainScreen) capture(ctx context.Context) ([]byte, error) {
	shot, err := do(ctx, f.page.session, cdpage.CaptureScreenshot, cdpage.CaptureScreenshotParams{
		Format: cdpage.CaptureScreenshotFormatPng, OptimizeForSpeed: yes, FromSurface: yes,
	})
	return shot.Data, err
}
