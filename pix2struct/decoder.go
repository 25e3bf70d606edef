package pix2struct

import (
	"fmt"
	"math/bits"
	"time"

	"pix2act/tensor"
)

// decoder runs a model for answering: it reads a batch of pictures once and
// then writes one token at a time for many hypotheses. It keeps what the
// encoder gave as keys and values of the decoder's cross attention, once a
// picture, and the keys and values of the tokens written so far, once a
// hypothesis.
//
// Programs are compiled by shape and kept; shapes are rounded up so that few
// are needed. What is added belongs to no segment.
type decoder struct {
	Config
	model    *Model
	executor tensor.Executor
	width    int
	feeds    map[string]any // parameters, and the inputs of the next run

	readers map[readerShape]tensor.Program
	crosses map[int]tensor.Program // by rows
	writers map[writerShape]tensor.Program

	encoded   []float32       // what the encoder gave, [rows, Hidden]
	crossTime time.Duration   // of the last reading
	rows      int             // capacity of the cross keys
	segments  []int32         // of the pictures in the cross keys, [pictures, 4]
	cross     []*tensor.Array // keys and values of each layer, [rows, inner]
	written   int             // tokens in the cache
	cache     [][]float32     // keys and values of each layer, [slots, capacity, inner], tokens at the end
	spare     [][]float32     // memory for the next cache
	fresh     [][]float32     // keys and values of the newest tokens, [slots, inner]
	logits    []float32       // [slots, Vocabulary]
	normal    []float32       // [slots]: the logarithm of the sum of exponentials of the logits
}

type readerShape struct{ rows, pictures int }

type writerShape struct{ pictures, each, capacity, rows int }

func newDecoder(m *Model, executor tensor.Executor, width int) *decoder {
	d := &decoder{
		Config: m.Config, model: m, executor: executor, width: width, feeds: map[string]any{},
		readers: map[readerShape]tensor.Program{}, crosses: map[int]tensor.Program{}, writers: map[writerShape]tensor.Program{},
	}
	n := 2 * d.DecoderLayers
	d.cache, d.spare, d.fresh = make([][]float32, n), make([][]float32, n), make([][]float32, n)
	for range n {
		d.cross = append(d.cross, &tensor.Array{})
	}
	return d
}

// inputEncoded is the input of the graph of cross keys.
const inputEncoded = "encoded" // float32 [rows, Hidden]

// Names of the inputs of the writing graph.
func crossName(i int) string { return fmt.Sprintf("cross_%d", i) }
func cacheName(i int) string { return fmt.Sprintf("cache_%d", i) }

// few rounds up to a power of two or one and a half of it.
func few(n int) int {
	if n <= 2 {
		return n
	}
	power := 1 << bits.Len(uint(n-1))
	if n <= power/4*3 {
		return power / 4 * 3
	}
	return power
}

// read encodes pictures and computes their cross keys and values.
func (d *decoder) read(pictures []Patches) error {
	rows := 0
	for _, p := range pictures {
		rows += p.N
	}
	shape := readerShape{tensor.RoundUp(d.executor, roundUp(rows, 16)), few(len(pictures))}
	program, err := d.reader(shape)
	if err != nil {
		return err
	}
	in := packPatches(d.Config, pictures, shape.rows, shape.pictures)
	d.feed(map[string]any{inputPatches: in.values, inputRows: in.rows, inputColumns: in.columns, inputEncoder: in.segments})
	// The next power of two keeps the shapes of the writing graphs few; rows of
	// no picture cost nothing there.
	d.rows = 1 << bits.Len(uint(shape.rows-1))
	d.encoded = grown(d.encoded, shape.rows*d.Hidden)
	if err := program.RunInto(d.feeds, [][]float32{d.encoded}); err != nil {
		return err
	}
	start := time.Now()
	defer func() { d.crossTime = time.Since(start) }()
	cross, err := d.crosser(shape.rows)
	if err != nil {
		return err
	}
	outputs := make([][]float32, len(d.cross))
	for i, a := range d.cross {
		a.Shape, a.Data = []int{d.rows, d.inner()}, grown(a.Data, d.rows*d.inner())
		clear(a.Data[shape.rows*d.inner():])
		outputs[i] = a.Data[:shape.rows*d.inner()]
		a.Changed()
	}
	d.segments, d.written = in.segments, 0
	d.feed(map[string]any{inputEncoded: d.encoded})
	return cross.RunInto(d.feeds, outputs)
}

