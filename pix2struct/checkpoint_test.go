package pix2struct

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"image"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"pix2act/internal/safetensors"
	"pix2act/tensor"
)

func littleCheckpoint(t testing.TB) *Checkpoint {
	t.Helper()
	spm := sample().Marshal()
	v, err := LoadVocabulary(spm)
	if err != nil {
		t.Fatal(err)
	}
	c, err := Size("tiny", v.Len())
	if err != nil {
		t.Fatal(err)
	}
	m, err := New(c, 1)
	if err != nil {
		t.Fatal(err)
	}
	return &Checkpoint{Model: m, Vocabulary: v, SPM: spm, Card: Card{
		Bins: &Bins{X: 32, Y: 32, Centred: true}, Suite: "s", SuiteHash: "h",
		Training: json.RawMessage(`{"steps":3}`), Created: time.Date(2024, 5, 6, 7, 8, 9, 0, time.UTC),
	}}
}

func TestCheckpointSaved(t *testing.T) {
	for _, o := range []SaveOptions{{}, {BFloat16: true}} {
		dir := filepath.Join(t.TempDir(), "made", "here")
		c := littleCheckpoint(t)
		for range 2 { // the second replaces the first
			if err := c.Save(dir, o); err != nil {
				t.Fatal(err)
			}
		}
		got, err := Load(dir)
		if err != nil {
			t.Fatal(err)
		}
		embedded, err := LoadFS(os.DirFS(dir))
		if err != nil {
			t.Fatal(err)
		}
		for name, a := range c.Model.Parameters {
			want := slices.Clone(a.Data)
			if o.BFloat16 {
				for i, v := range want {
					want[i] = safetensors.FromBFloat16(safetensors.BFloat16(v))
				}
			}
			if worst(t, got.Model.Parameters[name].Data, want) != 0 || worst(t, embedded.Model.Parameters[name].Data, want) != 0 {
				t.Errorf("%s came back changed", name)
			}
		}
		k := got.Card
		if k.Config != c.Model.Config || *k.Bins != *c.Card.Bins || k.Suite != "s" || k.SuiteHash != "h" ||
			!k.Created.Equal(c.Card.Created) || k.SHA256 != c.Card.SHA256 || k.SHA256 == "" || k.Storage == "" {
			t.Errorf("card came back as %+v", k)
		}
		if !slices.Equal(got.SPM, c.SPM) || got.Vocabulary.Len() != c.Vocabulary.Len() {
			t.Error("vocabulary came back changed")
		}
		entries, err := os.ReadDir(filepath.Dir(dir))
		if err != nil || len(entries) != 1 {
			t.Errorf("left beside the checkpoint: %v, %v", entries, err)
		}
	}
}

