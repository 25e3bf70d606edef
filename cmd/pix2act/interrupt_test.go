package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pix2act/episode"
)

// A command that is interrupted, at the very start here, ends with 130 and with one document on what there is by then.
func TestInterruptedDocuments(t *testing.T) {
	browserOrSkip(t)
	dir := t.TempDir()
	data := filepath.Join(dir, "data")
	writeSet(t, data, episode.SeedRange{First: 1000000, Last: 1000019})
	picture := writePicture(t)
	at := func(name string) string { return filepath.Join(dir, name) }
	type interruption struct {
		args []string
		want string // a part of the document, with one space for each stretch of white space
	}
	cases := []interruption{
		{[]string{"demos", "--tasks", "click-test", "--seeds", "1000000..1000002", "--out", at("demos")}, `"left": 3`},
		{[]string{"demos", "convert", data, "--out", at("converted")}, `"read": 0`},
		{[]string{"train", "policy", "--data", data, "--size", "tiny", "--steps", "5", "--out", at("policy")}, `"steps": 5, "step": 0`},
		{[]string{"train", "value", "--data", data, "--size", "tiny", "--steps", "5", "--out", at("value")}, `"steps": 5, "step": 0`},
		{[]string{"pretrain", "--steps", "5", "--screens", "2", "--out", at("pretrain")}, `"steps": 5, "step": 0, "data": []`},
		{[]string{"pretrain", "data", "--screens", "2", "--out", at("parsing")}, `"levels": []`},
		{[]string{"experiment", "pretraining", "--demos", data, "--out", at("experiment")}, `"arms": []`},
		{[]string{"experiment", "transfer", "--data", data, "--size", "tiny", "--steps", "5", "--out", at("transfer")}, `"held_out_tasks"`},
		{[]string{"bench", "train", "--size", "tiny"}, `"steps": 0`},
		{[]string{"bench", "model", "--size", "tiny"}, `"size": "tiny"`},
		{[]string{"bench", "gemm", "--m", "8"}, `"m": 8`},
		{[]string{"bench", "weights", "--data", data, "--most", "1"}, `"pictures": 0`},
		{[]string{"bench", "serve"}, `"clients": 8`},
		{[]string{"bench", "env"}, `"tasks": []`},
		{[]string{"eval", "--tasks", "click-test", "--seeds", "1..2", "--agent", "random", "--out", at("eval")}, `"missing": 2`},
		{[]string{"eval", "--tasks", "click-test", "--seeds", "1..2", "--agent", "grpc://127.0.0.1:1"}, `"seeds": "1..2"`},
		{[]string{"contact-sheet", "--tasks", "click-test", "--out", at("sheet")}, `"shots": []`},
		{[]string{"tasks", "check", "miniwob", "--tasks", "click-test"}, `"pages": 0`},
		{[]string{"run", "click-test", "--seed", "3", "--agent", "random"}, `"raw": -1, "score": 0, "success": false`},
		{[]string{"run", "click-test", "--agent", "grpc://127.0.0.1:1"}, `"steps": []`},
		{[]string{"predict", picture, "--agent", "grpc://127.0.0.1:1"}, `"pictures": []`},
		{[]string{"predict", picture}, `"pictures": []`},
		{[]string{"doctor"}, `"ok": false, "checks": []`},
		{[]string{"pretrain", "sheet", "--data", data, "--out", at("sheets/sheet.png")}, `"examples": 0`},
	}
	if wheel := os.Getenv("PIX2ACT_MINIWOB_WHEEL"); wheel != "" {
		cases = append(cases, interruption{[]string{"domdiff", "click-test", "--suite", "farama:" + wheel}, `"pages": 0`})
	} else {
		t.Log("PUBLIC PAGES MISSING: the interrupt of domdiff is NOT tested; set PIX2ACT_MINIWOB_WHEEL to the wheel of miniwob 1.1.0")
	}
	for _, c := range cases {
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		var stdout, stderr bytes.Buffer
		code := execute(ctx, append(c.args, "--json"), &stdout, &stderr)
		var document struct {
			Interrupted bool `json:"interrupted"`
		}
		if err := json.Unmarshal(stdout.Bytes(), &document); err != nil || !document.Interrupted {
			t.Errorf("%v: %v; %s%s", c.args, err, stdout.String(), stderr.String())
		}
		if text := strings.Join(strings.Fields(stdout.String()), " "); code != exitInterrupted || !strings.Contains(text, c.want) {
			t.Errorf("%v: exit code %d, %s does not say %s; %s", c.args, code, text, c.want, stderr.String())
		}
	}
	for _, out := range []string{"eval", "sheet", "sheets"} {
		if _, err := os.Stat(at(out)); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("an empty folder %s is left: %v", out, err)
		}
	}
	// People are told how much there is and how to go on.
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"demos", "--tasks", "click-test", "--seeds", "1000000..1000002", "--out", at("demos")}, "interrupted with 3 of 3 episodes left; the same command goes on"},
		{[]string{"pretrain", "--steps", "5", "--screens", "2", "--out", at("pretrain")}, "interrupted; the same command with --resume goes on"},
		{[]string{"pretrain", "data", "--screens", "2", "--out", at("parsing")}, "interrupted; the same command goes on"},
	} {
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		var stdout, stderr bytes.Buffer
		if code := execute(ctx, c.args, &stdout, &stderr); code != exitInterrupted || !strings.Contains(stdout.String(), c.want) {
			t.Errorf("%v: exit code %d, %s%s", c.args, code, stdout.String(), stderr.String())
		}
	}
}

// --resume with nothing to resume is the run without it, to the bit.
func TestResumeNothing(t *testing.T) {
	dir := t.TempDir()
	data := filepath.Join(dir, "data")
	writeSet(t, data, episode.SeedRange{First: 1000000, Last: 1000019})
	var hashes []string
	for _, more := range [][]string{nil, {"--resume"}} {
		out := filepath.Join(dir, "run"+strings.Join(more, ""))
		args := []string{"train", "policy", "--data", data, "--size", "tiny", "--steps", "3", "--batch", "4", "--out", out}
		code, _, stderr := call(t, append(args, more...)...)
		if code != exitDone || strings.Contains(stderr, "nothing to resume yet: starting") == (more == nil) {
			t.Fatalf("%v: exit code %d, %s", more, code, stderr)
		}
		hashes = append(hashes, inspect(t, filepath.Join(out, "latest")).SHA256)
	}
	if hashes[0] != hashes[1] {
		t.Errorf("the weights are %s, and with --resume %s", hashes[0], hashes[1])
	}
}
