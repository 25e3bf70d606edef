package recording

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
)

// MaxBytes bounds a recording, unpacked. The largest are some ten megabytes, since
// each event comes with a dump of the page.
const MaxBytes = 256 << 20

// ErrUnreadable is matched by errors about data that is no recording.
var ErrUnreadable = errors.New("no recording")

// Recording is one episode of a human on a public page.
type Recording struct {
	Task      string // the page's name; early recordings have none
	Utterance string // the instruction
	Raw       float64
	Events    []Event
}

// Event is one event of the page, in the order of their times.
type Event struct {
	Type string // mousedown, mouseup, click, dblclick, keydown, keypress, keyup, scroll
	// Phase is the DOM's event phase in which it was noted: 1 on the way down
	// to its target, before the page reacts, 2 at the target, 3 on the way up.
	Phase    int
	MS       float64 // since the episode began
	X, Y     float64 // mouse events: page pixels
	KeyCode  int     // keydown and keyup
	CharCode int     // keypress
	DOM      json.RawMessage
}

// file is a recording on disk.
type file struct {
	TaskName  string          `json:"taskName"`
	Utterance json.RawMessage `json:"utterance"`
	RawReward *float64        `json:"rawReward"`
	States    []struct {
		Time   float64         `json:"time"`
		DOM    json.RawMessage `json:"dom"`
		Action *struct {
			Type     string  `json:"type"`
			Timing   int     `json:"timing"`
			X        float64 `json:"x"`
			Y        float64 `json:"y"`
			KeyCode  int     `json:"keyCode"`
			CharCode int     `json:"charCode"`
		} `json:"action"`
	} `json:"states"`
}

// Read reads a recording from a file, JSON or gzip of it, told by its content.
func Read(path string) (Recording, error) {
	f, err := os.Open(path)
	if err != nil {
		return Recording{}, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, MaxBytes+1))
	if err != nil {
		return Recording{}, err
	}
	return Parse(data)
}

// Parse reads a recording, JSON or gzip of it. Errors match [ErrUnreadable].
func Parse(data []byte) (Recording, error) {
	refuse := func(reason any) (Recording, error) { return Recording{}, fmt.Errorf("%w: %v", ErrUnreadable, reason) }
	if bytes.HasPrefix(data, []byte{0x1f, 0x8b}) {
		unpacked, err := gzip.NewReader(bytes.NewReader(data))
		if err != nil {
			return refuse(err)
		}
		if data, err = io.ReadAll(io.LimitReader(unpacked, MaxBytes+1)); err != nil {
			return refuse(err)
		}
	}
	if len(data) > MaxBytes {
		return refuse(fmt.Sprintf("more than %d bytes", MaxBytes))
	}
	var f file
	if err := json.Unmarshal(data, &f); err != nil {
		return refuse(err)
	}
	switch {
	case len(f.States) == 0:
		return refuse("it has no states")
	case f.RawReward == nil:
		return refuse("it has no rawReward")
	case *f.RawReward < -1 || *f.RawReward > 1:
		return refuse(fmt.Sprintf("its rawReward %g lies outside -1 to 1", *f.RawReward))
	}
	r := Recording{Task: f.TaskName, Utterance: utterance(f.Utterance), Raw: *f.RawReward}
	for _, s := range f.States {
		e := Event{MS: s.Time, DOM: s.DOM}
		if a := s.Action; a != nil {
			e.Type, e.Phase, e.X, e.Y, e.KeyCode, e.CharCode = a.Type, a.Timing, a.X, a.Y, a.KeyCode, a.CharCode
		}
		r.Events = append(r.Events, e)
	}
	return r, nil
}

// utterance is the instruction: a text, or in some tasks a text with its fields.
func utterance(data json.RawMessage) string {
	var text string
	if json.Unmarshal(data, &text) == nil {
		return text
	}
	var both struct {
		Utterance string `json:"utterance"`
	}
	_ = json.Unmarshal(data, &both) // anything else is no instruction
	return both.Utterance
}
