package main

import (
	"path/filepath"
	"testing"

	"pix2act/episode"
)

// Wrong actions on the way are recorded and are no examples; the same command gives the same data.
func TestDemosWithNoise(t *testing.T) {
	browserOrSkip(t)
	var hashes [2]string
	for i := range hashes {
		out := filepath.Join(t.TempDir(), "set")
		code, _, stderr := call(t, "demos", "--tasks", "enter-text", "--seeds", "1000000..1000004", "--noise", "0.4", "--jitter", "--shuffle",
			"--episodes", "--out", out)
		if code != exitDone {
			t.Fatal(stderr)
		}
		manifest, err := episode.ReadManifest(out)
		if err != nil {
			t.Fatal(err)
		}
		if manifest.Variation != "noise 0.4, jitter, shuffle" || manifest.Counts.Episodes == 0 || manifest.Counts.Episodes+manifest.Counts.Dropped != 5 {
			t.Errorf("%+v", manifest)
		}
		steps, astray := 0, 0
		for r, err := range episode.Records(filepath.Join(out, "episodes-00000.tfrecord")) {
			if err != nil {
				t.Fatal(err)
			}
			for _, step := range r.Steps {
				steps++
				if step.Astray {
					astray++
				}
			}
		}
		if astray == 0 || manifest.Counts.Examples != steps-astray {
			t.Errorf("%d steps, %d of them astray, %d examples", steps, astray, manifest.Counts.Examples)
		}
		hashes[i] = manifest.Files[0].SHA256
	}
	if hashes[0] != hashes[1] {
		t.Error("the same command gave other data")
	}
	for _, bad := range [][]string{{"--noise", "1"}, {"--noise", "-1"}, {"--jitter", "--agent", "random"}} {
		args := append([]string{"demos", "--tasks", "enter-text", "--seeds", "1000000", "--out", filepath.Join(t.TempDir(), "set")}, bad...)
		if code, _, stderr := call(t, args...); code != exitUsage {
			t.Errorf("%v: exit code %d, %s", bad, code, stderr)
		}
	}
}
