package tensor

import (
	"sync"
	"sync/atomic"
	"testing"
)

type countTask struct{ hits []atomic.Int32 }

func (c *countTask) do(_, item int) { c.hits[item].Add(1) }

func TestTeamDoesEachItemOnce(t *testing.T) {
	var wait sync.WaitGroup
	for range 4 { // teams share the pool
		wait.Add(1)
		go func() {
			defer wait.Done()
			team := newTeam(3)
			for n := range 40 {
				task := &countTask{make([]atomic.Int32, n)}
				team.run(task, n)
				for i := range task.hits {
					if got := task.hits[i].Load(); got != 1 {
						t.Errorf("item %d of %d was done %d times", i, n, got)
					}
				}
			}
		}()
	}
	wait.Wait()
}

type busyTask struct{ a [2][]float32 }

func (b *busyTask) do(_, item int) { vector.sum(b.a[item]) }

// BenchmarkTeam hands out two items of about 10 µs.
func BenchmarkTeam(b *testing.B) {
	task := &busyTask{}
	for i := range task.a {
		task.a[i] = make([]float32, 1<<18)
	}
	team := newTeam(2)
	for range b.N {
		team.run(task, 2)
	}
}
