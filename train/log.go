package train

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// Entry is one line of log.jsonl. Kind says which fields are there: "start",
// "step", "development", "played", "alarm", "skipped", "saved", "stopped" (as asked),
// "early" (no better any more) or "end".
type Entry struct {
	Kind string    `json:"kind"`
	Step int       `json:"step"` // steps done
	Time time.Time `json:"time"`

	Loss          float64 `json:"loss,omitempty"`           // mean per token since the last line, z-loss included
	TokenAccuracy float64 `json:"token_accuracy,omitempty"` // share of tokens whose best answer was right
	Rate          float64 `json:"lr,omitempty"`             // of the last step
	Examples      int64   `json:"examples,omitempty"`       // drawn so far
	ExamplesPerS  float64 `json:"examples_per_s,omitempty"` // since the last line
	Waiting       float64 `json:"waiting"`                  // share of the time spent waiting for data
	Rows          float64 `json:"rows,omitempty"`           // patches an example

	Development *Development `json:"development,omitempty"`
	Played      *Played      `json:"played,omitempty"`
	Text        string       `json:"text,omitempty"`
	Command     string       `json:"command,omitempty"` // that started or resumed the run

	perStep float64 // seconds a step, for the time left
}

// journal appends to log.jsonl.
type journal struct{ file *os.File }

// openJournal opens the log of a run that has done step steps. Lines of later
// steps, left by a run that ended without saving, are dropped.
func openJournal(out string, step int) (*journal, error) {
	path := filepath.Join(out, LogName)
	old, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("log: %w", err)
	}
	var kept bytes.Buffer
	lines := bufio.NewScanner(bytes.NewReader(old))
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var e Entry
		if json.Unmarshal(lines.Bytes(), &e) == nil && e.Step <= step {
			kept.Write(lines.Bytes())
			kept.WriteByte('\n')
		}
	}
	if !bytes.Equal(old, kept.Bytes()) {
		beside := path + ".new"
		if err := os.WriteFile(beside, kept.Bytes(), 0o644); err != nil {
			return nil, fmt.Errorf("log: %w", err)
		}
		if err := os.Rename(beside, path); err != nil {
			return nil, fmt.Errorf("log: %w", err)
		}
	}
	file, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o644)
	if err != nil {
		return nil, fmt.Errorf("log: %w", err)
	}
	return &journal{file}, nil
}

// write appends one line, in one write.
func (j *journal) write(e Entry) error {
	text, err := json.Marshal(e)
	if err != nil {
		return fmt.Errorf("log: %w", err)
	}
	if _, err := j.file.Write(append(text, '\n')); err != nil {
		return fmt.Errorf("log: %w", err)
	}
	return nil
}

func (j *journal) close() error { return j.file.Close() }

// ReadLog reads the log of a run. Lines that are cut off are left out.
func ReadLog(out string) ([]Entry, error) {
	text, err := os.ReadFile(filepath.Join(out, LogName))
	if err != nil {
		return nil, fmt.Errorf("log: %w", err)
	}
	var entries []Entry
	for line := range bytes.Lines(text) {
		var e Entry
		if json.Unmarshal(line, &e) == nil {
			entries = append(entries, e)
		}
	}
	return entries, nil
}
