package train

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"golang.org/x/sync/errgroup"

	"pix2act/pix2struct"
	"pix2act/tensor"
)

// engine runs training steps: one compiled program for each batch shape, all
// writing their gradients to the same memory. Not safe for concurrent use.
type engine struct {
	model     *pix2struct.Model
	executor  tensor.Executor
	optimizer *Adafactor
	zLoss     float64 // weight of logsumexp²
	recompute bool    // the inside of the layers in the backward pass, to save memory
	threads   int
	shapes    []pix2struct.Shape
	gradients [][]float32 // of the whole batch, in the order of shapes
	partial   [][]float32 // of one part, made when a batch has several
	loss      []float32   // one value
	logits    []float32   // of the largest shape so far, shared too
	programs  map[shape]*program
	updating  time.Duration // the optimizer's part of all steps so far
}

// shape is what a program is compiled for.
type shape struct{ rows, batch, tokens int }

// program is the loss with its gradients for one shape.
type program struct {
	run    tensor.Program
	logits int // values
}

func newEngine(model *pix2struct.Model, executor tensor.Executor, threads int) *engine {
	e := &engine{
		model: model, executor: executor, threads: max(threads, 1), zLoss: pix2struct.ZLoss,
		shapes: model.Config.Shapes(), loss: make([]float32, 1), programs: map[shape]*program{},
	}
	var parameters []Parameter
	for _, s := range e.shapes {
		values := model.Parameters[s.Name].Data
		parameters = append(parameters, Parameter{Name: s.Name, Shape: s.Dimensions, Value: values})
	}
	e.gradients = e.gradientMemory()
	e.optimizer = NewAdafactor(parameters, threads)
	return e
}

func (e *engine) gradientMemory() [][]float32 {
	var all [][]float32
	for _, s := range e.shapes {
		all = append(all, make([]float32, s.Values()))
	}
	return all
}

// program gives the compiled program of a batch shape.
func (e *engine) program(s shape) (*program, error) {
	if p := e.programs[s]; p != nil {
		return p, nil
	}
	g := tensor.NewGraph()
	ends := e.model.Config.LossWithZ(g, s.rows, s.batch, s.tokens, e.zLoss)
	var gradients []*tensor.Node
	var err error
	if e.recompute {
		gradients, err = tensor.GradientRecomputed(ends.Loss, ends.Parameters, ends.Layers)
	} else {
		gradients, err = tensor.Gradient(ends.Loss, ends.Parameters)
	}
	if err != nil {
		return nil, fmt.Errorf("training graph: %w", err)
	}
	if len(gradients) != len(e.gradients) {
		return nil, fmt.Errorf("training graph: %d gradients for %d parameters", len(gradients), len(e.gradients))
	}
	run, err := e.executor.Compile(g, append([]*tensor.Node{ends.Loss, ends.Logits}, gradients...))
	if err != nil {
		return nil, fmt.Errorf("training graph: %w", err)
	}
	p := &program{run: run, logits: ends.Logits.Len()}
	e.programs[s] = p
	return p, nil
}

// outcome of one or more steps, each before its update.
type outcome struct {
	Loss    float64 `json:"loss"`    // sum over the tokens
	Tokens  int     `json:"tokens"`  // that count
	Correct int     `json:"correct"` // of them, where the best answer is the target
}

func (o *outcome) add(p outcome) {
	o.Loss += p.Loss
	o.Tokens += p.Tokens
	o.Correct += p.Correct
}

// ErrDiverged is matched when the loss is no longer a number.
var ErrDiverged = errors.New("training diverged: try a lower learning rate")

// step computes loss and gradients of a batch and updates the parameters. With a
// loss that is not finite nothing is updated. The loss is a sum over tokens, so
// the gradients of the parts of a batch add up to the gradient of the batch.
// When ctx is cancelled between two parts, nothing is updated either.
func (e *engine) step(ctx context.Context, number int, rate float64, b *batch) (outcome, error) {
	var all outcome
	for i, part := range b.parts {
		if err := ctx.Err(); err != nil {
			return all, err
		}
		into := e.gradients
		if i > 0 {
			if e.partial == nil {
				e.partial = e.gradientMemory()
			}
			into = e.partial
		}
		out, err := e.backward(part, into)
		if err != nil {
			return all, fmt.Errorf("training step %d: %w", number, err)
		}
		if i > 0 {
			e.accumulate()
		}
		all.add(out)
	}
	begin := time.Now()
	if err := e.optimizer.Update(number, rate, e.gradients); err != nil {
		return all, err
	}
	e.updating += time.Since(begin)
	for _, s := range e.shapes {
		e.model.Parameters[s.Name].Changed()
	}
	return all, nil
}

// backward computes the loss of a part and writes its gradients to into.
func (e *engine) backward(part part, into [][]float32) (outcome, error) {
	feeds := part.feeds.Grown(tensor.RoundUp(e.executor, part.feeds.Rows), tensor.RoundUp(e.executor, part.feeds.Tokens))
	p, err := e.program(shape{feeds.Rows, feeds.Batch, feeds.Tokens})
	if err != nil {
		return outcome{}, err
	}
	for _, s := range e.shapes {
		feeds.Values[s.Name] = e.model.Parameters[s.Name]
	}
	if len(e.logits) < p.logits {
		e.logits = make([]float32, p.logits)
	}
	logits := e.logits[:p.logits]
	if err := p.run.RunInto(feeds.Values, append([][]float32{e.loss, logits}, into...)); err != nil {
		return outcome{}, err
	}
	out := outcome{Loss: float64(e.loss[0])}
	if math.IsNaN(out.Loss) || math.IsInf(out.Loss, 0) {
		return out, fmt.Errorf("the loss is %v: %w", out.Loss, ErrDiverged)
	}
	out.count(logits, e.model.Config.Vocabulary, part.targets)
	return out, nil
}

// accumulate adds the gradients of a part to those of the batch.
func (e *engine) accumulate() {
	var group errgroup.Group
	group.SetLimit(e.threads)
	for i, sum := range e.gradients {
		add := e.partial[i]
		group.Go(func() error {
			for j, v := range add {
				sum[j] += v
			}
			return nil
		})
	}
	_ = group.Wait() // no part fails
}

// count compares the best answers with the targets, which stand packed in the
// order of the examples.
func (o *outcome) count(logits []float32, width int, targets [][]int32) {
	row := 0
	for _, target := range targets {
		for _, id := range target {
			line := logits[row*width : (row+1)*width]
			best := 0
			for i, v := range line {
				if v > line[best] {
					best = i
				}
			}
			if best == int(id) {
				o.Correct++
			}
			o.Tokens++
			row++
		}
	}
}
