package chrome

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/chromedp/cdproto"
	"github.com/chromedp/cdproto/cdp"
	jsonv2 "github.com/chromedp/cdproto/cdp/jsonv2"
	"github.com/chromedp/cdproto/inspector"
	"github.com/chromedp/cdproto/target"
)

// defaultDeadline bounds every call whose context has no deadline.
const defaultDeadline = 10 * time.Second

// connection speaks the DevTools protocol over a pipe: JSON messages, each
// ended by a zero byte. One goroutine reads; any may send.
type connection struct {
	writer  deadlineWriter
	writing sync.Mutex // held while a batch is written, so that batches do not mix

	lastID   atomic.Int64
	mu       sync.Mutex
	pending  map[int64]*call
	sessions map[target.SessionID]*session
	failed   error // set once, when nothing can be sent any more
}

// deadlineWriter is a pipe whose writes can be bounded: a browser that hangs does not
// empty it.
type deadlineWriter interface {
	io.Writer
	SetWriteDeadline(time.Time) error
}

// session is what the protocol calls a session: the browser itself (empty id)
// or a tab. Its failing (a crash) fails its pending calls at once.
type session struct {
	connection *connection
	id         target.SessionID
	events     map[cdproto.MethodType]chan jsonv2.Value // fixed before the first event
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

func newConnection(w deadlineWriter) *connection {
	return &connection{writer: w, pending: map[int64]*call{}, sessions: map[target.SessionID]*session{}}
}

// attach registers a session; events names the events it keeps. Each is
// kept in a short queue; what does not fit is dropped.
func (c *connection) attach(id target.SessionID, events ...cdproto.MethodType) *session {
	s := &session{connection: c, id: id, events: map[cdproto.MethodType]chan jsonv2.Value{}}
	for _, method := range events {
		s.events[method] = make(chan jsonv2.Value, 4)
	}
	c.mu.Lock()
	c.sessions[id] = s
	c.mu.Unlock()
	return s
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
	delete(s.connection.sessions, s.id)
}

// fail makes the whole connection unusable.
func (c *connection) fail(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.failed != nil {
		return
	}
	c.failed = err
	for _, s := range c.sessions {
		s.failLocked(err)
	}
}

// err is why the connection failed, or nil.
func (c *connection) err() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.failed
}

// read handles messages until the pipe ends, and returns why it ended.
func (c *connection) read(r io.Reader) error {
	reader := bufio.NewReaderSize(r, 1<<16)
	var long []byte
	for {
		message, err := reader.ReadSlice(0)
		if errors.Is(err, bufio.ErrBufferFull) {
			long = append(long, message...)
			continue
		}
		if err != nil {
			return err
		}
		if len(long) > 0 {
			long = append(long, message...)
			message = long
		}
		c.handle(message[:len(message)-1])
		long = long[:0]
	}
}

// handle takes one message: a reply or an event. What is not understood is
// dropped; the caller who waits for it runs into its deadline.
func (c *connection) handle(raw []byte) {
	var message cdproto.Message
	if err := jsonv2.Unmarshal(raw, &message); err != nil {
		return
	}
	if message.ID != 0 {
		c.mu.Lock()
		call := c.pending[message.ID]
		delete(c.pending, message.ID)
		c.mu.Unlock()
		if call != nil {
			call.done <- call.settle(&message)
		}
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	s := c.sessions[message.SessionID]
	if s == nil {
		return
	}
	switch string(message.Method) {
	case inspector.TargetCrashed.Method:
		s.failLocked(ErrCrashed)
	case target.DetachedFromTarget.Method:
		var detached target.EventDetachedFromTarget
		if jsonv2.Unmarshal(message.Params, &detached) == nil && c.sessions[detached.SessionID] != nil {
			c.sessions[detached.SessionID].failLocked(ErrClosed)
		}
	default:
		if events := s.events[message.Method]; events != nil {
			select {
			case events <- message.Params:
			default:
			}
		}
	}
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
