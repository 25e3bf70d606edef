package web

import (
	"encoding/base64"
	"fmt"
	"html/template"
	"math"
	"strconv"
	"strings"
	"time"

	"pix2act/gui"
	"pix2act/play"
	"pix2act/score"
)

// Outcomes of an episode, in the order the page lists them.
const (
	outcomeSuccess = "success"
	outcomePartial = "partial" // the page gave something, but not enough
	outcomeFailure = "failure"
	outcomeFault   = "fault" // the machinery failed and could not be mended
)

var outcomes = []string{outcomeSuccess, outcomePartial, outcomeFailure, outcomeFault}

// episodeView is one episode as the template shows it.
type episodeView struct {
	Suite, Task string
	Seed        int64
	Mode        string
	Outcome     string
	Raw, Score  float64
	End         string // what ended it, "" for an end the page gave without a word
	Duration    string
	Faults      []string
	Steps       []stepView
	Final       pictureView
}

// stepView is one step: what was seen, ranked and done.
type stepView struct {
	Picture pictureView
	Action  string
	Invalid string // why the action was illegal, "" for a legal one
	Beam    []proposalView
	Rest    int // proposals that are not listed
	Took    string
	Detail  string // where the time went
}

// proposalView is one line of a beam.
type proposalView struct {
	Action  string
	Percent string
	Width   int // of the bar, percent
	Chosen  bool
}

// pictureView is an observation with what is drawn over it.
type pictureView struct {
	Source        template.URL // PNG as data URL, "" where nothing was seen
	Width, Height int
	Marks         []mark
	Label         string // what is typed or pressed, shown over the picture
	Invalid       bool
}

// beamLines is how many proposals of a beam are listed.
const beamLines = 8

func viewEpisode(r play.Record) (episodeView, error) {
	v := episodeView{
		Suite: r.Episode.Suite, Task: r.Episode.Task, Seed: r.Episode.Seed, Mode: r.Episode.Mode,
		Outcome: outcome(r.Final), Raw: r.Final.Raw, Score: r.Final.Score,
		End: r.Final.Reason, Faults: r.Faults, Duration: took(r.Duration),
	}
	hand := newHand(r.Episode.Settings.WithDefaults().Bins)
	for i, recorded := range r.Steps {
		step, err := viewStep(recorded, hand, r.Steps[i+1:])
		if err != nil {
			return v, fmt.Errorf("step %d: %w", i+1, err)
		}
		v.Steps = append(v.Steps, step)
	}
	var err error
	if v.Final, err = viewPicture(r.Final.Observation); err != nil {
		return v, fmt.Errorf("last picture: %w", err)
	}
	return v, nil
}

func viewStep(s play.Recorded, hand *hand, later []play.Recorded) (stepView, error) {
	picture, err := viewPicture(s.Before)
	if err != nil {
		return stepView{}, err
	}
	v := stepView{Picture: picture, Action: s.Action, Took: took(total(s.After.Timing)), Detail: detail(s.After.Timing)}
	for i, p := range s.Decision.Beam {
		if i == beamLines {
			v.Rest = len(s.Decision.Beam) - beamLines
			break
		}
		probability := math.Exp(p.LogProb)
		if math.IsNaN(probability) {
			probability = 0
		}
		probability = min(probability, 1)
		v.Beam = append(v.Beam, proposalView{
			Action: p.Action, Percent: percent(probability), Width: int(math.Round(100 * probability)), Chosen: p.Action == s.Action,
		})
	}
	if s.After.Invalid != nil {
		v.Invalid = s.After.Invalid.Reason
		v.Picture.Invalid = true
		v.Picture.Label = "✗ " + s.Action
		return v, nil
	}
	v.Picture.Marks, v.Picture.Label = hand.do(s, later)
	return v, nil
}

func viewPicture(o gui.Observation) (pictureView, error) {
	if o.Image == nil {
		return pictureView{}, nil
	}
	data, err := o.PNG()
	if err != nil {
		return pictureView{}, err
	}
	size := o.Image.Bounds().Size()
	return pictureView{
		Source: template.URL("data:image/png;base64," + base64.StdEncoding.EncodeToString(data)),
		Width:  size.X, Height: size.Y,
	}, nil
}

func outcome(final gui.Step) string {
	switch {
	case final.Success:
		return outcomeSuccess
	case score.End(final) == gui.ReasonFault:
		return outcomeFault
	case final.Raw > 0:
		return outcomePartial
	}
	return outcomeFailure
}

func total(t gui.Timing) time.Duration { return t.Input + t.Advance + t.State + t.Capture + t.Draw }

func detail(t gui.Timing) string {
	if total(t) == 0 {
		return ""
	}
	return fmt.Sprintf("input %s, clock %s, state %s, screenshot %s, drawing %s",
		took(t.Input), took(t.Advance), took(t.State), took(t.Capture), took(t.Draw))
}

// took is a duration for people, "" for none.
func took(d time.Duration) string {
	switch {
	case d <= 0:
		return ""
	case d < 100*time.Millisecond:
		return number(math.Round(10*d.Seconds()*1e3)/10) + " ms"
	case d < time.Second:
		return number(math.Round(d.Seconds()*1e3)) + " ms"
	}
	return number(math.Round(10*d.Seconds())/10) + " s"
}

// number writes at most two decimals and none that are zero.
func number(x float64) string {
	text := strconv.FormatFloat(math.Round(100*x)/100, 'f', 2, 64)
	text = strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
	if text == "-0" {
		return "0"
	}
	return strings.Replace(text, "-", "−", 1)
}

// percent writes a share in [0, 1], with a decimal unless it is whole.
func percent(share float64) string {
	return strings.TrimSuffix(score.Tenths(100*share), ".0") + " %"
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
