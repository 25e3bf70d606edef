package gui_test

import (
	"testing"

	"pix2act/gui"
	"pix2act/gui/envtest"
)

func TestMemEnv(t *testing.T) {
	envtest.Run(t, envtest.Harness{
		New:     func(*testing.T) gui.Env { return gui.NewMemEnv() },
		Episode: gui.Episode{Suite: "memory", Task: "squares", Seed: 7, Mode: gui.ModeTrain},
		Actions: []string{"move 3 20", "keys hello", "key ctrl a", "begin_drag 31 0", "wait", "end_drag 0 0", "scroll 40"},
		Crash:   func(env gui.Env) { env.(*gui.MemEnv).Crash() },
	})
}

func TestMemPolicySolvesMemEnv(t *testing.T) {
	env := gui.NewMemEnv()
	defer env.Close()
	for seed := range int64(30) {
		step, err := env.Reset(t.Context(), gui.Episode{Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		values, err := gui.MemValue{}.Estimate(t.Context(), []gui.Observation{step.Observation})
		if err != nil || values[0] != 1 {
			t.Fatalf("seed %d: value %v, error %v", seed, values, err)
		}
		beams, err := gui.MemPolicy{}.Propose(t.Context(), []gui.Observation{step.Observation})
		if err != nil || len(beams) != 1 || len(beams[0]) == 0 {
			t.Fatalf("seed %d: beams %v, error %v", seed, beams, err)
		}
		end, err := env.Step(t.Context(), beams[0][0].Action)
		if err != nil || !end.Success || end.Score != 1 {
			t.Errorf("seed %d: %q gave success %v, score %v, error %v", seed, beams[0][0].Action, end.Success, end.Score, err)
		}
	}
}
