package pix2struct

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"runtime/debug"
	"strings"

	"pix2act/tensor"
)

// Model is a configuration with its parameters. Parameters are keyed by the
// names of Config.Shapes and are shared, not copied, by whatever runs the
// model: an optimizer changes them in place.
type Model struct {
	Config     Config
	Parameters map[string]*tensor.Array

	release func(values []float32) // told of memory that is no longer used; may be nil
}

// New makes a model that has learnt nothing. The same configuration and seed
// give the same values; every parameter draws from its own stream, so that
// changing one size leaves the other parameters as they were.
func New(c Config, seed uint64) (*Model, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	m := &Model{Config: c, Parameters: map[string]*tensor.Array{}}
	for _, s := range c.Shapes() {
		a := &tensor.Array{Shape: s.Dimensions, Data: make([]float32, s.Values())}
		h := fnv.New64a()
		h.Write([]byte(s.Name))
		random := rand.New(rand.NewPCG(seed, h.Sum64()))
		for i := range a.Data {
			if s.Deviation == 0 {
				a.Data[i] = s.Start
			} else {
				a.Data[i] = float32(random.NormFloat64() * s.Deviation)
			}
		}
		m.Parameters[s.Name] = a
	}
	return m, nil
}

// Check reports the first parameter that is missing or has another shape than
// the configuration asks for, or is none of the configuration's.
func (m *Model) Check() error {
	if err := m.Config.Validate(); err != nil {
		return err
	}
	shapes := m.Config.Shapes()
	for _, s := range shapes {
		a := m.Parameters[s.Name]
		if a == nil {
			return fmt.Errorf("model: parameter %s is missing", s.Name)
		}
		if !equalShape(a.Shape, s.Dimensions) || a.Storage() == "" && len(a.Data) != s.Values() {
			return fmt.Errorf("model: parameter %s has shape %v with %d values, the configuration asks for %v",
				s.Name, a.Shape, len(a.Data), s.Dimensions)
		}
	}
	if len(m.Parameters) != len(shapes) {
		known := map[string]bool{}
		for _, s := range shapes {
			known[s.Name] = true
		}
		for name := range m.Parameters {
			if !known[name] {
				return fmt.Errorf("model: parameter %s is not part of the configuration", name)
			}
		}
	}
	return nil
}

// Pack turns the kernels of all projections, which are nearly all of the
// model, into weights for inference (see [tensor.Array.Pack]). In float32 the
// answers stay the same to the last bit and come faster; in bfloat16 they
// differ a little and come faster still. A packed model can be run, but
// neither trained nor saved. The memory of each kernel is given back before the
// next is packed.
func (m *Model) Pack(storage tensor.Storage) error {
	if err := m.Check(); err != nil {
		return err
	}
	waste := 0
	for _, s := range m.Config.Shapes() {
		if !strings.HasSuffix(s.Name, "/kernel") {
			continue
		}
		values := m.Parameters[s.Name].Data
		if err := m.Parameters[s.Name].Pack(storage); err != nil {
			return fmt.Errorf("model: parameter %s: %w", s.Name, err)
		}
		if m.release != nil {
			m.release(values)
		}
		// The collector would let the heap double first.
		if waste += 4 * s.Values(); waste > packWaste {
			debug.FreeOSMemory()
			waste = 0
		}
	}
	return nil
}

// packWaste is how many bytes Pack leaves behind before it cleans up.
const packWaste = 128 << 20

// Packed says whether [Model.Pack] was called.
func (m *Model) Packed() bool {
	a := m.Parameters[patchKernel]
	return a != nil && a.Storage() != ""
}

// Bytes is the memory of all parameters.
func (m *Model) Bytes() int {
	n := 0
	for _, a := range m.Parameters {
		n += a.Bytes()
	}
	return n
}

// StepBytes is the memory of the weights that one step of the beam search
// reads.
func (m *Model) StepBytes() int {
	n := 0
	for name, a := range m.Parameters {
		cross := strings.Contains(name, "/encoder_decoder_attention/key/") || strings.Contains(name, "/encoder_decoder_attention/value/")
		if strings.HasPrefix(name, "decoder/") && name != tokenEmbedding && !cross {
			n += a.Bytes()
		}
	}
	return n
}

func equalShape(a, b []int) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}
