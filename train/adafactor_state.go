package train

import (
	"fmt"

	"pix2act/internal/safetensors"
)

// Arrays gives the accumulators under the names of T5X: NAME/v for a whole
// second moment, NAME/v_row and NAME/v_col for a factored one. v_row belongs to
// the shorter side of the matrix (rows on a tie), v_col to the longer. The
// values are shared, not copied.
func (a *Adafactor) Arrays() []safetensors.Array {
	var arrays []safetensors.Array
	for _, s := range a.slots {
		for _, m := range s.accumulators() {
			arrays = append(arrays, safetensors.Array{Name: s.name + m.suffix, Shape: []int{len(m.values)}, Floats: m.values})
		}
	}
	return arrays
}

// Accumulators gives the state of an optimizer by the names of
// [Adafactor.Arrays]: a file that they were written to, or
// [pix2struct.OptimizerState]. A nil shape accepts any.
type Accumulators interface {
	Float32s(name string, shape []int) ([]float32, error)
}

// Restore fills the accumulators. An array that is missing or of another size
// is an error that names it; nothing is changed then.
func (a *Adafactor) Restore(from Accumulators) error {
	type pair struct{ to, from []float32 }
	var pairs []pair
	for _, s := range a.slots {
		for _, m := range s.accumulators() {
			name := s.name + m.suffix
			values, err := from.Float32s(name, nil)
			if err != nil {
				return fmt.Errorf("optimizer state: %w", err)
			}
			if len(values) != len(m.values) {
				return fmt.Errorf("optimizer state: %s has %d values, the model needs %d", name, len(values), len(m.values))
			}
			pairs = append(pairs, pair{m.values, values})
		}
	}
	for _, p := range pairs {
		copy(p.to, p.from)
	}
	return nil
}

type accumulator struct {
	suffix string
	values []float32
}

func (s *slot) accumulators() []accumulator {
	if s.moment != nil {
		return []accumulator{{"/v", s.moment}}
	}
	if s.rows > s.cols {
		return []accumulator{{"/v_row", s.byCol}, {"/v_col", s.byRow}}
	}
	return []accumulator{{"/v_row", s.byRow}, {"/v_col", s.byCol}}
}
