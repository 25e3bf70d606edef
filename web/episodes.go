package web

import (
	"bufio"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"

	"pix2act/gui"
	"pix2act/play"
	"pix2act/score"
)

//go:embed page.html
var pageHTML string

//go:embed page.css
var pageCSS string

//go:embed page.js
var pageJS string

var pageTemplate = template.Must(template.New("episodes").Funcs(template.FuncMap{
	"percent": percent,
	"number":  number,
	"plural":  plural,
	"tenths":  score.Tenths,
	"join":    strings.Join,
	"hundred": func(x float64) float64 { return 100 * x },
	"inc":     func(i int) int { return i + 1 },
}).Parse(pageHTML))

// EpisodesPage writes one page of all records. The report may be nil; then the
// page has no table, and neither has one of a single episode, which its outcome
// sums up. An error is the writer's, or that of a picture that cannot
// be encoded.
func EpisodesPage(w io.Writer, title string, report *score.Report, records []play.Record) error {
	page := NewEpisodes(title)
	for _, r := range records {
		if err := page.Add(r); err != nil {
			return err
		}
	}
	return page.Write(w, report)
}

// Episodes gathers records for a page, keeping of each what the page shows: the
// compressed pictures, not the records. It is not safe for use by several
// goroutines.
type Episodes struct {
	title    string
	episodes []episodeView
}

// NewEpisodes begins a page.
func NewEpisodes(title string) *Episodes { return &Episodes{title: title} }

// Add appends one episode.
func (e *Episodes) Add(r play.Record) error {
	v, err := viewEpisode(r)
	if err != nil {
		return fmt.Errorf("page of episodes: %s seed %d: %w", r.Episode.Task, r.Episode.Seed, err)
	}
	e.episodes = append(e.episodes, v)
	return nil
}

// Len is the number of episodes so far.
func (e *Episodes) Len() int { return len(e.episodes) }

// openAtMost is how many episodes a page shows unfolded at first.
const openAtMost = 12

// pageView is what the template is given.
type pageView struct {
	Title    string
	CSS      template.CSS
	JS       template.JS
	Report   *score.Report
	Summary  string // without a report: suite and number of episodes
	Grammar  string // of actions, if one that is shown was illegal
	Episodes []episodeView
	Tasks    []string // in the order they first appear
	Outcomes []outcomeCount
	Unfold   bool
	Zoom     int
}

type outcomeCount struct {
	Name  string
	Count int
}

// Write writes the page. The report may be nil.
func (e *Episodes) Write(w io.Writer, report *score.Report) error {
	page := pageView{
		Title: e.title, CSS: template.CSS(pageCSS), JS: template.JS(pageJS),
		Report: report, Episodes: e.episodes, Unfold: len(e.episodes) <= openAtMost, Zoom: 2,
	}
	counts := map[string]int{}
	var suites []string
	for _, v := range e.episodes {
		if !slices.Contains(page.Tasks, v.Task) {
			page.Tasks = append(page.Tasks, v.Task)
		}
		if !slices.Contains(suites, v.Suite) {
			suites = append(suites, v.Suite)
		}
		counts[v.Outcome]++
		if slices.ContainsFunc(v.Steps, func(s stepView) bool { return s.Invalid != "" }) {
			page.Grammar = gui.Grammar
		}
	}
	for _, name := range outcomes {
		if counts[name] > 0 {
			page.Outcomes = append(page.Outcomes, outcomeCount{name, counts[name]})
		}
	}
	if report == nil && len(suites) > 0 {
		page.Summary = fmt.Sprintf("%s · %s", strings.Join(suites, ", "), plural(len(e.episodes), "episode"))
	}
	out := bufio.NewWriterSize(w, 1<<16)
	if err := pageTemplate.Execute(out, page); err != nil {
		return fmt.Errorf("page of episodes: %w", err)
	}
	return out.Flush()
}
