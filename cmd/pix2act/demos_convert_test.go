package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pix2act/episode/recording"
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
