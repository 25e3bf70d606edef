package agent

import (
	"context"
	"errors"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"pix2act/gui"
	"pix2act/internal/t5x/t5xtest"
	"pix2act/pix2struct"
	"pix2act/tensor"
)

// released writes a checkpoint as a preset's was released, with few and small
// layers: T5X arrays of whole or of several chunks, the vocabulary beside them.
// It returns the folder named like the released one.
func released(t *testing.T, p Preset) string {
	t.Helper()
	spm := &pix2struct.SentencePiece{
		Algorithm: pix2struct.Unigram, UnknownText: " \u2047 ", DummyPrefix: true, RemoveSpaces: true, EscapeSpaces: true,
		Pieces: []pix2struct.Piece{
			{Text: "<pad>", Type: pix2struct.Control}, {Text: "</s>", Type: pix2struct.Control}, {Text: "<unk>", Type: pix2struct.Unknown},
			{Text: "▁click", Score: -1, Type: pix2struct.Normal}, {Text: "▁", Score: -2, Type: pix2struct.Normal},
		},
	}
	for _, digit := range "0123456789" {
		spm.Pieces = append(spm.Pieces, pix2struct.Piece{Text: string(digit), Score: -3, Type: pix2struct.Normal})
	}
	config, err := pix2struct.Size(p.Size, len(spm.Pieces))
	if err != nil {
		t.Fatal(err)
	}
	config.Hidden, config.Heads, config.HeadDim, config.FeedForward = 32, 2, 16, 48
	config.EncoderLayers, config.DecoderLayers, config.MaxRows, config.MaxColumns = 2, 2, 128, 128
	model, err := pix2struct.New(config, 1)
	if err != nil {
		t.Fatal(err)
	}
	var arrays []t5xtest.Array
	for _, s := range config.Shapes() {
		values := model.Parameters[s.Name].Data
		arrays = append(arrays, t5xtest.Array{Name: "target/" + s.Name, Shape: s.Dimensions, Values: values})
		state := "state/param_states/" + s.Name
		arrays = append(arrays, t5xtest.Array{Name: state + "/v", Shape: s.Dimensions, Values: values},
			t5xtest.Array{Name: state + "/m", Shape: []int{1}, Values: []float32{0}, Inline: true})
	}
	source := strings.TrimPrefix(p.Source, "gs://")
	dir := filepath.Join(t.TempDir(), filepath.FromSlash(source))
	err = t5xtest.Write(dir, arrays, t5xtest.Options{Step: 300000, Compressor: "gzip", Driver: "gfile", Chunked: p.Name == "miniwob_bc_100"})
	if err == nil {
		err = os.WriteFile(filepath.Join(filepath.Dir(dir), "sentencepiece.model"), spm.Marshal(), 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Dir(dir)
}

// Every released policy works by the path of its folder.
func TestReleasedCheckpoints(t *testing.T) {
	for _, name := range []string{"miniwob_mcts", "miniwob_critic", "miniwob_bc_100", "webshop_bc", "pix2struct_base", "chartqa_large"} {
		t.Run(name, func(t *testing.T) {
			want, err := PresetNamed(name)
			if err != nil {
				t.Fatal(err)
			}
			dir := released(t, want)
			inner := filepath.Join(dir, path.Base(want.Source))
			if p, ok := PresetOf(inner, pix2struct.Card{}); !ok || p != want {
				t.Errorf("%s is taken for %+v", inner, p)
			}
			checkpoint, err := pix2struct.Load(dir)
			if err != nil {
				t.Fatal(err)
			}
			p, ok := PresetOf(dir, checkpoint.Card)
			if !ok || p != want {
				t.Fatalf("%s is taken for %+v", dir, p)
			}
			p.Apply(checkpoint)
			c := checkpoint.Model.Config
			if c.MaxPatches != p.MaxPatches || c.TargetLength != p.TargetLength || c.Fit != pix2struct.FitResize || c != checkpoint.Card.Config {
				t.Errorf("configuration %+v", c)
			}
			// Written in our own format it is known without its folder's name.
			ours := filepath.Join(t.TempDir(), "ours")
			if err := checkpoint.Save(ours, pix2struct.SaveOptions{}); err != nil {
				t.Fatal(err)
			}
			again, err := pix2struct.Load(ours)
			if err != nil {
				t.Fatal(err)
			}
			if q, ok := PresetOf(ours, again.Card); !ok || q != p || again.Model.Config != c {
				t.Errorf("converted it is taken for %+v", q)
			}
			if name != "miniwob_mcts" {
				return // slow, and no different
			}
			policy, err := NewPolicy(checkpoint, tensor.CPU(1), p.Beam)
			if err != nil {
				t.Fatal(err)
			}
			beams, err := policy.Propose(context.Background(), []gui.Observation{noise(1)})
			if err != nil || len(beams) != 1 || len(beams[0]) == 0 {
				t.Errorf("it proposes %v, %v", beams, err)
			}
		})
	}
}

func TestPresets(t *testing.T) {
	seen := map[string]bool{}
	for _, p := range Presets() {
		folder := path.Base(path.Dir(p.Source))
		if seen[p.Name] || p.About == "" || folder != p.Name && p.Name != "chartqa_large" || !strings.HasPrefix(path.Base(p.Source), "checkpoint_") {
			t.Errorf("preset %+v", p)
		}
		seen[p.Name] = true
		if _, err := pix2struct.Size(p.Size, 0); err != nil {
			t.Errorf("%s: %v", p.Name, err)
		}
		if p.Suite == "" {
			continue
		}
		if err := p.Settings.WithDefaults().Validate(); err != nil {
			t.Errorf("%s: %v", p.Name, err)
		}
	}
	if len(seen) != 4+2*11 {
		t.Errorf("%d presets", len(seen))
	}
	if _, err := PresetNamed("miniwob"); !errors.Is(err, ErrUnknownPreset) || !strings.Contains(err.Error(), "miniwob_mcts") {
		t.Errorf("unknown name: %v", err)
	}
	for folder, want := range map[string]string{
		"/a/pix2act-data/miniwob_mcts/checkpoint_332000": "miniwob_mcts",
		"/a/charqa_large":                                "chartqa_large",
		"/a/google/pix2struct-base":                      "pix2struct_base",
		"/a/pix2struct-textcaps-base":                    "textcaps_base",
		"/a/pix2struct-widget-captioning-large/snapshot": "widget_captioning_large",
		"/a/b/c/my-run":                                  "",
		"/miniwob_mcts/a/b":                              "", // too far above
	} {
		if p, _ := PresetOf(folder, pix2struct.Card{}); p.Name != want {
			t.Errorf("%s is taken for %q, want %q", folder, p.Name, want)
		}
	}
	// A card that knows its bins needs no guess.
	if p, ok := PresetOf("/a/miniwob_mcts", pix2struct.Card{Bins: &pix2struct.Bins{X: 10, Y: 10}}); ok {
		t.Errorf("taken for %q in spite of its card", p.Name)
	}
}

// A preset goes with a checkpoint of its size whose card says nothing else.
func TestPresetCheck(t *testing.T) {
	p, err := PresetNamed("miniwob_mcts")
	if err != nil {
		t.Fatal(err)
	}
	base, err := pix2struct.Size("base", 0)
	if err != nil {
		t.Fatal(err)
	}
	small, err := pix2struct.Size("small", 640)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		card pix2struct.Card
		ok   bool
	}{
		"silent":         {pix2struct.Card{Config: base}, true},
		"its own":        {pix2struct.Card{Config: base, Preset: p.Name, Bins: &pix2struct.Bins{X: 32, Y: 32, Centred: true}}, true},
		"of another":     {pix2struct.Card{Config: base, Preset: "webshop_bc"}, false},
		"with bins":      {pix2struct.Card{Config: base, Bins: &pix2struct.Bins{X: 32, Y: 32}}, false},
		"value function": {pix2struct.Card{Config: base, Answers: pix2struct.AnswersValues}, false},
		"of other size":  {pix2struct.Card{Config: small}, false},
	} {
		if err := p.Check(c.card); (err == nil) != c.ok || err != nil && !errors.Is(err, ErrWrongPreset) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
