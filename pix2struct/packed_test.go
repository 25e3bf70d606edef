package pix2struct

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"pix2act/tensor"
)

// Packed float32 weights answer with the same bits; bfloat16 weights give
// scores nearby.
func TestPackedModelAnswers(t *testing.T) {
	p, pictures := littleModel(t)
	want, err := p.Predict(context.Background(), pictures)
	if err != nil {
		t.Fatal(err)
	}
	for _, storage := range []tensor.Storage{tensor.Float32, tensor.BFloat16} {
		t.Run(string(storage), func(t *testing.T) {
			p, _ := littleModel(t)
			before := p.model.Bytes()
			if err := p.model.Pack(storage); err != nil {
				t.Fatal(err)
			}
			if !p.model.Packed() {
				t.Error("the model does not say that it is packed")
			}
			if after := p.model.Bytes(); storage == tensor.BFloat16 && after > before*3/4 {
				t.Errorf("%d bytes before, %d after", before, after)
			}
			got, err := p.Predict(context.Background(), pictures)
			if err != nil {
				t.Fatal(err)
			}
			agree := 0
			for i := range got {
				a, b := got[i][0], want[i][0]
				switch {
				case storage == tensor.Float32 && (!slices.Equal(a.IDs, b.IDs) || a.Score != b.Score):
					t.Errorf("picture %d: packed %v %v, live %v %v", i, a.IDs, a.Score, b.IDs, b.Score)
				case math.Abs(a.Score-b.Score) > 0.05:
					t.Errorf("picture %d: best score %v, in float32 %v", i, a.Score, b.Score)
				}
				if slices.Equal(a.IDs, b.IDs) {
					agree++
				}
			}
			t.Logf("%d of %d best answers agree", agree, len(got))
		})
	}
}

func TestPackedModelIsNotSaved(t *testing.T) {
	p, _ := littleModel(t)
	c := &Checkpoint{Model: p.model, Vocabulary: p.vocabulary}
	if err := p.model.Pack(tensor.BFloat16); err != nil {
		t.Fatal(err)
	}
	if err := c.check(); !errors.Is(err, ErrCheckpoint) || !strings.Contains(err.Error(), "packed") {
		t.Errorf("a packed model passes for a checkpoint: %v", err)
	}
	if err := p.model.Pack(tensor.Float32); err == nil {
		t.Error("a packed model was packed again")
	}
}