// feed replaces the inputs and keeps the parameters.
func (d *decoder) feed(inputs map[string]any) {
	clear(d.feeds)
	for name, a := range d.model.Parameters {
		d.feeds[name] = a
	}
	for name, v := range inputs {
		d.feeds[name] = v
	}
}

func (d *decoder) reader(shape readerShape) (tensor.Program, error) {
	if p, ok := d.readers[shape]; ok {
		return p, nil
	}
	g := tensor.NewGraph()
	b := builder{d.Config, g}
	read := b.encoder(g.Input(inputPatches, shape.rows, d.PatchValues()), g.Ints(inputRows, shape.rows),
		g.Ints(inputColumns, shape.rows), g.Ints(inputEncoder, shape.pictures, 4), nil)
	p, err := d.executor.Compile(g, []*tensor.Node{read})
	if err == nil {
		d.readers[shape] = p
	}
	return p, err
}

// crosser computes the cross keys and values of every layer.
func (d *decoder) crosser(rows int) (tensor.Program, error) {
	if p, ok := d.crosses[rows]; ok {
		return p, nil
	}
	g := tensor.NewGraph()
	b := builder{d.Config, g}
	read := g.Input(inputEncoded, rows, d.Hidden)
	var outputs []*tensor.Node
	for i := range d.DecoderLayers {
		k, v := b.keyValue(read, decoderLayer(i)+"/encoder_decoder_attention")
		outputs = append(outputs, k, v)
	}
	p, err := d.executor.Compile(g, outputs)
	if err == nil {
		d.crosses[rows] = p
	}
	return p, err
}

// bytes is the memory of keys, values and logits.
func (d *decoder) bytes() int {
	n := len(d.encoded) + cap(d.logits) + cap(d.normal)
	for _, a := range d.cross {
		n += cap(a.Data)
	}
	for _, all := range [][][]float32{d.cache, d.spare, d.fresh} {
		for _, a := range all {
			n += cap(a)
		}
	}
	return 4 * n
}

// step writes one token: ids are the last tokens of the slots, the same number
// for each of the active pictures, and continued names for every slot the slot
// of the step before that it continues. It returns the logits of each slot
// with the logarithm of the sum of their exponentials, which the caller may
// change until the next step.
func (d *decoder) step(active []int, ids []int32, continued []int) (logits [][]float32, normal []float32, err error) {
	each := len(ids) / len(active)
	shape := writerShape{few(len(active)), each, d.capacity(d.written), d.rows}
	program, err := d.writer(shape)
	if err != nil {
		return nil, nil, err
	}
	slots := shape.pictures * each
	d.continueCache(continued, slots, shape.capacity)

	inputs := map[string]any{}
	for i := range d.cross {
		inputs[crossName(i)] = d.cross[i]
		if d.written > 0 {
			inputs[cacheName(i)] = d.cache[i]
		}
	}
	previous := filled(slots, -1)
	copy(previous, ids)
	self := make([]int32, 4*slots)
	length := int32(shape.capacity + 1)
	for n := range int32(len(ids)) {
		end := (n + 1) * length
		copy(self[4*n:], []int32{n, n + 1, end - int32(d.written+1), end})
	}
	cross := make([]int32, 4*shape.pictures)
	for n, picture := range active {
		copy(cross[4*n:], []int32{int32(n * each), int32((n + 1) * each), d.segments[4*picture], d.segments[4*picture+1]})
	}
	inputs[inputPrevious], inputs[inputDecoder], inputs[inputCross] = previous, self, cross
	d.feed(inputs)

	d.logits = grown(d.logits, slots*d.Vocabulary)
	d.normal = grown(d.normal, slots)
	outputs := [][]float32{d.logits, d.normal}
	for i := range d.fresh {
		d.fresh[i] = grown(d.fresh[i], slots*d.inner())
		outputs = append(outputs, d.fresh[i])
	}
	if err := program.RunInto(d.feeds, outputs); err != nil {
		return nil, nil, err
	}
	d.written++
	rows := make([][]float32, len(ids))
	for n := range rows {
		rows[n] = d.logits[n*d.Vocabulary:][:d.Vocabulary]
	}
	return rows, d.normal[:len(ids)], nil
}

