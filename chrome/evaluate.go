package chrome

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/chromedp/cdproto/cdp"
	jsonv2 "github.com/chromedp/cdproto/cdp/jsonv2"
	"github.com/chromedp/cdproto/runtime"
)

func (p *page) Evaluate(ctx context.Context, expression string, result any) error {
	return p.evaluate(ctx, runtime.EvaluateParams{Expression: expression, ReturnByValue: yes}, result)
}

func (p *page) EvaluateAsUser(ctx context.Context, expression string, result any) error {
	return p.evaluate(ctx, runtime.EvaluateParams{Expression: expression, ReturnByValue: yes, UserGesture: yes}, result)
}

func (p *page) evaluate(ctx context.Context, params runtime.EvaluateParams, result any) error {
	if err := p.ready(); err != nil {
		return err
	}
	ctx, cancel := bounded(ctx)
	defer cancel()
	expression := params.Expression
	var reply runtime.EvaluateResult
	calls, err := p.session.send(request(runtime.Evaluate, params, &reply))
	if err == nil {
		err = p.waitOrStop(ctx, calls[0])
	}
	if err != nil {
		var refused *ProtocolError
		if errors.As(err, &refused) {
			return &EvaluateError{shorten(expression), refused.Message}
		}
		return p.lose(fmt.Errorf("evaluating %q: %w", shorten(expression), err))
	}
	if details := reply.ExceptionDetails; details != nil {
		text := details.Text
		if details.Exception != nil && details.Exception.Description != "" {
			// Its stack follows on lines of its own.
			text, _, _ = strings.Cut(details.Exception.Description, "\n")
		}
		return &EvaluateError{shorten(expression), text}
	}
	if result == nil || reply.Result == nil {
		return nil
	}
	value := reply.Result.Value
	if len(value) == 0 {
		value = jsonv2.Value("null") // undefined
	}
	if reply.Result.UnserializableValue != "" {
		return &EvaluateError{shorten(expression), "the value " + string(reply.Result.UnserializableValue) + " has no JSON form"}
	}
	if err := jsonv2.Unmarshal(value, result); err != nil {
		return &EvaluateError{shorten(expression), fmt.Sprintf("its value does not fit: %v", err)}
	}
	return nil
}

// waitOrStop waits for an evaluation and stops it somewhat before the deadline,
// so that an endless loop is the script's error and not the loss of the page.
// (The protocol's own time limit counts virtual time, which stands still.)
func (p *page) waitOrStop(ctx context.Context, evaluation *call) error {
	deadline, _ := ctx.Deadline()
	left := time.Until(deadline)
	limit := time.NewTimer(left - min(left/2, time.Second))
	defer limit.Stop()
	select {
	case err := <-evaluation.done:
		return err
	case <-ctx.Done():
	case <-limit.C:
		if _, err := p.session.send(request(runtime.TerminateExecution, cdp.Empty{}, nil)); err != nil {
			return err
		}
	}
	return p.session.wait(ctx, evaluation)
}

// shorten cuts a script to what an error message can hold.
func shorten(s string) string {
	const most = 120
	r := []rune(s)
	if len(r) <= most {
		return s
	}
	return string(r[:most]) + "…"
}
