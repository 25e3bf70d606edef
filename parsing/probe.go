package parsing

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/draw"
	"image/png"
	"strconv"
	"strings"

	"pix2act/episode"
	"pix2act/gui"
)

// Probe asks a policy to read and to point on screens that nothing is learnt from.
type Probe struct {
	questions []probeQuestion
}

type probeQuestion struct {
	task        string
	observation gui.Observation
	answer      string
}

// ProbeResult is how a policy answered.
type ProbeResult struct {
	Score float64              `json:"score"` // mean of Near over the tasks, in [0, 1]
	Tasks map[string]ProbeTask `json:"tasks"` // by kind and size of text, such as "read-small"
}

// ProbeTask is the part of one kind and size of text.
type ProbeTask struct {
	Examples int     `json:"examples"`
	Exact    float64 `json:"exact"` // share of right answers
	// Near counts places at most one bin off in X and in Y, and the share of the
	// characters that are right: 1 − edit distance ÷ length, at least 0.
	Near float64 `json:"near"`
}

// OpenProbe reads a data set that a Maker wrote as a probe, up to limit questions
// of every task.
func OpenProbe(dir string, limit int) (*Probe, error) {
	set, err := episode.Open(dir)
	if err != nil {
		return nil, fmt.Errorf("probe: %w", err)
	}
	defer set.Close()
	p := &Probe{}
	counts := map[string]int{}
	for i := range set.Len() {
		task := set.Task(i)
		if counts[task] == limit {
			continue
		}
		counts[task]++
		example, err := set.Example(i)
		if err != nil {
			return nil, fmt.Errorf("probe: %w", err)
		}
		picture, err := png.Decode(bytes.NewReader(example.Image))
		if err != nil {
			return nil, fmt.Errorf("probe: example %s: %w", example.ID, err)
		}
		rgba := image.NewRGBA(picture.Bounds())
		draw.Draw(rgba, rgba.Rect, picture, picture.Bounds().Min, draw.Src)
		p.questions = append(p.questions, probeQuestion{task, gui.NewObservation(rgba, image.Point{}, 1), example.Parse})
	}
	return p, nil
}

// Ask puts every question to a policy and looks at its best answer.
func (p *Probe) Ask(ctx context.Context, policy gui.Policy) (ProbeResult, error) {
	const atOnce = 32
	result := ProbeResult{Tasks: map[string]ProbeTask{}}
	for at := 0; at < len(p.questions); at += atOnce {
		part := p.questions[at:min(at+atOnce, len(p.questions))]
		observations := make([]gui.Observation, len(part))
		for i, q := range part {
			observations[i] = q.observation
		}
		beams, err := policy.Propose(ctx, observations)
		if err != nil {
			return result, fmt.Errorf("probe: %w", err)
		}
		for i, q := range part {
			answer := ""
			if len(beams[i]) > 0 {
				answer = beams[i][0].Action
			}
			t := result.Tasks[q.task]
			t.Examples++
			if answer == q.answer {
				t.Exact++
			}
			t.Near += near(answer, q.answer)
			result.Tasks[q.task] = t
		}
	}
	for name, t := range result.Tasks {
		t.Exact /= float64(t.Examples)
		t.Near /= float64(t.Examples)
		result.Tasks[name] = t
		result.Score += t.Near / float64(len(result.Tasks))
	}
	return result, nil
}

// near tells how close an answer comes to the right one, in [0, 1].
func near(answer, right string) float64 {
	verb, rest, _ := strings.Cut(right, " ")
	given, found := strings.CutPrefix(answer, verb+" ")
	switch {
	case !found:
		return 0
	case verb == "click":
		if within(given, rest, 1) {
			return 1
		}
		return 0
	}
	return max(0, 1-float64(distance([]rune(given), []rune(rest)))/float64(len([]rune(rest))))
}

// within tells whether two lists of whole numbers differ by at most a number in every place.
func within(a, b string, most int) bool {
	as, bs := strings.Fields(a), strings.Fields(b)
	for i := range as {
		x, errX := strconv.Atoi(as[i])
		y, errY := 0, error(nil)
		if i < len(bs) {
			y, errY = strconv.Atoi(bs[i])
		}
		if errX != nil || errY != nil || x-y > most || y-x > most {
			return false
		}
	}
	return len(as) == len(bs)
}

// distance is the least number of characters to put in, leave out or change.
func distance(a, b []rune) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i, x := range a {
		diagonal := row[0]
		row[0] = i + 1
		for j, y := range b {
			change := diagonal
			if x != y {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
