package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"image"
	"image/png"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// writePicture writes a picture, always the same, and gives its path.
func writePicture(t *testing.T) string {
	t.Helper()
	picture := filepath.Join(t.TempDir(), "picture.png")
	var file bytes.Buffer
	if err := png.Encode(&file, noise(160, 210)); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(picture, file.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return picture
}

// predicter gives a function that runs predict on the picture of writePicture.
func predicter(t *testing.T) func(args ...string) predictResult {
	t.Helper()
	picture := writePicture(t)
	return func(args ...string) predictResult {
		t.Helper()
		code, stdout, stderr := call(t, append([]string{"predict", picture, "--json"}, args...)...)
		if code != exitDone {
			t.Fatalf("%v: %s", args, stderr)
		}
		var r predictResult
		if err := json.Unmarshal([]byte(stdout), &r); err != nil {
			t.Fatal(err)
		}
		return r
	}
}

// The bundled agent answers alike in this process and over the network.
func TestServeAndPredict(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	reader, writer := io.Pipe()
	ended := make(chan int, 1)
	var log bytes.Buffer
	go func() {
		ended <- execute(ctx, []string{"serve", "model", "--address", "127.0.0.1:0", "--metrics", "127.0.0.1:0", "--json"}, writer, &log)
		writer.Close()
	}()
	var s served
	if err := json.NewDecoder(reader).Decode(&s); err != nil {
		t.Fatal(err)
	}
	ask := predicter(t)
	here, there := ask("--beam", "4"), ask("--beam", "4", "--agent", "grpc://"+s.Address)
	if len(here.Pictures) != 1 || len(here.Pictures[0].Beam) == 0 || here.Pictures[0].Beam[0].Action != there.Pictures[0].Beam[0].Action ||
		len(there.Pictures[0].Beam) > 4 {
		t.Errorf("%+v here, %+v over the network", here.Pictures, there.Pictures)
	}
	if headed := ask("--header", "Press ONE"); headed.Pictures[0].ObservationSHA256 == here.Pictures[0].ObservationSHA256 {
		t.Errorf("a header changes nothing")
	}
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+s.Metrics+"/metrics", nil)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	body, _ := io.ReadAll(answer.Body)
	answer.Body.Close()
	if !strings.Contains(string(body), "pix2act_pictures_total 1") {
		t.Errorf("the metrics do not tell of one picture:\n%s", body)
	}
	stop()
	if code := <-ended; code != exitDone {
		t.Errorf("the server ended with %d: %s", code, log.String())
	}
}

func TestPredictRefusals(t *testing.T) {
	folder := t.TempDir()
	text := filepath.Join(folder, "text.png")
	empty := filepath.Join(folder, "empty.png")
	if err := errors.Join(os.WriteFile(text, []byte("no picture"), 0o600), os.WriteFile(empty, nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	picture := filepath.Join(folder, "picture.png")
	var file bytes.Buffer
	if err := png.Encode(&file, image.NewGray(image.Rect(0, 0, 4, 4))); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(picture, file.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args  []string
		code  int
		words string
	}{
		{[]string{"predict"}, exitUsage, "PNG"},
		{[]string{"predict", text}, exitFault, "text.png: no PNG picture: it does not begin like one; give a screenshot"},
		{[]string{"predict", empty}, exitFault, "empty.png: no PNG picture: it is empty"},
		{[]string{"predict", picture, "--preset", "zzz"}, exitUsage, `"zzz"`},
		{[]string{"predict", picture, "--preset", "miniwob_mcts"}, exitUsage, "the agent bundled needs none"},
		{[]string{"predict", picture, "--agent", "grpc://127.0.0.1:1", "--preset", "miniwob_mcts"}, exitUsage, "grpc://127.0.0.1:1 needs none"},
		{[]string{"predict", picture, "--agent", "grpc://127.0.0.1:99999"}, exitUsage, "65535"},
		{[]string{"serve", "model", "--preset", "zzz"}, exitUsage, `"zzz"`},
		{[]string{"serve", "model", "--address", "127.0.0.1:99999"}, exitUsage, "--address"},
		{[]string{"serve", "model", "--beam", "5000"}, exitUsage, "--beam 5000"},
		{[]string{"bench", "model", "--beam", "5000"}, exitUsage, "--beam 5000"},
		{[]string{"bench", "serve", "--beam", "5000"}, exitUsage, "--beam 5000"},
		{[]string{"bench", "weights", "--data", folder, "--beam", "5000"}, exitUsage, "--beam 5000"},
		{[]string{"bench", "model", "--threads", "0"}, exitUsage, "--threads 0"},
		{[]string{"bench", "train", "--steps", "0"}, exitUsage, "--steps 0"},
		{[]string{"bench", "model", "--patches", "100000000"}, exitUsage, "--patches 100000000"},
		{[]string{"bench", "model", "--repeat", "0"}, exitUsage, "--repeat 0"},
		{[]string{"predict", folder}, exitUsage, "is a folder"},
		{[]string{"predict", filepath.Join(folder, "none.png")}, exitUsage, "none.png"},
		{[]string{"predict", picture, "--agent", "oracle"}, exitUsage, "oracle"},
		{[]string{"predict", picture, "--agent", "grpc://here"}, exitUsage, "grpc://HOST:PORT"},
		{[]string{"predict", picture, "--agent", "grpc://127.0.0.1:1"}, exitFault, "pix2act serve model"},
		{[]string{"serve"}, exitUsage, "model"},
		{[]string{"serve", "cake"}, exitUsage, "cake"},
		{[]string{"serve", "model", "--address", "8500"}, exitUsage, "--address"},
		{[]string{"serve", "model", "--address", "192.0.2.1:80"}, exitFault, "--address"},
		{[]string{"serve", "model", "--batch", "0"}, exitUsage, "--batch 0"},
	} {
		code, _, stderr := call(t, c.args...)
		if code != c.code || !strings.Contains(stderr, c.words) || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%v: exit code %d, %q; want %d and a line with %q", c.args, code, stderr, c.code, c.words)
		}
	}
}
