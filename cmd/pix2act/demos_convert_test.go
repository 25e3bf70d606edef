package main

import (
	"bytes"
	"encoding/json"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pix2act/episode"
	"pix2act/episode/recording"
	"pix2act/gui"
)

// writeFiles makes files below a new folder.
func writeFiles(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// Recordings become sequences, named by what tells their task; what is dropped is in the report.
func TestDemosConvertRecordings(t *testing.T) {
	press := `"utterance":"Press.","states":[{"action":null},{"time":5,"action":{"type":"mousedown","x":8,"y":9,"timing":1}}]}`
	in := writeFiles(t, map[string]string{
		"a.json":              `{"taskName":"click-test","rawReward":1,` + press,
		"click-test-2.json":   `{"rawReward":1,` + press,
		"drag-item/b.json":    `{"rawReward":0.9,` + press, // today drag-circle
		"click-test/low.json": `{"rawReward":0.5,` + press,
		"torn.json":           `{`,
		"who-knows.json":      `{"rawReward":1,` + press,
		"README.md":           "not read",
	})
	out := filepath.Join(t.TempDir(), "out")
	code, stdout, stderr := call(t, "demos", "convert", in, "--out", out, "--json")
	if code != exitDone {
		t.Fatal(stderr)
	}
	var result demosConvertResult
	if err := json.Unmarshal([]byte(stdout), &result); err != nil {
		t.Fatal(err)
	}
	if result.Read != 6 || result.Converted != 3 || result.Rate != 0.6 || len(result.Reasons) != 3 ||
		result.Tasks["drag-circle"] != (recording.TaskCounts{Read: 1, Converted: 1}) || result.Tasks["click-test"] != (recording.TaskCounts{Read: 2, Converted: 1}) {
		t.Errorf("%s", stdout)
	}
	text, err := os.ReadFile(filepath.Join(out, sequencesName))
	if err != nil {
		t.Fatal(err)
	}
	var tasks []string
	for line := range strings.Lines(string(text)) {
		var s recording.Sequence
		if err := json.Unmarshal([]byte(line), &s); err != nil || len(s.Actions) != 1 || s.Actions[0] != "click 1 1" || s.Width != 160 {
			t.Errorf("%s: %v", line, err)
		}
		tasks = append(tasks, s.Task)
	}
	if strings.Join(tasks, " ") != "click-test click-test-2 drag-circle" {
		t.Errorf("sequences of %v", tasks)
	}
	if _, err := os.Stat(filepath.Join(out, reportName)); err != nil {
		t.Error(err)
	}

	empty := t.TempDir()
	for _, bad := range [][]string{
		{in, "--out", out}, {empty, "--out", out}, {"--out", out}, {filepath.Join(in, "README.md"), "--out", out}, {in, "--out", out, "--min-raw", "2"}, {in},
	} {
		if code, stdout, stderr := call(t, append([]string{"demos", "convert"}, bad...)...); code != exitUsage || stdout != "" || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%v: exit code %d, %q, %q", bad, code, stdout, stderr)
		}
	}
	if code, stdout, stderr := call(t, "demos", "convert", in, "--out", out, "--overwrite"); code != exitDone || !strings.Contains(stdout, "60.0 %") {
		t.Errorf("exit code %d, %s%s", code, stdout, stderr)
	}
}

// writeRecords makes a file of whole-episode records.
func writeRecords(t *testing.T, path string, records ...episode.Record) {
	t.Helper()
	var file []byte
	for _, r := range records {
		data, err := r.Marshal()
		if err != nil {
			t.Fatal(err)
		}
		file = episode.AppendFrame(file, data)
	}
	if err := os.WriteFile(path, file, 0o644); err != nil {
		t.Fatal(err)
	}
}

