package chrome

import (
	"context"
	"errors"
	"sync"
)

// Pool lends browsers. It starts them when they are asked for, never more than
// its size at a time, and reuses those that come back healthy. Its methods may
// be called from several goroutines.
type Pool struct {
	options Options
	tokens  chan struct{} // one for each browser that exists or is being started
	idle    chan *Browser // capacity as tokens, so that Put never waits
	closing chan struct{}

	mu     sync.Mutex
	closed bool
}

// NewPool makes an empty pool of at most n browsers; n below 1 means 1.
func NewPool(n int, options Options) *Pool {
	n = max(n, 1)
	return &Pool{options: options, tokens: make(chan struct{}, n), idle: make(chan *Browser, n), closing: make(chan struct{})}
}

// Get lends a browser, waiting for one while all are lent.
func (p *Pool) Get(ctx context.Context) (*Browser, error) {
	for {
		select {
		case <-p.closing:
			return nil, ErrClosed
		default:
		}
		var b *Browser
		select { // a running browser before a new one
		case b = <-p.idle:
		default:
			select {
			case b = <-p.idle:
			case p.tokens <- struct{}{}:
				return p.start(ctx)
			case <-p.closing:
				return nil, ErrClosed
			case <-ctx.Done():
				return nil, ctx.Err()
			}
		}
		if b.Err() == nil {
			return b, nil
		}
		_ = p.discard(b) // died while it was idle
	}
}

func (p *Pool) start(ctx context.Context) (*Browser, error) {
	b, err := Launch(ctx, p.options)
	if err != nil {
		<-p.tokens
		return nil, err
	}
	p.mu.Lock()
	closed := p.closed
	p.mu.Unlock()
	if closed {
		_ = p.discard(b)
		return nil, ErrClosed
	}
	return b, nil
}

// Put takes a browser back. One that is not healthy, or dead, is closed.
func (p *Pool) Put(b *Browser, healthy bool) {
	if b == nil {
		return
	}
	p.mu.Lock()
	keep := healthy && !p.closed && b.Err() == nil
	if keep {
		p.idle <- b
	}
	p.mu.Unlock()
	if !keep {
		_ = p.discard(b)
	}
}

func (p *Pool) discard(b *Browser) error {
	err := b.Close()
	<-p.tokens
	return err
}

// Close closes the idle browsers, and those that are lent when they come back.
func (p *Pool) Close() error {
	p.mu.Lock()
	if !p.closed {
		p.closed = true
		close(p.closing)
	}
	p.mu.Unlock()
	var errs []error
	for {
		select {
		case b := <-p.idle:
			errs = append(errs, p.discard(b))
		default:
			return errors.Join(errs...)
		}
	}
}
