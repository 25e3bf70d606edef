package episode

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// SeedRange is a range of seeds; both ends belong to it.
type SeedRange struct{ First, Last int64 }

// The seed ranges that keep training and measuring apart.
var (
	// TestSeeds are the reference's evaluation seeds. Published numbers are
	// made on them and nothing is ever chosen by them.
	TestSeeds = SeedRange{1201539860, 1201539959}
	// DevelopmentSeeds choose the best checkpoint and compare ideas.
	DevelopmentSeeds = SeedRange{900000000, 900000099}
	// TrainingSeeds are the only seeds demonstrations are made from.
	TrainingSeeds = SeedRange{1000000, 899999999}
)

// ErrSeeds is matched by every error about seeds: text that is no range, or a
// range that may not be used.
var ErrSeeds = errors.New("seeds refused")

// SeedError tells which seeds are refused and why.
type SeedError struct {
	Seeds  string // as given
	Reason string // what is wrong, and the way out
}

func (e *SeedError) Error() string { return "seeds " + e.Seeds + ": " + e.Reason }

// Is makes every SeedError match [ErrSeeds].
func (e *SeedError) Is(target error) bool { return target == ErrSeeds }

// ParseSeeds reads "A..B" (both ends included) or a single seed "A".
func ParseSeeds(text string) (SeedRange, error) {
	const form = "want A..B with 0 <= A <= B, for example 1000000..1000099"
	first, last, found := strings.Cut(text, "..")
	if !found {
		last = first
	}
	a, errA := strconv.ParseInt(first, 10, 64)
	b, errB := strconv.ParseInt(last, 10, 64)
	switch {
	case errA != nil || errB != nil:
		return SeedRange{}, &SeedError{strconv.Quote(text), form}
	case a < 0:
		return SeedRange{}, &SeedError{text, "a seed cannot be negative; " + form}
	case b < a:
		return SeedRange{}, &SeedError{text, "the range ends before it begins; " + form}
	case b > 1<<31-1:
		return SeedRange{}, &SeedError{text, "the records hold seeds up to 2147483647; choose smaller ones"}
	}
	return SeedRange{a, b}, nil
}

// String is "A..B", as [ParseSeeds] reads it.
func (r SeedRange) String() string { return fmt.Sprintf("%d..%d", r.First, r.Last) }

// Len is the number of seeds.
func (r SeedRange) Len() int64 { return r.Last - r.First + 1 }

// Contains says whether the seed belongs to the range.
func (r SeedRange) Contains(seed int64) bool { return r.First <= seed && seed <= r.Last }

// Overlaps says whether the ranges share a seed.
func (r SeedRange) Overlaps(o SeedRange) bool { return r.First <= o.Last && o.First <= r.Last }

// MarshalText writes the range as "A..B"; so it stands in JSON.
func (r SeedRange) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText reads what MarshalText writes.
func (r *SeedRange) UnmarshalText(text []byte) error {
	parsed, err := ParseSeeds(string(text))
	if err == nil {
		*r = parsed
	}
	return err
}

// CheckTrainingSeeds refuses any range of seeds that may not be learned from.
// Only [TrainingSeeds] may; the error says which held-out range was touched.
func CheckTrainingSeeds(first, last int64) error {
	asked := SeedRange{first, last}
	out := fmt.Sprintf("choose seeds within %v", TrainingSeeds)
	switch {
	case last < first:
		return &SeedError{asked.String(), "the range ends before it begins"}
	case asked.Overlaps(TestSeeds):
		return &SeedError{asked.String(), fmt.Sprintf("the test seeds %v are never learned from; %s", TestSeeds, out)}
	case asked.Overlaps(DevelopmentSeeds):
		return &SeedError{asked.String(), fmt.Sprintf("the development seeds %v are never learned from; %s", DevelopmentSeeds, out)}
	case first < TrainingSeeds.First || last > TrainingSeeds.Last:
		return &SeedError{asked.String(), fmt.Sprintf("not all of them are training seeds; %s", out)}
	}
	return nil
}

// CheckDevelopmentSeeds refuses any range of seeds that a model in training may
// not be judged by. Only [DevelopmentSeeds] may: who chooses by the test seeds
// has nothing left to measure with.
func CheckDevelopmentSeeds(r SeedRange) error {
	switch {
	case r.Overlaps(TestSeeds):
		return &SeedError{r.String(), fmt.Sprintf("nothing is chosen by the test seeds %v; choose seeds within %v", TestSeeds, DevelopmentSeeds)}
	case !DevelopmentSeeds.Contains(r.First) || !DevelopmentSeeds.Contains(r.Last):
		return &SeedError{r.String(), fmt.Sprintf("not all of them are development seeds; choose seeds within %v", DevelopmentSeeds)}
	}
	return nil
}

// HeldOut says whether the seed is one of the test or development seeds.
func HeldOut(seed int64) bool { return TestSeeds.Contains(seed) || DevelopmentSeeds.Contains(seed) }
