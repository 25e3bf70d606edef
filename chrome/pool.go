package chrome

import (
	"context"
	"errors"
)

// Pool lends browsers. It starts them when they are asked for, never more than
// its size at a time, and reuses those that come back healthy. Its methods may be called
// from several goroutines.
type Pool struct{}

// NewPool makes an empty pool of at most n browsers.
func NewPool(n int, options Options) *Pool { return &Pool{} }

// Get lends a browser, waiting for one while all are lent.
func (p *Pool) Get(ctx context.Context) (*Browser, error) { return nil, errors.New("todo") }

// Put takes a browser back. One that is not healthy, or dead, is closed.
func (p *Pool) Put(b *Browser, healthy bool) {}

// Close closes the idle browsers, and those that are lent when they come back.
func (p *Pool) Close() error { return nil }
