package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pix2act/score"
)

// ownPage is a page of a user's that presses itself by any click on its button.
const ownPage = `<html><head><link rel="stylesheet" href="../core/core.css"><script src="../core/core.js"></script><script>
var genProblem = function () {
  document.getElementById("query").textContent = "Press anywhere in the " + core.sample(["red", "blue"]) + " box.";
  document.getElementById("area").innerHTML = '<button id="subbtn" style="width: 150px; height: 150px">box</button>';
  document.getElementById("subbtn").onclick = () => core.endEpisode(0.7, true);
};
window.onload = () => core.startEpisode();
</script></head><body><div id="wrap"><div id="query"></div><div id="area"></div></div></body></html>`

// ownSuite writes a folder with that page in the place of an oracle's task.
func ownSuite(t *testing.T, page string) string {
	t.Helper()
	dir := t.TempDir()
	files := map[string]string{"tasks/" + page + ".html": ownPage, "suite.json": `{"defaults": {"success_threshold": 0.6}}`}
	for name, text := range files {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// Every command with --suite plays a folder of the user's own pages.
func TestOwnFolder(t *testing.T) {
	browserOrSkip(t)
	suite := "dir:" + ownSuite(t, "click-test")
	data := filepath.Join(t.TempDir(), "data")
	for _, c := range []struct {
		args []string
		want []string
	}{
		{[]string{"tasks", "--suite", suite, "--json"}, []string{`"click-test"`, `"success_threshold": 0.6`}},
		{[]string{"run", "click-test", "--suite", suite, "--agent", "oracle"}, []string{"raw reward 0.7", "success"}},
		{[]string{"eval", "--tasks", "all", "--seeds", "1..2", "--suite", suite, "--agent", "random", "--json"}, []string{`"suite": "dir"`}},
		{[]string{"demos", "--tasks", "click-test", "--seeds", "1000000..1000001", "--suite", suite, "--out", data}, []string{"2 episodes"}},
		{[]string{"bench", "env", "--suite", suite, "--task", "click-test", "--steps", "11"}, []string{"dir/click-test"}},
	} {
		code, stdout, stderr := call(t, c.args...)
		if code != exitDone {
			t.Errorf("%v: exit code %d, %s", c.args, code, stderr)
			continue
		}
		if strings.Contains(strings.Join(c.args, " "), "--json") && !json.Valid([]byte(stdout)) {
			t.Errorf("%v gives no JSON: %s", c.args, stdout)
		}
		for _, word := range c.want {
			if !strings.Contains(stdout, word) {
				t.Errorf("%v: %s\ndoes not say %q", c.args, stdout, word)
			}
		}
	}
	code, _, stderr := call(t, "run", "click-tset", "--suite", suite, "--agent", "random")
	if code != exitUsage || !strings.Contains(stderr, "near it: click-test") {
		t.Errorf("unknown task: exit code %d, %s", code, stderr)
	}
}

// Checking pages tells by its exit code whether all are right, and in JSON what is not.
func TestTasksCheck(t *testing.T) {
	browserOrSkip(t)
	dir := ownSuite(t, "press")
	if code, stdout, stderr := call(t, "tasks", "check", dir, "--seeds", "1..1"); code != exitDone || !strings.Contains(stdout, "all right: 1 of 1 page\n") {
		t.Errorf("exit code %d, %s%s", code, stdout, stderr)
	}
	bad := strings.Replace(ownPage, "0.7", "7", 1)
	if err := os.WriteFile(filepath.Join(dir, "tasks", "bad.html"), []byte(bad), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "tasks", "other.html"), []byte("<p>hello"), 0o644); err != nil {
		t.Fatal(err)
	}
	code, stdout, stderr := call(t, "tasks", "check", dir, "--seeds", "1..1", "--json")
	var result checkResult
	if err := json.Unmarshal([]byte(stdout), &result); err != nil {
		t.Fatal(err, stdout)
	}
	if code != exitFault || !strings.Contains(stderr, "2 pages fail") || result.Pages != 3 || result.Failing != 2 ||
		len(result.Findings) != 2 || result.Findings[0].Check != "reward" || result.Findings[1].Task != "other" {
		t.Errorf("exit code %d, %s%+v", code, stderr, result)
	}
	if code, stdout, _ := call(t, "tasks", "check", filepath.Join(dir, "tasks", "press.html"), "--seeds", "1..1"); code != exitDone || !strings.Contains(stdout, "1 of 1 page") {
		t.Errorf("one page: exit code %d, %s", code, stdout)
	}
	for _, args := range [][]string{
		{"tasks", "check"}, {"tasks", "check", t.TempDir()}, {"tasks", "check", dir, "--tasks", "nothing"},
		{"tasks", "check", dir, "--seeds", "9..1"}, {"tasks", "check", filepath.Join(dir, "tasks", "absent.html")},
	} {
		if code, stdout, stderr := call(t, args...); code != exitUsage || stdout != "" || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%v: exit code %d, %q, %q", args, code, stdout, stderr)
		}
	}
}

// What ends an evaluation early is among its faults, beside what was played by then.
func TestEvaluationEnds(t *testing.T) {
	browserOrSkip(t)
	dir := ownSuite(t, "click-test")
	bad := strings.Replace(ownPage, "function () {", `function () { throw new Error("no problem today");`, 1)
	if err := os.WriteFile(filepath.Join(dir, "tasks", "later.html"), []byte(bad), 0o644); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(t.TempDir(), "out")
	code, stdout, stderr := call(t, "eval", "--tasks", "all", "--seeds", "1..2", "--parallel", "1", "--suite", "dir:"+dir, "--agent", "random", "--out", out, "--json")
	var report score.Report
	if err := json.Unmarshal([]byte(stdout), &report); err != nil {
		t.Fatal(err, stderr)
	}
	if code != exitFault || report.Episodes != 2 || report.Missing != 2 || report.Interrupted || len(report.Faults) != 1 ||
		!strings.Contains(report.Faults[0].Errors[0], "no problem today") {
		t.Errorf("exit code %d, %d episodes, %d missing, faults %+v", code, report.Episodes, report.Missing, report.Faults)
	}
	table, err := os.ReadFile(filepath.Join(out, "table.txt"))
	if err != nil || !strings.Contains(string(table), "fault: ended the evaluation: play later seed 1") {
		t.Errorf("%v, %s", err, table)
	}
}
