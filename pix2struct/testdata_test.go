package pix2struct

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pix2act/internal/safetensors"
)

var update = flag.Bool("update", false, "choose testdata anew from the folder PIX2ACT_GOLDEN")

// TestUpdateTestdata writes the part of the reference data that is committed,
// small enough for a repository and enough for every kind of test to run.
func TestUpdateTestdata(t *testing.T) {
	if !*update {
		t.Skip("only with -update")
	}
	if os.Getenv("PIX2ACT_GOLDEN") == "" {
		t.Fatal("-update needs PIX2ACT_GOLDEN")
	}
	if err := os.RemoveAll(filepath.Join("testdata", "golden")); err != nil {
		t.Fatal(err)
	}
	write := func(name string, data []byte) {
		t.Helper()
		path := filepath.Join("testdata", "golden", filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	zip := func(data []byte) []byte {
		var b bytes.Buffer
		w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
		if err != nil {
			t.Fatal(err)
		}
		w.Write(data)
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	for _, name := range []string{"tiny/config.json", "tiny/preprocessor_config.json", "forward/forward.json", "beam/check.json"} {
		write(name, goldenFile(t, name))
	}
	for _, name := range []string{
		"beam/table.json", "beam/tiny.json", "patches/grids.json", "loss/loss.json",
	} {
		write(name+".gz", zip(goldenFile(t, name)))
	}
	for _, v := range goldenVocabularies {
		if strings.HasSuffix(v.file, ".model") {
			write("tokenizer/"+v.file+".gz", zip(withoutCharsmap(t, "tokenizer/"+v.file)))
			write("tokenizer/"+v.vectors+".vectors.json.gz", zip(plainVectors(t, v.vectors)))
			continue
		}
		table := regexp.MustCompile(`"precompiled_charsmap":"[^"]*"`)
		write("tokenizer/"+v.file+".gz", zip(table.ReplaceAll(goldenFile(t, "tokenizer/"+v.file), []byte(`"precompiled_charsmap":""`))))
	}
	write("tiny/model.safetensors.planes.gz", zip(splitPlanes(part(t, "tiny/model.safetensors", safetensors.BF16, nil))))
	write("forward/forward.safetensors.gz", zip(part(t, "forward/forward.safetensors", safetensors.F32,
		func(name string, _ int) bool {
			return slices.Contains([]string{"targets", "logits", "self_attention_bias", "buckets"}, name)
		})))
	write("loss/gradients.safetensors.gz", zip(part(t, "loss/gradients.safetensors", safetensors.F32,
		func(_ string, values int) bool { return values < 1000 })))

	var cases []map[string]any
	goldenJSON(t, "patches/index.json", &cases)
	images := map[string]bool{"images/tall_h512_w256.png": true, "images/ui_h160_w210.png": true, "images/ui_h210_w160.png": true}
	cases = slices.DeleteFunc(cases, func(c map[string]any) bool {
		file := c["file"].(string)
		data := zip(goldenFile(t, "patches/"+file))
		kinds := file == "rgba_h90_w120.m64.safetensors" || file == "palette_h96_w96.m64.safetensors"
		if len(data) > 5_000 && !kinds {
			return true
		}
		images[c["image"].(string)] = true
		write("patches/"+file+".gz", data)
		return false
	})
	index, err := json.MarshalIndent(cases, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	write("patches/index.json.gz", zip(index))
	for name := range images {
		write("patches/"+name, goldenFile(t, "patches/"+name))
	}
}

// part copies the arrays of a file that keep accepts.
func part(t *testing.T, name string, kind safetensors.DType, keep func(name string, values int) bool) []byte {
	t.Helper()
	f := goldenTensors(t, name)
	var arrays []safetensors.Array
	for _, n := range f.Names() {
		info, _ := f.Info(n)
		switch {
		case keep != nil && !keep(n, info.Values()):
		case info.DType == safetensors.I32:
			arrays = append(arrays, safetensors.Array{Name: n, Shape: info.Shape, Ints: ints(t, f, n)})
		default:
			arrays = append(arrays, safetensors.Array{Name: n, Shape: info.Shape, Floats: floats(t, f, n), DType: kind})
		}
	}
	var b bytes.Buffer
	if err := safetensors.Write(&b, arrays, nil); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// withoutCharsmap drops the replacement table, which is larger than all the
// rest of a vocabulary.
func withoutCharsmap(t *testing.T, name string) []byte {
	t.Helper()
	s, err := ParseSentencePiece(goldenFile(t, name))
	if err != nil {
		t.Fatal(err)
	}
	s.Charsmap = nil
	return s.Marshal()
}

// plainVectors keeps the texts for which the replacement table has nothing to
// do.
func plainVectors(t *testing.T, name string) []byte {
	t.Helper()
	v, err := LoadVocabulary(withoutCharsmap(t, "tokenizer/"+name+".model"))
	if err != nil {
		t.Fatal(err)
	}
	var vectors map[string]any
	goldenJSON(t, "tokenizer/"+name+".vectors.json", &vectors)
	vectors["encode"] = slices.DeleteFunc(vectors["encode"].([]any), func(row any) bool {
		r := row.(map[string]any)
		return v.(*sentencePieces).normalizer.normalize(r["text"].(string)) != r["normalized"]
	})
	data, err := json.Marshal(vectors)
	if err != nil {
		t.Fatal(err)
	}
	return data
}
