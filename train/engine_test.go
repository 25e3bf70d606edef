package train

import (
	"math"
	"testing"

	"pix2act/pix2struct"
	"pix2act/tensor"
)

// The gradients of the parts of a batch add up to the gradients of the whole batch.
func TestPartsAddUp(t *testing.T) {
	config, err := pix2struct.Size("tiny", 97)
	if err != nil {
		t.Fatal(err)
	}
	gradients := func(micro int, recompute bool) ([][]float32, outcome) {
		model, err := pix2struct.New(config, 5)
		if err != nil {
			t.Fatal(err)
		}
		b, err := syntheticBatch(SpeedOptions{Config: config, Batch: 7, Tokens: 9, Width: 64, Height: 48, MicroBatch: micro})
		if err != nil {
			t.Fatal(err)
		}
		if want := (7 + max(micro, 1) - 1) / max(micro, 1); micro > 0 && len(b.parts) != want {
			t.Fatalf("%d parts of %d examples, want %d", len(b.parts), micro, want)
		}
		e := newEngine(model, tensor.CPU(2), 2)
		e.recompute = recompute
		out, err := e.step(t.Context(), 0, 0, b)
		if err != nil {
			t.Fatal(err)
		}
		return e.gradients, out
	}
	want, whole := gradients(0, false)
	for _, c := range []struct {
		micro     int
		recompute bool
	}{{1, false}, {3, false}, {3, true}, {100, true}} {
		got, out := gradients(c.micro, c.recompute)
		if math.Abs(out.Loss-whole.Loss) > 1e-5*whole.Loss || out.Tokens != whole.Tokens {
			t.Errorf("%+v: loss %g over %d tokens, the whole batch has %g over %d", c, out.Loss, out.Tokens, whole.Loss, whole.Tokens)
		}
		for i, s := range config.Shapes() {
			largest := 0.0
			for _, v := range want[i] {
				largest = math.Max(largest, math.Abs(float64(v)))
			}
			compare(t, s.Name, got[i], want[i], 2e-5*largest)
		}
	}
}
