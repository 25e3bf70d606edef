package episode

import (
	"fmt"
	"strconv"
	"strings"
)

// ID names one step of one episode. As text it is suite/task/seed/step.
type ID struct {
	Suite string // "" in data of the reference implementation, which has one suite
	Task  string
	Seed  int64
	Step  int // 0 for the first
}

// String is the text of the ID as it stands in a record. An ID without a suite
// has the reference's form seed-task-step.
func (id ID) String() string {
	if id.Suite == "" {
		return fmt.Sprintf("%d-%s-%d", id.Seed, id.Task, id.Step)
	}
	return fmt.Sprintf("%s/%s/%d/%d", id.Suite, id.Task, id.Seed, id.Step)
}

// ParseID reads suite/task/seed/step, and the reference's seed-task-step.
func ParseID(text string) (ID, error) {
	bad := func() (ID, error) {
		return ID{}, fmt.Errorf("example ID %q: want suite/task/seed/step", text)
	}
	var id ID
	var seed, step string
	if parts := strings.Split(text, "/"); len(parts) == 4 {
		id.Suite, id.Task, seed, step = parts[0], parts[1], parts[2], parts[3]
		if id.Suite == "" {
			return bad()
		}
	} else if first, last := strings.IndexByte(text, '-'), strings.LastIndexByte(text, '-'); len(parts) == 1 && first >= 0 && first < last {
		// A task's name may hold dashes, a seed and a step cannot.
		seed, id.Task, step = text[:first], text[first+1:last], text[last+1:]
	} else {
		return bad()
	}
	var err error
	if id.Seed, err = strconv.ParseInt(seed, 10, 64); err != nil || id.Seed < 0 || strconv.FormatInt(id.Seed, 10) != seed {
		return bad()
	}
	if id.Step, err = strconv.Atoi(step); err != nil || id.Step < 0 || strconv.Itoa(id.Step) != step {
		return bad()
	}
	if id.Task == "" {
		return bad()
	}
	return id, nil
}

// EpisodePart is the part of an ID's text that all steps of its episode share:
// everything before the last separator. It accepts any text, so that a foreign
// ID ("demo_12_3") is grouped too.
func EpisodePart(id string) string {
	separator := "-_"
	if strings.Contains(id, "/") {
		separator = "/"
	}
	if i := strings.LastIndexAny(id, separator); i > 0 {
		return id[:i]
	}
	return id
}
