package chrome

import (
	"context"
	"errors"
	"fmt"

	"github.com/chromedp/cdproto/runtime"
)

// takeHold takes the prelude's function out of the page, where its scripts could
// find it.
func (p *page) takeHold(ctx context.Context) error {
	const take = "(() => { const hold = window.__holdFrames; delete window.__holdFrames; return hold; })()"
	reply, err := do(ctx, p.session, runtime.Evaluate, runtime.EvaluateParams{Expression: take})
	if err != nil {
		return err
	}
	p.holder = ""
	if reply.Result != nil {
		p.holder = reply.Result.ObjectID // empty in documents that run no scripts
	}
	return nil
}

// hold holds the page's animation callbacks back, or lets them go.
func (p *page) hold(ctx context.Context, hold bool) error {
	if p.holder == "" {
		return nil
	}
	_, err := do(ctx, p.session, runtime.CallFunctionOn, runtime.CallFunctionOnParams{
		ObjectID: p.holder, FunctionDeclaration: fmt.Sprintf("function () { this(%t); }", hold),
	})
	var refused *ProtocolError
	if errors.As(err, &refused) {
		return nil // the document has gone, and the function with it
	}
	return err
}

// follow notices that the page has gone to another document by itself, which
// starts with its animation callbacks held.
func (p *page) follow(ctx context.Context) error {
	if len(p.session.events[loaded]) == 0 {
		return nil
	}
	p.session.drain(loaded)
	if err := p.takeHold(ctx); err != nil {
		return err
	}
	return p.hold(ctx, false)
}
