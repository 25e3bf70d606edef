package score

import (
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"strings"
	"time"

	"pix2act/gui"
	"pix2act/play"
)

// Meta is what a report says beyond its records.
type Meta struct {
	Suite    string
	Agent    string
	Seeds    string   // "A..B"
	Tasks    []string // asked for, in the order of the report; others come after them
	Expected int      // episodes asked for; 0: as many as come
	Protocol Protocol
}

// Summary gathers records into a report. It is not safe for use by several
// goroutines.
type Summary struct {
	meta         Meta
	tasks        map[string]*taskSums
	order        []string
	faults       []Fault
	observations hash.Hash
	timing       gui.Timing
	duration     time.Duration
	pictures     int // steps that timing is the sum of
}

// taskSums are what the means of a task are made of.
type taskSums struct {
	episodes, successes, steps, invalid int
	score, raw                          float64
	ends                                map[string]int
}

// NewSummary begins a report.
func NewSummary(meta Meta) *Summary {
	s := &Summary{meta: meta, tasks: map[string]*taskSums{}, observations: sha256.New()}
	for _, task := range meta.Tasks {
		s.sums(task)
	}
	return s
}

// Summarise makes the report of records that are all at hand.
func Summarise(meta Meta, records []play.Record) Report {
	s := NewSummary(meta)
	for _, r := range records {
		s.Add(r)
	}
	return s.Report()
}

func (s *Summary) sums(task string) *taskSums {
	t := s.tasks[task]
	if t == nil {
		t = &taskSums{ends: map[string]int{}}
		s.tasks[task] = t
		s.order = append(s.order, task)
	}
	return t
}

// Add counts one episode. Records must come in the order of the episodes, since
// ObservationsSHA256 is the SHA-256 over the observation hashes in order, each
// followed by a newline: of every episode what the agent saw before each of its
// actions, then what it saw last.
func (s *Summary) Add(r play.Record) {
	t := s.sums(r.Episode.Task)
	t.episodes++
	if r.Final.Success {
		t.successes++
	}
	t.score += r.Final.Score
	t.raw += r.Final.Raw
	t.steps += len(r.Steps)
	t.ends[End(r.Final)]++
	for _, step := range r.Steps {
		if step.After.Invalid != nil {
			t.invalid++
		}
		s.time(step.After.Timing)
		s.see(step.Before)
	}
	s.see(r.Final.Observation)
	s.duration += r.Duration
	if len(r.Faults) > 0 {
		s.faults = append(s.faults, Fault{
			Task: r.Episode.Task, Seed: r.Episode.Seed,
			Errors:    append([]string(nil), r.Faults...),
			Recovered: End(r.Final) != gui.ReasonFault,
		})
	}
}

func (s *Summary) see(o gui.Observation) { s.observations.Write([]byte(o.SHA256() + "\n")) }

func (s *Summary) time(t gui.Timing) {
	s.timing.Input += t.Input
	s.timing.Advance += t.Advance
	s.timing.State += t.State
	s.timing.Capture += t.Capture
	s.timing.Draw += t.Draw
	s.pictures++
}

// What ends an episode, besides the reasons of package gui.
const (
	EndPage  = "page"
	EndAgent = "agent failed" // by an error
)

// End names what ended an episode: EndPage, EndAgent, or one of the reasons of
// package gui without its details.
func End(final gui.Step) string {
	for _, reason := range []string{gui.ReasonStepLimit, gui.ReasonLeftPage, gui.ReasonStopped, gui.ReasonFault, EndAgent} {
		if final.Reason == reason || strings.HasPrefix(final.Reason, reason+": ") {
			return reason
		}
	}
	return EndPage
}

// Report gives the report of the records so far.
func (s *Summary) Report() Report {
	r := Report{
		Suite: s.meta.Suite, Agent: s.meta.Agent, Seeds: s.meta.Seeds,
		Tasks: []Task{}, Faults: append([]Fault{}, s.faults...),
		Protocol:           s.meta.Protocol,
		ObservationsSHA256: hex.EncodeToString(s.observations.Sum(nil)),
	}
	if r.Protocol.InjectedStyles == nil {
		r.Protocol.InjectedStyles = []string{}
	}
	var all taskSums
	for _, name := range s.order {
		t := s.tasks[name]
		all.episodes += t.episodes
		all.successes += t.successes
		all.steps += t.steps
		all.invalid += t.invalid
		all.score += t.score
		result := Task{Task: name, Episodes: t.episodes, InvalidActions: t.invalid, Ends: map[string]int{}}
		for end, n := range t.ends {
			result.Ends[end] = n
		}
		result.Success = mean(float64(t.successes), t.episodes)
		result.Score = mean(t.score, t.episodes)
		result.Raw = mean(t.raw, t.episodes)
		result.MeanSteps = mean(float64(t.steps), t.episodes)
		result.SuccessCI95[0], result.SuccessCI95[1] = Wilson(t.successes, t.episodes)
		r.Tasks = append(r.Tasks, result)
	}
	if all.invalid > 0 {
		r.Grammar = gui.Grammar
	}
	r.Episodes = all.episodes
	r.Missing = max(0, s.meta.Expected-all.episodes)
	r.MeanScore = 100 * mean(all.score, all.episodes)
	r.Success = mean(float64(all.successes), all.episodes)
	r.SuccessCI95[0], r.SuccessCI95[1] = Wilson(all.successes, all.episodes)
	r.MeanSteps = mean(float64(all.steps), all.episodes)
	ms := func(d time.Duration, n int) float64 { return mean(float64(d)/float64(time.Millisecond), n) }
	r.Timing = Timing{
		InputMS: ms(s.timing.Input, s.pictures), AdvanceMS: ms(s.timing.Advance, s.pictures),
		StateMS: ms(s.timing.State, s.pictures), CaptureMS: ms(s.timing.Capture, s.pictures),
		DrawMS: ms(s.timing.Draw, s.pictures), EpisodeMS: ms(s.duration, all.episodes),
	}
	return r
}

// mean of nothing is 0, so that a report stays JSON.
func mean(sum float64, n int) float64 {
	if n == 0 {
		return 0
	}
	return sum / float64(n)
}
