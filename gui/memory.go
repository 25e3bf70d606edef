package gui

import (
	"context"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"math/rand/v2"
	"slices"
	"strings"
)

// Sizes and colours of the pages of MemEnv.
const (
	memWidth    = 160
	memHeight   = 210
	memBand     = 50 // height of the yellow band above the play area
	memSquare   = 30 // side of target and decoy
	memMaxSteps = 30
)

var (
	memTarget = color.RGBA{G: 200, A: 255}
	memDecoy  = color.RGBA{B: 200, A: 255}
	memCover  = color.RGBA{R: 17, G: 17, B: 17, A: 255}
)

// MemEnv is an environment in memory that needs no browser and keeps every
// promise of Env and Restorer. Its page shows a green and a blue square at places
// drawn from the seed: releasing the button over the green one after pressing it
// there ends the episode with raw reward 1, and over the blue one with −1.
// Typed text, scrolling and the page's age show in the picture. Every task name
// plays the same game.
type MemEnv struct {
	state   *memState
	crashed bool
	closed  bool
}

// memState is the page and the episode.
type memState struct {
	episode       Episode
	target, decoy image.Rectangle
	pointer       image.Point
	pressed       *image.Point // where the button went down
	typed         string
	scroll        int
	ageMS         int
	steps         int
	last          Step
}

// NewMemEnv returns an environment in memory.
func NewMemEnv() *MemEnv { return &MemEnv{} }

// Reset starts an episode.
func (m *MemEnv) Reset(ctx context.Context, episode Episode) (Step, error) {
	if m.closed {
		return Step{}, ErrClosed
	}
	if err := ctx.Err(); err != nil {
		return Step{}, err
	}
	episode.Settings = episode.Settings.WithDefaults()
	if episode.Settings.MaxSteps == 0 {
		episode.Settings.MaxSteps = memMaxSteps
	}
	if err := episode.Settings.Validate(); err != nil {
		return Step{}, err
	}
	random := rand.New(rand.NewPCG(uint64(episode.Seed), 1))
	s := &memState{episode: episode, pointer: PointerStart}
	s.target = memPlace(random, memBand)
	for s.decoy = memPlace(random, memBand); s.decoy.Overlaps(s.target); {
		s.decoy = memPlace(random, memBand)
	}
	m.crashed, m.state = false, s
	s.look(Step{Score: ScoreOf(0)})
	return s.last, nil
}

func memPlace(random *rand.Rand, top int) image.Rectangle {
	x := random.IntN(memWidth - memSquare)
	y := top + random.IntN(memHeight-top-memSquare)
	return image.Rect(x, y, x+memSquare, y+memSquare)
}

// Step performs an action.
func (m *MemEnv) Step(ctx context.Context, action string) (Step, error) {
	switch {
	case m.closed:
		return Step{}, ErrClosed
	case m.crashed:
		m.state = nil
		m.crashed = false
		return Step{}, &FaultError{Doing: action, Err: fmt.Errorf("crashed on purpose")}
	case m.state == nil:
		return Step{}, ErrNotReset
	}
	if err := ctx.Err(); err != nil {
		return Step{}, err
	}
	s := m.state
	if s.last.Done {
		return s.last, nil
	}
	s.steps++
	parsed, reason := parseAction(action, s.episode.Settings.Bins)
	if reason != "" {
		s.last.Invalid = &ActionError{Text: action, Reason: reason}
		if s.steps >= s.episode.Settings.MaxSteps {
			s.last = s.last.Ended(ReasonStepLimit)
		}
		return s.last, nil
	}
	s.ageMS += s.episode.Settings.BudgetMS
	s.look(s.perform(parsed))
	return s.last, nil
}

// perform changes the page and returns reward and end.
func (s *memState) perform(action Action) Step {
	if action.Verb.Pointer() {
		s.pointer = image.Pt(s.episode.Settings.Bins.Pixel(action.X, action.Y, memWidth, memHeight))
	}
	var released bool
	switch action.Verb {
	case Click, DoubleClick, TripleClick:
		if s.pressed == nil {
			s.pressed = &s.pointer
		}
		released = true
	case BeginDrag:
		if s.pressed == nil {
			at := s.pointer
			s.pressed = &at
		}
	case EndDrag:
		released = s.pressed != nil
	case Scroll:
		s.scroll += action.DeltaY
	case Key:
		s.typed += "<" + strings.Join(append(slices.Clone(action.Modifiers), action.Key), "+") + ">"
	case Keys:
		s.typed += action.Text
	}
	step := Step{Score: ScoreOf(0)}
	if released {
		for i, square := range []image.Rectangle{s.target, s.decoy} {
			if s.pressed.In(square) && s.pointer.In(square) {
				raw := float64(1 - 2*i)
				step = Step{Raw: raw, Score: ScoreOf(raw), Success: raw == 1, Done: true}
			}
		}
		s.pressed = nil
	}
	if !step.Done && s.steps >= s.episode.Settings.MaxSteps {
		step = step.Ended(ReasonStepLimit)
	}
	return step
}