func TestCheckpointRefused(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "good")
	good := littleCheckpoint(t)
	if err := good.Save(dir, SaveOptions{}); err != nil {
		t.Fatal(err)
	}
	other := littleCheckpoint(t)
	other.Model.Parameters[patchBias].Data[0]++
	if err := other.Save(filepath.Join(filepath.Dir(dir), "other"), SaveOptions{}); err != nil {
		t.Fatal(err)
	}
	otherWeights, err := os.ReadFile(filepath.Join(filepath.Dir(dir), "other", weightsFile))
	if err != nil {
		t.Fatal(err)
	}
	card := func(change func(*Card)) func(fstest.MapFS) {
		return func(files fstest.MapFS) {
			c := good.Card
			change(&c)
			data, err := json.Marshal(c)
			if err != nil {
				t.Fatal(err)
			}
			files[cardFile] = &fstest.MapFile{Data: data}
		}
	}
	for name, c := range map[string]struct {
		change func(fstest.MapFS)
		want   []string
	}{
		"no weights":    {func(f fstest.MapFS) { delete(f, weightsFile) }, []string{weightsFile}},
		"no vocabulary": {func(f fstest.MapFS) { delete(f, vocabularyFile) }, []string{vocabularyFile}},
		"no card":       {func(f fstest.MapFS) { delete(f, cardFile) }, []string{cardFile, configFile}},
		"broken card":   {func(f fstest.MapFS) { f[cardFile] = &fstest.MapFile{Data: []byte("{")} }, []string{cardFile}},
		"other format":  {card(func(c *Card) { c.Format = "x" }), []string{cardFile, `"x"`}},
		"bad config":    {card(func(c *Card) { c.Config.Hidden = -1 }), []string{cardFile, "hidden is -1"}},
		"absurd config": {card(func(c *Card) { c.Config.Hidden = 1 << 40 }), []string{cardFile, "hidden"}},
		"other shape":   {card(func(c *Card) { c.Config.FeedForward = 100 }), []string{weightsFile, "mlp/wi_0/kernel", "[64 128]", "[64 100]"}},
		"missing array": {card(func(c *Card) { c.Config.EncoderLayers = 2 }), []string{weightsFile, "encoder/layers_1/", "missing"}},
		"more arrays": {func(f fstest.MapFS) {
			var b writerBuffer
			arrays := []safetensors.Array{{Name: "more", Floats: []float32{1}}}
			for _, s := range good.Model.Config.Shapes() {
				arrays = append(arrays, safetensors.Array{Name: s.Name, Shape: s.Dimensions, Floats: good.Model.Parameters[s.Name].Data})
			}
			if err := safetensors.Write(&b, arrays, nil); err != nil {
				t.Fatal(err)
			}
			f[weightsFile] = &fstest.MapFile{Data: b}
		}, []string{weightsFile, `"more"`}},
		"truncated": {func(f fstest.MapFS) {
			f[weightsFile] = &fstest.MapFile{Data: f[weightsFile].Data[:len(f[weightsFile].Data)-5]}
		}, []string{weightsFile, "decoder/logits_dense/kernel", "truncated"}},
		"flipped bit": {func(f fstest.MapFS) {
			data := slices.Clone(f[weightsFile].Data)
			data[len(data)-9] ^= 1
			f[weightsFile] = &fstest.MapFile{Data: data}
		}, []string{"decoder/logits_dense/kernel", "damaged"}},
		"other weights": {func(f fstest.MapFS) {
			f[weightsFile] = &fstest.MapFile{Data: otherWeights}
		}, []string{weightsFile, cardFile, "header"}},
		"earlier version": {func(f fstest.MapFS) {
			card(func(c *Card) { c.HeaderSHA256 = "" })(f)
			f[weightsFile] = &fstest.MapFile{Data: otherWeights}
		}, []string{weightsFile, "SHA-256"}},
		"broken vocabulary": {func(f fstest.MapFS) { f[vocabularyFile] = &fstest.MapFile{Data: []byte{255}} }, []string{vocabularyFile}},
	} {
		t.Run(name, func(t *testing.T) {
			files := fstest.MapFS{}
			for _, n := range []string{weightsFile, cardFile, vocabularyFile} {
				data, err := os.ReadFile(filepath.Join(dir, n))
				if err != nil {
					t.Fatal(err)
				}
				files[n] = &fstest.MapFile{Data: data}
			}
			c.change(files)
			_, err := LoadFS(files)
			if !errors.Is(err, ErrCheckpoint) {
				t.Fatalf("got %v", err)
			}
			for _, want := range c.want {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("%q is not in: %v", want, err)
				}
			}
		})
	}
	if _, err := Load(filepath.Join(dir, "none")); !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), "none") {
		t.Errorf("no folder: %v", err)
	}
	if _, err := Load(filepath.Join(dir, cardFile)); !errors.Is(err, ErrCheckpoint) {
		t.Errorf("a file: %v", err)
	}
	// What is no checkpoint is told from one that is damaged.
	for _, path := range []string{filepath.Join(dir, "none"), filepath.Join(dir, cardFile), t.TempDir()} {
		if _, err := Load(path); !errors.Is(err, ErrNoCheckpoint) || !errors.Is(err, ErrCheckpoint) {
			t.Errorf("%s: %v, want ErrNoCheckpoint", path, err)
		}
	}
	if err := os.Remove(filepath.Join(dir, weightsFile)); err != nil {
		t.Fatal(err)
	}
	if _, err := Load(dir); !errors.Is(err, ErrCheckpoint) || errors.Is(err, ErrNoCheckpoint) {
		t.Errorf("without weights: %v, want ErrCheckpoint alone", err)
	}
}