// capacity is the length of a cache of written tokens. For executors that take
// seconds to compile it grows in leaps, with the newest token to a multiple of
// 16. Tokens stand at the end of a slot's cache, next to the newest one, and
// what is before them belongs to no segment.
func (d *decoder) capacity(written int) int {
	if _, coarse := d.executor.(tensor.Coarse); !coarse || written == 0 {
		return written
	}
	return written | 15
}

// continueCache gives every slot the keys and values of the hypothesis that it
// continues, the newest token included, in a cache of that capacity.
func (d *decoder) continueCache(continued []int, slots, most int) {
	if d.written == 0 {
		return
	}
	inner := d.inner()
	old, before, now := (d.written-1)*inner, d.capacity(d.written-1)*inner, most*inner
	for i := range d.cache {
		next := grown(d.spare[i], slots*now)
		for slot, from := range continued {
			to := next[slot*now:][:now]
			unused := now - old - inner
			clear(to[:unused])
			copy(to[unused:], d.cache[i][(from+1)*before-old:][:old])
			copy(to[now-inner:], d.fresh[i][from*inner:][:inner])
		}
		clear(next[len(continued)*now:])
		d.cache[i], d.spare[i] = next, d.cache[i]
	}
}

func (d *decoder) writer(shape writerShape) (tensor.Program, error) {
	if p, ok := d.writers[shape]; ok {
		return p, nil
	}
	g := tensor.NewGraph()
	b := builder{d.Config, g}
	slots, inner := shape.pictures*shape.each, d.inner()
	x := b.embed(g.Ints(inputPrevious, slots))
	self, cross := g.Ints(inputDecoder, slots, 4), g.Ints(inputCross, shape.pictures, 4)
	bias := b.bias(d.TargetLength)
	outputs := make([]*tensor.Node, 2, 2+2*d.DecoderLayers)
	for i := range d.DecoderLayers {
		layer := decoderLayer(i)
		y := b.norm(x, layer+"/pre_self_attention_layer_norm")
		k, v := b.keyValue(y, layer+"/self_attention")
		outputs = append(outputs, k, v)
		// A slot's new key joins its cached ones: rows [capacity, inner] laid out
		// flat, so that joining them is joining columns.
		join := func(n int, fresh *tensor.Node) *tensor.Node {
			if shape.capacity == 0 {
				return fresh
			}
			old := g.Input(cacheName(n), slots, shape.capacity*inner)
			return tensor.Reshape(tensor.Concat(1, old, fresh), slots*(shape.capacity+1), inner)
		}
		x = b.attend(x, b.query(y, layer+"/self_attention"), join(2*i, k), join(2*i+1, v), self, bias, false, layer+"/self_attention")
		y = b.norm(x, layer+"/pre_cross_attention_layer_norm")
		k, v = g.Input(crossName(2*i), shape.rows, inner), g.Input(crossName(2*i+1), shape.rows, inner)
		x = b.attend(x, b.query(y, layer+"/encoder_decoder_attention"), k, v, cross, nil, false, layer+"/encoder_decoder_attention")
		x = b.mlp(x, layer)
	}
	outputs[0] = b.logits(x)
	outputs[1] = tensor.LogSumExp(outputs[0])
	p, err := d.executor.Compile(g, outputs)
	if err == nil {
		d.writers[shape] = p
	}
	return p, err
}
