package train

import (
	"fmt"
	"math"
	"slices"
	"sync"
	"sync/atomic"
)

// Constants of Adafactor as T5X sets them; they are part of what a run means.
const (
	decayExponent   = 0.8   // beta2 = 1 - (step+1)^-0.8
	squareFloor     = 1e-30 // added to squared gradients
	clipThreshold   = 1.0   // largest root mean square of an update
	scaleFloor      = 1e-3  // least root mean square taken for a parameter
	factorDimension = 128   // least side of a matrix whose second moment is factored
)

// WeightDecay is the share of every parameter that a step takes away, not scaled
// by the rate, as T5X sets it.
const WeightDecay = 1e-5

// Adafactor updates parameters in place from their gradients. The second moment
// of a matrix with both sides of 128 and more is kept as one mean per row and
// one per column; of everything else whole. There is no momentum. Not safe for
// concurrent use; Update itself runs in parallel over the parameters, and its
// result does not depend on the number of threads.
type Adafactor struct {
	// Decay is the weight decay of the next updates, WeightDecay at first.
	Decay   float64
	threads int
	slots   []*slot
	order   []int // largest first, so that threads end together
}

// slot is one parameter with its accumulators.
type slot struct {
	name       string
	value      []float32
	rows, cols int // 0, 0 when not factored
	// moment is the whole second moment, or nil. byRow [rows] and byCol [cols]
	// are the factored one: means over the other axis.
	moment, byRow, byCol []float32
	scratch              []float64 // [cols] sums of a pass
	rowFactor, colFactor []float32
}

// Parameter is a tensor that an optimizer updates.
type Parameter struct {
	Name  string
	Shape []int
	Value []float32 // row-major, shared with the model
}

// NewAdafactor returns an optimizer with zero accumulators. threads below 1
// count as 1.
func NewAdafactor(parameters []Parameter, threads int) *Adafactor {
	a := &Adafactor{Decay: WeightDecay, threads: max(threads, 1)}
	for i, p := range parameters {
		s := &slot{name: p.Name, value: p.Value}
		if len(p.Shape) == 2 && min(p.Shape[0], p.Shape[1]) >= factorDimension {
			s.rows, s.cols = p.Shape[0], p.Shape[1]
			s.byRow, s.byCol = make([]float32, s.rows), make([]float32, s.cols)
			s.rowFactor, s.colFactor = make([]float32, s.rows), make([]float32, s.cols)
			s.scratch = make([]float64, s.cols)
		} else {
			s.moment = make([]float32, len(p.Value))
		}
		a.slots = append(a.slots, s)
		a.order = append(a.order, i)
	}
	slices.SortStableFunc(a.order, func(i, j int) int { return len(a.slots[j].value) - len(a.slots[i].value) })
	return a
}

// Update takes one step. step is the absolute step, counted from 0, and decides
// how much of the accumulators is kept; gradients are in the order of the
// parameters and are not changed.
func (a *Adafactor) Update(step int, rate float64, gradients [][]float32) error {
	if len(gradients) != len(a.slots) {
		return fmt.Errorf("adafactor: %d gradients for %d parameters", len(gradients), len(a.slots))
	}
	for i, s := range a.slots {
		if len(gradients[i]) != len(s.value) {
			return fmt.Errorf("adafactor: gradient of %s has %d values, want %d", s.name, len(gradients[i]), len(s.value))
		}
	}
	keep := secondMomentDecay(step)
	var next atomic.Int64
	work := func() {
		for {
			n := int(next.Add(1)) - 1
			if n >= len(a.order) {
				return
			}
			i := a.order[n]
			if s := a.slots[i]; s.moment != nil {
				s.updateWhole(keep, rate, a.Decay, gradients[i])
			} else {
				s.updateFactored(keep, rate, a.Decay, gradients[i])
			}
		}
	}
	var wait sync.WaitGroup
	for range a.threads - 1 {
		wait.Go(work)
	}
	work()
	wait.Wait()
	return nil
}

