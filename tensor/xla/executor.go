//go:build xla

package xla

import (
	"errors"
	"fmt"
	"math/bits"
	"time"
	"unsafe"

	"github.com/gomlx/go-xla/pkg/pjrt"
	"github.com/gomlx/go-xla/pkg/types/dtypes"

	"pix2act/tensor"
)

// executor compiles for a device and holds copies of arrays on it.
type executor struct {
	device    *Device
	held      map[heldKey]held
	temporary int // bytes, of the largest program
	carrying  time.Duration
	carried   int // bytes
}

type heldKey struct {
	array  *tensor.Array
	device int
}

// held is a copy of an array as it was at a version.
type held struct {
	buffer  *pjrt.Buffer
	version int
}

func (e *executor) Compile(g *tensor.Graph, outputs []*tensor.Node) (tensor.Program, error) {
	lowered, err := tensor.Lower(g, outputs)
	if err != nil {
		return nil, err
	}
	return &program{executor: e, lowered: lowered, compiled: map[string]*pjrt.LoadedExecutable{}}, nil
}

// RoundUp rounds up to a quarter of the power of two below, and to 64.
func (e *executor) RoundUp(n int) int {
	step := max(1<<bits.Len(uint(n))/8, 16)
	return max(64, (n+step-1)/step*step)
}

// Carried is the time and the bytes of copies to and from the device.
func (e *executor) Carried() (time.Duration, int) { return e.carrying, e.carried }

// carry counts a copy of some bytes that began at a time.
func (e *executor) carry(begin time.Time, bytes int) {
	e.carrying += time.Since(begin)
	e.carried += bytes
}

// MemoryBytes is what the largest program needs on the device.
func (e *executor) MemoryBytes() int { return e.temporary }

// program is a graph with what was compiled of it so far, by the calls' keys.
type program struct {
	executor *executor
	lowered  *tensor.Lowered
	compiled map[string]*pjrt.LoadedExecutable
	own      [][]float32
}

func (p *program) Run(feeds map[string]any) ([][]float32, error) {
	if p.own == nil {
		for _, n := range p.lowered.Outputs() {
			p.own = append(p.own, make([]float32, n))
		}
	}
	return p.own, p.RunInto(feeds, p.own)
}

func (p *program) RunInto(feeds map[string]any, outputs [][]float32) error {
	return p.run([]map[string]any{feeds}, outputs)
}

// run is a run on as many devices as there are feeds, with the outputs of the
// first.
func (p *program) run(feeds []map[string]any, outputs [][]float32) (err error) {
	if err := p.lowered.CheckOutputs(outputs); err != nil {
		return err
	}
	call, err := p.lowered.Bind(feeds...)
	if err != nil {
		return err
	}
	compiled, err := p.compile(call)
	if err != nil {
		return err
	}
	var inputs, passing []*pjrt.Buffer
	defer func() { err = errors.Join(err, destroy(passing)) }()
	for device, arguments := range call.Arguments {
		for _, a := range arguments {
			buffer, keep, err := p.executor.upload(a, device)
			if err != nil {
				return fmt.Errorf("xla: %q to the device: %w", a.Name, oneLine(err))
			}
			inputs = append(inputs, buffer)
			if !keep {
				passing = append(passing, buffer)
			}
		}
	}
	results, err := compiled.Execute(inputs...).Done()
	passing = append(passing, results...)
	if err != nil {
		return fmt.Errorf("xla: run: %w", oneLine(err))
	}
	for i, out := range outputs {
		begin := time.Now()
		if err := results[i].ToHost(bytesOf(out)); err != nil {
			return fmt.Errorf("xla: output %d from the device: %w", i, oneLine(err))
		}
		p.executor.carry(begin, 4*len(out))
	}
	return nil
}

// compile gives what was compiled of a call's text.
func (p *program) compile(call *tensor.Call) (*pjrt.LoadedExecutable, error) {
	if c := p.compiled[call.Key]; c != nil {
		return c, nil
	}
	c, err := p.executor.device.compile(call.Text(), len(call.Arguments))
	if err != nil {
		return nil, err
	}
	p.compiled[call.Key] = c
	p.executor.temporary = max(p.executor.temporary, int(c.OnDeviceMemoryUsageStats.Temporary))
	return c, nil
}

// upload copies an argument to a device. keep says that the executor keeps the
// copy for later runs.
func (e *executor) upload(a tensor.Argument, device int) (buffer *pjrt.Buffer, keep bool, err error) {
	key := heldKey{a.Array, device}
	if a.Array != nil {
		if have, ok := e.held[key]; ok {
			if have.version == a.Array.Version() {
				return have.buffer, true, nil
			}
			delete(e.held, key)
			if err := have.buffer.Destroy(); err != nil {
				return nil, false, err
			}
		}
	}
	defer e.carry(time.Now(), 4*(len(a.Floats)+len(a.Ints)))
	config := e.device.client.BufferFromHost().ToDeviceNum(device)
	if a.Ints != nil {
		config = config.FromRawData(bytesOf(a.Ints), dtypes.Int32, a.Shape)
	} else {
		config = config.FromRawData(bytesOf(a.Floats), dtypes.Float32, a.Shape)
	}
	buffer, err = config.Done()
	if err != nil || a.Array == nil {
		return buffer, false, err
	}
	e.held[key] = held{buffer, a.Array.Version()}
	return buffer, true, nil
}

// destroy gives memory on devices back at once; the collector does not know
// how large it is.
func destroy(buffers []*pjrt.Buffer) error {
	var all []error
	for _, b := range buffers {
		all = append(all, b.Destroy())
	}
	return errors.Join(all...)
}

// bytesOf is the memory of values of four bytes.
func bytesOf[T float32 | int32](values []T) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(values))), 4*len(values))
}
