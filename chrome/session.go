package chrome

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/chromedp/cdproto"
	"github.com/chromedp/cdproto/cdp"
	jsonv2 "github.com/chromedp/cdproto/cdp/jsonv2"
	"github.com/chromedp/cdproto/target"
)

// defaultDeadline bounds every call whose context has no deadline.
const defaultDeadline = 10 * time.Second

// session is what the protocol calls a session: the browser itself (empty id)
// or a tab. Its failing (a crash) fails its pending calls at once.
type session struct {
	connection *connection
	id         target.SessionID
	events     map[cdproto.MethodType]chan jsonv2.Value // fixed before the first event
	fetches    fetches                                  // guarded by connection.mu
	failed     error                                    // guarded by connection.mu
}

// call is a command that waits for its reply. The reading goroutine decodes the
// reply straight into result, then sends the error, or nil, to done.
type call struct {
	id      int64
	method  string
	session *session
	result  any
	done    chan error
}

// command is one request of a batch. result is nil or where to decode the
// reply.
type command struct {
	method string
	params any
	result any
}

// request builds a typed command.
func request[P, R any](c cdp.Command[P, R], params P, result *R) command {
	if result == nil {
		return command{method: c.Method, params: params}
	}
	return command{method: c.Method, params: params, result: result}
}

// do sends one command and waits for its reply.
func do[P, R any](ctx context.Context, s *session, c cdp.Command[P, R], params P) (R, error) {
	var result R
	calls, err := s.send(request(c, params, &result))
	if err != nil {
		return result, err
	}
	return result, s.wait(ctx, calls...)
}

// send writes the commands in one go and returns their calls.
func (s *session) send(commands ...command) ([]*call, error) {
	c := s.connection
	calls := make([]*call, len(commands))
	var out []byte
	for i, command := range commands {
		params, err := jsonv2.Marshal(command.params)
		if err != nil {
			return nil, fmt.Errorf("encoding %s: %w", command.method, err)
		}
		id := c.lastID.Add(1)
		message, err := jsonv2.Marshal(&cdproto.Message{
			ID: id, SessionID: s.id, Method: cdproto.MethodType(command.method), Params: params,
		})
		if err != nil {
			return nil, fmt.Errorf("encoding %s: %w", command.method, err)
		}
		out = append(append(out, message...), 0)
		calls[i] = &call{id: id, method: command.method, session: s, result: command.result, done: make(chan error, 1)}
	}
	c.mu.Lock()
	if err := s.err(); err != nil {
		c.mu.Unlock()
		return nil, err
	}
	for _, call := range calls {
		c.pending[call.id] = call
	}
	c.mu.Unlock()

	c.writing.Lock()
	defer c.writing.Unlock()
	_ = c.writer.SetWriteDeadline(time.Now().Add(defaultDeadline))
	if _, err := c.writer.Write(out); errors.Is(err, os.ErrDeadlineExceeded) {
		// Half a message may be in the pipe: nothing can follow it.
		c.fail(fmt.Errorf("writing to the browser: %w", ErrDeadline))
	}
	// Another error means that the browser is gone. The reading side learns of
	// that too, knows why, and fails these calls.
	return calls, nil
}

// wait waits for the replies of all calls and returns the first error.
func (s *session) wait(ctx context.Context, calls ...*call) error {
	ctx, cancel := bounded(ctx)
	defer cancel()
	var first error
	for i, call := range calls {
		select {
		case err := <-call.done:
			if err != nil && first == nil {
				first = err
			}
		case <-ctx.Done():
			s.forget(calls[i:])
			return ended(ctx, call.method)
		}
	}
	return first
}

// event waits for the next event of a kind named to attach.
func (s *session) event(ctx context.Context, method cdproto.MethodType) (jsonv2.Value, error) {
	ctx, cancel := bounded(ctx)
	defer cancel()
	select {
	case value, ok := <-s.events[method]:
		if !ok {
			s.connection.mu.Lock()
			defer s.connection.mu.Unlock()
			return nil, s.err()
		}
		return value, nil
	case <-ctx.Done():
		return nil, ended(ctx, string(method))
	}
}

// drain throws away the kept events of a kind.
func (s *session) drain(method cdproto.MethodType) {
	for {
		select {
		case _, ok := <-s.events[method]:
			if ok {
				continue
			}
		default:
		}
		return
	}
}

// err is why nothing can be sent, or nil. Callers hold connection.mu.
func (s *session) err() error {
	if s.connection.failed != nil {
		return s.connection.failed
	}
	return s.failed
}

// forget drops calls nobody waits for any more.
func (s *session) forget(calls []*call) {
	c := s.connection
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, call := range calls {
		delete(c.pending, call.id)
	}
}

// fail makes the session unusable: its pending calls and event queues end.
func (s *session) fail(err error) {
	c := s.connection
	c.mu.Lock()
	defer c.mu.Unlock()
	s.failLocked(err)
}

func (s *session) failLocked(err error) {
	if s.failed != nil {
		return
	}
	s.failed = err
	for id, call := range s.connection.pending {
		if call.session == s {
			delete(s.connection.pending, id)
			call.done <- err
		}
	}
	for _, events := range s.events {
		close(events)
	}
	s.fetches.signal()
	delete(s.connection.sessions, s.id)
}

// settle decodes a reply into the call's result.
func (call *call) settle(message *cdproto.Message) error {
	if message.Error != nil {
		return &ProtocolError{call.method, message.Error.Code, message.Error.Message}
	}
	if call.result == nil {
		return nil
	}
	if err := jsonv2.Unmarshal(message.Result, call.result); err != nil {
		return fmt.Errorf("decoding the reply to %s: %w", call.method, err)
	}
	return nil
}

// bounded adds the default deadline to a context that has none.
func bounded(ctx context.Context) (context.Context, context.CancelFunc) {
	if _, ok := ctx.Deadline(); ok {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, defaultDeadline)
}

// ended turns the end of a context into this package's terms.
func ended(ctx context.Context, what string) error {
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return fmt.Errorf("%s: %w (%w)", what, ErrDeadline, ctx.Err())
	}
	return fmt.Errorf("%s: %w", what, ctx.Err())
}