// secondMomentDecay is the share of the accumulators that survives a step. It is
// rounded to float32 as the reference computes it: late in training 1 - beta2
// is so small that the rounding shows.
func secondMomentDecay(step int) float64 {
	return float64(1 - float32(math.Pow(float64(step)+1, -decayExponent)))
}

// updateWhole keeps the mean square of every value.
func (s *slot) updateWhole(keep, rate, decay float64, gradient []float32) {
	take := 1 - keep
	var squares, values float64
	for i, g := range gradient {
		v := float32(keep*float64(s.moment[i]) + take*(float64(g)*float64(g)+squareFloor))
		s.moment[i] = v
		y := float64(g) / math.Sqrt(float64(v))
		squares += y * y
		values += float64(s.value[i]) * float64(s.value[i])
	}
	scale := stepSize(rate, squares, values, len(gradient))
	for i, g := range gradient {
		y := float64(g) / math.Sqrt(float64(s.moment[i]))
		s.value[i] = float32((1-decay)*float64(s.value[i]) - scale*y)
	}
}

// updateFactored keeps one mean square per row and per column. The axis whose
// factor is divided by its mean is the smaller one, rows on a tie; since the
// product of the factors does not depend on which of the two it is, except by
// rounding, that choice follows the definition and no more.
func (s *slot) updateFactored(keep, rate, decay float64, gradient []float32) {
	take := 1 - keep
	clear(s.scratch)
	var values float64
	for r := range s.rows {
		line := gradient[r*s.cols : (r+1)*s.cols]
		own := s.value[r*s.cols : (r+1)*s.cols]
		sums := s.scratch[:len(line)]
		own = own[:len(line)]
		var sum float64
		for c, g := range line {
			square := float64(g) * float64(g)
			sum += square
			sums[c] += square
			values += float64(own[c]) * float64(own[c])
		}
		s.byRow[r] = float32(keep*float64(s.byRow[r]) + take*(sum/float64(s.cols)+squareFloor))
	}
	for c, sum := range s.scratch {
		s.byCol[c] = float32(keep*float64(s.byCol[c]) + take*(sum/float64(s.rows)+squareFloor))
	}
	short, shortFactor, long, longFactor := s.byRow, s.rowFactor, s.byCol, s.colFactor
	if s.rows > s.cols {
		short, shortFactor, long, longFactor = long, longFactor, short, shortFactor
	}
	var mean float64
	for _, v := range short {
		mean += float64(v)
	}
	mean /= float64(len(short))
	for i, v := range short {
		shortFactor[i] = float32(1 / math.Sqrt(float64(v)/mean))
	}
	for i, v := range long {
		longFactor[i] = float32(1 / math.Sqrt(float64(v)))
	}

	var squares float64
	for r := range s.rows {
		line := gradient[r*s.cols : (r+1)*s.cols]
		factors := s.colFactor[:len(line)]
		var sum float64
		for c, g := range line {
			y := float64(g * factors[c])
			sum += y * y
		}
		squares += sum * float64(s.rowFactor[r]) * float64(s.rowFactor[r])
	}
	scale := stepSize(rate, squares, values, len(gradient))
	shrink := float32(1 - decay)
	for r := range s.rows {
		line := gradient[r*s.cols : (r+1)*s.cols]
		own := s.value[r*s.cols : (r+1)*s.cols]
		factors := s.colFactor[:len(line)]
		own = own[:len(line)]
		rowScale := float32(scale * float64(s.rowFactor[r]))
		for c, g := range line {
			own[c] = shrink*own[c] - rowScale*(g*factors[c])
		}
	}
}

// stepSize is what the normalised gradient is multiplied with: the rate, times
// the parameter's own size, with updates above the threshold clipped. squares
// and values are sums of squares over n values.
func stepSize(rate, squares, values float64, n int) float64 {
	clip := max(1, math.Sqrt(squares/float64(n))/clipThreshold)
	return rate * max(math.Sqrt(values/float64(n)), scaleFloor) / clip
}
