package pix2struct

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"pix2act/internal/safetensors"
	"pix2act/tensor"
)

func sameParameters(t *testing.T, got, want *Model) {
	t.Helper()
	for name, a := range want.Parameters {
		if b := got.Parameters[name]; b == nil || !slices.Equal(a.Shape, b.Shape) || !slices.Equal(a.Data, b.Data) {
			t.Errorf("%s differs", name)
		}
	}
}

func TestHuggingFaceSaved(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "folder")
	c := littleCheckpoint(t)
	for range 2 { // the second replaces the first
		if err := c.SaveHuggingFace(dir, SaveOptions{}); err != nil {
			t.Fatal(err)
		}
	}
	got, err := Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	sameParameters(t, got.Model, c.Model)
	if got.Model.Config != c.Model.Config {
		t.Errorf("configuration %+v, want %+v", got.Model.Config, c.Model.Config)
	}
	if got.Card.Suite != "s" || *got.Card.Bins != *c.Card.Bins || !got.Card.Created.Equal(c.Card.Created) || got.Card.SHA256 != "" {
		t.Errorf("card %+v", got.Card)
	}
	data, err := os.ReadFile(filepath.Join(dir, weightsFile))
	if err != nil {
		t.Fatal(err)
	}
	if hash, err := got.Hash(); err != nil || hash != hashOf(data) || got.Card.SHA256 != hash {
		t.Errorf("hash %s, %v", hash, err)
	}

	c.Model.Config.MaxColumns++ // their model has one number for both
	c.Model.Parameters[columnPositions] = tensor.NewArray(c.Model.Config.MaxColumns, c.Model.Config.Hidden)
	if err := c.SaveHuggingFace(dir, SaveOptions{}); !errors.Is(err, ErrNotHuggingFace) {
		t.Errorf("more columns than rows: %v", err)
	}
}

// huggingFaceFiles is a folder of the Hugging Face library in memory.
func huggingFaceFiles(t *testing.T) fstest.MapFS {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "folder")
	if err := littleCheckpoint(t).SaveHuggingFace(dir, SaveOptions{BFloat16: true}); err != nil {
		t.Fatal(err)
	}
	files := fstest.MapFS{}
	for _, name := range []string{weightsFile, configFile, preprocessorFile, vocabularyFile} {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		files[name] = &fstest.MapFile{Data: data}
	}
	return files
}

// shard cuts the weights of a folder into n files with an index.
func shard(t *testing.T, files fstest.MapFS, n int) map[string]string {
	t.Helper()
	file, err := safetensors.OpenBytes(files[weightsFile].Data)
	if err != nil {
		t.Fatal(err)
	}
	parts := make([][]safetensors.Array, n)
	index := map[string]string{}
	for i, name := range file.Names() {
		info, _ := file.Info(name)
		parts[i%n] = append(parts[i%n], safetensors.Array{Name: name, Shape: info.Shape, Floats: floats(t, file, name), DType: safetensors.BF16})
		index[name] = shardName(i % n)
	}
	for i, arrays := range parts {
		var b bytes.Buffer
		if err := safetensors.Write(&b, arrays, nil); err != nil {
			t.Fatal(err)
		}
		files[shardName(i)] = &fstest.MapFile{Data: b.Bytes()}
	}
	delete(files, weightsFile)
	setIndex(t, files, index)
	return index
}

func shardName(i int) string { return "model-0000" + string(rune('1'+i)) + "-of-00003.safetensors" }

func setIndex(t *testing.T, files fstest.MapFS, index map[string]string) {
	t.Helper()
	data, err := json.Marshal(map[string]any{"metadata": map[string]any{"total_size": 1}, "weight_map": index})
	if err != nil {
		t.Fatal(err)
	}
	files[shardsFile] = &fstest.MapFile{Data: data}
}

