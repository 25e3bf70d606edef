package pix2struct

import (
	"math"
	"slices"
)

// BeamOptions steer the search for answers.
type BeamOptions struct {
	Width int     // hypotheses kept; 0 means 8
	Alpha float64 // exponent of the length penalty; 0 means 0.6
}

func (o BeamOptions) orDefault() BeamOptions {
	if o.Width == 0 {
		o.Width = 8
	}
	if o.Alpha == 0 {
		o.Alpha = 0.6
	}
	return o
}

// impossible is the log-probability of what must not be chosen.
const impossible = float32(-1e7)

// ranked is a hypothesis under construction: ids after the start.
type ranked struct {
	ids    []int32
	score  float32
	filled bool // of finished ones: a real hypothesis, not an empty slot
}

// search is the beam search over one picture's answers. Live and finished
// hypotheses stand in ascending order, best last, because ties are broken by
// place: of equal values the one at the lower index ranks first.
type search struct {
	width, length int
	alpha         float64
	live          []ranked // scored by log-probability
	finished      []ranked // scored by log-probability over penalty
	current       int      // ids written so far
	stopped       string   // why it is over: "length", "finished", "dead"; "" while it runs
}

func newSearch(o BeamOptions, length int) *search {
	s := &search{width: o.Width, length: length, alpha: o.Alpha}
	for i := range o.Width {
		live := ranked{score: impossible}
		if i == 0 { // the first step must see one hypothesis, not width equal ones
			live.score = 0
		}
		s.live = append(s.live, live)
		s.finished = append(s.finished, ranked{score: impossible})
	}
	s.checkStop()
	return s
}

// penalty of an answer of n ids, the end included.
func penalty(n int, alpha float64) float32 {
	return float32(math.Pow(float64(float32(5+n)/6), float64(float32(alpha))))
}

func (s *search) running() bool { return s.stopped == "" }

func (s *search) checkStop() {
	if s.current >= s.length {
		s.stopped = "length"
		return
	}
	longest := penalty(s.length+1, s.alpha)
	// Before the first step this is not the best live one, which does no harm:
	// nothing has finished yet.
	bound := s.live[s.width-1].score / longest
	lowest := s.finished[0].score
	settled := true
	for _, f := range s.finished {
		settled = settled && f.filled && lowest > bound
	}
	switch {
	case settled:
		s.stopped = "finished"
	case s.current > 0 && bound < impossible/longest:
		s.stopped = "dead"
	}
}

// candidate is a continuation of a live hypothesis.
type candidate struct {
	value float32
	index int // live hypothesis * vocabulary + id
}

// advance takes the logits of the next id for every live hypothesis, one row
// each, with the logarithm of each row's sum of exponentials, and moves on by
// one id. Before the first step all hypotheses are alike and rows may hold a
// single row for all. It returns for each new live hypothesis the index of the
// old one that it continues.
func (s *search) advance(rows [][]float32, normal []float32) []int {
	vocabulary := len(rows[0])
	top := make([]candidate, 0, 2*s.width+1)
	least := float32(math.Inf(-1)) // what a candidate must exceed
	for i, live := range s.live {
		r := min(i, len(rows)-1)
		row, shift := rows[r], normal[r]
		for id, z := range row {
			v := float32(z-shift) + live.score
			if v <= least {
				continue
			}
			if top = insert(top, candidate{v, i*vocabulary + id}, 2*s.width); len(top) == 2*s.width {
				least = top[len(top)-1].value
			}
		}
	}

	continued := make([]ranked, len(top))
	ended := make([]ranked, len(top))
	for n, c := range top {
		id := int32(c.index % vocabulary)
		from := s.live[c.index/vocabulary].ids
		ids := append(make([]int32, 0, len(from)+1), from...)
		ids = append(ids, id)
		end := id == EndID
		continued[n] = ranked{ids: ids, score: c.value}
		ended[n] = ranked{ids: ids, score: c.value / penalty(s.current+1, s.alpha), filled: end}
		if end {
			continued[n].score += impossible
		} else {
			ended[n].score += impossible
		}
	}
	keep := best(continued, s.width)
	parents := make([]int, len(keep))
	live := make([]ranked, len(keep))
	for n, i := range keep {
		live[n] = continued[i]
		parents[n] = top[i].index / vocabulary
	}
	all := append(slices.Clone(s.finished), ended...)
	finished := make([]ranked, 0, s.width)
	for _, i := range best(all, s.width) {
		finished = append(finished, all[i])
	}
	s.live, s.finished, s.current = live, finished, s.current+1
	s.checkStop()
	return parents
}

// insert puts c into a list that is sorted best first, behind its equals, and
// keeps at most most.
func insert(list []candidate, c candidate, most int) []candidate {
	at := len(list)
	for at > 0 && c.value > list[at-1].value {
		at--
	}
	list = slices.Insert(list, at, c)
	return list[:min(len(list), most)]
}

// best gives the indices of the n highest scores in ascending order, best
// last; of equal scores the lower index counts as better.
func best(list []ranked, n int) []int {
	order := make([]int, len(list))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case list[a].score > list[b].score:
			return -1
		case list[a].score < list[b].score:
			return 1
		}
		return 0
	})
	order = order[:min(n, len(order))]
	slices.Reverse(order)
	return order
}

// result gives the finished hypotheses, or the live ones with un-normalised
// log-probabilities if nothing has finished; best last, empty slots included.
func (s *search) result() (list []ranked, finished bool) {
	for _, f := range s.finished {
		finished = finished || f.filled
	}
	if finished {
		return s.finished, true
	}
	return s.live, false
}
