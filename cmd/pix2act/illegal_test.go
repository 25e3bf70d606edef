package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pix2act/agent"
	"pix2act/gui"
	"pix2act/pix2struct"
	"pix2act/score"
)

// babbler writes the checkpoint of a model that has learnt nothing and says "<Y83>" more often than all else, which
// is no action.
func babbler(t *testing.T) string {
	t.Helper()
	spm, err := agent.ActionVocabulary()
	if err != nil {
		t.Fatal(err)
	}
	vocabulary, err := pix2struct.LoadVocabulary(spm)
	if err != nil {
		t.Fatal(err)
	}
	config, err := pix2struct.Size("tiny", agent.VocabularySize)
	if err != nil {
		t.Fatal(err)
	}
	model, err := pix2struct.New(config, 1)
	if err != nil {
		t.Fatal(err)
	}
	kernel := model.Parameters["decoder/logits_dense/kernel"]
	piece := int(vocabulary.Encode("<Y83>")[0])
	for i := range config.Hidden {
		kernel.Data[i*config.Vocabulary+piece] *= 5
	}
	dir := filepath.Join(t.TempDir(), "babbler")
	c := pix2struct.Checkpoint{Model: model, Vocabulary: vocabulary, SPM: spm}
	if err := c.Save(dir, pix2struct.SaveOptions{}); err != nil {
		t.Fatal(err)
	}
	return dir
}

// What a model says that is no action is shown wherever its episodes are, with the grammar.
func TestIllegalAnswersAreShown(t *testing.T) {
	browserOrSkip(t)
	babbler, page, out := babbler(t), filepath.Join(t.TempDir(), "page.html"), filepath.Join(t.TempDir(), "out")
	episode := []string{"run", "click-test", "--agent", babbler, "--beam", "2", "--html", page}
	code, stdout, stderr := call(t, append(episode, "--json")...)
	if code != exitDone {
		t.Fatal(stderr)
	}
	var result runResult
	if err := json.Unmarshal([]byte(stdout), &result); err != nil {
		t.Fatal(err)
	}
	if len(result.Steps) == 0 || !strings.Contains(result.Steps[0].Action, "<Y83>") || result.Steps[0].Invalid == "" || result.Grammar != gui.Grammar {
		t.Fatalf("result %+v", result)
	}
	_, stdout, _ = call(t, episode...)
	if !strings.Contains(stdout, "<Y83>") || strings.Count(stdout, gui.Grammar) != 1 {
		t.Errorf("printed:\n%s", stdout)
	}
	html, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"&lt;Y83&gt;", gui.Grammar, "<dt>browser</dt><dd>", "agent <b>" + babbler + "</b>"} {
		if !bytes.Contains(html, []byte(want)) {
			t.Errorf("the page lacks %q", want)
		}
	}
	code, stdout, stderr = call(t, "eval", "--tasks", "click-test", "--seeds", "0..0", "--agent", babbler, "--beam", "2", "--out", out, "--json")
	var report score.Report
	if err := json.Unmarshal([]byte(stdout), &report); err != nil {
		t.Fatal(err, stderr)
	}
	if code != exitDone || report.Grammar != gui.Grammar || report.Tasks[0].InvalidActions != len(result.Steps) {
		t.Errorf("exit code %d, report %+v", code, report)
	}
	if predicted := predicter(t)("--agent", babbler, "--beam", "2"); len(predicted.Pictures[0].Beam) == 0 || !strings.Contains(predicted.Pictures[0].Beam[0].Action, "<Y83>") {
		t.Errorf("predicted %+v", predicted.Pictures)
	}
}

func TestPrintable(t *testing.T) {
	for text, want := range map[string]string{"click 3 4": "click 3 4", "": `""`, "a\nb": `"a\nb"`, "keys é": "keys é", "\x1b[2J": `"\x1b[2J"`} {
		if got := printable(text); got != want {
			t.Errorf("%q is printed as %s, want %s", text, got, want)
		}
	}
}
