package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"pix2act/agent/bundled"
	"pix2act/chrome"
	"pix2act/gui"
	"pix2act/miniwob"
	"pix2act/tensor"
	"pix2act/tensor/xla"
)

// A check is one thing doctor looked at.
type check struct {
	Name   string `json:"name"`
	OK     bool   `json:"ok"`
	Detail string `json:"detail"`
}

type doctorResult struct {
	OK     bool    `json:"ok"`
	Checks []check `json:"checks"`

	Interrupted bool `json:"interrupted,omitempty"` // before all was looked at
}

func newDoctorCommand(g *globalOptions) *cobra.Command {
	return &cobra.Command{
		Use:   "doctor",
		Short: "Check this machine: browser, fonts, determinism, processor, accelerator, bundled agent",
		Long: `Check what pix2act needs on this machine, and that the same episode gives the same pixels in two browsers.
` + exitStatus,
		Args: exactArgs(0, "no arguments"),
		RunE: func(c *cobra.Command, _ []string) error { return runDoctor(c.Context(), g) },
	}
}

func runDoctor(ctx context.Context, g *globalOptions) error {
	limited, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	result := doctorResult{OK: true, Checks: []check{}}
	look := func(name string, of func() (string, error)) bool {
		detail, err := "", ctx.Err()
		if err == nil {
			detail, err = of()
		}
		if interrupted(ctx, err) {
			result.OK, result.Interrupted = false, true
			return false
		}
		if err != nil {
			detail = err.Error()
			result.OK = false
		}
		result.Checks = append(result.Checks, check{name, err == nil, detail})
		return err == nil
	}
	var browser chrome.Installation
	if look("browser", func() (_ string, err error) {
		browser, err = chrome.Find()
		return fmt.Sprintf("%s (%s)", browser.Version, browser.Path), err
	}) {
		look("frames", func() (string, error) { return framesDetail(browser), nil })
		look("determinism", func() (string, error) { return sameTwice(limited) })
	}
	look("fonts", fontsDetail)
	look("processor", func() (string, error) {
		return fmt.Sprintf("%s, %s kernel, %s/%s", plural(runtime.NumCPU(), "core"), tensor.Kernel(), runtime.GOOS, runtime.GOARCH), nil
	})
	look("accelerator", acceleratorDetail)
	look("bundled agent", bundledDetail)
	if g.JSON {
		if err := g.print(result); err != nil {
			return err
		}
	} else {
		for _, c := range result.Checks {
			mark := "ok  "
			if !c.OK {
				mark = "FAIL"
			}
			fmt.Fprintf(g.stdout, "%s  %-14s %s\n", mark, c.Name, c.Detail)
		}
	}
	if result.Interrupted {
		return ctx.Err()
	}
	if !result.OK {
		return errors.New("not all is well; the lines marked FAIL say what to do")
	}
	return nil
}

func framesDetail(browser chrome.Installation) string {
	if browser.BeginFrame {
		return "headless shell with begin-frame control"
	}
	return "plain headless browser: static tasks only, and slower; chromium-headless-shell is the fast way"
}

func fontsDetail() (string, error) {
	hash := fontsHash()
	if hash == "" {
		return "", errors.New("the Liberation fonts are missing, so pages look different here: install fonts-liberation")
	}
	return "Liberation, hash " + hash[:12], nil
}

// acceleratorDetail says which plugin --backend auto takes, and tries it.
func acceleratorDetail() (string, error) {
	plugin := os.Getenv(pluginVariable)
	if plugin == "" {
		return "none: " + pluginVariable + " names no PJRT plugin, so the processor computes", nil
	}
	device, err := xla.Open(plugin, xla.Options{})
	if errors.Is(err, xla.ErrNotBuilt) {
		return fmt.Sprintf("none, though %s is %s: %v", pluginVariable, plugin, err), nil
	}
	if err != nil {
		return "", fmt.Errorf("%s: %w", pluginVariable, err)
	}
	graph := tensor.NewGraph()
	x := graph.Input("x", 2)
	program, err := device.Executor().Compile(graph, []*tensor.Node{tensor.Sum(tensor.Mul(x, x))})
	if err != nil {
		return "", err
	}
	out, err := program.Run(map[string]any{"x": []float32{3, 4}})
	if err != nil {
		return "", err
	}
	if out[0][0] != 25 {
		return "", fmt.Errorf("the plugin %s computes 3² + 4² as %g", plugin, out[0][0])
	}
	return fmt.Sprintf("%s (%s)", device, plugin), nil
}

func bundledDetail() (string, error) {
	checkpoint, err := bundled.Checkpoint()
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%d parameters, weights %.12s", checkpoint.Model.Config.Parameters(), checkpoint.Card.SHA256), nil
}

// sameTwice plays one short episode in two browsers, one after the other, and compares every picture.
func sameTwice(ctx context.Context) (string, error) {
	suite, err := miniwob.Builtin()
	if err != nil {
		return "", err
	}
	ep := gui.Episode{
		Suite: suite.Name(), SuiteHash: suite.Hash(), Task: "enter-text", Seed: 7, Mode: gui.ModeTrain,
		Settings: gui.Settings{Bins: defaultSettings.Bins}.WithDefaults(),
	}
	var runs [2][]string
	for i := range runs {
		if runs[i], err = pictures(ctx, suite, ep, []string{"click 10 15", "keys abc", "key Backspace", "wait"}); err != nil {
			return "", err
		}
	}
	if !slices.Equal(runs[0], runs[1]) {
		return "", errors.New("the same episode gave different pictures in two browsers; is the machine out of memory, or another browser version being installed?")
	}
	return fmt.Sprintf("%d pictures identical in two browsers", len(runs[0])), nil
}

// pictures are the hashes of all observations of an episode in a browser of its own.
func pictures(ctx context.Context, suite *miniwob.Suite, ep gui.Episode, actions []string) ([]string, error) {
	w, err := newWorld(suite, 1)
	if err != nil {
		return nil, err
	}
	defer w.Close()
	env, err := w.newEnv(ctx)
	if err != nil {
		return nil, err
	}
	defer env.Close()
	step, err := env.Reset(ctx, ep)
	if err != nil {
		return nil, err
	}
	hashes := []string{step.Observation.SHA256()}
	for _, action := range actions {
		if step, err = env.Step(ctx, action); err != nil {
			return nil, err
		}
		hashes = append(hashes, step.Observation.SHA256())
	}
	return hashes, nil
}
