package train

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"pix2act/episode"
	"pix2act/gui"
	"pix2act/pix2struct"
)

// writeFolder makes a data set on disk of toy pages, one step an episode.
func writeFolder(t *testing.T, suite string, bins gui.Bins, seed uint64) string {
	t.Helper()
	return writeExamples(t, suite, bins, newToy(t, 24, seed))
}

func writeExamples(t *testing.T, suite string, bins gui.Bins, examples toy) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), suite)
	settings := gui.Settings{Bins: bins}.WithDefaults()
	w, err := episode.NewWriter(dir, episode.Options{Manifest: episode.Manifest{
		Suite: suite, SuiteHash: "hash-" + suite, Mode: gui.ModeTrain, Settings: settings,
		Tasks: []string{"click-square"}, Seeds: episode.SeedRange{First: 1000000, Last: 1999999},
	}})
	if err != nil {
		t.Fatal(err)
	}
	for i, e := range examples {
		err := w.Add(episode.Record{
			Episode: gui.Episode{Suite: suite, SuiteHash: "hash-" + suite, Task: "click-square", Seed: int64(1000000 + i),
				Mode: gui.ModeTrain, Settings: settings},
			Steps: []episode.Step{{Image: e.Image, Action: e.Parse}}, Raw: 1, Score: 1, Success: true, Complete: true,
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if _, err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestFoldersOnDisk(t *testing.T) {
	bins := gui.Bins{X: 32, Y: 32, Centred: true}
	one, two := writeFolder(t, "one", bins, 1), writeFolder(t, "two", bins, 2)
	o := toyOptions(t, nil, 3)
	o.Sources = nil
	o.Data = []Folder{{Dir: one}, {Dir: two, Weight: 100}}
	o.Balanced, o.Command = true, "pix2act train policy"
	if err := Policy(context.Background(), o); err != nil {
		t.Fatal(err)
	}
	checkpoint, err := pix2struct.Load(filepath.Join(o.Out, BestName))
	if err != nil {
		t.Fatal(err)
	}
	card := checkpoint.Card
	if card.Bins == nil || *card.Bins != pix2struct.Bins(bins) || card.Suite != "one+two" || card.SuiteHash != "hash-one+hash-two" {
		t.Errorf("card %+v", card)
	}
	var r record
	if err := json.Unmarshal(card.Training, &r); err != nil || r.Steps != 3 || r.Examples != 24 || len(r.Settings.Data) != 2 {
		t.Errorf("record %+v, %v", r, err)
	}

	// The folder says what the run is made of, defaults resolved.
	config, err := ReadConfig(o.Out)
	if err != nil || config.Suite != "one+two" || config.Preset != "scratch" || config.Schedule.Total != 3 || config.MicroBatch != 8 ||
		config.ZLoss != pix2struct.ZLoss || config.WeightDecay != WeightDecay || config.MaxBroken != 0.01 || len(config.Data) != 2 ||
		config.Training+config.Development != 48 || config.Command != "pix2act train policy" || config.EvalExamples != 256 {
		t.Errorf("configuration %+v, %v", config, err)
	}

	// With other data the order starts anew on the weights so far.
	o.Data = o.Data[:1]
	o.Resume, o.Steps = true, 5
	if err := Policy(context.Background(), o); err != nil {
		t.Fatal(err)
	}
	resumed, err := readState(filepath.Join(o.Out, LatestName))
	if err != nil || resumed.Step != 5 || resumed.Order.Drawn != 16 {
		t.Errorf("state %+v, %v", resumed, err)
	}

	other := toyOptions(t, nil, 3)
	other.Sources = nil
	other.Data = []Folder{{Dir: one}, {Dir: writeFolder(t, "three", gui.Bins{X: 16, Y: 16}, 3)}}
	if err := Policy(context.Background(), other); err == nil || !strings.Contains(err.Error(), "bins") {
		t.Errorf("other bins: %v", err)
	}
}

// Records that cannot be used are passed over up to the limit; above it the run ends with their names.
func TestMaxBroken(t *testing.T) {
	examples := newToy(t, 24, 4)
	var broken []string
	for i := range examples {
		if id := fmt.Sprintf("one/click-square/%d/0", 1000000+i); !episode.Validation(id) && len(broken) < 2 {
			broken = append(broken, id)
			examples[i].Image = []byte("no picture")
		}
	}
	folder := writeExamples(t, "one", gui.Bins{X: 32, Y: 32}, examples)
	for _, c := range []struct {
		share  float64
		refuse bool
	}{{0, true}, {-1, true}, {0.05, true}, {0.1, false}} {
		o := toyOptions(t, nil, 8)
		o.Sources, o.Data, o.MaxBroken = nil, []Folder{{Dir: folder}}, c.share
		err := Policy(context.Background(), o)
		if !c.refuse {
			if err != nil {
				t.Errorf("share %g: %v", c.share, err)
			}
			continue
		}
		if !errors.Is(err, episode.ErrTooManyBroken) || !strings.Contains(err.Error(), ".tfrecord") ||
			!strings.Contains(err.Error(), broken[0]) && !strings.Contains(err.Error(), broken[1]) {
			t.Errorf("share %g: %v; want the file and the record", c.share, err)
		}
	}
}