func TestShards(t *testing.T) {
	files := huggingFaceFiles(t)
	whole, err := LoadFS(files)
	if err != nil {
		t.Fatal(err)
	}
	one, err := whole.Hash()
	if err != nil {
		t.Fatal(err)
	}
	index := shard(t, files, 3)
	got, err := LoadFS(files)
	if err != nil {
		t.Fatal(err)
	}
	sameParameters(t, got.Model, whole.Model)
	if several, err := got.Hash(); err != nil || several == one || len(several) != 64 {
		t.Errorf("hash %s, %v", several, err)
	}

	const array = "decoder.lm_head.weight"
	for name, c := range map[string]struct {
		change func(fstest.MapFS, map[string]string)
		want   string
	}{
		"no file":    {func(f fstest.MapFS, _ map[string]string) { delete(f, index[array]) }, index[array]},
		"elsewhere":  {func(_ fstest.MapFS, i map[string]string) { i[array] = "../" + i[array] }, "no safetensors file of the folder"},
		"a pickle":   {func(_ fstest.MapFS, i map[string]string) { i[array] = "x.bin" }, "no safetensors file of the folder"},
		"wrong file": {func(_ fstest.MapFS, i map[string]string) { i[array] = shardName(1) }, `array "` + array + `" is in`},
		"unlisted":   {func(_ fstest.MapFS, i map[string]string) { delete(i, array) }, `array "` + array + `" is in`},
		"not there":  {func(_ fstest.MapFS, i map[string]string) { i["zz"] = shardName(0) }, `array "zz" is not in`},
		"both":       {func(f fstest.MapFS, _ map[string]string) { f[shardName(0)] = f[shardName(1)] }, "the index says"},
		"missing one": {func(f fstest.MapFS, i map[string]string) {
			delete(f, shardName(2))
			for a, n := range i {
				if n == shardName(2) {
					delete(i, a)
				}
			}
		}, "is missing"},
	} {
		changed, list := fstest.MapFS{}, map[string]string{}
		for k, v := range files {
			changed[k] = v
		}
		for k, v := range index {
			list[k] = v
		}
		c.change(changed, list)
		setIndex(t, changed, list)
		if _, err := LoadFS(changed); !errors.Is(err, ErrCheckpoint) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: want %q, got %v", name, c.want, err)
		}
	}
}

func TestHuggingFaceRefused(t *testing.T) {
	edit := func(old, new string) func(fstest.MapFS) {
		return func(f fstest.MapFS) {
			data := bytes.Replace(f[configFile].Data, []byte(old), []byte(new), 1)
			if bytes.Equal(data, f[configFile].Data) {
				t.Fatalf("%q is not in the file", old)
			}
			f[configFile] = &fstest.MapFile{Data: data}
		}
	}
	for name, c := range map[string]struct {
		change func(fstest.MapFS)
		want   []string
	}{
		"pickle": {func(f fstest.MapFS) { delete(f, weightsFile); f["pytorch_model.bin"] = &fstest.MapFile{} },
			[]string{"pytorch_model.bin is a pickle", "save_pretrained"}},
		"pickles": {func(f fstest.MapFS) {
			delete(f, weightsFile)
			f["pytorch_model-00001-of-00002.bin"] = &fstest.MapFile{}
		},
			[]string{"pytorch_model-00001-of-00002.bin is a pickle"}},
		"no weights":    {func(f fstest.MapFS) { delete(f, weightsFile) }, []string{weightsFile, shardsFile}},
		"no vocabulary": {func(f fstest.MapFS) { delete(f, vocabularyFile) }, []string{vocabularyFile, "tokenizer.json"}},
		"other model":   {edit(`"pix2struct"`, `"t5"`), []string{configFile, `"t5"`}},
		"other sizes":   {edit(`"num_heads": 2`, `"num_heads": 4`), []string{configFile, "different sizes"}},
		"activation":    {edit(`"gelu_new"`, `"relu"`), []string{configFile, `"relu"`}},
		"buckets":       {edit(`buckets": 32`, `buckets": 16`), []string{configFile, "16 relative position buckets"}},
		"more layers":   {edit(`"num_layers": 1`, `"num_layers": 2`), []string{weightsFile, `"decoder.layer.1.`, "missing"}},
		"more pieces":   {edit(`"vocab_size": 300`, `"vocab_size": 200`), []string{"300 pieces"}},
		"truncated": {func(f fstest.MapFS) { f[weightsFile] = &fstest.MapFile{Data: f[weightsFile].Data[:9000]} },
			[]string{weightsFile, "truncated"}},
	} {
		files := huggingFaceFiles(t)
		c.change(files)
		_, err := LoadFS(files)
		for _, want := range c.want {
			if !errors.Is(err, ErrCheckpoint) || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: want %q, got %v", name, want, err)
			}
		}
	}
}

// A folder without spiece.model has the same vocabulary in tokenizer.json.
func TestGoldenHuggingFaceTokenizer(t *testing.T) {
	files := fstest.MapFS{}
	for _, name := range []string{configFile, preprocessorFile, weightsFile} {
		files[name] = &fstest.MapFile{Data: goldenFile(t, "tiny/"+name)}
	}
	files["tokenizer.json"] = &fstest.MapFile{Data: goldenFile(t, "tokenizer/uni.t5.tokenizer.json")}
	c, err := LoadFS(files)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"click 12 34", "  Zoë\tJosé", "keys hello world"} {
		if got, want := c.Vocabulary.Encode(text), tiny(t).Vocabulary.Encode(text); !slices.Equal(got, want) {
			t.Errorf("%q is %v, want %v", text, got, want)
		}
	}
	stored, err := LoadVocabulary(c.SPM)
	if err != nil || stored.Len() != c.Vocabulary.Len() {
		t.Errorf("as it would be stored: %v", err)
	}
}

