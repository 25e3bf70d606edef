package pix2struct

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"

	"pix2act/tensor"
)

// Model is a configuration with its parameters. Parameters are keyed by the
// names of Config.Shapes and are shared, not copied, by whatever runs the
// model: an optimizer changes them in place.
type Model struct {
	Config     Config
	Parameters map[string]*tensor.Array
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
		if !equalShape(a.Shape, s.Dimensions) || len(a.Data) != s.Values() {
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
