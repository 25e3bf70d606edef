package pix2struct

import (
	"fmt"
	"maps"
	"math/bits"
	"slices"
)

// Feeds are the inputs of a training graph for one batch.
type Feeds struct {
	// Rows, Batch and Tokens are the shape to build Config.Loss with. Graphs
	// can be kept by them: Pack rounds rows and tokens up so that few differ.
	Rows, Batch, Tokens int
	// Values holds []float32 and []int32 by input name, without parameters.
	Values map[string]any
	// Weight is the number of target tokens, the sum of the weights.
	Weight int
}

// Pack joins examples to a batch without padding between them. targets[i] are
// the ids that the model shall write for pictures[i], the end token included
// (see [Target]). It returns an error if an example does not fit the
// configuration.
func Pack(c Config, pictures []Patches, targets [][]int32) (Feeds, error) {
	if len(pictures) != len(targets) || len(pictures) == 0 {
		return Feeds{}, fmt.Errorf("pack: %d pictures with %d targets", len(pictures), len(targets))
	}
	rows, tokens := 0, 0
	for i, p := range pictures {
		if err := c.checkExample(p, targets[i]); err != nil {
			return Feeds{}, fmt.Errorf("pack: example %d: %w", i, err)
		}
		rows += p.N
		tokens += len(targets[i])
	}
	f := Feeds{Rows: roundUp(rows, 64), Batch: len(pictures), Tokens: roundUp(tokens, 16), Weight: tokens}
	encoder := packPatches(c, pictures, f.Rows, f.Batch)
	decoder := make([]int32, 0, 4*f.Batch)
	cross := make([]int32, 0, 4*f.Batch)
	previous := filled(f.Tokens, -1)
	wanted := make([]int32, f.Tokens)
	weights := make([]float32, f.Tokens)
	at := 0
	for i, ids := range targets {
		end := at + len(ids)
		copy(wanted[at:], ids)
		previous[at] = PadID
		copy(previous[at+1:end], ids)
		for j := at; j < end; j++ {
			weights[j] = 1
		}
		decoder = append(decoder, int32(at), int32(end), int32(at), int32(end))
		cross = append(cross, int32(at), int32(end), encoder.segments[4*i], encoder.segments[4*i+1])
		at = end
	}
	f.Values = map[string]any{
		inputPatches: encoder.values, inputRows: encoder.rows, inputColumns: encoder.columns, inputEncoder: encoder.segments,
		inputPrevious: previous, inputDecoder: decoder, inputCross: cross,
		inputTargets: wanted, inputWeights: weights,
	}
	return f, nil
}

// Grown are the same examples for a graph of more rows and tokens, which belong
// to none of them. The values that need no more room are shared with f.
func (f Feeds) Grown(rows, tokens int) Feeds {
	if rows == f.Rows && tokens == f.Tokens {
		return f
	}
	grown := maps.Clone(f.Values)
	patches := f.Values[inputPatches].([]float32)
	grown[inputPatches] = append(slices.Clip(patches), make([]float32, len(patches)/f.Rows*(rows-f.Rows))...)
	grown[inputWeights] = append(slices.Clip(f.Values[inputWeights].([]float32)), make([]float32, tokens-f.Tokens)...)
	for name, more := range map[string][]int32{
		inputRows: filled(rows-f.Rows, -1), inputColumns: filled(rows-f.Rows, -1),
		inputPrevious: filled(tokens-f.Tokens, -1), inputTargets: filled(tokens-f.Tokens, 0),
	} {
		grown[name] = append(slices.Clip(f.Values[name].([]int32)), more...)
	}
	f.Rows, f.Tokens, f.Values = rows, tokens, grown
	return f
}

func (c Config) checkExample(p Patches, target []int32) error {
	if len(target) == 0 || len(target) > c.TargetLength {
		return fmt.Errorf("target of %d tokens, must be 1 to %d", len(target), c.TargetLength)
	}
	for _, id := range target {
		if id < 0 || int(id) >= c.Vocabulary {
			return fmt.Errorf("target id %d is outside the vocabulary of %d", id, c.Vocabulary)
		}
	}
	return c.checkPatches(p)
}

func (c Config) checkPatches(p Patches) error {
	if p.N < 1 || len(p.Rows) != p.N || len(p.Columns) != p.N || len(p.Values) != p.N*c.PatchValues() {
		return fmt.Errorf("%d patches with %d and %d ids and %d values, want %d values each",
			p.N, len(p.Rows), len(p.Columns), len(p.Values), c.PatchValues())
	}
	for i := range p.N {
		if r, k := p.Rows[i], p.Columns[i]; r < 0 || int(r) >= c.MaxRows || k < 0 || int(k) >= c.MaxColumns {
			return fmt.Errorf("patch at row %d, column %d; the model knows %d and %d", r, k, c.MaxRows-1, c.MaxColumns-1)
		}
	}
	return nil
}

// packed are the rows of several pictures one after another.
type packed struct {
	values        []float32
	rows, columns []int32
	segments      []int32 // [pictures, 4]: each picture sees itself
}

// packPatches joins pictures and pads to rows rows and to segments segments.
func packPatches(c Config, pictures []Patches, rows, segments int) packed {
	width := c.PatchValues()
	out := packed{
		values: make([]float32, rows*width), rows: filled(rows, -1), columns: filled(rows, -1),
		segments: make([]int32, 4*segments),
	}
	at := 0
	for i, p := range pictures {
		copy(out.values[at*width:], p.Values)
		copy(out.rows[at:], p.Rows)
		copy(out.columns[at:], p.Columns)
		begin, end := int32(at), int32(at+p.N)
		copy(out.segments[4*i:], []int32{begin, end, begin, end})
		at += p.N
	}
	return out
}

func filled(n int, v int32) []int32 {
	s := make([]int32, n)
	for i := range s {
		s[i] = v
	}
	return s
}

// roundUp rounds n up so that few different values come out and little is
// added: to a multiple of 1/16 of the power of two below it, and of least/4.
func roundUp(n, least int) int {
	if n <= least {
		return least
	}
	step := max(1<<(bits.Len(uint(n))-1)/16, least/4, 1)
	return (n + step - 1) / step * step
}
