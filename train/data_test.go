package train

import (
	"context"
	"encoding/json"
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
	dir := filepath.Join(t.TempDir(), suite)
	settings := gui.Settings{Bins: bins}.WithDefaults()
	w, err := episode.NewWriter(dir, episode.Options{Manifest: episode.Manifest{
		Suite: suite, SuiteHash: "hash-" + suite, Mode: gui.ModeTrain, Settings: settings,
		Tasks: []string{"click-square"}, Seeds: episode.SeedRange{First: 1000000, Last: 1999999},
	}})
	if err != nil {
		t.Fatal(err)
	}
	for i, e := range newToy(t, 24, seed) {
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
	o.Balanced = true
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
