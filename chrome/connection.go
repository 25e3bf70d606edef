package chrome

import (
	"bufio"
	"errors"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"github.com/chromedp/cdproto"
	jsonv2 "github.com/chromedp/cdproto/cdp/jsonv2"
	"github.com/chromedp/cdproto/inspector"
	cdpage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/target"
)

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

// deadlineWriter is a pipe whose writes can be bounded: a browser that hangs
// does not empty it.
type deadlineWriter interface {
	io.Writer
	SetWriteDeadline(time.Time) error
}

func newConnection(w deadlineWriter) *connection {
	return &connection{writer: w, pending: map[int64]*call{}, sessions: map[target.SessionID]*session{}}
}

// attach registers a session; events names the events it keeps. Each is
// kept in a short queue; what does not fit is dropped.
func (c *connection) attach(id target.SessionID, events ...cdproto.MethodType) *session {
	s := &session{connection: c, id: id, events: map[cdproto.MethodType]chan jsonv2.Value{}, fetches: newFetches()}
	for _, method := range events {
		s.events[method] = make(chan jsonv2.Value, 4)
	}
	c.mu.Lock()
	c.sessions[id] = s
	c.mu.Unlock()
	return s
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
	case cdpage.JavascriptDialogOpening.Method:
		// A dialog would block the page. Nobody can see it in the picture, so
		// it is confirmed at once, as by the Enter key.
		go func() {
			_, _ = s.send(request(cdpage.HandleJavaScriptDialog, cdpage.HandleJavaScriptDialogParams{Accept: true}, nil))
		}()
	case inspector.TargetCrashed.Method:
		s.failLocked(ErrCrashed)
	case target.DetachedFromTarget.Method:
		var detached target.EventDetachedFromTarget
		if jsonv2.Unmarshal(message.Params, &detached) == nil && c.sessions[detached.SessionID] != nil {
			c.sessions[detached.SessionID].failLocked(ErrClosed)
		}
	default:
		if s.fetches.note(message.Method, message.Params) {
			return
		}
		if events := s.events[message.Method]; events != nil {
			select {
			case events <- message.Params:
			default:
			}
		}
	}
}
