package train

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"pix2act/agent"
	"pix2act/pix2struct"
	"pix2act/tensor"
)

// Development is how a model answers examples of episodes it never trained on,
// greedily. Exact answers are a hint only: a click one bin off still solves most
// pages, and a task whose last click alone is right is not solved.
type Development struct {
	Examples int                        `json:"examples"`
	Exact    float64                    `json:"exact"` // mean over the tasks
	Near     float64                    `json:"near"`  // exact, the same verb at most one bin off in X and in Y, or a value off by one
	Tasks    map[string]DevelopmentTask `json:"tasks"`
	// Commonest is the share of the most frequent answer, CommonestTarget that
	// of the most frequent right answer.
	Commonest       float64 `json:"commonest"`
	CommonestTarget float64 `json:"commonest_target"`
	// Error is the mean distance of a value function's answers from the right
	// ones, in [0, 1]; nil of a policy. An answer that is no number is as far off
	// as can be.
	Error *float64 `json:"error,omitempty"`
	// Answer is the most frequent answer.
	Answer string `json:"answer,omitempty"`
}

// DevelopmentTask is the part of one task.
type DevelopmentTask struct {
	Examples int     `json:"examples"`
	Exact    float64 `json:"exact"`
	Near     float64 `json:"near"`
}

// stuck tells whether the model gives one answer whatever it sees, although the
// right answers differ. Such a model has learnt the mixture of actions and not
// to look.
func (d *Development) stuck() bool {
	return d.Examples >= 8 && d.Commonest >= 0.9 && d.CommonestTarget < 0.7
}

// question is a development example ready to be asked.
type question struct {
	task    string
	patches pix2struct.Patches
	action  string
}

// examiner asks a fixed selection of the development examples.
type examiner struct {
	questions []question
	predictor *pix2struct.Predictor
	parse     func(string) (string, error)
}

// newExaminer selects up to limit development examples, the same number of every
// task as far as they go, and keeps their patches. Examples that cannot be used
// are passed over.
func newExaminer(c *corpus, e *encoder, model *pix2struct.Model, executor tensor.Executor, limit int) (*examiner, error) {
	x := &examiner{parse: agent.SpellingOf(e.vocabulary).Parse}
	var err error
	x.predictor, err = pix2struct.NewPredictor(model, e.vocabulary, executor, pix2struct.BeamOptions{Width: 1})
	if err != nil {
		return nil, fmt.Errorf("development examples: %w", err)
	}
	tasks := slices.Sorted(maps.Keys(c.development))
	if len(tasks) == 0 || limit <= 0 {
		return x, nil
	}
	random := rand.New(rand.NewPCG(0x64657665, 0x6c6f70)) // the same selection in every run on the data
	each := (limit + len(tasks) - 1) / len(tasks)
	for _, task := range tasks {
		refs := slices.Clone(c.development[task])
		random.Shuffle(len(refs), func(i, j int) { refs[i], refs[j] = refs[j], refs[i] })
		for _, r := range refs[:min(each, len(refs))] {
			example, err := c.sources[r.source].Examples.Example(int(r.index))
			if err != nil {
				continue
			}
			patches, err := e.patches(example)
			if err != nil {
				continue
			}
			x.questions = append(x.questions, question{task, patches, example.Parse})
		}
	}
	return x, nil
}

// ask lets the model answer. A nil result means that there are no examples.
func (x *examiner) ask(ctx context.Context) (*Development, error) {
	if len(x.questions) == 0 {
		return nil, nil
	}
	const atOnce = 32
	answers := map[string]int{}
	targets := map[string]int{}
	tasks := map[string]DevelopmentTask{}
	var errors valueErrors
	for at := 0; at < len(x.questions); at += atOnce {
		part := x.questions[at:min(at+atOnce, len(x.questions))]
		pictures := make([]pix2struct.Patches, len(part))
		for i, q := range part {
			pictures[i] = q.patches
		}
		beams, err := x.predictor.Predict(ctx, pictures)
		if err != nil {
			return nil, fmt.Errorf("development examples: %w", err)
		}
		for i, q := range part {
			answer := ""
			if len(beams[i]) > 0 {
				answer = beams[i][0].Text
				if action, err := x.parse(answer); err == nil {
					answer = action
				}
			}
			errors.add(answer, q.action)
			answers[answer]++
			targets[q.action]++
			t := tasks[q.task]
			t.Examples++
			if answer == q.action {
				t.Exact++
			}
			if nearly(answer, q.action) {
				t.Near++
			}
			tasks[q.task] = t
		}
	}
	d := &Development{Examples: len(x.questions), Tasks: tasks, Error: errors.mean()}
	for name, t := range tasks {
		t.Exact /= float64(t.Examples)
		t.Near /= float64(t.Examples)
		d.Exact += t.Exact / float64(len(tasks))
		d.Near += t.Near / float64(len(tasks))
		tasks[name] = t
	}
	d.Answer, d.Commonest = commonest(answers, d.Examples)
	_, d.CommonestTarget = commonest(targets, d.Examples)
	return d, nil
}

func commonest(counts map[string]int, all int) (string, float64) {
	name, most := "", 0
	for _, text := range slices.Sorted(maps.Keys(counts)) {
		if counts[text] > most {
			name, most = text, counts[text]
		}
	}
	return name, float64(most) / float64(all)
}

// nearly accepts the same action, or the same verb at most one bin away.
func nearly(answer, target string) bool {
	if answer == target || valueDistance(answer, target) <= 1 {
		return true
	}
	a, b := strings.Split(answer, " "), strings.Split(target, " ")
	if len(a) != 3 || len(b) != 3 || a[0] != b[0] || a[0] == "keys" || a[0] == "key" {
		return false
	}
	for i := 1; i < 3; i++ {
		x, errX := strconv.Atoi(a[i])
		y, errY := strconv.Atoi(b[i])
		if errX != nil || errY != nil || x-y > 1 || y-x > 1 {
			return false
		}
	}
	return true
}

// brief is a line for a person. The shares are means over the tasks, which have
// unequal numbers of examples.
func (d *Development) brief() string {
	unit := "a bin"
	if d.Error != nil {
		unit = fmt.Sprintf("one, mean error %.3f", *d.Error)
	}
	over := ""
	if len(d.Tasks) > 1 {
		over = fmt.Sprintf(" of %d tasks, mean over the tasks", len(d.Tasks))
	}
	return fmt.Sprintf("%d unseen examples%s: %.1f %% exact, %.1f %% within %s", d.Examples, over, 100*d.Exact, 100*d.Near, unit)
}
