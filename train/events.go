package train

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"time"

	"google.golang.org/protobuf/encoding/protowire"

	"pix2act/episode"
)

// eventsPrefix begins the names of event files; TensorBoard knows them by it and
// reads them in the order of their names.
const eventsPrefix = "events.out.tfevents."

// Fields of the messages tensorflow.Event, Summary, Summary.Value and SessionLog
// that are written. They are few, so they are written by hand.
const (
	eventWallTime    protowire.Number = 1 // double, seconds
	eventStep        protowire.Number = 2 // int64
	eventFileVersion protowire.Number = 3 // string, in the first event of a file
	eventSummary     protowire.Number = 5 // Summary
	eventSessionLog  protowire.Number = 7 // SessionLog

	summaryValue     protowire.Number = 1 // repeated Value
	valueTag         protowire.Number = 1 // string
	valueSimple      protowire.Number = 2 // float
	sessionLogStatus protowire.Number = 1 // enum; 1 is START
)

// events writes the numbers of the log for TensorBoard: TFRecord files of
// tensorflow.Event messages, one for every start of the run.
type events struct{ file *os.File }

// openEvents begins an event file of a run that has done step steps. Its session
// log tells TensorBoard to forget what earlier files have of later steps.
func openEvents(out string, step int, now time.Time) (*events, error) {
	earlier, err := filepath.Glob(filepath.Join(out, eventsPrefix+"*"))
	if err != nil {
		return nil, fmt.Errorf("event file: %w", err)
	}
	name := fmt.Sprintf("%s%010d.pix2act.%03d", eventsPrefix, now.Unix(), len(earlier))
	file, err := os.OpenFile(filepath.Join(out, name), os.O_CREATE|os.O_EXCL|os.O_WRONLY|os.O_APPEND, 0o644)
	if err != nil {
		return nil, fmt.Errorf("event file: %w", err)
	}
	w := &events{file}
	version := protowire.AppendString(protowire.AppendTag(nil, eventFileVersion, protowire.BytesType), "brain.Event:2")
	start := protowire.AppendVarint(protowire.AppendTag(nil, sessionLogStatus, protowire.VarintType), 1)
	session := protowire.AppendBytes(protowire.AppendTag(nil, eventSessionLog, protowire.BytesType), start)
	if err := errors.Join(w.write(0, now, version), w.write(step+1, now, session)); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return w, nil
}

// write appends one event, in one write.
func (w *events) write(step int, at time.Time, what []byte) error {
	event := protowire.AppendTag(nil, eventWallTime, protowire.Fixed64Type)
	event = protowire.AppendFixed64(event, math.Float64bits(float64(at.UnixNano())/1e9))
	if step > 0 {
		event = protowire.AppendVarint(protowire.AppendTag(event, eventStep, protowire.VarintType), uint64(step))
	}
	if _, err := w.file.Write(episode.AppendFrame(nil, append(event, what...))); err != nil {
		return fmt.Errorf("event file: %w", err)
	}
	return nil
}

// add writes the numbers of an entry of the log, if it has any.
func (w *events) add(e Entry) error {
	values := scalars(e)
	if len(values) == 0 {
		return nil
	}
	var summary []byte
	for _, tag := range slices.Sorted(maps.Keys(values)) {
		value := protowire.AppendString(protowire.AppendTag(nil, valueTag, protowire.BytesType), tag)
		value = protowire.AppendTag(value, valueSimple, protowire.Fixed32Type)
		value = protowire.AppendFixed32(value, math.Float32bits(float32(values[tag])))
		summary = protowire.AppendBytes(protowire.AppendTag(summary, summaryValue, protowire.BytesType), value)
	}
	return w.write(e.Step, e.Time, protowire.AppendBytes(protowire.AppendTag(nil, eventSummary, protowire.BytesType), summary))
}

// scalars are the numbers of an entry by the names that TensorBoard shows.
func scalars(e Entry) map[string]float64 {
	values := map[string]float64{}
	switch {
	case e.Kind == "step":
		values["train/loss"] = e.Loss
		values["train/token_accuracy"] = e.TokenAccuracy
		values["train/rate"] = e.Rate
		values["train/examples_per_s"] = e.ExamplesPerS
		values["train/waiting"] = e.Waiting
	case e.Development != nil:
		values["development/exact"] = e.Development.Exact
		values["development/near"] = e.Development.Near
		if e.Development.Error != nil {
			values["development/error"] = *e.Development.Error
		}
		for task, t := range e.Development.Tasks {
			values["exact/"+task] = t.Exact
		}
	case e.Played != nil:
		values["played/score"] = e.Played.Score
		for task, success := range e.Played.Tasks {
			values["success/"+task] = success
		}
	}
	return values
}

func (w *events) close() error { return w.file.Close() }
