package tensor

import (
	"sync"
	"sync/atomic"
)

// task is work that falls into independent items. do is called once for each
// item, by several goroutines; worker identifies the caller's working memory.
type task interface{ do(worker, item int) }

// team is the set of goroutines that one executor works with: the caller of
// Run and threads-1 goroutines of the process-wide pool. It runs one task at
// a time.
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
	return &team{threads: threads, memory: make([][]float32, threads), products: make([]product, threads)}
}

// run does all items of t and returns when they are done. Which worker does
// which item is up to chance, so results must not depend on it.
func (t *team) run(work task, n int) {
	helpers := min(t.threads, n) - 1
	if helpers <= 0 {
		for i := range n {
			work.do(0, i)
		}
		return
	}
	r := &t.region
	r.task, r.n = work, int64(n)
	r.next.Store(0)
	r.workers.Store(0)
	r.done.Add(helpers)
	for range helpers {
		pool.queue <- r
	}
	r.work(0)
	r.done.Wait()
	r.task = nil
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

// region is one task while the team works on it.
type region struct {
	task    task
	n       int64
	next    atomic.Int64
	workers atomic.Int64
	done    sync.WaitGroup
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

// workers are goroutines shared by all teams of the process. They are started
// on demand and then kept, idle.
type workers struct {
	mutex sync.Mutex
	size  int
	queue chan *region
}

var pool = workers{queue: make(chan *region, 1024)}

func (p *workers) grow(size int) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	for ; p.size < size; p.size++ {
		go func() {
			for r := range p.queue {
				r.work(int(r.workers.Add(1)))
				r.done.Done()
			}
		}()
	}
}
