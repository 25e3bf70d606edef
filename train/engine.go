package train

import (
	"errors"
	"fmt"
	"math"

	"pix2act/pix2struct"
	"pix2act/tensor"
)

// engine runs training steps: one compiled program for each batch shape, all
// writing their gradients to the same memory. Not safe for concurrent use.
type engine struct {
	model     *pix2struct.Model
	executor  tensor.Executor
	optimizer *Adafactor
	shapes    []pix2struct.Shape
	gradients [][]float32 // in the order of shapes
	logits    []float32   // of the largest shape so far, shared too
	programs  map[shape]*program
}

// shape is what a program is compiled for.
type shape struct{ rows, batch, tokens int }

// program is the loss with its gradients for one shape.
type program struct {
	run     tensor.Program
	logits  int         // values
	outputs [][]float32 // loss, logits, gradients
}

func newEngine(model *pix2struct.Model, executor tensor.Executor, threads int) *engine {
	e := &engine{model: model, executor: executor, shapes: model.Config.Shapes(), programs: map[shape]*program{}}
	var parameters []Parameter
	for _, s := range e.shapes {
		values := model.Parameters[s.Name].Data
		parameters = append(parameters, Parameter{Name: s.Name, Shape: s.Dimensions, Value: values})
		e.gradients = append(e.gradients, make([]float32, len(values)))
	}
	e.optimizer = NewAdafactor(parameters, threads)
	return e
}

// program gives the compiled program of a batch shape.
func (e *engine) program(s shape) (*program, error) {
	if p := e.programs[s]; p != nil {
		return p, nil
	}
	g := tensor.NewGraph()
	ends := e.model.Config.Loss(g, s.rows, s.batch, s.tokens)
	gradients, err := tensor.Gradient(ends.Loss, ends.Parameters)
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
	p.outputs = append([][]float32{make([]float32, 1), nil}, e.gradients...)
	e.programs[s] = p
	return p, nil
}

// outcome of a step, before its update.
type outcome struct {
	loss    float64 // sum over the tokens
	tokens  int     // that count
	correct int     // of them, where the best answer is the target
}

// ErrDiverged is matched when the loss is no longer a number.
var ErrDiverged = errors.New("training diverged: try a lower learning rate")

// step computes loss and gradients of a batch and updates the parameters. With a
// loss that is not finite nothing is updated.
func (e *engine) step(number int, rate float64, b *batch) (outcome, error) {
	p, err := e.program(shape{b.feeds.Rows, b.feeds.Batch, b.feeds.Tokens})
	if err != nil {
		return outcome{}, err
	}
	for _, s := range e.shapes {
		b.feeds.Values[s.Name] = e.model.Parameters[s.Name].Data
	}
	if len(e.logits) < p.logits {
		e.logits = make([]float32, p.logits)
	}
	p.outputs[1] = e.logits[:p.logits]
	if err := p.run.RunInto(b.feeds.Values, p.outputs); err != nil {
		return outcome{}, fmt.Errorf("training step %d: %w", number, err)
	}
	out := outcome{loss: float64(p.outputs[0][0])}
	if math.IsNaN(out.loss) || math.IsInf(out.loss, 0) {
		return out, fmt.Errorf("step %d: the loss is %v: %w", number, out.loss, ErrDiverged)
	}
	out.count(p.outputs[1], e.model.Config.Vocabulary, b.targets)
	if err := e.optimizer.Update(number, rate, e.gradients); err != nil {
		return out, err
	}
	return out, nil
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
				o.correct++
			}
			o.tokens++
			row++
		}
	}
}
