package tensor

import (
	"sync"
	"time"
)

// PeakGFLOPS measures how many float operations a second, in 1e9, the
// arithmetic units can do in the given number of threads: a loop of nothing
// but fused multiply-adds on the registers of the kernel set, each counting as
// two. It takes about a tenth of a second.
func PeakGFLOPS(threads int) float64 {
	threads = max(1, threads)
	round := func(n int) float64 {
		var wait sync.WaitGroup
		start := time.Now()
		operations := 0.0
		for i := range threads {
			wait.Add(1)
			go func() {
				defer wait.Done()
				if did := kernels.peak(n); i == 0 {
					operations = did * float64(threads)
				}
			}()
		}
		wait.Wait()
		return operations / time.Since(start).Seconds() / 1e9
	}
	best := 0.0
	for start := time.Now(); time.Since(start) < 100*time.Millisecond; {
		best = max(best, round(1<<18))
	}
	return best
}
