package train

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"pix2act/episode"
)

// Examples is a set of examples with random access. *episode.Dataset is one.
// Implementations are safe for use by several goroutines.
type Examples interface {
	Len() int
	// ID names example i without reading its picture; see episode.ID.
	ID(i int) string
	Example(i int) (episode.Example, error)
}

// rejecter is told of examples that cannot be used, and answers with the error
// to go on or to end with. *episode.Dataset is one: it counts them and refuses
// to go on when there are too many.
type rejecter interface {
	Reject(i int, reason error) error
}

// Source is a set of examples with its share in the mixture.
type Source struct {
	Name     string
	Weight   float64 // relative; 0 counts as the number of training examples
	Examples Examples
}

// Folder is a data folder on disk with its share in the mixture.
type Folder struct {
	Dir    string  `json:"dir"`
	Weight float64 `json:"weight,omitempty"` // relative; 0: by the number of examples
}

// ParseFolder reads "DIR" or "DIR=WEIGHT".
func ParseFolder(text string) (Folder, error) {
	dir, weight, found := text, "", false
	if i := strings.LastIndexByte(text, '='); i >= 0 {
		dir, weight, found = text[:i], text[i+1:], true
	}
	if dir == "" {
		return Folder{}, fmt.Errorf("data folder %q: want DIR or DIR=WEIGHT", text)
	}
	if !found {
		return Folder{Dir: dir}, nil
	}
	w, err := strconv.ParseFloat(weight, 64)
	if err != nil || !(w > 0) || w > 1e9 {
		return Folder{}, fmt.Errorf("data folder %q: the weight %q is not a number above 0", text, weight)
	}
	return Folder{Dir: dir, Weight: w}, nil
}

// ErrNoExamples is matched when there is nothing to train on.
var ErrNoExamples = errors.New("no training examples")

// ref points to one example of one source.
type ref struct{ source, index int32 }

// stream is examples that are drawn together: a source, or one task of it.
type stream struct {
	weight float64
	refs   []ref
}

// corpus is all sources, split.
type corpus struct {
	sources     []Source
	streams     []stream
	training    int              // number of training examples
	development map[string][]ref // by task, of all sources
	tasks       []string         // that the IDs name, SUITE/TASK, sorted
	left        map[string]bool  // tasks whose examples are left out, as they were asked for
}

// taskOf is the task that an example's ID names, with its suite, or the ID of
// its episode if it has another form.
func taskOf(id string) string {
	parsed, err := episode.ParseID(id)
	switch {
	case err != nil:
		return episode.EpisodePart(id)
	case parsed.Suite == "":
		return parsed.Task
	}
	return parsed.Suite + "/" + parsed.Task
}

// newCorpus splits the sources by the hash of the episode. balanced gives every
// task of a source the same share of the source's weight, however many examples
// it has. Examples of the tasks in without are left out. Held-out seeds are
// refused: a score on them would mean nothing.
func newCorpus(sources []Source, balanced bool, without []string) (*corpus, error) {
	c := &corpus{sources: sources, development: map[string][]ref{}, left: map[string]bool{}}
	named := map[string]bool{}
	for s, source := range sources {
		byTask := map[string][]ref{}
		var names []string
		all := 0
		for i := range source.Examples.Len() {
			id := source.Examples.ID(i)
			parsed, err := episode.ParseID(id)
			if err == nil && episode.HeldOut(parsed.Seed) {
				return nil, fmt.Errorf("%w: data %s: example %s has a seed kept for evaluation; make demonstrations from %v",
					ErrOptions, source.Name, id, episode.TrainingSeeds)
			}
			if err == nil && slices.Contains(without, parsed.Task) {
				c.left[parsed.Task] = true
				continue
			}
			task := taskOf(id)
			if err == nil {
				named[task] = true
			}
			r := ref{int32(s), int32(i)}
			if episode.Validation(id) {
				c.development[task] = append(c.development[task], r)
				continue
			}
			if byTask[task] == nil {
				names = append(names, task)
			}
			byTask[task] = append(byTask[task], r)
			all++
		}
		if all == 0 {
			continue
		}
		c.training += all
		weight := source.Weight
		if weight == 0 {
			weight = float64(all)
		}
		slices.Sort(names)
		if balanced {
			for _, name := range names {
				c.streams = append(c.streams, stream{weight / float64(len(names)), byTask[name]})
			}
			continue
		}
		joined := stream{weight: weight}
		for _, name := range names {
			joined.refs = append(joined.refs, byTask[name]...)
		}
		c.streams = append(c.streams, joined)
	}
	c.tasks = slices.Sorted(maps.Keys(named))
	if c.training == 0 {
		return nil, ErrNoExamples
	}
	return c, nil
}
