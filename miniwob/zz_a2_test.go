package miniwob

import (
	"os"
	"slices"
	"testing"
	"time"

	"pix2act/chrome"
	"pix2act/gui"
	"pix2act/webenv"
)

func TestZZGrowth(t *testing.T) {
	s, err := Builtin()
	if p := os.Getenv("ZZ_PUBLIC"); p != "" {
		s, err = Public(p)
	}
	if err != nil {
		t.Fatal(err)
	}
	pool := chrome.NewPool(1, chrome.Options{})
	defer pool.Close()
	env, err := webenv.New(t.Context(), webenv.Options{Suite: s, Pool: pool})
	if err != nil {
		t.Fatal(err)
	}
	defer env.Close()
	var all []time.Duration
	var tim []gui.Timing
	for i := range 1200 {
		start := time.Now()
		st, err := env.Reset(t.Context(), gui.Episode{Task: "click-button", Seed: int64(i), Mode: "train"})
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, time.Since(start))
		tim = append(tim, st.Timing)
		if len(all) == 200 {
			slices.Sort(all)
			med := func(f func(gui.Timing) time.Duration) time.Duration {
				var x []time.Duration
				for _, v := range tim { x = append(x, f(v)) }
				slices.Sort(x)
				return x[len(x)/2]
			}
			t.Log(i+1, all[100], "p10", all[20], "input", med(func(t gui.Timing) time.Duration { return t.Input }), "adv", med(func(t gui.Timing) time.Duration { return t.Advance }),
				"state", med(func(t gui.Timing) time.Duration { return t.State }), "capture", med(func(t gui.Timing) time.Duration { return t.Capture }), "draw", med(func(t gui.Timing) time.Duration { return t.Draw }))
			all, tim = nil, nil
		}
	}
}
