package train

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"google.golang.org/protobuf/encoding/protowire"

	"pix2act/episode"
	"pix2act/pix2struct"
)

// fields reads a protobuf message into its raw fields.
func fields(t *testing.T, data []byte) map[protowire.Number][][]byte {
	t.Helper()
	all := map[protowire.Number][][]byte{}
	for len(data) > 0 {
		number, kind, n := protowire.ConsumeTag(data)
		if n < 0 {
			t.Fatal(protowire.ParseError(n))
		}
		data = data[n:]
		if n = protowire.ConsumeFieldValue(number, kind, data); n < 0 {
			t.Fatal(protowire.ParseError(n))
		}
		value := data[:n]
		if kind == protowire.BytesType {
			value, _ = protowire.ConsumeBytes(value)
		}
		all[number] = append(all[number], value)
		data = data[n:]
	}
	return all
}

func varint(values [][]byte) uint64 {
	if len(values) == 0 {
		return 0
	}
	v, _ := protowire.ConsumeVarint(values[0])
	return v
}

// readEvents reads the event files of a run as TensorBoard does: a start forgets the steps from its own on.
func readEvents(t *testing.T, out string) (values map[string]map[int]float32, starts []int) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(out, "events.out.tfevents.*")) // sorted
	if err != nil {
		t.Fatal(err)
	}
	values = map[string]map[int]float32{}
	for _, name := range files {
		file, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		frames := episode.NewFrameReader(file)
		for first := true; ; first = false {
			data, _, err := frames.Next()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			event := fields(t, data)
			step := int(varint(event[2]))
			if wall, _ := protowire.ConsumeFixed64(event[1][0]); math.Float64frombits(wall) < 1e9 {
				t.Errorf("wall time %g", math.Float64frombits(wall))
			}
			if first && string(event[3][0]) != "brain.Event:2" {
				t.Errorf("the first event has the version %q", event[3])
			}
			for _, session := range event[7] {
				if varint(fields(t, session)[1]) != 1 {
					t.Errorf("session log %v", session)
				}
				starts = append(starts, step)
				for _, of := range values {
					for s := range of {
						if s >= step {
							delete(of, s)
						}
					}
				}
			}
			for _, summary := range event[5] {
				for _, value := range fields(t, summary)[1] {
					f := fields(t, value)
					bits, _ := protowire.ConsumeFixed32(f[2][0])
					tag := string(f[1][0])
					if values[tag] == nil {
						values[tag] = map[int]float32{}
					}
					values[tag][step] = math.Float32frombits(bits)
				}
			}
		}
	}
	return values, starts
}

func TestEvents(t *testing.T) {
	o := toyOptions(t, newToy(t, 48, 4), 6)
	o.Until, o.EvalEvery, o.EvalExamples, o.PlayEvery = 4, 2, 8, 3
	o.Evaluate = func(context.Context, *pix2struct.Checkpoint) (Played, error) {
		return Played{Score: 0.25, Tasks: map[string]float64{"click-square": 0.5}}, nil
	}
	for range 2 {
		if err := Policy(context.Background(), o); err != nil {
			t.Fatal(err)
		}
		o.Resume, o.Until = true, 0
	}
	values, starts := readEvents(t, o.Out)
	if fmt.Sprint(starts) != "[1 5]" {
		t.Errorf("starts at steps %v, want 1 and 5", starts)
	}
	entries, err := ReadLog(o.Out)
	if err != nil {
		t.Fatal(err)
	}
	checked := 0
	for _, e := range entries {
		want := map[string]float64{}
		switch e.Kind {
		case "step":
			want = map[string]float64{"train/loss": e.Loss, "train/rate": e.Rate, "train/examples_per_s": e.ExamplesPerS,
				"train/waiting": e.Waiting, "train/token_accuracy": e.TokenAccuracy}
		case "development":
			want = map[string]float64{"development/exact": e.Development.Exact, "development/near": e.Development.Near,
				"exact/toy/click-square": e.Development.Tasks["toy/click-square"].Exact}
		case "played":
			want = map[string]float64{"played/score": 0.25, "success/click-square": 0.5}
		}
		for tag, v := range want {
			if got, ok := values[tag][e.Step]; !ok || got != float32(v) {
				t.Errorf("%s at step %d is %v, the log has %v", tag, e.Step, got, v)
			}
			checked++
		}
	}
	if checked < 6*5 {
		t.Errorf("%d values compared", checked)
	}
}

// TensorBoard itself reads the files, where it is installed.
func TestEventsInTensorBoard(t *testing.T) {
	if err := exec.Command("python3", "-c", "import tensorboard").Run(); err != nil {
		t.Skip("python3 has no tensorboard")
	}
	out := t.TempDir()
	w, err := openEvents(out, 0, time.Unix(1e9, 0))
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(w.add(Entry{Kind: "step", Step: 7, Time: time.Unix(1e9, 0), Loss: 0.5}), w.close()); err != nil {
		t.Fatal(err)
	}
	text, err := exec.Command("python3", "-c", `import sys
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator
a = EventAccumulator(sys.argv[1]); a.Reload()
print([(s.step, s.value) for s in a.Scalars("train/loss")])`, out).CombinedOutput()
	if err != nil || string(text) != "[(7, 0.5)]\n" {
		t.Errorf("%s, %v", text, err)
	}
}
