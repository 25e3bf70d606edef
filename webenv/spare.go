package webenv

import (
	"context"
	"errors"
	"image"
	"strings"

	"pix2act/chrome"
)

// spare is a tab that loads the document of the next episode while the current one is played.
// Tabs of one browser take turns at drawing, so neither sees the other's frames.
type spare struct {
	page    chrome.Page
	shown   document
	discard context.CancelFunc
	loaded  chan error
}

// documentOf is what a task's episodes are played in.
func documentOf(p *position) document {
	return document{path: p.script.Path, options: chrome.PageOptions{
		Width: p.task.ViewportWidth, Height: p.task.ViewportHeight,
		Crop:   image.Rect(0, 0, p.task.Width, p.task.Height),
		Inject: staying + p.script.Inject,
	}}
}

// prepare begins to load a document in a tab of its own.
func (e *Env) prepare(wanted document) {
	ctx, cancel := context.WithTimeout(context.Background(), resetDeadline)
	s := &spare{shown: wanted, discard: cancel, loaded: make(chan error, 1)}
	page, err := e.browser.NewPage(ctx, wanted.options)
	if err != nil { // the next reset meets the same trouble, and tells it
		cancel()
		return
	}
	s.page = page
	url := e.url(wanted)
	go func() { s.loaded <- page.Open(ctx, url) }()
	e.spare = s
}

// takeSpare gives the tab that has the document loaded, or nil.
func (e *Env) takeSpare(ctx context.Context, wanted document) (chrome.Page, error) {
	s := e.spare
	if s == nil {
		return nil, nil
	}
	if s.shown != wanted {
		e.dropSpare()
		return nil, nil
	}
	select {
	case err := <-s.loaded:
		e.spare = nil
		s.discard()
		if err != nil { // loading it again tells whether that was chance
			return nil, s.page.Close()
		}
		return s.page, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// dropSpare closes the tab, loaded or not.
func (e *Env) dropSpare() {
	if s := e.spare; s != nil {
		e.spare = nil
		s.discard()
		// A browser that cannot load or close a tab is replaced when it fails next.
		_ = errors.Join(<-s.loaded, s.page.Close())
	}
}

func (e *Env) url(d document) string { return e.files.base + strings.TrimPrefix(d.path, "/") }
