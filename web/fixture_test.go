package web

import (
	"image"
	"image/color"
	"image/draw"
	"math"
	"time"

	"pix2act/gui"
	"pix2act/play"
	"pix2act/score"
)

// The fixture is a hand-made evaluation that has one of everything a page shows.

var (
	yellow = color.RGBA{255, 255, 150, 255}
	grey   = color.RGBA{221, 221, 221, 255}
	blue   = color.RGBA{70, 120, 220, 255}
	black  = color.RGBA{0, 0, 0, 255}
)

// screen draws a page: an instruction above, coloured boxes below.
func screen(instruction string, pointer image.Point, pressed bool, boxes ...image.Rectangle) gui.Observation {
	page := image.NewRGBA(image.Rect(0, 0, 160, 210))
	fill := func(r image.Rectangle, c color.Color) {
		draw.Draw(page, r, image.NewUniform(c), image.Point{}, draw.Src)
	}
	fill(page.Bounds(), color.White)
	fill(image.Rect(0, 0, 160, 50), yellow)
	if text := gui.RenderHeader(instruction, gui.White); text != nil {
		draw.Draw(page, image.Rect(3, 3, 157, 47), text, image.Point{}, draw.Src)
	}
	for i, b := range boxes {
		fill(b, black)
		fill(b.Inset(1), []color.Color{grey, blue}[i%2])
	}
	return gui.Draw(page, gui.DrawOptions{Pointer: pointer, Pressed: pressed})
}

func beam(pairs ...any) gui.Beam {
	var b gui.Beam
	for i := 0; i < len(pairs); i += 2 {
		b = append(b, gui.Proposal{Action: pairs[i].(string), LogProb: math.Log(pairs[i+1].(float64))})
	}
	return b
}

func recorded(action string, b gui.Beam, before gui.Observation) play.Recorded {
	return play.Recorded{
		Action: action, Decision: gui.Decision{Action: action, Beam: b}, Before: before,
		After: gui.Step{Timing: gui.Timing{Input: 2 * time.Millisecond, Advance: 3 * time.Millisecond, State: time.Millisecond, Capture: 2500 * time.Microsecond, Draw: 400 * time.Microsecond}},
	}
}

func episodeOf(task string, seed int64) gui.Episode {
	return gui.Episode{Suite: "miniwob", SuiteHash: "5f0c2d", Task: task, Seed: seed, Mode: gui.ModeTrain, Settings: gui.Settings{}.WithDefaults()}
}

func ended(o gui.Observation, raw float64, reason string) gui.Step {
	return gui.Step{Observation: o, Raw: raw, Score: gui.ScoreOf(raw), Success: raw >= 1, Done: true, Reason: reason}
}

func fixture() []play.Record {
	button := image.Rect(30, 90, 110, 115)
	rest := image.Pt(10, 10)
	click := screen("Click the button.", rest, false, button)

	box, target := image.Rect(10, 130, 30, 150), image.Rect(100, 70, 140, 110)
	drag := []gui.Observation{
		screen("Drag the box into the field.", rest, false, target, box),
		screen("Drag the box into the field.", image.Pt(18, 141), true, target, box),
		screen("Drag the box into the field.", image.Pt(118, 89), false, target, image.Rect(108, 78, 128, 98)),
	}
	form := screen("Enter \"Kanesha\" into the field and press Submit.", rest, false, image.Rect(10, 70, 110, 90), image.Rect(10, 110, 60, 130))
	illegal := recorded("click 40 3", beam("click 40 3", .5, "click 7 12", .2), form)
	illegal.After.Invalid = &gui.ActionError{Text: "click 40 3", Reason: "X must be a bin from 0 to 31, not 40"}

	return []play.Record{
		{
			Episode: episodeOf("click-button", 1201539860), Final: ended(screen("Click the button.", image.Pt(72, 102), false, button), 1, ""), Duration: 61 * time.Millisecond,
			Steps: []play.Recorded{recorded("click 14 15", beam("click 14 15", .913, "click 13 15", .041, "click 14 16", .02, "click 3 28", .004), click)},
		},
		{
			Episode: episodeOf("drag-box", 1201539861), Final: ended(drag[2], 1, ""), Duration: 1234 * time.Millisecond, Faults: []string{"step drag-box: the page was lost: tab crashed"},
			Steps: []play.Recorded{
				recorded("begin_drag 3 21", beam("begin_drag 3 21", .7, "click 3 21", .2), drag[0]),
				recorded("end_drag 23 13", beam("end_drag 23 13", .62, "end_drag 24 13", .3), drag[1]),
			},
		},
		{
			Episode: episodeOf("enter-text", 1201539862), Final: ended(form, -1, gui.ReasonStepLimit), Duration: 300 * time.Millisecond,
			Steps: []play.Recorded{
				illegal,
				recorded("click 11 12", beam("click 12 12", .5, "click 11 12", .25), form),
				recorded("keys Kanesha </script>", beam("keys Kanesha </script>", .8, "keys Kanesha", .1, "keys Kan", .05, "wait", .01, "key Tab", .01, "key Enter", .01, "move 3 4", .005, "click 1 1", .001, "click 2 2", .001), form),
				recorded("key ctrl A", nil, form),
				recorded("scroll 60", nil, form),
				recorded("move 20 28", nil, form),
				recorded("triple_click 7 12", nil, form),
				recorded("wait", nil, form),
			},
		},
		{Episode: episodeOf("enter-text", 1201539863), Final: ended(form, 0.4, ""), Steps: []play.Recorded{recorded("double_click 8 18", nil, form)}},
		{Episode: episodeOf("drag-box", 1201539864), Final: ended(gui.Observation{}, -1, "fault: browser exited"), Faults: []string{"reset drag-box: the page was lost: browser exited"}},
	}
}

func fixtureReport() *score.Report {
	protocol := score.ProtocolOf(gui.Settings{})
	protocol.SuiteHash, protocol.TaskList, protocol.Mode = "5f0c2d9be1", "first12", gui.ModeTrain
	protocol.Browser, protocol.Fonts, protocol.Command = "HeadlessChrome/156.0.1", "c0ffee", "pix2act eval --tasks first12 --seeds 1201539860..1201539864"
	r := score.Summarise(score.Meta{Suite: "miniwob", Agent: "bundled", Seeds: "1201539860..1201539864", Tasks: []string{"click-button", "drag-box", "enter-text", "use-slider"}, Protocol: protocol}, fixture())
	r.ObservationsSHA256 = "fixed, so that the golden page does not change with every pixel"
	return &r
}
