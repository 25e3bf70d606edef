package tensor

// frame is what a kernel sees of a run: the memory of its node and of the
// node's inputs, by operand index (in for floats, ints for integers).
type frame struct {
	team *team
	in   [][]float32
	ints [][]int32
	out  []float32
	// weights stand in for in[1] of a matrix product where they are fed packed.
	weights *panels
}

// kernel computes one node. It owns its working memory, so that running
// allocates nothing; it is run by one goroutine at a time.
type kernel interface{ run(x *frame) error }

// inPlacer is an operation whose result may take the memory of operand i when
// that is not needed any more.
type inPlacer interface{ inPlace(i int) bool }

// itemsKernel runs a function for each of n items.
type itemsKernel struct {
	n  int
	fn func(x *frame, worker, item int)
	x  *frame
}

func items(n int, fn func(x *frame, worker, item int)) kernel {
	return &itemsKernel{n: n, fn: fn}
}

func (k *itemsKernel) do(worker, item int) { k.fn(k.x, worker, item) }

func (k *itemsKernel) run(x *frame) error {
	k.x = x
	x.team.run(k, k.n)
	return nil
}

// splitSize is how many elements one work item of an elementwise kernel takes:
// enough to hide the cost of handing it out.
const splitSize = 1 << 14

// split runs an elementwise function over ranges of n elements.
func split(n int, fn func(x *frame, lo, hi int)) kernel {
	return items((n+splitSize-1)/splitSize, func(x *frame, _, item int) {
		fn(x, item*splitSize, min(n, (item+1)*splitSize))
	})
}

// splitRows runs a function for each row of width elements; row is the row's
// part of the result and at its first element.
func splitRows(shape []int, width int, fn func(x *frame, row []float32, at int)) kernel {
	n := count(shape)
	size := max(1, splitSize/width) * width
	return items((n+size-1)/size, func(x *frame, _, item int) {
		for at := item * size; at < min(n, (item+1)*size); at += width {
			fn(x, x.out[at:at+width], at)
		}
	})
}

// reduceChunk is how many rows are summed before partial sums are added. It is
// part of the result's rounding and so does not depend on threads.
const reduceChunk = 128

// reduceKernel sums over n things by chunks: fn puts the sum of [lo, hi) into
// partial, and the partial sums are added in order.
type reduceKernel struct {
	n, chunk, width int
	fn              func(x *frame, partial []float32, lo, hi int)
	target          func(x *frame) []float32
	partial         []float32
	x               *frame
}

// reduce makes a kernel that sums into target(x), or into the whole result
// where target is nil.
func reduce(n, chunk, width int, fn func(x *frame, partial []float32, lo, hi int), target func(x *frame) []float32) kernel {
	if target == nil {
		target = func(x *frame) []float32 { return x.out }
	}
	chunks := (n + chunk - 1) / chunk
	return &reduceKernel{n: n, chunk: chunk, width: width, fn: fn, target: target, partial: make([]float32, chunks*width)}
}

func (k *reduceKernel) do(_, item int) {
	k.fn(k.x, k.partial[item*k.width:(item+1)*k.width], item*k.chunk, min(k.n, (item+1)*k.chunk))
}

func (k *reduceKernel) run(x *frame) error {
	k.x = x
	chunks := len(k.partial) / k.width
	x.team.run(k, chunks)
	out := k.target(x)
	copy(out, k.partial[:k.width])
	for c := 1; c < chunks; c++ {
		vector.add(out, out, k.partial[c*k.width:(c+1)*k.width])
	}
	return nil
}

// checkedKernel looks at the feeds before it runs another kernel.
type checkedKernel struct {
	check func(x *frame) error
	then  kernel
}

func checked(check func(x *frame) error, then kernel) kernel { return &checkedKernel{check, then} }

func (k *checkedKernel) run(x *frame) error {
	if err := k.check(x); err != nil {
		return err
	}
	return k.then.run(x)
}
