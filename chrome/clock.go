package chrome

import (
	"context"
	"math"
	"time"

	"github.com/chromedp/cdproto/emulation"
)

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

// advance lets virtual time pass.
func (p *page) advance(ctx context.Context, by time.Duration) error {
	if by <= 0 {
		return nil
	}
	return p.pass(ctx, by, emulation.VirtualTimePolicyAdvance)
}

// align lets between a half and one and a half milliseconds pass.
func (p *page) align(ctx context.Context) error {
	const millisecond = 1000
	by := 3*millisecond/2 - p.clock.elapsed%millisecond
	return p.advance(ctx, time.Duration(by-1)*time.Microsecond) // which takes one more
}

// pass lets virtual time pass under a policy, one microsecond more than asked
// for: a timer that falls due at the very end would else run before the end or
// after it, as chance has it.
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
