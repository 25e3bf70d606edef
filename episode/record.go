package episode

import (
	"encoding/json"
	"fmt"

	"google.golang.org/protobuf/proto"

	"pix2act/gui"
	"pix2act/internal/recordpb"
)

// Step is one step of a recorded episode: what was seen, then what was done.
type Step struct {
	Image  []byte // the picture before the action, as PNG
	Cursor string // CSS name of the pointer's shape, "" where it is not known
	Action string // in the grammar of package gui
	// Astray tells of an action that was wrong on purpose, so that the steps
	// after it show the way back. It is never a target.
	Astray bool
}

// Record is one whole episode.
type Record struct {
	Episode  gui.Episode
	Steps    []Step
	Raw      float64 // raw reward in [-1, 1]
	Score    float64 // Raw/2+0.5
	Success  bool
	Complete bool // the page itself ended the episode
}

// ID names step number step of the episode.
func (r Record) ID(step int) ID {
	return ID{Suite: r.Episode.Suite, Task: r.Episode.Task, Seed: r.Episode.Seed, Step: step}
}

// Examples gives one example for each step of the episode that did not go
// astray.
func (r Record) Examples() []Example {
	examples := make([]Example, 0, len(r.Steps))
	for i, s := range r.Steps {
		if !s.Astray {
			examples = append(examples, Example{ID: r.ID(i).String(), Image: s.Image, Parse: s.Action})
		}
	}
	return examples
}

// Marshal gives the record as an Episode message. Seeds above 2147483647 do not
// fit the format and are an error.
func (r Record) Marshal() ([]byte, error) {
	if r.Episode.Seed != int64(int32(r.Episode.Seed)) {
		return nil, fmt.Errorf("episode %s seed %d: the record holds seeds up to 2147483647", r.Episode.Task, r.Episode.Seed)
	}
	settings, err := json.Marshal(r.Episode.Settings)
	if err != nil {
		return nil, fmt.Errorf("episode %s seed %d: settings: %w", r.Episode.Task, r.Episode.Seed, err)
	}
	message := &recordpb.Episode{
		Seed:         proto.Int32(int32(r.Episode.Seed)),
		TaskName:     proto.String(r.Episode.Task),
		RawReward:    proto.Float32(float32(r.Raw)),
		EnvReward:    proto.Float32(float32(r.Score)),
		Complete:     proto.Bool(r.Complete),
		Suite:        proto.String(r.Episode.Suite),
		SuiteHash:    proto.String(r.Episode.SuiteHash),
		DataMode:     proto.String(r.Episode.Mode),
		Success:      proto.Bool(r.Success),
		SettingsJson: proto.String(string(settings)),
	}
	for i, s := range r.Steps {
		step := &recordpb.Step{Step: proto.Int32(int32(i)), ScreenshotPng: s.Image, Action: proto.String(s.Action)}
		if s.Cursor != "" {
			step.CursorState = proto.String(s.Cursor)
		}
		if s.Astray {
			step.Astray = proto.Bool(true)
		}
		message.Steps = append(message.Steps, step)
	}
	data, err := deterministic.Marshal(message)
	if err != nil {
		return nil, fmt.Errorf("episode %s seed %d: %w", r.Episode.Task, r.Episode.Seed, err)
	}
	return data, nil
}

// UnmarshalRecord reads an Episode message, ours or the reference's. One of the
// reference has no suite, hash, mode and settings; it is a success when its raw
// reward is 1. Errors match [ErrBrokenRecord].
func UnmarshalRecord(data []byte) (Record, error) {
	var message recordpb.Episode
	if err := proto.Unmarshal(data, &message); err != nil {
		return Record{}, fmt.Errorf("%w: no Episode message: %w", ErrBrokenRecord, err)
	}
	if message.GetTaskName() == "" {
		return Record{}, fmt.Errorf("%w: an Episode message without a task's name", ErrBrokenRecord)
	}
	r := Record{
		Episode: gui.Episode{
			Suite:     message.GetSuite(),
			SuiteHash: message.GetSuiteHash(),
			Task:      message.GetTaskName(),
			Seed:      int64(message.GetSeed()),
			Mode:      message.GetDataMode(),
		},
		Raw:      float64(message.GetRawReward()),
		Complete: message.GetComplete(),
	}
	r.Score = r.Raw/2 + 0.5
	r.Success = message.GetSuccess()
	if message.Success == nil {
		r.Success = r.Raw >= 1
	}
	if text := message.GetSettingsJson(); text != "" {
		if err := json.Unmarshal([]byte(text), &r.Episode.Settings); err != nil {
			return Record{}, fmt.Errorf("%w: settings of episode %s seed %d: %w", ErrBrokenRecord, r.Episode.Task, r.Episode.Seed, err)
		}
	}
	for _, s := range message.GetSteps() {
		r.Steps = append(r.Steps, Step{Image: s.GetScreenshotPng(), Cursor: s.GetCursorState(), Action: s.GetAction(), Astray: s.GetAstray()})
	}
	return r, nil
}
