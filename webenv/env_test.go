package webenv

import (
	"testing"

	"pix2act/chrome"
	"pix2act/gui"
	"pix2act/gui/envtest"
)

// crash kills the environment's browser behind its back.
func crash(env gui.Env) {
	if b := env.(*Env).browser; b != nil {
		_ = b.Close()
	}
}

func TestConformance(t *testing.T) {
	for task, actions := range map[string][]string{
		"widgets": {"move 5 6", "click 5 16", "key ctrl v", "keys Ab", "key shift ArrowLeft", "double_click 5 21", "begin_drag 18 18",
			"end_drag 25 20", "scroll 30", "wait"},
		"moving": {"wait", "click 10 10", "wait"},
		"owned":  {"wait", "click 10 10", "move 20 20", "scroll 10", "wait"},
		"told":   {"click 5 16", "key ctrl v", "keys x"},
	} {
		t.Run(task, func(t *testing.T) {
			pool := newPool(t, 2, chrome.Options{})
			envtest.Run(t, envtest.Harness{
				New: func(t *testing.T) gui.Env {
					env, err := New(t.Context(), Options{Suite: testSuite{}, Pool: pool})
					if err != nil {
						t.Fatal(err)
					}
					return env
				},
				Episode: gui.Episode{Suite: "test", Task: task, Seed: 3, Mode: gui.ModeTrain},
				Actions: actions,
				Crash:   crash,
			})
		})
	}
}
