package tensor

import (
	"sync"
	"sync/atomic"
)

// task is work that falls into independent items. do is called once for each
// item, by several goroutines; worker identifies the caller's working memory.
type task interface{ do(worker, item int) }

// team is the set of goroutines that one executor works with: the caller of
// Run and up to threads-1 goroutines of the process-wide pool. It runs one task
// at a time.
type team struct {
	threads int
	region  region
	// By worker: memory, which grows to the largest request, and a matrix
	// product under way.
	memory   [][]float32
	products []product
	common   []float32
}

func newTeam(threads int) *team {
	pool.grow(threads - 1)
	t := &team{threads: threads, memory: make([][]float32, threads), products: make([]product, threads)}
	t.region.limit = uint64(threads - 1)
	t.region.state.Store(closed)
	t.region.left = make(chan struct{}, 1)
	return t
}

// run does all items of t and returns when they are done. Which worker does
// which item is up to chance, so results must not depend on it. A helper that
// comes late, because the machine is busy with something else, is not waited
// for.
func (t *team) run(work task, n int) {
	helpers := min(t.threads, n) - 1
	if helpers <= 0 {
		for i := range n {
			work.do(0, i)
		}
		return
	}
	t.region.open(work, n)
	pool.call(&t.region, helpers)
	t.region.work(0)
	t.region.close()
}

// scratch is working memory of a worker, valid until its next request. Its
// contents are arbitrary.
func (t *team) scratch(worker, n int) []float32 {
	if len(t.memory[worker]) < n {
		t.memory[worker] = alignedFloats(n + n/4)
	}
	return t.memory[worker][:n]
}

// shared is memory for all workers of one task, valid until the next request.
func (t *team) shared(n int) []float32 {
	if len(t.common) < n {
		t.common = alignedFloats(n)
	}
	return t.common[:n]
}

// region is a task while the team works on it. Helpers may join as long as it
// is open.
type region struct {
	task  task
	n     int64
	next  atomic.Int64
	limit uint64 // of helpers
	// state holds, from the lowest bit, how many helpers are at work, how many
	// have joined since the region was opened, and whether it is closed.
	state atomic.Uint64
	left  chan struct{} // told when the last helper leaves a closed region
}

const (
	active  = 1
	joined  = 1 << 20
	count20 = joined - 1
	closed  = 1 << 40
)

func (r *region) open(work task, n int) {
	r.task, r.n = work, int64(n)
	r.next.Store(0)
	r.state.Store(0)
}

// close lets nobody in any more, and waits for those who are at work.
func (r *region) close() {
	if r.state.Or(closed)&count20 == 0 {
		return
	}
	for i := 0; i < spins && r.state.Load()&count20 > 0; i++ {
	}
	<-r.left
}

// join makes the caller a worker with a number from 1 on, if there is still
// work to share.
func (r *region) join() (worker int, ok bool) {
	for {
		s := r.state.Load()
		if s&closed != 0 || s/joined >= r.limit {
			return 0, false
		}
		if r.state.CompareAndSwap(s, s+joined+active) {
			return int(s/joined) + 1, true
		}
	}
}

func (r *region) leave() {
	if s := r.state.Add(^uint64(active - 1)); s&closed != 0 && s&count20 == 0 {
		r.left <- struct{}{}
	}
}

func (r *region) work(worker int) {
	for {
		i := r.next.Add(1) - 1
		if i >= r.n {
			return
		}
		r.task.do(worker, int(i))
	}
}

// spins is how often somebody looks for work, or for its end, before going to
// sleep: some ten microseconds. Between two tasks of a program there is seldom
// more, and waking a thread takes longer.
const spins = 4000

// workers are goroutines shared by all teams of the process. They are started
// on demand and then kept, idle.
type workers struct {
	mutex sync.Mutex
	size  int
	calls chan *region
}

var pool = workers{calls: make(chan *region, 256)}

func (p *workers) grow(size int) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	for ; p.size < size; p.size++ {
		go p.help()
	}
}

// call asks for helpers. A call is only a hint: it may be lost when there are
// too many, and may be answered when the region has long been closed, or is
// open again for another task.
func (p *workers) call(r *region, helpers int) {
	for range helpers {
		select {
		case p.calls <- r:
		default:
			return
		}
	}
}

func (p *workers) help() {
	for {
		r := p.wait()
		if worker, ok := r.join(); ok {
			r.work(worker)
			r.leave()
		}
	}
}

func (p *workers) wait() *region {
	for range spins {
		select {
		case r := <-p.calls:
			return r
		default:
		}
	}
	return <-p.calls
}
