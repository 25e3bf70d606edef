package train

import (
	"math/rand/v2"
	"sort"
)

// sampler draws examples in a seeded order: a stream by weight, then the next
// of that stream's current shuffle. The order is a pure function of the seed
// and the streams, so the number of draws made is all the state there is. Not
// safe for concurrent use.
type sampler struct {
	streams []stream
	sums    []float64 // cumulative weights
	seed    uint64
	choice  *rand.Rand
	at      []position
	drawn   int64
}

// position is where a stream stands in its current pass.
type position struct {
	order []int32
	next  int
	pass  int
}

func newSampler(streams []stream, seed uint64) *sampler {
	s := &sampler{streams: streams, seed: seed, at: make([]position, len(streams))}
	s.choice = rand.New(rand.NewPCG(seed, 0))
	sum := 0.0
	for i, stream := range streams {
		sum += stream.weight
		s.sums = append(s.sums, sum)
		s.at[i].order = make([]int32, len(stream.refs))
		s.shuffle(i)
	}
	return s
}

// shuffle orders a stream for its current pass.
func (s *sampler) shuffle(i int) {
	p := &s.at[i]
	random := rand.New(rand.NewPCG(s.seed, uint64(i+1)<<32|uint64(uint32(p.pass))))
	for j := range p.order {
		p.order[j] = int32(j)
	}
	random.Shuffle(len(p.order), func(a, b int) { p.order[a], p.order[b] = p.order[b], p.order[a] })
	p.next = 0
}

// draw gives the next example.
func (s *sampler) draw() ref {
	i := 0
	if len(s.streams) > 1 {
		x := s.choice.Float64() * s.sums[len(s.sums)-1]
		i = min(sort.Search(len(s.sums), func(i int) bool { return s.sums[i] > x }), len(s.sums)-1)
	}
	p := &s.at[i]
	if p.next == len(p.order) {
		p.pass++
		s.shuffle(i)
	}
	r := s.streams[i].refs[p.order[p.next]]
	p.next++
	s.drawn++
	return r
}

// skip makes n draws for their effect on what follows.
func (s *sampler) skip(n int64) {
	for range n {
		s.draw()
	}
}
