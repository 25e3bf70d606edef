package recording

import (
	"fmt"

	"pix2act/gui"
)

// Page is the picture that a task's places are counted on: its size in pixels,
// and the bins laid over it.
type Page struct {
	Width, Height int
	Bins          gui.Bins
}

// Bin gives the bin whose cell holds a pixel, false outside the page.
func (p Page) Bin(x, y float64) (i, j int, ok bool) {
	if !(x >= 0 && y >= 0 && x < float64(p.Width) && y < float64(p.Height)) {
		return 0, 0, false
	}
	return int(x) * p.Bins.X / p.Width, int(y) * p.Bins.Y / p.Height, true
}

// Sequence is a recording as actions of the grammar. One JSON object a line, it
// is what the convert command writes.
type Sequence struct {
	Name      string   `json:"name"` // of the recording's file
	Task      string   `json:"task"`
	Utterance string   `json:"utterance"`
	Raw       float64  `json:"raw"`
	Width     int      `json:"width"` // of the page in pixels
	Height    int      `json:"height"`
	Bins      gui.Bins `json:"bins"`
	Actions   []string `json:"actions"`
	// TimesMS are when the actions began, in milliseconds since the start of
	// the episode.
	TimesMS []int `json:"times_ms"`
}

// Convert turns a recording into a sequence. A raw reward below least and
// whatever the grammar cannot say are a *DropError.
func (r Recording) Convert(page Page, least float64) (Sequence, error) {
	if r.Raw < least {
		return Sequence{}, &DropError{ReasonReward, fmt.Sprintf("%g", r.Raw)}
	}
	c := converter{page: page, down: map[int]bool{}, events: r.Events}
	for i := range r.Events {
		if err := c.event(i); err != nil {
			return Sequence{}, err
		}
	}
	if err := c.end(); err != nil {
		return Sequence{}, err
	}
	if len(c.actions) == 0 {
		return Sequence{}, &DropError{Reason: ReasonNothing}
	}
	s := Sequence{Task: r.Task, Utterance: r.Utterance, Raw: r.Raw, Width: page.Width, Height: page.Height, Bins: page.Bins}
	for _, a := range c.actions {
		text := a.action.String()
		if _, err := gui.ParseAction(text, page.Bins); err != nil {
			return Sequence{}, &DropError{ReasonAction, err.Error()}
		}
		s.Actions = append(s.Actions, text)
		s.TimesMS = append(s.TimesMS, int(a.ms))
	}
	return s, nil
}