// played is an episode of the task in memory, solved or not.
func played(t *testing.T, task string, seed int64, raw float64, actions ...string) episode.Record {
	t.Helper()
	var file bytes.Buffer
	if err := png.Encode(&file, image.NewRGBA(image.Rect(0, 0, 160, 210))); err != nil {
		t.Fatal(err)
	}
	r := episode.Record{Episode: gui.Episode{Task: task, Seed: seed}, Raw: raw, Score: gui.ScoreOf(raw), Success: raw == 1, Complete: true}
	for _, action := range actions {
		r.Steps = append(r.Steps, episode.Step{Image: file.Bytes(), Action: action})
	}
	return r
}

// Episodes with pictures become a data set that can be trained on; what is dropped is told.
func TestDemosConvertEpisodes(t *testing.T) {
	in := t.TempDir()
	blind := played(t, "click-test", 9, 1, "wait")
	blind.Steps[0].Image = nil
	other := played(t, "click-test", 10, 1, "wait")
	other.Episode.Suite, other.Episode.Mode = "miniwob", gui.ModeTrain
	writeRecords(t, filepath.Join(in, "episodes-0.recordio"),
		played(t, "click-test", 1, 1, "click 3 4", "keys Enter"), played(t, "click-test", 2, -1, "click 3 4"),
		played(t, "click-test", 1, 1, "click 3 4"), played(t, "click-test", 4, 1, "click 32 4"),
		played(t, "click-test", episode.TestSeeds.First, 1, "wait"), blind, other, played(t, "click-test", 8, 1))
	writeRecords(t, filepath.Join(in, "sub.tfrecord"), played(t, "enter-text", 1, 0.8, "scroll 50"))

	out := filepath.Join(t.TempDir(), "set")
	code, stdout, stderr := call(t, "demos", "convert", in, "--out", out, "--failures", "--json")
	if code != exitDone {
		t.Fatal(stderr)
	}
	var result demosConvertResult
	if err := json.Unmarshal([]byte(stdout), &result); err != nil {
		t.Fatal(err)
	}
	if result.Read != 9 || result.Converted != 2 || result.Actions != 3 || len(result.Reasons) != 7 {
		t.Errorf("%s", stdout)
	}
	manifest, err := episode.ReadManifest(out)
	if err != nil {
		t.Fatal(err)
	}
	if manifest.Counts != (episode.Counts{Episodes: 2, Examples: 3, Failures: 1}) || manifest.Suite != "reference" || !manifest.Settings.ReferenceKeys ||
		!slices.Equal(manifest.ConvertedFrom, []string{"episodes-0.recordio", "sub.tfrecord"}) {
		t.Errorf("%+v", manifest)
	}
	set, err := episode.Open(out)
	if err != nil {
		t.Fatal(err)
	}
	defer set.Close()
	if set.Len() != 3 || set.ID(2) != "reference/enter-text/1/0" {
		t.Errorf("%d examples", set.Len())
	}
	// A data set of ours is read by its whole episodes, and what is finished is not replaced by accident.
	again := filepath.Join(t.TempDir(), "again")
	if code, stdout, stderr := call(t, "demos", "convert", out, "--out", again); code != exitDone || !strings.Contains(stdout, "converted") || !strings.Contains(stdout, "2, 3 actions") {
		t.Errorf("exit code %d, %s%s", code, stdout, stderr)
	}
	if code, _, stderr := call(t, "demos", "convert", in, "--out", out); code != exitUsage || !strings.Contains(stderr, out) {
		t.Errorf("exit code %d, %s", code, stderr)
	}
	if code, _, stderr := call(t, "demos", "convert", in, "--out", filepath.Join(again, "none"), "--min-raw", "1", "--overwrite"); code != exitDone {
		t.Errorf("exit code %d, %s", code, stderr)
	}
	low := t.TempDir()
	writeRecords(t, filepath.Join(low, "low.tfrecord"), played(t, "click-test", 2, -1, "click 3 4"))
	if code, _, stderr := call(t, "demos", "convert", low, "--out", filepath.Join(low, "out")); code != exitFault || !strings.Contains(stderr, "none of 1") {
		t.Errorf("exit code %d, %s", code, stderr)
	}
}