type writerBuffer []byte

func (b *writerBuffer) Write(p []byte) (int, error) { *b = append(*b, p...); return len(p), nil }

func TestCheckpointNotSaved(t *testing.T) {
	c := littleCheckpoint(t)
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "thesis.txt"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := c.Save(folder, SaveOptions{}); err == nil || !strings.Contains(err.Error(), "thesis.txt") {
		t.Errorf("a folder with other files: %v", err)
	}
	if err := c.Save(filepath.Join(folder, "thesis.txt", "x"), SaveOptions{}); err == nil {
		t.Error("below a file: no error")
	}
	c.Model.Parameters[patchBias] = tensor.NewArray(3)
	if err := c.Save(filepath.Join(folder, "new"), SaveOptions{}); !errors.Is(err, ErrCheckpoint) || !strings.Contains(err.Error(), patchBias) {
		t.Errorf("wrong parameter: %v", err)
	}
	if entries, err := os.ReadDir(folder); err != nil || len(entries) != 1 {
		t.Errorf("left behind: %v, %v", entries, err)
	}
}

func TestGoldenHuggingFaceFolder(t *testing.T) {
	c := tiny(t)
	want := Config{
		Hidden: 128, Heads: 4, HeadDim: 32, FeedForward: 160, EncoderLayers: 2, DecoderLayers: 2, Vocabulary: 400,
		PatchHeight: 16, PatchWidth: 16, MaxPatches: c.Model.Config.MaxPatches, MaxRows: 120, MaxColumns: 120, TargetLength: 16, Fit: FitResize,
	}
	if c.Model.Config != want {
		t.Errorf("configuration %+v, want %+v", c.Model.Config, want)
	}
	if n := c.Model.Config.Parameters(); n != 872192 {
		t.Errorf("%d parameters, want 872192", n)
	}
	// Saved in our format it stays the same, in bfloat16 too: all its weights are.
	dir := filepath.Join(t.TempDir(), "ours")
	if err := c.Save(dir, SaveOptions{BFloat16: true}); err != nil {
		t.Fatal(err)
	}
	again, err := Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	for name, a := range c.Model.Parameters {
		if worst(t, again.Model.Parameters[name].Data, a.Data) != 0 {
			t.Errorf("%s came back changed", name)
		}
	}
}

func FuzzLoadCard(f *testing.F) {
	spm := sample().Marshal()
	f.Add([]byte(`{"format":"pix2act checkpoint 1","config":{"hidden":4}}`), []byte(`{}`))
	f.Add([]byte(`{`), []byte(`{"model_type":"pix2struct","text_config":{"hidden_size":4},"vision_config":{"hidden_size":4}}`))
	f.Fuzz(func(t *testing.T, card, config []byte) {
		for _, files := range []fstest.MapFS{
			{cardFile: {Data: card}, vocabularyFile: {Data: spm}, weightsFile: {}},
			{configFile: {Data: config}, vocabularyFile: {Data: spm}, weightsFile: {}},
		} {
			if _, err := LoadFS(files); !errors.Is(err, ErrCheckpoint) {
				t.Errorf("got %v", err)
			}
		}
	})
}

func hashOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// noisy is a picture without two equal patches.
func noisy(height, width int) image.Image {
	picture := image.NewRGBA(image.Rect(0, 0, width, height))
	random := rand.New(rand.NewPCG(uint64(height), uint64(width)))
	for i := range picture.Pix {
		picture.Pix[i] = uint8(random.Uint32())
	}
	return picture
}