// What this package writes, the Hugging Face library reads, and it answers
// with the same logits.
func TestHuggingFaceLibrary(t *testing.T) {
	python := os.Getenv("PIX2ACT_PYTHON")
	if python == "" {
		python = "python3"
	}
	if out, err := exec.Command(python, "-c", "import torch, transformers, safetensors, sentencepiece").CombinedOutput(); err != nil {
		t.Skipf("SKIPPED: %s has no transformers (PIX2ACT_PYTHON names another): %v %s", python, err, lastLine(out))
	}
	for name, c := range map[string]*Checkpoint{"reference": tiny(t), "ours": littleCheckpoint(t)} {
		t.Run(name, func(t *testing.T) {
			config := c.Model.Config
			dir := t.TempDir()
			folder := filepath.Join(dir, "folder")
			if err := c.SaveHuggingFace(folder, SaveOptions{}); err != nil {
				t.Fatal(err)
			}
			texts := []string{"click 12 34", "key", "double_click 1 99"}
			var pictures []Patches
			var targets [][]int32
			for i, text := range texts {
				patches, err := config.Patches(noisy(160-20*i, 120+30*i))
				if err != nil {
					t.Fatal(err)
				}
				pictures = append(pictures, patches)
				targets = append(targets, Target(c.Vocabulary, text, config.TargetLength))
			}
			feeds, err := Pack(config, pictures, targets)
			if err != nil {
				t.Fatal(err)
			}
			g := tensor.NewGraph()
			b := builder{config, g}
			read := b.encoder(g.Input(inputPatches, feeds.Rows, config.PatchValues()), g.Ints(inputRows, feeds.Rows),
				g.Ints(inputColumns, feeds.Rows), g.Ints(inputEncoder, len(texts), 4), nil)
			logits := b.decoder(read, g.Ints(inputPrevious, feeds.Tokens), g.Ints(inputDecoder, len(texts), 4), g.Ints(inputCross, len(texts), 4), nil)
			got := run(t, tensor.CPU(2), g, withParameters(c.Model, feeds.Values), logits)[0]

			batch := writeBatch(t, dir, config, pictures, targets)
			out := filepath.Join(dir, "out.safetensors")
			command := exec.Command(python, filepath.Join("testdata", "huggingface.py"), folder, batch, out)
			command.Stdin = strings.NewReader(strings.Join(texts, "\n"))
			var stderr bytes.Buffer
			command.Stderr = &stderr
			printed, err := command.Output()
			if err != nil {
				t.Fatalf("%v\n%s", err, stderr.Bytes())
			}
			data, err := os.ReadFile(out)
			if err != nil {
				t.Fatal(err)
			}
			file, err := safetensors.OpenBytes(data)
			if err != nil {
				t.Fatal(err)
			}
			all := floats(t, file, "logits")
			stride := len(all) / len(texts)
			at := 0
			for i, target := range targets {
				n := len(target) * config.Vocabulary
				d := worst(t, got[at:at+n], all[i*stride:i*stride+n])
				t.Logf("picture %d: logits differ by at most %.2g", i, d)
				if !(d <= 1e-4) {
					t.Errorf("picture %d: logits differ by %g", i, d)
				}
				at += n
			}
			var ids [][]int32
			if err := json.Unmarshal(printed, &ids); err != nil {
				t.Fatalf("%v: %s", err, printed)
			}
			var want [][]int32
			for _, text := range texts {
				want = append(want, append(c.Vocabulary.Encode(text), EndID))
			}
			if !reflect.DeepEqual(ids, want) {
				t.Errorf("the library encodes as %v, want %v", ids, want)
			}
		})
	}
}

// writeBatch writes what huggingface.py reads: padded, ids shifted by one.
func writeBatch(t *testing.T, dir string, c Config, pictures []Patches, targets [][]int32) string {
	t.Helper()
	rows, tokens, width := 0, 0, 2+c.PatchValues()
	for i := range pictures {
		rows, tokens = max(rows, pictures[i].N), max(tokens, len(targets[i]))
	}
	patches := make([]float32, len(pictures)*rows*width)
	ids := make([]int32, len(pictures)*tokens)
	for i, p := range pictures {
		for r := range p.N {
			line := patches[(i*rows+r)*width:]
			line[0], line[1] = float32(p.Rows[r]), float32(p.Columns[r])
			copy(line[2:width], p.Values[r*(width-2):])
		}
		copy(ids[i*tokens+1:(i+1)*tokens], targets[i])
	}
	path := filepath.Join(dir, "batch.safetensors")
	var b bytes.Buffer
	err := safetensors.Write(&b, []safetensors.Array{
		{Name: "patches", Shape: []int{len(pictures), rows, width}, Floats: patches},
		{Name: "ids", Shape: []int{len(pictures), tokens}, Ints: ids},
	}, nil)
	if err == nil {
		err = os.WriteFile(path, b.Bytes(), 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
	return path
}

func lastLine(text []byte) string {
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	return lines[len(lines)-1]
}
