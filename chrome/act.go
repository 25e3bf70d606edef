package chrome

import (
	"context"
	"fmt"

	"github.com/chromedp/cdproto/input"
)

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
		case Align:
			flush(i - 1)
			steps = append(steps, step{i, p.align})
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

// waitsForFrame tells whether the page handles an input only when it draws,
// unless another one follows.
func waitsForFrame(c command) bool {
	switch params := c.params.(type) {
	case wheel:
		return true
	case input.DispatchMouseEventParams:
		return params.Type == input.DispatchMouseEventTypeMouseMoved
	}
	return false
}
