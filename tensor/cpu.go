package tensor

import (
	"runtime"
	"unsafe"
)

// cpuExecutor runs programs on the processor.
type cpuExecutor struct {
	team  *team
	arena []float32
}

// CPU returns an executor that works with the given number of threads; zero or
// less means one for each processor that the process may use. The programs of
// one executor share one arena, as large as the largest of them needs, and
// must be run by one goroutine at a time. Executors are independent of each
// other.
func CPU(threads int) Executor {
	if threads <= 0 {
		threads = runtime.GOMAXPROCS(0)
	}
	return &cpuExecutor{team: newTeam(threads)}
}

func (e *cpuExecutor) Compile(g *Graph, outputs []*Node) (Program, error) {
	if err := checkOutputs(g, outputs); err != nil {
		return nil, err
	}
	return newProgram(e, g, outputs), nil
}

// reserve grows the arena to n elements. Contents are lost; that is no harm
// between runs.
func (e *cpuExecutor) reserve(n int) {
	if len(e.arena) < n {
		e.arena = alignedFloats(n)
	}
}

// MemoryBytes is the size of the arena and of the workers' own memory.
func (e *cpuExecutor) MemoryBytes() int {
	n := len(e.arena) + len(e.team.common)
	for _, m := range e.team.memory {
		n += len(m)
	}
	return 4 * n
}

// alignedFloats allocates n floats that start at a cache line.
func alignedFloats(n int) []float32 {
	const line = 16
	all := make([]float32, n+line)
	skip := 0
	if past := int(uintptr(unsafe.Pointer(unsafe.SliceData(all))) % (line * 4) / 4); past > 0 {
		skip = line - past
	}
	return all[skip : skip+n : skip+n]
}
