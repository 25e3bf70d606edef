package parsing

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Part is a level's share in a mixture.
type Part struct {
	Level  Level
	Weight float64
}

// Stage is a stretch of learning on a mixture of levels.
type Stage struct {
	Share float64 // of all steps, relative to the other stages
	Mix   []Part
}

// Stages are what is learnt one after the other, easier things first.
type Stages []Stage

// ErrStages is matched by every error of ParseStages.
var ErrStages = errors.New("stages")

// DefaultStages go from lines over words to pages, and keep some of what came
// before. Cut-outs of a folder come last, beside generated pages.
func DefaultStages(folder bool) Stages {
	stages := Stages{
		{1, []Part{{LevelLine, 1}}},
		{3, []Part{{LevelWords, 3}, {LevelLine, 1}}},
		{6, []Part{{LevelPages, 3}, {LevelWords, 1}}},
	}
	if folder {
		stages[2].Mix = append(stages[2].Mix, Part{LevelFolder, 2})
	}
	return stages
}

// ParseStages reads stages set apart by commas, each SHARE*LEVEL[=WEIGHT] with
// further levels after a +, for example "1*line,3*words=3+line".
func ParseStages(text string) (Stages, error) {
	var stages Stages
	for _, one := range strings.Split(text, ",") {
		refuse := func(reason string) (Stages, error) {
			return nil, fmt.Errorf("%w: %q: %s; want SHARE*LEVEL[=WEIGHT][+LEVEL…] with the levels %v", ErrStages, one, reason, Levels)
		}
		share, mix, found := strings.Cut(one, "*")
		if !found {
			return refuse("no share")
		}
		stage := Stage{}
		var ok bool
		if stage.Share, ok = positive(share); !ok {
			return refuse("the share is no number above 0")
		}
		for _, part := range strings.Split(mix, "+") {
			name, weight, weighted := strings.Cut(part, "=")
			p := Part{Level(name), 1}
			if !slices.Contains(Levels, p.Level) {
				return refuse(fmt.Sprintf("there is no level %q", name))
			}
			if weighted {
				if p.Weight, ok = positive(weight); !ok {
					return refuse("the weight of " + name + " is no number above 0")
				}
			}
			if slices.ContainsFunc(stage.Mix, func(other Part) bool { return other.Level == p.Level }) {
				return refuse(name + " comes twice")
			}
			stage.Mix = append(stage.Mix, p)
		}
		stages = append(stages, stage)
	}
	return stages, nil
}

func positive(text string) (float64, bool) {
	x, err := strconv.ParseFloat(text, 64)
	return x, err == nil && x > 0 && x <= 1e6
}

// String writes stages as ParseStages reads them.
func (s Stages) String() string {
	list := make([]string, len(s))
	for i, stage := range s {
		mix := make([]string, len(stage.Mix))
		for j, part := range stage.Mix {
			mix[j] = fmt.Sprintf("%s=%s", part.Level, strconv.FormatFloat(part.Weight, 'g', -1, 64))
		}
		list[i] = strconv.FormatFloat(stage.Share, 'g', -1, 64) + "*" + strings.Join(mix, "+")
	}
	return strings.Join(list, ",")
}

// Levels are those of any stage, in the order in which they are learnt.
func (s Stages) Levels() []Level {
	var levels []Level
	for _, level := range Levels {
		if slices.ContainsFunc(s, func(stage Stage) bool {
			return slices.ContainsFunc(stage.Mix, func(part Part) bool { return part.Level == level })
		}) {
			levels = append(levels, level)
		}
	}
	return levels
}

// Ends gives the step at which each stage of a run of that many steps ends. The
// last one ends at steps; an early one can be empty in a short run.
func (s Stages) Ends(steps int) []int {
	whole, sum := 0.0, 0.0
	for _, stage := range s {
		whole += stage.Share
	}
	ends := make([]int, len(s))
	for i, stage := range s {
		sum += stage.Share
		ends[i] = int(float64(steps) * sum / whole)
	}
	ends[len(ends)-1] = steps
	return ends
}
