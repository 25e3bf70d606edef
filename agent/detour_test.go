package agent

import (
	"context"
	"testing"

	"pix2act/gui"
)

// scripted answers with the same actions over and over, and counts how often it is asked.
type scripted struct {
	actions []string
	asked   int
}

func (s *scripted) Next(context.Context, gui.Observation) (gui.Decision, error) {
	action := s.actions[s.asked%len(s.actions)]
	s.asked++
	return gui.Decision{Action: action, Stop: action == ""}, nil
}

// walk lets an agent act n times on one picture.
func walk(t *testing.T, a gui.Agent, observation gui.Observation, n int) []gui.Decision {
	t.Helper()
	var list []gui.Decision
	for range n {
		d, err := a.Next(t.Context(), observation)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, d)
	}
	return list
}

func page(t *testing.T) gui.Observation {
	t.Helper()
	env := gui.NewMemEnv()
	defer env.Close()
	step, err := env.Reset(t.Context(), gui.Episode{Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	return step.Observation
}

func TestDetours(t *testing.T) {
	observation := page(t)
	script := []string{"click 10 20", "keys hello", "begin_drag 3 3", "move 5 5", "end_drag 9 9", "key Enter", "wait"}
	options := DetourOptions{Probability: 0.3, Seed: 5, Bins: gui.DefaultBins}
	const n = 3000
	one := walk(t, Detours(&scripted{actions: script}, options), observation, n)
	two := walk(t, Detours(&scripted{actions: script}, options), observation, n)
	options.Seed = 6
	other := walk(t, Detours(&scripted{actions: script}, options), observation, n)
	kinds := map[gui.Verb]int{}
	astray, held, differs := 0, false, false
	for i, d := range one {
		if d.Action != two[i].Action || d.Astray != two[i].Astray {
			t.Fatalf("step %d: %+v and %+v with one seed", i, d, two[i])
		}
		differs = differs || d.Action != other[i].Action
		action, err := gui.ParseAction(d.Action, gui.DefaultBins)
		if err != nil {
			t.Fatal(err)
		}
		if d.Astray {
			astray++
			kinds[action.Verb]++
			if held || d.Action == "keys hello" {
				t.Fatalf("step %d: %s went astray, with the button held: %v", i, d.Action, held)
			}
			continue
		}
		held = action.Verb == gui.BeginDrag || held && action.Verb != gui.EndDrag
	}
	if !differs {
		t.Error("two seeds, the same detours")
	}
	// Two of the seven actions come while the button is held, and two cannot slip.
	if astray < n/10 || astray > n/3 || kinds[gui.Move] == 0 || kinds[gui.Click] == 0 || kinds[gui.Keys] == 0 {
		t.Errorf("%d of %d astray: %v", astray, n, kinds)
	}
	// Nothing that is not astray is lost or changed.
	asked := &scripted{actions: script}
	for i, d := range walk(t, Detours(asked, DetourOptions{Bins: gui.DefaultBins}), observation, 14) {
		if d.Astray || d.Action != script[i%7] {
			t.Errorf("step %d: %+v without detours", i, d)
		}
	}
	if d := walk(t, Detours(&scripted{actions: []string{""}}, DetourOptions{Bins: gui.DefaultBins}), observation, 1)[0]; !d.Stop {
		t.Errorf("an agent that stops: %+v", d)
	}
	if d := walk(t, Detours(&scripted{actions: []string{"click 99 99"}}, DetourOptions{Bins: gui.DefaultBins}), observation, 1)[0]; d.Action != "click 99 99" {
		t.Errorf("an illegal action: %+v", d)
	}
}

// Clicks on the ground fall where the page of the memory environment is empty: they change nothing there.
func TestDetoursFindEmptyGround(t *testing.T) {
	env := gui.NewMemEnv()
	defer env.Close()
	ctx := t.Context()
	ground := 0
	for seed := range int64(40) {
		step, err := env.Reset(ctx, gui.Episode{Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		d := Detours(nil, DetourOptions{Seed: seed, Bins: gui.DefaultBins}).(*detour)
		action := d.ground(step.Observation)
		if action.Verb != gui.Click {
			continue
		}
		ground++
		if _, y := gui.DefaultBins.Pixel(action.X, action.Y, 160, 210); y < 50 {
			t.Errorf("seed %d: %s is in the instruction", seed, action)
		}
		if step, err = env.Step(ctx, action.String()); err != nil || step.Done {
			t.Errorf("seed %d: %s ended the episode, %v", seed, action, err)
		}
	}
	if ground < 30 {
		t.Errorf("only %d of 40 pages have empty ground", ground)
	}
}
