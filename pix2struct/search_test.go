package pix2struct

import (
	"math"
	"slices"
	"testing"
)

type beamCase struct {
	Name      string
	Source    string
	Salt      int
	Picture   int
	EOSBias   float64 `json:"eos_bias"`
	EOSSlope  float64 `json:"eos_slope"`
	K, T      int
	Alpha     float64
	Sequences [][]int32
	Scores    []float64
	Filled    []bool
	From      string
	Steps     int
	Stop      string
	Trace     []struct {
		Candidates, Live []struct {
			IDs  []int32
			LogP float64 `json:"logp"`
		}
	}
}

// check compares with the end of a search; tolerance is relative to scores of
// size 1 and more.
func (c beamCase) check(t *testing.T, s *search, tolerance float64) {
	t.Helper()
	list, finished := s.result()
	if finished != (c.From == "finished") || s.current != c.Steps || s.stopped != c.Stop {
		t.Errorf("finished %v after %d steps by %q, want %s, %d, %q", finished, s.current, s.stopped, c.From, c.Steps, c.Stop)
	}
	for i, h := range list {
		ids := append(slices.Clone(h.ids), make([]int32, c.T-len(h.ids))...)
		if !slices.Equal(ids, c.Sequences[i]) {
			t.Errorf("sequence %d is %v, want %v", i, ids, c.Sequences[i])
		}
		if d := math.Abs(float64(h.score)-c.Scores[i]) / max(1, math.Abs(c.Scores[i])); !(d <= tolerance) {
			t.Errorf("score %d is %v, want %v", i, h.score, c.Scores[i])
		}
		if finished && h.filled != c.Filled[i] {
			t.Errorf("slot %d filled %v", i, h.filled)
		}
	}
}

// hashLogits is the formula of the reference data: a function of the ids so far.
func hashLogits(salt int, bias float64, ids []int32) []float32 {
	s := salt
	for _, id := range ids {
		s = (s*131 + int(id) + 7) % 10007
	}
	z := make([]float32, 6)
	for v := range z {
		z[v] = float32(float64((s*(v+3)*17+101*v*v+13*len(ids))%6007)/1024 - 3)
	}
	z[1] += float32(bias)
	return z
}

func TestGoldenBeamTable(t *testing.T) {
	var table struct {
		Hand  [][]float64
		Cases []beamCase
	}
	goldenJSON(t, "beam/table.json", &table)
	for _, c := range table.Cases {
		t.Run(c.Name, func(t *testing.T) {
			next := func(ids []int32) []float32 {
				switch c.Source {
				case "hash":
					return hashLogits(c.Salt, c.EOSBias, ids)
				case "hand":
					last := int32(0)
					if len(ids) > 0 {
						last = ids[len(ids)-1]
					}
					var z []float32
					for _, p := range table.Hand[last] {
						z = append(z, float32(math.Log(p)))
					}
					return z
				}
				return make([]float32, 6)
			}
			s := newSearch(BeamOptions{Width: c.K, Alpha: c.Alpha}, c.T)
			for s.running() {
				var rows [][]float32
				for _, live := range s.live {
					rows = append(rows, next(live.ids))
				}
				before := s.live
				parents := s.advance(rows, logSumExps(rows))
				for i, live := range s.live {
					if p := before[parents[i]].ids; !slices.Equal(p, live.ids[:len(live.ids)-1]) {
						t.Fatalf("hypothesis %v does not continue %v", live.ids, p)
					}
				}
				if c.Trace != nil {
					for i, want := range c.Trace[s.current-1].Live {
						if !slices.Equal(want.IDs, s.live[i].ids) {
							t.Errorf("step %d: live %d is %v, want %v", s.current, i, s.live[i].ids, want.IDs)
						}
					}
				}
			}
			c.check(t, s, 1e-5)
		})
	}
	t.Logf("%d cases", len(table.Cases))
}

func TestGoldenPenalty(t *testing.T) {
	var check struct {
		Penalty []struct {
			N       int
			Penalty float64
		}
	}
	goldenJSON(t, "beam/check.json", &check)
	for _, c := range check.Penalty {
		if got := penalty(c.N, 0.6); math.Abs(float64(got)-c.Penalty) > 2e-7*c.Penalty {
			t.Errorf("penalty(%d) = %v, want %v", c.N, got, c.Penalty)
		}
	}
}

// With one row of logits for all, the first step gives the same as with one
// row each.
func TestFirstStepShared(t *testing.T) {
	row := hashLogits(7, 0, nil)
	a, b := newSearch(BeamOptions{Width: 4, Alpha: 0.6}, 5), newSearch(BeamOptions{Width: 4, Alpha: 0.6}, 5)
	pa, pb := a.advance([][]float32{row}, logSumExps([][]float32{row})), b.advance([][]float32{row, row, row, row}, logSumExps([][]float32{row, row, row, row}))
	for i := range a.live {
		if !slices.Equal(a.live[i].ids, b.live[i].ids) || a.live[i].score != b.live[i].score || pa[i] != pb[i] {
			t.Errorf("hypothesis %d: %v and %v", i, a.live[i], b.live[i])
		}
	}
}

// logSumExps are the logarithms of the rows' sums of exponentials.
func logSumExps(rows [][]float32) []float32 {
	list := make([]float32, len(rows))
	for i, row := range rows {
		largest := slices.Max(row)
		sum := 0.0
		for _, z := range row {
			sum += math.Exp(float64(z - largest))
		}
		list[i] = largest + float32(math.Log(sum))
	}
	return list
}