// look draws the page into the step and keeps it.
func (s *memState) look(step Step) {
	page := image.NewRGBA(image.Rect(0, 0, memWidth, memHeight))
	fill := func(area image.Rectangle, colour color.RGBA) {
		draw.Draw(page, area, image.NewUniform(colour), image.Point{}, draw.Src)
	}
	fill(page.Rect, White)
	fill(image.Rect(0, 0, memWidth, memBand), Yellow)
	if step.Done && step.Reason == "" {
		fill(page.Rect, memCover)
	} else {
		fill(s.target, memTarget)
		fill(s.decoy, memDecoy)
		// Text, scrolling and age, each as a row of bits.
		for row, value := range []int{s.ageMS, s.scroll} {
			memBits(page, row, uint64(value))
		}
		for i, r := range []rune(s.typed) {
			memBits(page, 2+i, uint64(r))
		}
	}
	step.Observation = Draw(page, DrawOptions{Pointer: s.pointer, Pressed: s.pressed != nil})
	s.last = step
}

// memBits draws a number as a row of small black squares in the yellow band; rows
// beyond the band start over beside the others.
func memBits(page *image.RGBA, row int, value uint64) {
	const rows = 24
	left, top := 30+(row/rows)*36%108, 1+2*(row%rows)
	for bit := range 32 {
		if value>>bit&1 == 1 {
			draw.Draw(page, image.Rect(left+bit, top, left+bit+1, top+2), image.Black, image.Point{}, draw.Src)
		}
	}
}

// Restore goes to the state after the actions.
func (m *MemEnv) Restore(ctx context.Context, episode Episode, actions []string) (Step, error) {
	step, err := m.Reset(ctx, episode)
	for _, action := range actions {
		if err != nil {
			return Step{}, err
		}
		step, err = m.Step(ctx, action)
	}
	return step, err
}

// Crash makes the next Step fail with a fault; the Reset after it works again.
func (m *MemEnv) Crash() { m.crashed = true }

// Close ends the environment.
func (m *MemEnv) Close() error {
	m.closed, m.state = true, nil
	return nil
}

// MemPolicy solves the pages of MemEnv by their pixels.
type MemPolicy struct {
	Bins Bins // grid of the actions; the zero value is DefaultBins
}

// Propose ranks a click on the target first, then waiting. Without a target in
// sight the beam is empty.
func (p MemPolicy) Propose(ctx context.Context, batch []Observation) ([]Beam, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	bins := p.Bins
	if bins == (Bins{}) {
		bins = DefaultBins
	}
	beams := make([]Beam, len(batch))
	for i, observation := range batch {
		box := memFind(observation, memTarget)
		if box.Empty() {
			continue
		}
		middle := box.Min.Add(box.Max).Div(2)
		size := observation.Image.Rect.Size()
		x, y := bins.Bin(middle.X, middle.Y, size.X, size.Y)
		click := Action{Verb: Click, X: x, Y: y}
		beams[i] = Beam{{Action: click.String(), LogProb: -0.1, Score: -0.1}, {Action: string(Wait), LogProb: -2.4, Score: -2.4}}
	}
	return beams, nil
}

// MemValue values the pages of MemEnv by their pixels.
type MemValue struct{}

// Estimate gives 1 where a target is in sight and 0 elsewhere.
func (MemValue) Estimate(ctx context.Context, batch []Observation) ([]float64, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	values := make([]float64, len(batch))
	for i, observation := range batch {
		if !memFind(observation, memTarget).Empty() {
			values[i] = 1
		}
	}
	return values, nil
}

// memFind returns the smallest box around all pixels of a colour.
func memFind(observation Observation, colour color.RGBA) image.Rectangle {
	if observation.Image == nil {
		return image.Rectangle{}
	}
	var box image.Rectangle
	size := observation.Image.Rect.Size()
	for y := range size.Y {
		for x := range size.X {
			if observation.Image.RGBAAt(x, y) == colour {
				box = box.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return box
}
